//! Tunings from outside: killed at any moment they end with the same numbers, and what is wrong is said before anything
//! is played or written.

mod common;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use common::{BINARY, error, json, plyground};
use serde_json::Value;

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// A tuning of some hundred short games.
fn small<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let mut args = vec!["tune", "simplexity:rows=4,cols=5", "simpai", "--params", "shape,colour,centre"];
    args.extend(["--budget", "240", "--population", "6", "--pairs", "2", "--confirm", "20"]);
    args.extend(["--time", "nodes=100", "--openings", "2", "--json"]);
    args.extend(more);
    args
}

#[test]
fn a_tuning_killed_at_twenty_moments_ends_with_the_same_weights() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let (store, out, undisturbed) = (path("killed.db"), path("killed.toml"), path("undisturbed.toml"));
    let mut wanted = json(&small(&["--out", text(&undisturbed)]));
    assert_eq!((&wanted["games"], &wanted["confirmation"]["games"]), (&Value::from(240), &Value::from(20)));

    let args = |resume: bool| {
        let mut args = small(&["--store", text(&store), "--out", text(&out), "--concurrency", "1"]);
        args.extend(resume.then_some("--resume"));
        args
    };
    let begun = || plyground(&["results", "1", "--store", text(&store)]).status.success();
    let mut kills = 0;
    for moment in 0..20u64 {
        let mut command = Command::new(BINARY);
        command.args(args(begun())).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().expect("it starts");
        std::thread::sleep(Duration::from_millis(20 + moment * 37 % 150));
        kills += u32::from(child.try_wait().expect("it can be asked").is_none());
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
    }
    assert!(kills > 0, "every run was over before it was killed");
    let mut last = json(&args(begun()));
    let written = |path: &Path| std::fs::read_to_string(path).expect("it was written");
    assert_eq!(written(&out), written(&undisturbed));
    for value in [&mut wanted, &mut last] {
        value["file"] = Value::Null;
    }
    assert_eq!(last, wanted);
    // What was written is what plays, and the store shows the games.
    let tuned = format!("simpai:weights={}", text(&out));
    json(&["match", "simplexity:rows=4,cols=5", &tuned, "simpai", "--games", "2", "--time", "nodes=50", "--json"]);
    let shown = json(&["results", "1", "--store", text(&store), "--json"]);
    assert_eq!((&shown["games"], &shown["complete"]), (&Value::from(260), &Value::Bool(true)));
}

#[test]
fn every_method_says_what_the_contract_says() {
    let folder = tempfile::tempdir().expect("a folder");
    for method in ["evolution", "cma-es", "spsa"] {
        let (out, figure) = (folder.path().join(format!("{method}.toml")), folder.path().join(format!("{method}.svg")));
        let value = json(&small(&["--method", method, "--out", text(&out), "--figure", text(&figure)]));
        assert_eq!(value["method"], method);
        assert!(value["generations"].as_u64() > Some(1) && value["games"] == 240, "{value}");
        for key in ["start", "best"] {
            let names: Vec<&String> = value[key].as_object().expect("an object").keys().collect();
            assert_eq!(names, ["shape", "colour", "centre"]);
        }
        for key in ["games", "score", "elo", "elo_low", "elo_high"] {
            assert!(value["confirmation"].get(key).is_some(), "{key}");
        }
        assert_eq!(value["file"], text(&out));
        assert!(std::fs::read_to_string(&figure).expect("a figure").contains("<polyline"));
        let table = std::fs::read_to_string(figure.with_extension("csv")).expect("a table");
        assert_eq!(table.lines().count() as u64, 1 + value["generations"].as_u64().expect("a number"));
    }
}

#[test]
fn several_boards_and_options_are_tuned_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("mcts.toml");
    let mut args = vec!["tune", "dots-and-boxes", "mcts", "--sizes", "1x2,2x2", "--opponents", "self", "greedy"];
    args.extend(["--budget", "160", "--population", "4", "--confirm", "8", "--time", "nodes=20", "--openings", "1"]);
    args.extend(["--out", text(&out), "--json"]);
    let value = json(&args);
    assert_eq!(value["boards"].as_array().map(Vec::len), Some(2));
    assert!(value["best"]["c"].is_number(), "{value}");
    let written = std::fs::read_to_string(&out).expect("it was written");
    assert!(written.contains("\n[origin]\nspec = \"mcts:") && written.contains("agent = \"mcts\""), "{written}");
}

