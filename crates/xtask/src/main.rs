//! The project's own chores.
//!
//! - `cargo xtask ci`: everything that must hold before a change lands
//! - `cargo xtask fmt`: formats every Rust file, also those that `cargo fmt` does not find
//! - `cargo xtask replay FILE`: replays an archive of official ColorShapeLinks games against our rules
//! - `cargo xtask queue-chaos`: ten thousand games over a queue while everybody is killed at random
//! - `cargo xtask sixth-game`: adds a game as CONTRIBUTING.md says, and plays it in a browser
//! - `cargo xtask python`: tests the Python package with the extension that `cargo test` has built
//! - `cargo xtask wheel`: the Python package as a wheel
//! - `cargo xtask dist`: an archive to give away
//! - `cargo xtask site [--out FOLDER]`: the page without a server

mod arrows;
mod browser;
mod ci;
mod dist;
mod format;
mod links;
mod nats;
mod python;
mod replay;
mod signature;
mod site;
mod sixth_game;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context as _, Result, bail};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let result = match args.as_slice() {
        ["ci"] => ci::run(),
        ["fmt"] => format::run(false),
        ["replay", file] => replay::run(Path::new(file)),
        ["sixth-game"] => sixth_game::run(),
        ["queue-chaos"] => nats::chaos(),
        ["python"] => python::check(),
        ["wheel"] => python::wheel(),
        ["dist"] => dist::run(),
        ["site", rest @ ..] => site::run(rest),
        _ => Err(anyhow::anyhow!(
            "usage: cargo xtask ci | fmt | replay FILE | sixth-game | queue-chaos | python | wheel | dist | site"
        )),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// The workspace's root folder: that of the command, as `cargo run` tells it. Clones that share a target folder share this
/// program too, so where it was compiled says nothing.
fn root() -> PathBuf {
    let manifest = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    Path::new(&manifest).ancestors().nth(2).expect("crates/xtask is two levels deep").to_owned()
}

/// The folder that cargo builds in.
fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// The binary as the tests have built it. Building it apart from them would compile most of the workspace again, as the
/// features of dependencies then differ.
fn program() -> Result<PathBuf> {
    let program = target().join("debug").join(format!("plyground{}", std::env::consts::EXE_SUFFIX));
    if !program.exists() {
        bail!("{} is missing: cargo test --workspace builds it", program.display());
    }
    Ok(program)
}

/// Folders that hold nothing of the project's own, beside hidden ones.
const NOT_OURS: [&str; 5] = ["target", "data", "book", "corpus", "node_modules"];

/// The project's files with this extension, relative to the root and in order. No git is needed for it.
fn files(extension: &str) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![root()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() && !name.starts_with('.') && !NOT_OURS.contains(&name.as_str()) {
                folders.push(path);
            } else if path.extension().is_some_and(|other| other == extension) {
                found.push(path.strip_prefix(root())?.to_owned());
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Installs packages the Debian way, if we may; whether that went well.
fn apt_install(what: &str, packages: &[&str]) -> bool {
    println!("installing {what}");
    let install = [&["install", "-y", "--no-install-recommends"], packages].concat();
    [&["update"][..], &install].into_iter().all(|args| {
        let quiet = Command::new("apt-get").args(args).stdout(Stdio::null()).stderr(Stdio::null()).status();
        quiet.is_ok_and(|status| status.success())
    })
}

/// Runs a program in the workspace's root and fails if it does.
fn run(program: &str, args: &[&str], environment: &[(&str, &str)]) -> Result<()> {
    let status = Command::new(program)
        .args(args)
        .envs(environment.iter().copied())
        .current_dir(root())
        .status()
        .with_context(|| format!("cannot start {program}"))?;
    if !status.success() {
        let shown = args.iter().take(4).copied().collect::<Vec<_>>().join(" ");
        bail!("{program} {shown} failed");
    }
    Ok(())
}
