//! One file a verb.

mod analyze;
mod bench;
mod games;
mod perft;
mod show;

use std::process::ExitCode;

use anyhow::Result;

use crate::args::{Args, Command};
use crate::output::Screen;

/// Does what was asked for.
pub fn run(args: Args) -> Result<ExitCode> {
    let screen = Screen::new(args.look);
    match args.command {
        Command::Games { format } => games::run(screen, format),
        Command::Show { place, format } => show::run(screen, &place, format),
        Command::Perft { game, depth, from, divide, threads, format } => {
            perft::run(screen, &game, &from, perft::Plan { depth: depth as usize, divide, threads }, format)
        }
        Command::Analyze { game, agent, from, limits, lines, format } => {
            let plan = analyze::Plan { agent: agent.parse()?, typed: limits, lines: lines as usize };
            analyze::run(screen, &game, &from, plan, format)
        }
        Command::Bench(bench) => bench::run(screen, &bench),
    }
    .map(|()| ExitCode::SUCCESS)
}
