//! The project's own chores.
//!
//! - `cargo xtask ci`: everything that must hold before a change lands
//! - `cargo xtask fmt`: formats every Rust file, also those that `cargo fmt` does not find
//! - `cargo xtask replay FILE`: replays an archive of official ColorShapeLinks games against our rules

mod arrows;
mod ci;
mod format;
mod replay;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result, bail};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let result = match args.as_slice() {
        ["ci"] => ci::run(),
        ["fmt"] => format::run(false),
        ["replay", file] => replay::run(Path::new(file)),
        _ => Err(anyhow::anyhow!("usage: cargo xtask ci | fmt | replay FILE")),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// The workspace's root folder.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("crates/xtask is two levels deep").to_owned()
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
        bail!("{program} {} failed", args.join(" "));
    }
    Ok(())
}
