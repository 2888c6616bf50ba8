use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use super::*;
use crate::schedule::Results;
use crate::{Ending, Fault, Reason};

fn plan(name: &str) -> Plan {
    Plan::from_toml(&format!(
        "name = '{name}'\ngame = 'infexion'\nagents = ['random', 'greedy', 'minimax']\npairs = 20\nseed = 5"
    ))
    .unwrap()
}

fn all_pairings(plan: &Plan) -> Vec<Pairing> {
    plan.scheduler().next(&Results::default())
}

fn record(pairing: &Pairing) -> GameRecord {
    let fault = Fault::new(Reason::Timeout, "took 3 s, had 2 s").with_last_words("thinking…");
    let draw = pairing.opening.is_multiple_of(2);
    let outcome = if draw { Outcome::Draw } else { Outcome::Win(Player::Second) };
    let ending = if draw { Ending::Rule } else { Ending::Forfeit { loser: Player::First, ply: 1, fault } };
    let agents = pairing.agents.map(|agent| format!("agent:number={agent}"));
    GameRecord { seed: pairing.seed, ..GameRecord::sample(agents.each_ref().map(String::as_str), outcome, ending) }
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

#[test]
fn a_game_is_stored_once() {
    let folder = folder();
    let store = Store::open(&folder.path().join("a.db")).unwrap();
    let plan = plan("spring");
    let tournament = store.create(&plan).unwrap();
    let pairings = all_pairings(&plan);
    for round in 0..3 {
        for pairing in &pairings {
            let new = store.insert(&tournament, pairing, &record(pairing)).unwrap();
            assert_eq!(new, round == 0);
        }
    }
    let games = store.games(&tournament).unwrap();
    assert_eq!(games.len(), pairings.len());
    for game in &games {
        assert_eq!(game.record, record(&game.pairing));
        assert_eq!(store.game(&game.id.to_string()).unwrap().as_ref(), Some(game));
    }
    assert!(store.game("").unwrap_err().to_string().ends_with("begins with '': give more of it"));
    assert_eq!(store.game("xyz").unwrap(), None);
    let standings = plan.standings(games.iter().map(|game| (game.pairing, &game.record)));
    assert_eq!(standings.lines.iter().map(|line| line.score.games()).sum::<u32>() as usize, 2 * pairings.len());
}

#[test]
fn a_measurement_is_kept_once() {
    let folder = folder();
    let store = Store::open(&folder.path().join("a.db")).unwrap();
    assert_eq!(store.measurement("depth").unwrap(), None);
    assert!(store.keep_measurement("depth", "[3]").unwrap());
    assert!(!store.keep_measurement("depth", "[4]").unwrap());
    assert_eq!(store.measurement("depth").unwrap().as_deref(), Some("[3]"));
    assert!(store.keep_measurement("no JSON", "[").is_err());
}

#[test]
fn a_store_opened_again_has_everything() {
    let folder = folder();
    let path = folder.path().join("a.db");
    let plan = plan("spring");
    let pairings = all_pairings(&plan);
    {
        let store = Store::open(&path).unwrap();
        let tournament = store.create(&plan).unwrap();
        store.create(&self::plan("autumn")).unwrap();
        store.insert(&tournament, &pairings[0], &record(&pairings[0])).unwrap();
    }
    let store = Store::open_existing(&path).unwrap();
    let listed: Vec<_> = store.list().unwrap().into_iter().map(|each| (each.id, each.name, each.games)).collect();
    assert_eq!(listed, [(1, "spring".to_owned(), 1), (2, "autumn".to_owned(), 0)]);
    assert_eq!(store.find("2").unwrap().name, "autumn");
    let tournament = store.find("spring").unwrap();
    assert_eq!(tournament.plan().unwrap(), plan);
    assert!(!store.insert(&tournament, &pairings[0], &record(&pairings[0])).unwrap());
    let moves: (String, i64, String, f64, i64, i64) = store
        .connection
        .query_row("SELECT * FROM moves", [], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?))
        })
        .unwrap();
    assert_eq!((moves.1, moves.2.as_str(), moves.3, moves.4, moves.5), (0, "0,0", 1.25, -7, 3));
}