#[test]
fn what_cannot_be_tuned_is_said_in_a_sentence_and_nothing_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let (out, store) = (path("out.toml"), path("store.db"));
    let said = |args: &[&str]| {
        let said = error(&[&["tune", "simplexity", args[0], "--out", text(&out)], &args[1..]].concat());
        assert!(!out.exists() && said.trim_end().lines().count() == 1, "{said}");
        said
    };
    for (args, expected) in [
        (&["random"][..], "random has no numbers that can be tuned"),
        (&["cmd:true"], "only a built-in agent has numbers that can be tuned, got 'cmd:true'"),
        (&["simpai", "--params", "shap"], "unknown parameter 'shap', did you mean 'shape'?; known: shape"),
        (&["simpai", "--range", "shape=90000..90001"], "shape: the range is empty"),
        (&["simpai", "--range", "colour=1..2", "--params", "shape"], "'colour' is none of the parameters tuned"),
        (&["simpai", "--sizes", "6by7"], "--sizes: expected ROWSxCOLS such as 6x7, got '6by7'"),
        (&["simpai", "--budget", "20"], "--budget: 20 games are too few"),
        (&["simpai", "--method", "spsa", "--opponents", "greedy"], "the candidates of spsa play each other"),
        (&["simpai:weights=no/such.toml"], "cannot read weights=no/such.toml"),
        (&["simpai", "--figure", "no/such/folder/a.svg"], "--figure: there is no folder 'no/such/folder'"),
    ] {
        assert!(said(args).contains(expected), "{args:?}: {}", said(args));
    }
    let weights = |name: &str, text: &str| {
        std::fs::write(path(name), text).expect("it can be written");
        format!("simpai:weights={}", path(name).display())
    };
    assert!(said(&[&weights("other.toml", "agent = 'other'\nshape = 1")]).contains("these weights are for other"));
    assert!(said(&[&weights("missing.toml", "agent = 'simpai'\nshape = 1")]).contains("missing weight"));
    std::fs::write(&store, "this is no database, it is a text of some length").expect("it can be written");
    assert!(said(&["simpai", "--store", text(&store)]).contains("it is no database"));
    let empty = error(&["tune", "simplexity", "simpai", "--range", "shape=5..5"]);
    assert!(empty.contains("shape: the range 5..5 is empty: expected LOW below HIGH"), "{empty}");
}

#[test]
fn neither_a_file_nor_another_tuning_is_written_over() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let (out, store) = (path("out.toml"), path("store.db"));
    let with = |more: &[&'static str]| {
        let mut args = small(&["--store", text(&store), "--name", "mine"]);
        args.extend(more);
        args
    };
    std::fs::write(&out, "mine").expect("it can be written");
    let said = error(&small(&["--out", text(&out)]));
    assert!(said.contains("is there already: --force writes over it"), "{said}");
    assert_eq!(std::fs::read_to_string(&out).expect("it is there"), "mine");
    json(&small(&["--out", text(&out), "--force", "--store", text(&store), "--name", "mine"]));
    let other = path("other.toml");
    let to_other = ["--out", text(&other)];
    let said = |args: Vec<&str>| error(&[&args[..], &to_other].concat());
    assert!(said(with(&[])).contains("tournament 'mine' is already in the store with 260 games"));
    let changed = said(with(&["--resume", "--elite", "1"]));
    assert!(
        changed
            .contains("'mine' in the store is another tuning than the one typed: it was begun with method evolution")
    );
    assert!(said(with(&["--resume", "--seed", "8"])).contains("it was begun with seed 0, not 8"));
    assert!(said(with(&["--resume", "--range", "shape=0..30"])).contains("it was begun with params shape=4 in "));
    let resumed = error(&["tournament", "--resume", "mine", "--store", text(&store)]);
    assert!(resumed.contains("'mine' is a tuning: plyground tune --resume takes it up again"), "{resumed}");
    assert!(!other.exists());
}
