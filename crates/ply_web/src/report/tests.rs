use std::io::Read as _;

use ply_arena::schedule::Pairing;
use ply_arena::store::GameId;

use super::*;

const HOSTILE: &str = "</script><img src=x onerror=alert(1)>";

fn plan(agents: usize) -> Plan {
    let agents: Vec<String> =
        (0..agents).map(|agent| format!("{{ name = '{HOSTILE}{agent}', spec = 'random' }}")).collect();
    let agents = agents.join(", ");
    Plan::from_toml(&format!("name = 'spring'\ngame = 'dots-and-boxes:rows=1,cols=1'\nagents = [{agents}]")).unwrap()
}

/// A game that the second player wins, on the board or by the other's fault.
fn game(number: usize, agents: [usize; 2], forfeit: bool) -> StoredGame {
    let move_of =
        |(index, text): (usize, &str)| json!({"move": text, "by": index % 2, "ms": number as f64 + index as f64 / 8.0});
    let fault =
        json!({"reason": "crash", "message": format!("exited after {number} ms {HOSTILE}"), "last_words": HOSTILE});
    let moves = if forfeit { &[][..] } else { &["h0,0", "h1,0", "v0,0", "v0,1"] };
    let lost = json!({"by": "forfeit", "loser": 0, "ply": 0, "fault": fault});
    let ending = if forfeit { lost } else { json!({"by": "rule"}) };
    let record = json!({
        "game": "dots-and-boxes:rows=1,cols=1", "agents": ["random:seed=0", "random:seed=0"], "time": "1s", "seed": 1,
        "memory": [3 << 20, (number as u64) << 20], "opening": [],
        "moves": moves.iter().copied().enumerate().map(move_of).collect::<Vec<_>>(), "outcome": "second",
        "ending": ending,
    });
    let record = serde_json::from_value(record).unwrap();
    let pairing = Pairing { round: 0, index: number, game: 0, agents, opening: 0, seed: number as u64 };
    StoredGame { id: GameId::of("spring", &pairing, &record), pairing, played: 0, record }
}

fn report<'a>(plan: &'a Plan, games: &'a [StoredGame]) -> Report<'a> {
    Report { plan, games, scheduled: true, logs: None }
}

/// What a packed file holds.
fn unpacked(folder: &Path, name: &str) -> Value {
    let text = fs::read_to_string(folder.join(format!("data/{name}.js"))).unwrap();
    let packed =
        text.strip_prefix(&format!("plyground.take(\"{name}\",\"")).and_then(|text| text.strip_suffix("\");\n"));
    let sextet = |byte: u8| match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let sextets: Vec<u8> = packed.unwrap().bytes().filter(|byte| *byte != b'=').map(sextet).collect();
    let bytes = sextets.chunks(4).flat_map(|chunk| {
        let bits = chunk.iter().fold(0_u32, |bits, sextet| bits << 6 | u32::from(*sextet)) << (6 * (4 - chunk.len()));
        bits.to_be_bytes()[1..chunk.len()].to_vec()
    });
    let bytes: Vec<u8> = bytes.collect();
    let mut json = String::new();
    flate2::read::GzDecoder::new(&bytes[..]).read_to_string(&mut json).unwrap();
    serde_json::from_str(&json).unwrap()
}

#[test]
fn every_game_has_its_positions_and_every_agent_its_faults() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(3);
    let games = [game(0, [0, 1], false), game(1, [1, 0], true), game(2, [1, 0], true), game(3, [2, 0], false)];
    let written = write(folder.path(), report(&plan, &games)).unwrap();
    assert_eq!(written, Written { games: 4, left_out: 0 });
    let summary = unpacked(folder.path(), "summary");
    assert_eq!(summary["meetings"], json!([[0, 1, 0, 3, 3], [0, 2, 3, 1, 1]]));
    assert_eq!((&summary["shards"], &summary["private"]), (&json!([0]), &json!(false)));
    assert_eq!(summary["forfeits"], json!([[], [["crash", 2]], []]));
    let shard = unpacked(folder.path(), "games-0");
    assert_eq!(shard[0]["state"]["history"][3]["taken"], json!([[0, 0, "second"]]));
    assert_eq!((&shard[1]["number"], &shard[1]["agents"]), (&json!(1), &json!([1, 0])));
    let agent = unpacked(folder.path(), "agent-1");
    assert_eq!(agent["sides"], json!([[0, 0, 2], [1, 0, 0]]));
    let faults = agent["faults"].as_array().unwrap();
    assert_eq!((faults.len(), &faults[0]["count"]), (1, &json!(2)), "they differ only in a number");
    assert_eq!(faults[0]["game"], json!([0, 1, 1]));
    assert_eq!(agent["memory"], json!({"peak_mb": 3.0, "mean_mb": 2.0, "games": 3}));
    let slowest = &unpacked(folder.path(), "agent-2")["slowest"][0];
    assert_eq!((&slowest["move"], &slowest["ply"], &slowest["against"]), (&json!("v0,0"), &json!(3), &json!(0)));
}

#[test]
fn nothing_from_outside_stands_in_the_pages() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(2);
    write(folder.path(), report(&plan, &[game(0, [0, 1], true)])).unwrap();
    for part in ["", "page", "data"] {
        for entry in fs::read_dir(folder.path().join(part)).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                assert!(!fs::read_to_string(&path).unwrap().contains("onerror=alert"), "{}", path.display());
            }
        }
    }
}

#[test]
fn a_report_replaces_an_earlier_one_and_nobody_elses_page() {
    let folder = tempfile::tempdir().unwrap();
    let logs = tempfile::tempdir().unwrap();
    let plan = plan(2);
    let games: Vec<StoredGame> = (0..60).map(|number| game(number, [0, 1], false)).collect();
    fs::write(logs.path().join("01-0001a-a-vs-b.log"), "first > ugi\n\u{1b}[2J").unwrap();
    let found = GameLogs::find(logs.path()).unwrap();
    assert_eq!(found.count(), 1);
    write(folder.path(), Report { logs: Some(&found), ..report(&plan, &games) }).unwrap();
    assert_eq!(unpacked(folder.path(), "games-0")[0]["log"], "first > ugi\n\\u{1b}[2J");
    assert!(folder.path().join("data/games-1.js").exists());
    write(folder.path(), report(&plan, &games[..1])).unwrap();
    assert!(unpacked(folder.path(), "games-0")[0].get("log").is_none());
    assert!(!folder.path().join("data/games-1.js").exists());
    fs::write(folder.path().join("index.html"), "my own page").unwrap();
    let refused = write(folder.path(), report(&plan, &games)).unwrap_err().to_string();
    assert!(
        refused.ends_with("index.html is no report of ours and is left as it is; choose another folder"),
        "{refused}"
    );
}

#[test]
fn where_there_is_no_room_each_meeting_keeps_as_many_games_and_forfeits_first() {
    let mut games: Vec<StoredGame> = (0..10).map(|number| game(number, [0, 1], number == 7)).collect();
    games.extend((10..12).map(|number| game(number, [2, 1], false)));
    let kept = Kept::within(&games, 5, 1000);
    let numbers: Vec<usize> = kept.games.iter().map(|one| one.number).collect();
    assert_eq!(numbers, [0, 1, 7, 0, 1]);
    assert_eq!(kept.meetings.iter().map(|met| (met.kept, met.all)).collect::<Vec<_>>(), [(3, 10), (2, 2)]);
    assert_eq!(Kept::within(&games, 1000, 11).games.len(), 3, "eleven plies are two games and a forfeit");
}
