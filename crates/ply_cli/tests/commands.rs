//! The command line from outside: exit codes, JSON fields, errors.

mod books;
mod common;
mod guide;
mod schemas;

use common::{error, json, plyground};
use serde_json::Value;

#[test]
fn show_has_the_fields_of_its_contract() {
    let value = json(&["show", "dots-and-boxes:rows=1,cols=1", "--moves", "h0,0 h1,0 v0,0", "--json"]);
    assert_eq!(value["game"], "dots-and-boxes:rows=1,cols=1");
    assert_eq!(value["position"], "1x1 2 0-0 1110");
    assert_eq!(value["to_move"], "second");
    assert_eq!(value["outcome"], Value::Null);
    assert_eq!(value["ply"], 3);
    assert_eq!(value["scores"], serde_json::json!([0, 0]));
    assert_eq!(value["legal_moves"], serde_json::json!(["v0,1"]));
    let value = json(&["show", "dots-and-boxes", "--position", "1x1 2 0-0 1110", "--moves", "v0,1", "--json"]);
    assert_eq!((&value["to_move"], &value["outcome"]), (&Value::Null, &Value::from("second")));
}

#[test]
fn perft_counts_and_divides() {
    let value = json(&["perft", "dots-and-boxes:rows=1,cols=2", "7", "--json"]);
    let last = &value["depths"][6];
    assert_eq!((&last["depth"], &last["nodes"]), (&Value::from(7), &Value::from(5040)));
    assert_eq!((&last["first_wins"], &last["second_wins"], &last["draws"]), (&720.into(), &3168.into(), &1152.into()));
    let divided = json(&["perft", "dots-and-boxes:rows=1,cols=2", "7", "--divide", "--json"]);
    assert_eq!(divided["depths"], value["depths"]);
    let sum: u64 = divided["divide"].as_array().unwrap().iter().map(|part| part["nodes"].as_u64().unwrap()).sum();
    assert_eq!(sum, 5040);
    assert_eq!(json(&["perft", "dots-and-boxes", "0", "--json"])["depths"][0]["nodes"], 1);
}

#[test]
fn solve_looks_at_every_position_where_that_is_quicker_and_there_is_room() {
    let solved = |args: &[&str]| {
        let solved = json(&[&["solve", "dots-and-boxes:rows=2,cols=6", "--json"], args].concat());
        assert_eq!((&solved["value"], &solved["margin"]), (&"first".into(), &2.into()));
        solved["nodes"].as_u64().expect("a number")
    };
    assert!(solved(&[]) > 16_579_857);
    assert!(solved(&["--table", "6", "--threads", "1"]) < 4_000_000);
}

#[test]
fn solve_has_the_fields_of_its_contract_and_its_proof_is_verified() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (proof, tables) = (file("proof"), file("tables"));
    // Two threads take as many nodes as whoever is first leaves the other.
    let asked = ["solve", "colosseum:size=3", "--json", "--threads", "1", "--table", "16", "--store", &tables];
    let asked = [&asked[..], &["--proof", &proof]].concat();
    let value = json(&asked);
    assert_eq!((&value["value"], &value["margin"], &value["proven"]), (&"first".into(), &2.into(), &true.into()));
    assert_eq!((&value["bounds"], &value["move"]), (&serde_json::json!([2, 2]), &value["pv"][0]));
    assert_eq!(value["distance"], Value::Null);
    assert!(["nodes", "time_ms", "memory_mb"].iter().all(|field| value[field].is_number()));
    let again = json(&asked[..asked.len() - 2]);
    assert!(again["nodes"].as_u64() < value["nodes"].as_u64(), "the kept table saves work");
    assert!(error(&asked).contains("exists already"));

    let verified = json(&["verify", &proof, "--json"]);
    assert_eq!((&verified["verified"], &verified["claims"][0]["at_least"]), (&true.into(), &2.into()));
    let mut damaged = std::fs::read(&proof).unwrap();
    let middle = damaged.len() - 20;
    damaged[middle] ^= 1;
    std::fs::write(&proof, damaged).unwrap();
    let refused = plyground(&["verify", &proof]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&refused.stdout).starts_with("not proven: "));
    std::fs::write(&proof, "nonsense").unwrap();
    assert!(error(&["verify", &proof]).contains("no proof of ours"));

    let open = plyground(&["solve", "pentago-swap", "--time", "50ms", "--table", "4", "--json"]);
    let value: Value = serde_json::from_slice(&open.stdout).unwrap();
    assert_eq!((open.status.code(), &value["value"], &value["proven"]), (Some(1), &Value::Null, &false.into()));
}

