//! `plyground openings`: a file of fair openings for matches, tests, tournaments and tunings.

use std::io::Write as _;
use std::process::ExitCode;

use anyhow::{Context as _, Result, ensure};
use ply_game::{BoardGame, Spec};
use ply_games::{Visitor, visit};
use ply_lab::opening_suite::{Suite, SuiteRequest, suite};
use ply_search::write_whole;
use serde_json::json;

use super::run::on_interrupt;
use crate::args::OpeningsArgs;
use crate::new_file::{FORCE, ensure_new};
use crate::output::{print, print_json, progress, tell};

pub fn run(args: &OpeningsArgs) -> Result<ExitCode> {
    if let Some(file) = &args.out {
        ensure_new(file, args.force, FORCE)?;
    }
    let (game, suite, stopped) = visit(&args.game.parse()?, None, Find { args })??;
    let (asked, found) = (args.count as usize, suite.openings.len());
    ensure!(found > 0 || !stopped, "stopped before an opening was found");
    ensure!(found > 0, "of {} openings that were drawn none could be taken: --balance allows more", suite.tried);
    let text = text(args, &game, &suite);
    if let Some(file) = &args.out {
        write_whole(file, |out| out.write_all(text.as_bytes())).with_context(|| file.display().to_string())?;
    }
    let (doubles, unfair) = (suite.doubles, suite.unfair);
    if args.format.json {
        let opening =
            |opening: &ply_lab::opening_suite::FairOpening| json!({"moves": opening.moves, "chance": opening.chance});
        print_json(&json!({
            "game": game.to_string(),
            "count": found,
            "plies": args.plies,
            "balance": args.balance,
            "seed": args.seed,
            "tried": suite.tried,
            "doubles": doubles,
            "unfair": unfair,
            "file": args.out,
            "openings": suite.openings.iter().map(opening).collect::<Vec<_>>(),
        }))?;
    } else if let Some(file) = &args.out {
        print(&format!("{found} openings in {}; left out: {doubles} alike, {unfair} unfair\n", file.display()));
    } else {
        print(&text);
    }
    if found < asked {
        let why = if stopped { "stopped" } else { "no others were found that are fair and new" };
        tell(format!("{found} of {asked} openings: {why}"));
    }
    Ok(ExitCode::from(u8::from(found < asked)))
}

/// The file: what it is made from, and the moves of an opening a line.
fn text(args: &OpeningsArgs, game: &Spec, suite: &Suite) -> String {
    let OpeningsArgs { plies, balance, seed, nodes, .. } = args;
    let mut text =
        format!("# plyground openings {game} --plies {plies} --balance {balance} --nodes {nodes} --seed {seed}\n");
    suite.openings.iter().for_each(|opening| text += &format!("{}\n", opening.moves));
    text
}

struct Find<'a> {
    args: &'a OpeningsArgs,
}

impl Visitor for Find<'_> {
    /// The board, what was found, and whether it was told to stop.
    type Output = Result<(Spec, Suite, bool)>;

    fn visit<G: BoardGame>(self, spec: Spec, start: G) -> Self::Output {
        let OpeningsArgs { count, plies, balance, nodes, seed, .. } = *self.args;
        let request = SuiteRequest { count: count as usize, plies: plies as usize, balance, nodes, seed };
        let stop = on_interrupt()?;
        let bar = progress(count.into(), "openings");
        let found = suite(&start, &request, &stop, |suite| {
            bar.set_position(suite.openings.len() as u64);
            bar.set_message(format!(
                "openings: {} drawn, {} alike, {} unfair",
                suite.tried, suite.doubles, suite.unfair
            ));
        });
        bar.finish_and_clear();
        Ok((spec, found, stop.is_cancelled()))
    }
}
