//! One game from outside: played line by line, kept, taken up again, shown, thought about, wherever its record is.

mod common;

use std::fs;
use std::io::Write as _;
use std::process::{Command, Stdio};

use common::{BINARY, error, json, plyground};
use serde_json::json;
use tempfile::TempDir;

const GAME: &str = "dots-and-boxes:rows=1,cols=2";

/// A folder for the files of one test.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().expect("UTF-8").to_owned()
    }
}

/// Plays line by line, and gives what was printed.
fn play(args: &[&str], typed: &str) -> String {
    let mut child = Command::new(BINARY)
        .args([&["play", "--plain"], args].concat())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    child.stdin.take().expect("a pipe").write_all(typed.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0), "{args:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn a_game_that_was_left_goes_on_and_is_shown_when_it_has_ended() {
    let folder = Folder::new();
    let file = folder.path("game.json");
    let said = play(&[GAME, "--as", "both", "--save", &file], "h0,0\nh0,0\nundo\nh1,1\nquit\n");
    assert!(said.contains("h0,0: this edge is drawn already"), "{said}");
    assert!(said.contains("not finished; go on with: plyground play --resume "), "{said}");
    let replayed = String::from_utf8(plyground(&["replay", &file]).stdout).expect("UTF-8");
    assert!(replayed.contains("1. first h1,1") && replayed.ends_with("not finished\n"), "{replayed}");
    let said = play(&["--resume", &file], "h0,0\nresign\n");
    assert!(said.contains("second (a person) has won by resignation"), "a box was not closed: {said}");
    assert!(error(&["play", "--resume", &file]).contains("that game has ended (second (a person) has won by"));
    let record = json(&["replay", &file, "--json"]);
    assert_eq!((&record["outcome"], &record["ending"]), (&json!("second"), &json!({"by": "resignation", "loser": 0})));
}

#[test]
fn an_agent_answers_and_gives_hints_and_one_that_panics_loses_without_a_word_on_the_screen() {
    let folder = Folder::new();
    let args = [GAME, "--agent", "random:seed=1", "--save", &folder.path("game.json")];
    let said = play(&args, "hint\nh0,0\nsave nowhere/at\0all\nquit\n");
    assert!(said.contains("hint: ") && said.contains("second plays "), "{said}");
    let output = Command::new(BINARY)
        .args(["play", GAME, "--as", "second", "--agent", "faulty:how=panic", "--plain", "--save"])
        .arg(folder.path("panic.json"))
        .stdin(Stdio::null())
        .output()
        .expect("the binary runs");
    let said = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(said.contains("second (a person) has won by forfeit: crash: the agent panicked"), "{said}");
    assert!(output.stderr.is_empty());
}

#[test]
fn a_record_is_found_in_a_file_of_many_and_in_a_store() {
    let folder = Folder::new();
    let (games, store) = (folder.path("games.jsonl"), folder.path("games.db"));
    let tournament = ["tournament", GAME, "random", "greedy", "--pairs", "1", "--time", "nodes=1", "--store", &store];
    assert!(plyground(&[&tournament[..], &["--name", "spring"]].concat()).status.success());
    let lines = plyground(&["results", "spring", "--store", &store, "--export", "jsonl"]).stdout;
    fs::write(&games, &lines).expect("it can be written");
    let second = json(&["replay", &games, "--game", "2", "--json"]);
    let thought = json(&["analyze", "--record", &games, "--game", "2", "--ply", "3", "minimax:depth=1", "--json"]);
    assert_eq!(
        (&thought["game"], &thought["agent"].as_str().map(|agent| &agent[..7])),
        (&json!(GAME), &Some("minimax"))
    );
    assert!(error(&["analyze", "--record", &games, "--ply", "99"]).contains("moves, there is no ply 99"));
    assert!(error(&["replay", &games, "--ply", "99"]).contains("moves, there is no ply 99"));
    assert!(error(&["analyze", GAME, "--game", "2"]).contains("--record"));
    assert!(error(&["analyze", "--record", &games, GAME, "mcts"]).contains("name only the agent"));
    assert!(error(&["play", "--resume", &games]).contains("that game has ended"));
    let table = plyground(&["results", "spring", "--store", &store, "--export", "csv"]).stdout;
    let table = String::from_utf8(table).expect("UTF-8");
    let ids: Vec<&str> = table.lines().skip(1).filter_map(|row| row.get(..10)).collect();
    assert_eq!(json(&["replay", ids[1], "--store", &store, "--json"]), second);
    assert!(error(&["replay", &"f".repeat(32), "--store", &store]).contains("and no game in "));
}

#[test]
fn the_whole_games_of_a_file_are_read_though_the_last_is_not() {
    let folder = Folder::new();
    let (whole, half) = (folder.path("whole"), folder.path("half"));
    json(&["match", GAME, "random", "random", "--games", "2", "--save", &whole, "--json"]);
    let text = fs::read_to_string(&whole).expect("it is there");
    fs::write(&half, &text[..text.len() - 20]).expect("it can be written");
    assert_eq!(json(&["replay", &half, "--json"]), json(&["replay", &whole, "--json"]));
    assert!(error(&["replay", &half, "--game", "2"]).contains("has one game"));
}

#[test]
fn a_game_is_not_saved_over_anything_else() {
    let folder = Folder::new();
    let (mine, other) = (folder.path("mine"), folder.path("other"));
    fs::write(&other, "a store").expect("it can be written");
    let said = play(&[GAME, "--as", "both", "--save", &mine], &format!("h0,0\nsave {other}\nsave {mine}\nquit\n"));
    assert!(said.contains("is there already: name another file") && said.contains("saved to"), "{said}");
    assert!(error(&["play", GAME, "--as", "both", "--save", &other]).contains("is there already"));
    assert_eq!(fs::read_to_string(&other).expect("it is there"), "a store");
}

#[test]
fn what_is_no_record_gets_one_clear_sentence() {
    let folder = Folder::new();
    let file = folder.path("file");
    for (text, said) in [
        ("", "holds no game"),
        ("hello", "holds something else than games"),
        ("{\"game\": 3}", "game 1: invalid type"),
        ("[]", "game 1: invalid"),
    ] {
        fs::write(&file, text).expect("it can be written");
        let told = error(&["replay", &file]);
        assert!(told.contains(said), "{text}: {told}");
    }
    assert!(error(&["replay", "no-such-file"]).contains("there is no file 'no-such-file', and no game's id begins so"));
    assert!(
        error(&["replay", "beef", "--store", &folder.path("no.db")]).contains("there is no file 'beef': cannot open")
    );
}