#[test]
fn every_listed_game_can_be_shown_and_counted() {
    for game in json(&["games", "--json"]).as_array().unwrap() {
        let name = game["name"].as_str().unwrap();
        let shown = json(&["show", name, "--json"]);
        let moves = shown["legal_moves"].as_array().unwrap().len();
        assert_eq!(json(&["perft", name, "1", "--json"])["depths"][0]["nodes"], moves, "{name}");
        let drawn = plyground(&["show", name, "--ascii", "--color", "never"]);
        assert!(drawn.stdout.is_ascii(), "{name}: --ascii draws with ASCII");
        let coloured = plyground(&["show", name, "--color", "always"]);
        assert!(coloured.stdout.contains(&0x1b), "{name}: colours where they are asked for");
        assert!(!plyground(&["show", name]).stdout.contains(&0x1b), "{name}: no colours in a pipe");
    }
}

const SMALL: &str = "dots-and-boxes:rows=2,cols=3";

#[test]
fn bench_measures_rules_and_searchers() {
    let value = json(&["bench", SMALL, "--repeats", "1", "--json"]);
    let game = &value["games"][0];
    for rate in ["perft_leaves", "playouts", "alpha_beta_nodes", "mcts_simulations"] {
        assert!(game[rate]["per_second"].as_f64().unwrap() > 0.0, "{rate}");
    }
    let lines = value["signature"].as_array().unwrap();
    assert!(lines.last().unwrap().as_str().unwrap().starts_with("total "));
}

#[test]
fn the_signature_is_the_same_twice() {
    let sign = || String::from_utf8(plyground(&["bench", SMALL, "infexion", "--signature"]).stdout).unwrap();
    let text = sign();
    assert_eq!(text, sign());
    let (findings, searches): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.contains(" findings "));
    let numbers: Vec<u64> = searches.iter().map(|line| line.rsplit(' ').next().unwrap().parse().unwrap()).collect();
    let (total, parts) = numbers.split_last().unwrap();
    assert_eq!((findings.len(), *total), (2, parts.iter().sum()));
    for game in ["dots-and-boxes", "infexion"] {
        let signed = |search| searches.iter().any(|line| line.starts_with(game) && line.contains(search));
        assert!(
            [" alpha-beta:", " switch:late-move-pruning ", " mcts:", " champion "].into_iter().all(signed),
            "{game}"
        );
    }
}

#[test]
fn the_ablation_counts_every_variant_and_can_be_drawn() {
    let file = std::env::temp_dir().join(format!("plyground-ablation-{}.svg", std::process::id()));
    let value = json(&["bench", SMALL, "--ablation", "--svg", file.to_str().unwrap(), "--json"]);
    let variants = value[0]["variants"].as_array().unwrap();
    assert!(variants.len() == 9 && variants.iter().all(|variant| variant["nodes"].as_u64().unwrap() > 0));
    assert_eq!(variants[0]["ratio"], 1.0);
    assert!(std::fs::read_to_string(&file).unwrap().starts_with("<svg"));
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn wrong_input_exits_with_2_and_says_why() {
    assert!(error(&["show", "dots-and-boxs"]).contains("did you mean 'dots-and-boxes'?"));
    assert!(error(&["show", "dots-and-boxes:row=3"]).contains("did you mean 'rows'?"));
    let said = error(&["show", "dots-and-boxes", "--moves", "h0,0 h0,0"]);
    assert!(said.contains("--moves: move 2 ('h0,0'): this edge is drawn already; legal: h0,1"), "{said}");
    assert!(error(&["show", "dots-and-boxes", "--position", "1x1 1 0-0"]).contains("--position: expected"));
    assert!(error(&["perft", "dots-and-boxes", "-1"]).contains("unexpected argument"));
    assert!(error(&["perft", "dots-and-boxes", "x"]).contains("invalid"));
    assert!(error(&["bench", "--signature", "--ablation"]).contains("cannot be used with"));
    assert!(error(&["bench", "dots-and-boxes:rows=1,cols=1", "--threads"]).contains("too small"));
    assert!(error(&["bench", "--svg", "x.svg"]).contains("--ablation"));
    error(&["nonsense"]);
    error(&[]);
}

#[test]
fn every_command_has_help_with_an_example() {
    let listed = String::from_utf8(plyground(&["--help"]).stdout).expect("UTF-8");
    let commands = listed.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let commands: Vec<&str> =
        commands.filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next()).collect();
    assert!(commands.len() > 15 && commands.contains(&"reproduce"), "{commands:?}");
    for command in commands.into_iter().filter(|command| *command != "help") {
        let output = plyground(&[command, "--help"]);
        assert_eq!(output.status.code(), Some(0));
        assert!(String::from_utf8_lossy(&output.stdout).contains("Example"), "{command}");
    }
}

