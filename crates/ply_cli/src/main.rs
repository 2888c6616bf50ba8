//! The binary `plyground`: reads what was typed, does it, prints the result.
//!
//! Exit codes: 0 done, 1 a negative answer, 2 an error. Results go to stdout, progress and errors to stderr.

mod args;
mod commands;
mod measure;
mod output;
mod setup;

use std::process::ExitCode;

use clap::Parser as _;

fn main() -> ExitCode {
    let args = args::Args::parse();
    match commands::run(args) {
        Ok(code) => code,
        Err(error) => {
            anstream::eprintln!("{}error:{} {error:#}", output::ERROR, output::ERROR.render_reset());
            ExitCode::from(2)
        }
    }
}
