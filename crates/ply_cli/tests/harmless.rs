//! What comes from outside is text: no program, record, plan or store steers the terminal it is shown on.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use common::plyground;
use serde_json::Value;

/// Clears the screen, sets the window's title, colours, moves back; a C1 sequence; turns the writing around.
const EVIL: &str = "\u{1b}[2J\u{1b}]0;owned\u{7}\u{1b}[31m\r\u{8}\u{9b}5m\u{202e}\u{2066}\u{200b}";

/// A folder with programs that say such things at every occasion.
struct Stage {
    folder: tempfile::TempDir,
}

impl Stage {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("a folder") }
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        let file = self.folder.path().join(name);
        fs::write(&file, text).expect("it can be written");
        file
    }

    fn path(&self, name: &str) -> String {
        text(&self.folder.path().join(name)).to_owned()
    }

    /// Answers `go` with this line, and talks.
    fn program(&self, name: &str, answer: &str) -> String {
        let code = format!(
            "echo '{EVIL}' >&2\nwhile read line; do case $line in\nugi) echo 'id name {EVIL}'; echo '{EVIL}'; echo ugiok;;\n\
             isready) echo readyok;;\ngo*) echo 'info depth 3 score 1 pv {EVIL} string {EVIL}'; echo '{answer}';;\nquit) exit;;\nesac; done\n"
        );
        format!("cmd:sh {}", text(&self.file(name, &code)))
    }
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// What of a text would be obeyed or misread.
fn harmful(c: char) -> bool {
    c != '\n'
        && (c.is_control() || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}'))
}

/// Runs it, and gives what it said on both outputs after making sure that all of that is harmless.
fn harmless(args: &[&str]) -> String {
    let Output { stdout, stderr, .. } = plyground(args);
    let said = String::from_utf8(stdout).expect("UTF-8") + &String::from_utf8(stderr).expect("UTF-8");
    let found: Vec<char> = said.chars().filter(|c| harmful(*c)).collect();
    assert!(found.is_empty(), "{args:?}: {found:?} in {said:?}");
    said
}

/// The same with colours: only those of our boards, which end where they began.
fn coloured(args: &[&str]) -> String {
    let args = [args, &["--color", "always"]].concat();
    let Output { stdout, stderr, .. } = plyground(&args);
    let said = String::from_utf8(stdout).expect("UTF-8") + &String::from_utf8(stderr).expect("UTF-8");
    assert!(!said.contains("\u{1b}[31m\r") && !said.contains("\u{1b}]") && !said.contains("\u{1b}[2J"), "{said:?}");
    let rest = said.split('\u{1b}').skip(1).find(|rest| {
        let parameters = rest.strip_prefix('[').and_then(|rest| rest.split_once('m')).map(|(parameters, _)| parameters);
        parameters.is_none_or(|parameters| !parameters.chars().all(|c| c.is_ascii_digit() || c == ';'))
    });
    assert!(rest.is_none(), "{rest:?}");
    assert!(!said.chars().any(|c| c != '\u{1b}' && harmful(c)), "{said:?}");
    said
}

#[test]
fn what_a_program_says_is_only_shown() {
    let stage = Stage::new();
    let program = stage.program("evil.sh", &format!("bestmove h0,0{EVIL}"));
    let said = harmless(&["match", "dots-and-boxes:rows=2,cols=2", &program, "random", "--games", "2"]);
    assert!(said.contains("illegal-move") && said.contains("\\u{1b}[2J"), "{said}");
    let said = harmless(&["check-agent", "dots-and-boxes:rows=2,cols=2", &program]);
    assert!(said.contains("\\u{1b}[2J"), "{said}");
    coloured(&["check-agent", "dots-and-boxes:rows=2,cols=2", &program]);
    harmless(&["check-agent", "dots-and-boxes:rows=2,cols=2", &program, "--json"]);
    let long = stage.program("long.sh", &format!("bestmove {}", "x".repeat(200_000)));
    let said = harmless(&["match", "dots-and-boxes:rows=2,cols=2", &long, "random", "--games", "1"]);
    assert!(said.len() < 4000, "{} characters", said.len());
}

#[test]
fn what_a_store_holds_is_only_shown() {
    let stage = Stage::new();
    let program = stage.program("evil.sh", &format!("bestmove {EVIL}"));
    let store = stage.path("evil.db");
    let named = ["--store", &store, "--name", "evil"];
    let tournament = ["tournament", "dots-and-boxes:rows=1,cols=1", "random", &program, "--pairs", "1"];
    harmless(&[&tournament[..], &named].concat());
    for more in [&["--games", "--cross"][..], &["--json"], &["--export", "jsonl"], &["--export", "csv"]] {
        harmless(&[&["results", "evil", "--store", &store], more].concat());
    }
    let games = plyground(&["results", "evil", "--store", &store, "--export", "jsonl"]).stdout;
    for line in String::from_utf8(games).expect("UTF-8").lines() {
        let game: Value = serde_json::from_str(line).expect("JSON");
        assert!(
            game["ending"]["fault"]["message"].as_str().is_some_and(|message| !message.contains(harmful)),
            "{game}"
        );
    }
}