#[test]
fn analyze_has_the_fields_of_its_contract_and_repeats_itself() {
    for agent in ["alpha-beta", "mcts", "minimax:depth=2"] {
        let args = ["analyze", "dots-and-boxes", agent, "--moves", "h0,0", "--nodes", "2000", "--lines", "2", "--json"];
        let (one, two) = (json(&args), json(&args));
        for key in ["move", "score", "depth", "nodes", "pv", "lines"] {
            assert!(!one[key].is_null(), "{agent}: {key}");
            assert_eq!(one[key], two[key], "{agent}: {key}");
        }
        assert!(one["time_ms"].is_f64() && one["nps"].is_number());
        assert_eq!(one["lines"].as_array().unwrap().len(), 2);
        assert_eq!(one["lines"][0]["move"], one["move"]);
    }
    assert!(error(&["analyze", "simplexity", "--time", "5"]).contains("'5' has no unit: write 5ms or 5s"));
    assert!(error(&["analyze", "simplexity", "alpha-beta:table=0"]).contains("table must be a whole number from 1 to"));
    assert!(error(&["analyze", "simplexity", "alpha-bta"]).contains("did you mean 'alpha-beta'?"));
    assert!(error(&["analyze", "dots-and-boxes", "--position", "1x1 1 1-0 1111"]).contains("the game is over"));
}

#[test]
fn self_play_writes_distinct_games_and_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let play = |file: &str, games: &str, more: &[&str]| {
        let args = ["selfplay", "dots-and-boxes:rows=2,cols=2", "mcts", "--nodes", "40", "--sample", "3", "--json"];
        json(&[&args[..], &["--games", games, "--out", file], more].concat())
    };
    for name in ["games.jsonl", "games.csv"] {
        let (whole, parts) = (path(name), path(&format!("parts-{name}")));
        assert_eq!(play(&whole, "9", &[])["games"], 9);
        play(&parts, "5", &["--threads", "2"]);
        assert_eq!(play(&parts, "9", &["--resume", "--threads", "1"])["games"], 9);
        let text = std::fs::read_to_string(&whole).expect("it is written");
        assert_eq!(text, std::fs::read_to_string(&parts).expect("it is written"), "{name}");
        assert!(error(&["selfplay", "infexion", "mcts", "--out", &whole]).contains("--resume goes on with it"));
    }
    let line = std::fs::read_to_string(path("games.jsonl")).expect("it is written");
    let game: Value = serde_json::from_str(line.lines().next().expect("a game")).expect("JSON");
    let lengths = ["positions", "to_move", "moves", "scores", "proven", "values", "results", "policies"];
    let lengths = lengths.map(|key| game[key].as_array().map(Vec::len));
    assert!(
        lengths[0].is_some_and(|length| length > 0) && lengths.iter().all(|length| *length == lengths[0]),
        "{game}"
    );
    assert!(
        error(&["selfplay", "infexion", "mcts", "--out", "games.parquet"]).contains("expected FILE.jsonl or FILE.csv")
    );
}

#[test]
fn analyze_thinks_with_the_strongest_and_says_what_is_proven() {
    let value = json(&["analyze", "dots-and-boxes:rows=2,cols=2", "--nodes", "100000", "--json"]);
    assert!(value["agent"].as_str().unwrap().starts_with("champion"), "{value}");
    assert_eq!(value["proven"], true, "{value}");
    let drawn = ["analyze", "simplexity:rows=2,cols=4", "alpha-beta", "--depth", "20", "--lines", "2"];
    let value = json(&[&drawn[..], &["--json"]].concat());
    assert_eq!((&value["score"], &value["proven"], &value["exact"]), (&0.into(), &true.into(), &true.into()));
    let text = plyground(&drawn).stdout;
    assert!(String::from_utf8_lossy(&text).contains("a draw (proven) at depth"), "{}", String::from_utf8_lossy(&text));
    // Ten nodes are not enough to try all fourteen moves: nobody knows a score of the others.
    let value = json(&["analyze", "simplexity", "alpha-beta", "--nodes", "10", "--lines", "14", "--json"]);
    assert_eq!((&value["proven"], &value["lines"][13]["score"]), (&false.into(), &Value::Null));
    let value = json(&["analyze", "simplexity", "random", "--nodes", "10", "--json"]);
    assert_eq!((&value["score"], &value["lines"][0]["bound"]), (&Value::Null, &Value::Null), "nobody searched it");
}

#[test]
fn an_unknown_report_gets_the_nearest() {
    let said = error(&["reproduce", "pentago"]);
    assert!(said.contains("unknown report 'pentago', did you mean 'pentago-swap'?"), "{said}");
    assert!(
        error(&["reproduce", "zzz"])
            .contains("known: simpai, pentago-swap, colosseum, dots-and-boxes, infexion, wishes, all")
    );
}

#[test]
fn a_store_that_is_none_of_ours_and_a_page_without_a_folder_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = folder.path().join("text.db");
    std::fs::write(&store, "this is no database, it is a text of some length").expect("it can be written");
    let store = store.to_str().expect("UTF-8");
    assert!(error(&["reproduce", "infexion", "--store", store]).contains("is no store of plyground"));
    let said = error(&["reproduce", "infexion", "--page", "no/such/folder/page.md"]);
    assert!(said.contains("--page: there is no folder 'no/such/folder'"), "{said}");
    assert!(error(&["reproduce", "infexion", "--time", "5"]).contains("has no unit"));
}
