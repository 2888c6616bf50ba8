//! `plyground sprt`: play until it is clear whether an agent gained, and no longer.

use std::process::ExitCode;

use anyhow::Result;
use ply_arena::schedule::Pairing;
use ply_arena::stats::{Decision, EloModel, MatchScore, Sprt, SprtStatus};
use ply_arena::{GameRecord, MatchTally, describe};

use super::match_games::verdict;
use super::run::Run;
use crate::args::SprtArgs;
use crate::output::{print, print_json, progress};

/// No test goes on for longer than this many games.
const MOST_GAMES: u64 = 10_000_000;

pub fn run(args: &SprtArgs) -> Result<ExitCode> {
    let model = if args.normalized { EloModel::Normalized } else { EloModel::Logistic };
    let test = Sprt::new(args.elo0, args.elo1, args.alpha, args.beta, model)?;
    let games = args.games.map_or_else(|| (2 * test.patience()).min(MOST_GAMES) as usize, |games| games as usize);
    let run = Run::of_match("sprt", &args.game, [&args.new, &args.base], games, &args.rules)?;
    run.tell_sandbox();
    let bar = progress(games as u64, "sprt");
    let mut tally = MatchTally::default();
    let mut status = test.judge(&tally.pairs);
    let mut count = |pairing: &Pairing, record: &GameRecord| {
        tally.count(pairing, record);
        bar.inc(1);
        if status.decision == Decision::Continue {
            status = test.judge(&tally.pairs);
            bar.set_message(format!("llr {:+.2} ({:+.2}, {:+.2})", status.llr, status.lower, status.upper));
        }
        if status.decision != Decision::Continue {
            run.stop();
        }
    };
    run.games()?.iter().for_each(|game| count(&game.pairing, &game.record));
    run.play(|game| count(&game.pairing, game.record))?;
    bar.finish_and_clear();
    show(args, &test, &run, &tally, &status)?;
    Ok(ExitCode::from(u8::from(status.decision != Decision::AcceptH1)))
}

fn show(args: &SprtArgs, test: &Sprt, run: &Run, tally: &MatchTally, status: &SprtStatus) -> Result<()> {
    let score = MatchScore::of_games(&tally.games);
    let (game, _) = run.spellings();
    if args.format.json {
        return print_json(&describe::sprt(&game.to_string(), [&args.new, &args.base], test, status, tally));
    }
    let words = match status.decision {
        Decision::AcceptH1 => "accepted: the gain is there",
        Decision::AcceptH0 => "rejected: the gain is not there",
        Decision::Continue => "undecided: more games are needed",
    };
    print(&format!(
        "{words}\nllr {:+.2} (accept at {:+.2}, reject at {:+.2}) after {} games: +{} ={} -{}\n{}\n",
        status.llr,
        status.upper,
        status.lower,
        score.games,
        score.wins,
        score.draws,
        score.losses,
        verdict(&score),
    ));
    Ok(())
}
