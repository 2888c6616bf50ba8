//! What the commands print is as the guide's schemas say. Published, a schema lets fields be added; here it does not,
//! so that every field is described.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::common::{BINARY, json, plyground};

const SMALL: &str = "dots-and-boxes:rows=2,cols=2";
/// They need a queue's server, a course's files, or minutes: their fields are those of types serialised as they are.
const UNTRIED: [&str; 3] = ["bridge", "reproduce", "workers"];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/schemas")
}

/// A schema that allows no field but those it describes.
fn strict(name: &str) -> Value {
    let text = fs::read_to_string(folder().join(format!("{name}.json"))).unwrap_or_else(|_| panic!("no schema {name}"));
    let mut schema: Value = serde_json::from_str(&text).expect("schemas are JSON");
    close(&mut schema);
    schema
}

fn close(schema: &mut Value) {
    match schema {
        Value::Object(map) => {
            map.values_mut().for_each(close);
            if map.get("properties").is_some_and(Value::is_object) {
                map.entry("additionalProperties").or_insert(false.into());
            }
        }
        Value::Array(list) => list.iter_mut().for_each(close),
        _ => {}
    }
}

/// Holds a value against a schema.
#[track_caller]
fn is(name: &str, value: &Value) {
    let schema = strict(name);
    let validator = jsonschema::validator_for(&schema).unwrap_or_else(|error| panic!("{name}: {error}"));
    let wrong: Vec<String> =
        validator.iter_errors(value).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(wrong.is_empty(), "{name}: {wrong:#?}\n{value:#}");
}

