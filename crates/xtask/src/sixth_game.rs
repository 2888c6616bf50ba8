//! `cargo xtask sixth-game`: "Add a game" of CONTRIBUTING.md by the letter. In a copy of the project, tic-tac-toe's folder
//! is put among the games and its line into the list; then the list's tests run and the game is played in a browser.
//!
//! It compiles nearly everything once more, some minutes, and is no part of `ci`: there the same folder is compiled and
//! tested as an example, and the page is tested with games whose own boards it is not told of.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};

use crate::{browser, root, run as start_program};

const FOLDER: &str = "crates/ply_games/src/tic_tac_toe";
const EXAMPLE: &str = "crates/ply_games/tests/tic_tac_toe";
const LIST: &str = "crates/ply_games/src/lib.rs";

/// Adds the game to a copy, tests and plays it.
pub fn run() -> Result<()> {
    let copy = root().join("target/sixth-game");
    copy_folder(&root(), &copy)?;
    copy_folder(&root().join(EXAMPLE), &copy.join(FOLDER))?;
    let list = fs::read_to_string(copy.join(LIST))?;
    let (before, after) = list.split_once("games! {\n").context("the list of games")?;
    fs::write(copy.join(LIST), format!("{before}games! {{\n    tic_tac_toe,\n{after}"))?;

    let manifest = copy.join("Cargo.toml").to_string_lossy().into_owned();
    let target = copy.join("target");
    let environment = [("CARGO_TARGET_DIR", &*target.to_string_lossy())];
    start_program(
        "cargo",
        &["test", "--manifest-path", &manifest, "-p", "ply_games", "--test", "games", "every_game"],
        &environment,
    )?;
    start_program("cargo", &["build", "--manifest-path", &manifest, "-p", "ply_cli"], &environment)?;
    browser::run("sixth-game/", &target.join("debug/plyground"))
}

/// Copies the project's own files.
fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from).with_context(|| from.display().to_string())? {
        let entry = entry?;
        let (path, name) = (entry.path(), entry.file_name());
        if [".git", "node_modules", "target"].iter().any(|other| name == *other) {
            continue;
        }
        if path.is_dir() {
            copy_folder(&path, &to.join(name))?;
        } else {
            fs::copy(&path, to.join(name)).with_context(|| path.display().to_string())?;
        }
    }
    Ok(())
}
