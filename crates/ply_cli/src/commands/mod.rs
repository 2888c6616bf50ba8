//! One file a verb.

mod agents;
mod analyze;
mod bench;
mod games;
mod match_games;
mod perft;
mod play;
mod replay;
mod reproduce;
mod results;
mod run;
mod serve;
mod show;
mod sprt;
mod tournament;
mod ugi;

use std::process::ExitCode;

use anyhow::Result;

use crate::args::{Args, Command, PlayArgs, PlayAs};
use crate::output::Screen;

/// Does what was asked for.
pub fn run(args: Args) -> Result<ExitCode> {
    let screen = Screen::new(args.look);
    match args.command {
        Command::Games { format } => games::run(screen, format),
        Command::Agents { game, format } => agents::run(screen, game.as_deref(), format),
        Command::Match(args) => match_games::run(screen, &args),
        Command::Play(play) => begin_play(screen, play),
        Command::Show { place, format } => show::run(screen, &place, format),
        Command::Perft { game, depth, from, divide, threads, format } => {
            perft::run(screen, &game, &from, perft::Plan { depth: depth as usize, divide, threads }, format)
        }
        Command::Sprt(args) => return sprt::run(&args),
        Command::Tournament(args) => return tournament::run(screen, &args),
        Command::Results(args) => results::run(screen, &args),
        Command::Reproduce(args) => return reproduce::run(screen, &args),
        Command::Ugi { game, agent } => ugi::run(&game, &agent),
        Command::CheckAgent { game, agent, format } => {
            let fine = ugi::check(screen, &game, &agent, format)?;
            return Ok(ExitCode::from(u8::from(!fine)));
        }
        Command::Replay { file, game, ply, format } => {
            let part = ply.map_or(replay::Part::Steps, |ply| replay::Part::Ply(ply as usize));
            replay::run(screen, &file, game as usize, part, format)
        }
        Command::Analyze { game, agent, from, limits, lines, format } => {
            let plan = analyze::Plan { agent: agent.parse()?, typed: limits, lines: lines as usize };
            analyze::run(screen, &game, &from, plan, format)
        }
        Command::Serve(serve) => serve::run(&serve),
        Command::Bench(bench) => bench::run(screen, &bench),
    }
    .map(|()| ExitCode::SUCCESS)
}

fn begin_play(screen: Screen, args: PlayArgs) -> Result<()> {
    let PlayArgs { game, agent, side, time, from, plain, save, resume } = args;
    let Some(game) = game else {
        let file = resume.filter(|file| !file.is_empty()).map(Into::into);
        return play::resume(screen, file, plain);
    };
    let side = match side {
        PlayAs::First => play::Side::First,
        PlayAs::Second => play::Side::Second,
        PlayAs::Both => play::Side::Both,
    };
    play::run(screen, &game, &from, play::Plan { agent, side, time, plain, save })
}
