//! Formatting of every tracked Rust file: `cargo fmt` does not look into modules that a macro declares.

use std::process::Command;

use anyhow::{Context as _, Result};

use crate::{root, run as start_program};

/// Formats, or only checks.
pub fn run(check: bool) -> Result<()> {
    let listed = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard", "*.rs"])
        .current_dir(root())
        .output()
        .context("cannot start git")?;
    let files = String::from_utf8(listed.stdout)?;
    let mut args = vec!["--edition", "2024"];
    if check {
        args.push("--check");
    }
    args.extend(files.lines().filter(|file| root().join(file).exists()));
    start_program("rustfmt", &args, &[])
}
