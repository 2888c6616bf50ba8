//! Formatting of every Rust file: `cargo fmt` does not look into modules that a macro declares.

use anyhow::Result;

use crate::{files, run as start_program};

/// Formats, or only checks.
pub fn run(check: bool) -> Result<()> {
    let files: Vec<String> = files("rs")?.iter().map(|file| file.display().to_string()).collect();
    let mut args = vec!["--edition", "2024"];
    if check {
        args.push("--check");
    }
    args.extend(files.iter().map(String::as_str));
    start_program("rustfmt", &args, &[])
}
