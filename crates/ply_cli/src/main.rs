//! The binary `plyground`: reads what was typed, does it, prints the result.
//!
//! Exit codes: 0 done, 1 a negative answer, 2 an error. Results go to stdout, progress and errors to stderr.

mod args;
mod commands;
mod measure;
mod output;
mod setup;
mod tui;

use std::process::ExitCode;

use clap::Parser as _;
use ply_arena::external::sandbox;

fn main() -> ExitCode {
    // Programs are started by way of this binary, which confines itself first: see `ply_arena::external::sandbox`.
    let words: Vec<_> = std::env::args_os().skip(1).collect();
    if words.first().is_some_and(|word| word == sandbox::SUBCOMMAND) {
        return sandbox::enter_and_exec(words.into_iter().skip(1));
    }
    let args = args::Args::parse();
    match commands::run(args) {
        Ok(code) => code,
        Err(error) => {
            anstream::eprintln!("{}error:{} {error:#}", output::ERROR, output::ERROR.render_reset());
            ExitCode::from(2)
        }
    }
}
