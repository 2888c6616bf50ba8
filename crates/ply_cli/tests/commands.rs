//! The command line from outside: exit codes, JSON fields, errors.

use assert_cmd::Command;
use serde_json::Value;

fn plyground(args: &[&str]) -> std::process::Output {
    Command::new(assert_cmd::cargo::cargo_bin!("plyground")).args(args).output().expect("the binary runs")
}

fn json(args: &[&str]) -> Value {
    let output = plyground(args);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON on stdout")
}

fn error(args: &[&str]) -> String {
    let output = plyground(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert!(output.stdout.is_empty(), "{args:?}: errors go to stderr");
    String::from_utf8(output.stderr).expect("UTF-8")
}

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
    let numbers: Vec<u64> = text.lines().map(|line| line.rsplit(' ').next().unwrap().parse().unwrap()).collect();
    let (total, parts) = numbers.split_last().unwrap();
    assert_eq!((parts.len(), *total), (6, parts.iter().sum()));
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
fn deadlines_are_measured_with_and_without_load() {
    let value = json(&["bench", "pentago-swap", "--deadlines", "--repeats", "1", "--json"]);
    assert_eq!(value["rows"].as_array().unwrap().len(), 2 * (3 + 2 * 4));
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
    for command in ["games", "show", "perft", "analyze", "bench"] {
        let output = plyground(&[command, "--help"]);
        assert_eq!(output.status.code(), Some(0));
        assert!(String::from_utf8_lossy(&output.stdout).contains("Example"), "{command}");
    }
}
