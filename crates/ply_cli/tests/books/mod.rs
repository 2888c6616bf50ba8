//! Books from the command line: written, gone on with, played by, and refused.

use std::fs;

use crate::common::{error, json, plyground};

const SMALL: &str = "dots-and-boxes:rows=2,cols=2";

#[test]
fn a_book_that_is_gone_on_with_is_the_one_made_at_once() {
    let scratch = tempfile::tempdir().expect("a folder");
    let path = |name: &str| scratch.path().join(name).display().to_string();
    let (grown, whole) = (path("grown"), path("whole"));
    let begun = json(&["book", SMALL, "--plies", "1", "--out", &grown, "--json"]);
    assert_eq!(begun["positions"], begun["wanted"]);
    assert!(error(&["book", SMALL, "--out", &grown]).contains("--resume goes on with it, --force writes over it"));
    let grown_to = json(&["book", SMALL, "--plies", "2", "--out", &grown, "--resume", "--json"]);
    let made = json(&["book", SMALL, "--plies", "2", "--out", &whole, "--json"]);
    assert_eq!((&grown_to["positions"], &grown_to["exact"]), (&made["wanted"], &made["positions"]));
    let lines = |path: &str| fs::read_to_string(path).expect("it is there").lines().count();
    assert_eq!(lines(&grown), lines(&whole));
    let played = json(&["analyze", SMALL, &format!("prepared:book={grown}"), "--json"]);
    assert_eq!(played["proven"], true, "{played}");
}

#[test]
fn a_book_that_is_damaged_or_of_another_game_is_refused() {
    let scratch = tempfile::tempdir().expect("a folder");
    let path = scratch.path().join("book").display().to_string();
    assert!(plyground(&["book", SMALL, "--plies", "0", "--out", &path]).status.success());
    let agent = format!("prepared:book={path}");
    let said = error(&["analyze", "simplexity", &agent]);
    assert!(said.contains("this is no book: it is about dots-and-boxes:rows=2,cols=2"), "{said}");
    assert!(error(&["book", "simplexity", "--out", &path, "--resume"]).contains("is a book of dots-and-boxes"));
    let mut contents = fs::read(&path).expect("it is there");
    *contents.last_mut().expect("it is not empty") = b'x';
    fs::write(&path, contents).expect("it can be written");
    assert!(error(&["analyze", SMALL, &agent]).contains("this is no book: it is damaged"));
    assert!(error(&["book", SMALL, "--out", &path, "--resume"]).contains("this is no book: it is damaged"));
}