#[test]
fn an_old_name_or_an_unknown_one_is_an_error_that_helps() {
    let folder = folder();
    let store = Store::open(&folder.path().join("a.db")).unwrap();
    let said = |result: Result<Tournament, StoreError>| result.unwrap_err().to_string();
    assert_eq!(said(store.find("x")), "no tournament 'x' in the store; known: none");
    store.create(&plan("spring")).unwrap();
    assert_eq!(
        said(store.create(&plan("spring"))),
        "tournament 'spring' is already in the store with 0 games: resume it or choose another name"
    );
    assert_eq!(said(store.find("sprig")), "no tournament 'sprig' in the store, did you mean 'spring'?; known: spring");
}

#[test]
fn a_second_arena_on_the_same_tournament_is_told_so() {
    let folder = folder();
    let path = folder.path().join("a.db");
    let store = Store::open(&path).unwrap();
    let spring = store.create(&plan("spring")).unwrap();
    let autumn = store.create(&plan("autumn")).unwrap();
    let lock = store.lock(&spring).unwrap();
    let other = Store::open(&path).unwrap();
    assert_eq!(
        other.lock(&spring).unwrap_err().to_string(),
        format!(
            "tournament 'spring' is already being played by process {}: wait for it or stop it",
            std::process::id()
        )
    );
    other.lock(&autumn).unwrap();
    drop(lock);
    other.lock(&spring).unwrap();
}

#[test]
fn what_is_no_store_is_left_alone() {
    let folder = folder();
    let text = folder.path().join("notes.txt");
    std::fs::write(&text, "these are notes, and more than sixteen bytes of them").unwrap();
    let said = |path: &Path| Store::open(path).unwrap_err().to_string();
    assert_eq!(said(&text), format!("'{}' is no store of plyground: it is no database", text.display()));
    assert!(std::fs::read_to_string(&text).unwrap().starts_with("these are notes"));

    let other = folder.path().join("other.db");
    Connection::open(&other).unwrap().execute_batch("CREATE TABLE tournaments (x)").unwrap();
    let expected = format!("'{}' is no store of plyground: it is the database of another program", other.display());
    assert_eq!(said(&other), expected);

    assert_eq!(said(folder.path()), format!("cannot open the store '{}': it is a folder", folder.path().display()));
    let lost = folder.path().join("no/such/folder/a.db");
    assert!(said(&lost).starts_with(&format!("cannot open the store '{}': ", lost.display())), "{}", said(&lost));
    let missing = folder.path().join("missing.db");
    assert!(Store::open_existing(&missing).unwrap_err().to_string().ends_with("there is no such file"));
    assert!(!missing.exists());
}

#[test]
fn a_newer_store_is_not_touched() {
    let folder = folder();
    let path = folder.path().join("a.db");
    drop(Store::open(&path).unwrap());
    Connection::open(&path).unwrap().pragma_update(None, "user_version", 99).unwrap();
    assert_eq!(
        Store::open(&path).unwrap_err().to_string(),
        format!(
            "the store '{}' has version 99, this plyground knows versions up to 5: use a newer plyground",
            path.display()
        )
    );
}

#[test]
fn an_empty_file_becomes_a_store() {
    let folder = folder();
    let path = folder.path().join("a.db");
    std::fs::write(&path, "").unwrap();
    let store = Store::open(&path).unwrap();
    assert_eq!(schema::kind(&store.connection).unwrap(), Kind::Ours(MIGRATIONS.len() as i64));
}

#[test]
fn a_full_disk_loses_no_stored_game() {
    let folder = folder();
    let path = folder.path().join("a.db");
    let store = Store::open(&path).unwrap();
    let plan = plan("spring");
    let tournament = store.create(&plan).unwrap();
    let pages: i64 = store.connection.query_row("PRAGMA page_count", [], |row| row.get(0)).unwrap();
    store.connection.pragma_update(None, "max_page_count", pages + 4).unwrap();
    let mut stored = 0;
    let error = all_pairings(&plan)
        .iter()
        .find_map(|pairing| match store.insert(&tournament, pairing, &record(pairing)) {
            Ok(new) => {
                stored += usize::from(new);
                None
            }
            Err(error) => Some(error),
        })
        .unwrap();
    assert!(matches!(error, StoreError::Full { .. }), "{error}");
    assert!(error.to_string().starts_with("no space left for the store"));
    assert!(stored > 0);
    drop(store);
    let store = Store::open(&path).unwrap();
    assert_eq!(store.games(&tournament).unwrap().len(), stored);
    for pairing in all_pairings(&plan) {
        store.insert(&tournament, &pairing, &record(&pairing)).unwrap();
    }
    assert_eq!(store.games(&tournament).unwrap().len(), all_pairings(&plan).len());
}