/// A game as somebody else could have written it.
fn record(moves: &str, ending: &Value) -> String {
    let bad = Value::from(EVIL);
    let fault = serde_json::json!({"reason": "crash", "message": bad, "last_words": bad});
    let mv = serde_json::json!({"move": moves, "by": 0, "ms": 1.0, "score": 1, "pv": [bad], "instead_of": fault});
    let record = serde_json::json!({
        "game": "dots-and-boxes:rows=1,cols=1", "agents": ["cmd:x '\n'", "random"], "time": "1s", "seed": 1,
        "opening": [], "moves": [mv], "outcome": "second", "ending": ending,
    });
    record.to_string()
}

#[test]
fn what_a_foreign_record_says_is_only_shown() {
    let stage = Stage::new();
    let fault = serde_json::json!({"reason": "crash", "message": EVIL, "last_words": EVIL});
    let forfeit = serde_json::json!({"by": "forfeit", "loser": 0, "ply": 1, "fault": fault});
    let adjudication = serde_json::json!({"by": "adjudication", "why": EVIL});
    for (name, mv, ending) in [
        ("forfeit.json", "h0,0", &forfeit),
        ("adjudication.json", "h0,0", &adjudication),
        ("move.json", EVIL, &forfeit),
    ] {
        let file = stage.file(name, &record(mv, ending));
        harmless(&["replay", text(&file)]);
        harmless(&["replay", text(&file), "--json"]);
        let shown = coloured(&["replay", text(&file), "--ply", "1"]);
        assert!(shown.contains("\\u{1b}[2J"), "{shown}");
        harmless(&["analyze", "--record", text(&file), "--nodes", "10"]);
        harmless(&["play", "--resume", text(&file), "--plain"]);
    }
    for (key, value) in [("game", "x"), ("agents", "y"), ("time", "z")] {
        let mut broken: Value = serde_json::from_str(&record("h0,0", &forfeit)).expect("JSON");
        let bad = Value::from(format!("{value}{EVIL}"));
        broken[key] = if key == "agents" { Value::from(vec![bad.clone(), bad]) } else { bad };
        let file = stage.file("broken.json", &broken.to_string());
        harmless(&["replay", text(&file)]);
    }
}

#[test]
fn plans_openings_and_names_that_would_do_harm_are_refused_and_only_shown() {
    let stage = Stage::new();
    let quoted = Value::from(EVIL).to_string().replace("\\b", "\\u0008");
    let store = stage.path("none.db");
    for plan in [
        format!("name = {quoted}\ngame = 'infexion'\nagents = ['random', 'greedy']"),
        format!("name = 'x'\ngame = 'infexion'\nagents = ['random', {{ name = {quoted}, spec = 'greedy' }}]"),
        format!("name = 'x'\ngame = 'infexion'\nagents = ['random', {quoted}]"),
        format!("name = 'x'\ngame = {quoted}\nagents = ['random', 'greedy']"),
        format!("name = 'x'\ngame = 'infexion'\ntime = {quoted}\nagents = ['random', 'greedy']"),
        format!("name = 'x'\ngame = 'infexion'\nrequire = [{quoted}]\nagents = ['random', 'greedy']"),
        format!("name = 'x'\ngame = 'infexion'\nlimits = {{ memory = {quoted} }}\nagents = ['random', 'greedy']"),
        format!("name = 'x'\ngame = 'infexion'\nopenings = {{ file = {quoted} }}\nagents = ['random', 'greedy']"),
        format!("{quoted} = 1\nname = 'x'\ngame = 'infexion'\nagents = ['random', 'greedy']"),
        format!("name = {EVIL}"),
    ] {
        let file = stage.file("plan.toml", &plan);
        let said = harmless(&["tournament", text(&file), "--store", &store]);
        assert!(said.starts_with("error:"), "{said}");
        assert!(!Path::new(&store).exists(), "{plan}");
    }
    let openings = stage.file("openings", &format!("{EVIL}\n"));
    harmless(&["match", "infexion", "random", "greedy", "--games", "1", "--openings", text(&openings)]);
    let strange = stage.file(EVIL.replace('/', "").as_str(), "{");
    harmless(&["replay", text(&strange)]);
    harmless(&["results", "--store", text(&strange)]);
    let program = format!("cmd:sh {EVIL}");
    let typed: &[&[&str]] = &[
        &["show", EVIL],
        &["show", "infexion", "--moves", EVIL],
        &["show", "infexion", "--position", EVIL],
        &["match", "infexion", EVIL, "random"],
        &["match", "infexion", &program, "random"],
        &["match", "infexion", "random", "greedy", "--time", EVIL],
        &["analyze", "simplexity", &format!("alpha-beta:table={EVIL}")],
        &["replay", EVIL],
        &[EVIL],
        &["serve", "--port", EVIL],
    ];
    for args in typed {
        harmless(args);
    }
}