#[test]
fn every_schema_is_a_schema_and_is_tried_here() {
    let source = include_str!("mod.rs");
    for entry in fs::read_dir(folder()).expect("the guide has schemas") {
        let path = entry.expect("a file").path();
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        jsonschema::meta::validate(&strict(&name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        let tried = source.contains(&format!("is(\"{name}\", "));
        assert!(tried != UNTRIED.contains(&name.as_str()), "{name}: tried here, or in the list of those that are not");
    }
}

#[test]
fn what_there_is_and_positions_are_as_their_schemas_say() {
    is("games", &json(&["games", "--json"]));
    is("agents", &json(&["agents", "--json"]));
    is("agents", &json(&["agents", "simplexity", "--json"]));
    for game in ["simplexity", "pentago-swap", "colosseum", "dots-and-boxes", "infexion"] {
        is("show", &json(&["show", game, "--json"]));
        is("analyze", &json(&["analyze", game, "champion", "--nodes", "300", "--lines", "2", "--json"]));
    }
    is("show", &json(&["show", "simplexity", "--moves", "o0 s1 o0 s1 o0 s2 o0", "--json"]));
    is("perft", &json(&["perft", SMALL, "2", "--divide", "--json"]));
    is("analyze", &json(&["analyze", SMALL, "mcts", "--nodes", "100", "--json"]));
    let program = format!("cmd:{BINARY} ugi {SMALL} random");
    is("analyze", &json(&["analyze", SMALL, &program, "--time", "100ms", "--json"]));
    let scratch = tempfile::tempdir().expect("a folder");
    let proof = scratch.path().join("proof").display().to_string();
    is("solve", &json(&["solve", SMALL, "--proof", &proof, "--json"]));
    is("starts", &json(&["solve", "colosseum:size=3", "--every-start", "--json"]));
    is("within", &json(&["solve", SMALL, "--within", "3", "--for", "second", "--json"]));
    is("verify", &json(&["verify", &proof, "--json"]));
    let soon = scratch.path().join("soon").display().to_string();
    let lines = "simplexity:rows=4,cols=4,win=3";
    is("within", &json(&["solve", lines, "--within", "9", "--proof", &soon, "--json"]));
    is("verify", &json(&["verify", &soon, "--json"]));
    let position = "..b....w..w....b..b.........w....... w";
    let played =
        ["solve", "pentago-swap", "--position", position, "--within", "9", "--play-out", "--table", "16", "--json"];
    is("within", &json(&played));
    let table = scratch.path().join("2x2.table").display().to_string();
    is("table", &json(&["table", SMALL, "--out", &table, "--check", "5", "--json"]));
    is("solve", &json(&["solve", SMALL, "--tablebase", &table, "--json"]));
    is("analyze", &json(&["analyze", SMALL, "greedy", "--nodes", "10", "--tablebase", &table, "--json"]));
    let book = scratch.path().join("2x2.book").display().to_string();
    is("book", &json(&["book", SMALL, "--plies", "1", "--out", &book, "--json"]));
    is("bench", &json(&["bench", SMALL, "--repeats", "1", "--json"]));
}

#[test]
fn matches_and_tournaments_are_as_their_schemas_say() {
    let scratch = tempfile::tempdir().expect("a folder");
    let path = |name: &str| scratch.path().join(name).display().to_string();
    let (store, saved) = (path("store.db"), path("games.jsonl"));
    let quick = ["--time", "nodes=20", "--json"];
    let run = |args: &[&str]| json(&[args, &quick].concat());
    // A program that ends at once: its faults are in the output too.
    let broken = format!("cmd:{BINARY} games");
    is("match", &run(&["match", SMALL, "random", "greedy", "--games", "4", "--save", &saved]));
    is("sprt", &{
        let output =
            plyground(&[&["sprt", SMALL, "greedy", "random", "--elo1", "200", "--games", "40"], &quick[..]].concat());
        serde_json::from_slice(&output.stdout).expect("JSON whatever the decision")
    });
    let stored = ["--store", &store, "--name", "spring"];
    is("standings", &run(&[&["tournament", SMALL, "random", "greedy", &broken, "--pairs", "1"], &stored[..]].concat()));
    is("standings", &json(&["results", "spring", "--store", &store, "--json"]));
    is("tournaments", &json(&["results", "--store", &store, "--json"]));
    let exported = plyground(&["results", "spring", "--store", &store, "--export", "jsonl"]).stdout;
    let saved = fs::read(&saved).expect("the games were saved");
    for line in [exported, saved].concat().split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
        let game: Value = serde_json::from_slice(line).expect("a line is JSON");
        is("record", &game);
        if let Some(id) = game["id"].as_str() {
            is("record", &json(&["results", "--game", id, "--store", &store, "--json"]));
            is("record", &json(&["replay", id, "--store", &store, "--json"]));
        }
    }
}

#[test]
fn programs_tuning_and_data_are_as_their_schemas_say() {
    let scratch = tempfile::tempdir().expect("a folder");
    let path = |name: &str| scratch.path().join(name).display().to_string();
    for program in [format!("cmd:{BINARY} ugi {SMALL} random"), format!("cmd:{BINARY} games")] {
        let output = plyground(&["check-agent", SMALL, &program, "--time", "100ms", "--json"]);
        is("check-agent", &serde_json::from_slice(&output.stdout).expect("JSON whatever was found"));
    }
    let tuned =
        ["tune", "simplexity:rows=4,cols=5", "simpai", "--params", "shape", "--budget", "40", "--population", "4"];
    let games = ["--pairs", "1", "--confirm", "4", "--time", "nodes=20", "--openings", "2", "--json"];
    let files = ["--store", &path("tune.db"), "--out", &path("tuned.toml")];
    is("tune", &json(&[&tuned[..], &games[..], &files[..]].concat()));
    is("openings", &json(&["openings", SMALL, "--count", "1", "--plies", "2", "--nodes", "50", "--json"]));
    let data = path("games.jsonl");
    is("selfplay", &json(&["selfplay", SMALL, "random", "--games", "2", "--nodes", "10", "--out", &data, "--json"]));
    for line in fs::read_to_string(&data).expect("the games were written").lines() {
        is("selfplay-game", &serde_json::from_str(line).expect("a line is JSON"));
    }
    is("puzzles", &json(&["puzzles", "simplexity:rows=4,cols=4,win=3", "--count", "1", "--agent", "random", "--json"]));
}