#[test]
fn many_open_a_new_store_at_once_and_write_and_read() {
    let folder = folder();
    let path = folder.path().join("a.db");
    let plans: Vec<Plan> = (0..4).map(|number| plan(&format!("t{number}"))).collect();
    std::thread::scope(|scope| {
        for plan in &plans {
            scope.spawn(|| {
                let store = Store::open(&path).unwrap();
                let tournament = store.create(plan).unwrap();
                for (count, pairing) in all_pairings(plan).iter().enumerate() {
                    assert!(store.insert(&tournament, pairing, &record(pairing)).unwrap());
                    if count % 10 == 0 {
                        assert_eq!(store.games(&tournament).unwrap().len(), count + 1);
                    }
                }
            });
        }
    });
    let store = Store::open(&path).unwrap();
    assert!(store.list().unwrap().iter().all(|tournament| tournament.games == 120));
}

/// Names the store that [`a_writer_to_be_killed`] writes to.
const STORE: &str = "PLYGROUND_TEST_STORE";

/// Not a test of its own: the other process of the next one.
#[test]
fn a_writer_to_be_killed() {
    let Some(path) = std::env::var_os(STORE) else { return };
    let store = Store::open(Path::new(&path)).unwrap();
    let tournament = store.find("spring").unwrap();
    let _lock = store.lock(&tournament).unwrap();
    let stored: Vec<Pairing> = store.games(&tournament).unwrap().into_iter().map(|game| game.pairing).collect();
    for pairing in all_pairings(&plan("spring")).iter().filter(|pairing| !stored.contains(pairing)) {
        assert!(store.insert(&tournament, pairing, &record(pairing)).unwrap());
        println!("stored");
    }
}

#[test]
fn a_killed_writer_loses_no_stored_game_and_holds_no_lock() {
    let folder = folder();
    let path = folder.path().join("a.db");
    let plan = plan("spring");
    let tournament = Store::open(&path).unwrap().create(&plan).unwrap();
    let mut told = 0;
    for kill_after in [1, 7, 30, 2, usize::MAX] {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "tournament::store::tests::a_writer_to_be_killed", "--nocapture"])
            .env(STORE, &path)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        told +=
            lines.filter(|line| line.as_deref().is_ok_and(|line| line.ends_with("stored"))).take(kill_after).count();
        child.kill().unwrap();
        child.wait().unwrap();
        let store = Store::open_existing(&path).unwrap();
        let games = store.games(&tournament).unwrap().len();
        assert!(games >= told, "{games} games in the store, {told} told");
        told = games;
        store.lock(&tournament).unwrap();
        let sound: String = store.connection.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
        assert_eq!(sound, "ok");
    }
    assert_eq!(told, all_pairings(&plan).len());
}

#[test]
fn a_store_that_may_not_be_written_to_can_be_looked_at() {
    let folder = folder();
    let path = folder.path().join("a 100%?.db");
    let plan = plan("spring");
    let store = Store::open(&path).unwrap();
    let tournament = store.create(&plan).unwrap();
    let pairing = all_pairings(&plan)[0];
    store.insert(&tournament, &pairing, &record(&pairing)).unwrap();
    drop(store);
    let read = Store::open_immutable(&path).unwrap();
    assert_eq!(read.games(&read.find("spring").unwrap()).unwrap().len(), 1);
    assert!(read.insert(&tournament, &all_pairings(&plan)[1], &record(&pairing)).is_err());
    assert!(Store::open_to_read(&folder.path().join("missing.db")).is_err());
}
