//! One file a verb.

mod agents;
mod analyze;
mod analyze_program;
mod bench;
mod book;
mod bridge;
mod check_agent;
mod every_start;
mod games;
mod ladder;
mod live_table;
#[cfg(feature = "dist")]
mod manual;
mod match_games;
mod new_agent;
mod openings;
mod perft;
mod play;
mod puzzles;
mod queue;
mod quick_table;
mod record;
mod replay;
mod reproduce;
mod results;
mod run;
mod selfplay;
mod serve;
mod show;
mod solve;
mod sprt;
mod table;
mod tablebase;
mod tournament;
mod tune;
mod typed_plan;
mod ugi;
mod verify;
mod win_within;

use std::process::ExitCode;

use anyhow::Result;

use crate::args::{Args, Command};
use crate::output::Screen;

/// Does what was asked for.
pub fn run(args: Args) -> Result<ExitCode> {
    let screen = Screen::new(args.look);
    match args.command {
        Command::Games { format } => games::run(screen, format),
        Command::Agents { game, format } => agents::run(screen, game.as_deref(), format),
        Command::Match(args) => return match_games::run(screen, &args),
        Command::Play(args) => play::run(screen, &args),
        Command::Show(args) => show::run(screen, &args),
        Command::Perft(args) => perft::run(screen, &args),
        Command::Solve(args) => return solve::run(screen, &args),
        Command::Table(args) => return table::run(&args),
        Command::Puzzles(args) => return puzzles::run(screen, &args),
        Command::Verify(args) => return verify::run(&args),
        Command::Sprt(args) => return sprt::run(screen, &args),
        Command::Tournament(args) => return tournament::run(screen, &args),
        Command::Tune(args) => return tune::run(screen, &args),
        Command::Results(args) => results::run(screen, &args),
        Command::Book(args) => return book::run(&args),
        Command::Openings(args) => return openings::run(&args),
        Command::Selfplay(args) => return selfplay::run(&args),
        Command::Reproduce(args) => return reproduce::run(screen, &args),
        Command::Worker(args) => queue::work(&args),
        Command::Workers(args) => queue::workers(screen, &args),
        Command::Ugi { game, agent } => ugi::run(&game, &agent),
        Command::CheckAgent(args) => return check_agent::run(screen, &args),
        Command::NewAgent(args) => new_agent::run(&args),
        Command::Bridge(args) => bridge::run(&args),
        Command::Replay(args) => replay::run(screen, &args),
        Command::Analyze(args) => analyze::run(screen, &args),
        Command::Serve(serve) => serve::run(&serve),
        #[cfg(feature = "dist")]
        Command::WriteManual { folder } => manual::write(&folder),
        Command::Bench(bench) => bench::run(screen, &bench),
    }
    .map(|()| ExitCode::SUCCESS)
}
