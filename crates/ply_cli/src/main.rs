//! The binary `plyground`: reads what was typed, does it, prints the result.
//!
//! Exit codes: 0 done, 1 a negative answer, 2 an error. Results go to stdout, progress and errors to stderr.

#![warn(clippy::print_stdout, clippy::print_stderr, reason = "`output` makes harmless what it prints")]

mod args;
mod commands;
mod measure;
mod memory;
mod new_file;
mod output;
mod setup;
mod tui;

use std::process::ExitCode;

use clap::Parser as _;
use ply_arena::external::sandbox;
use ply_game::is_harmless_line;

fn main() -> ExitCode {
    // Programs are started by way of this binary, which confines itself first: see `ply_arena::external::sandbox`.
    let words: Vec<_> = std::env::args_os().skip(1).collect();
    if words.first().is_some_and(|word| word == sandbox::SUBCOMMAND) {
        return sandbox::enter_and_exec(words.into_iter().skip(1));
    }
    let args = match args::Args::try_parse() {
        Ok(args) => args,
        // What was typed may have been copied from anywhere, and is cited.
        Err(error) if error.use_stderr() && words.iter().any(|word| !is_harmless_line(&word.to_string_lossy())) => {
            output::tell(error.to_string().trim_end());
            return ExitCode::from(2);
        }
        Err(error) => error.exit(),
    };
    match commands::run(args) {
        Ok(code) => code,
        Err(error) => {
            output::tell_error(&error);
            ExitCode::from(2)
        }
    }
}
