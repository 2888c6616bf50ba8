//! `plyground puzzles`: positions in which one move wins.

use std::collections::HashSet;
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use ply_game::{BoardGame, Spec, View};
use ply_games::{Visitor, visit};
use ply_lab::puzzles::{Puzzle, PuzzleHunt};
use ply_lab::self_play::SelfPlay;
use ply_lab::work_sharing::map_numbers;
use ply_search::Limits;

use super::run::on_interrupt;
use super::tablebase;
use crate::args::PuzzlesArgs;
use crate::new_file::{FORCE, ensure_new};
use crate::output::{Screen, Text, print, print_json, print_text, progress, tell};

/// Positions for a move of an agent that has no limit of its own.
const NODES: u64 = 1000;
/// Games that are looked through at a time.
const GAMES_AT_A_TIME: u64 = 64;
/// When so many games in a row have brought nothing new, nothing will.
const MOST_IN_VAIN: u64 = 4096;

pub fn run(screen: Screen, args: &PuzzlesArgs) -> Result<ExitCode> {
    if let Some(out) = &args.out {
        ensure_new(out, args.force, FORCE)?;
    }
    let threads = args.threads.unwrap_or(0) as usize;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().context("cannot start threads")?;
    let spec = args.game.parse()?;
    pool.install(|| visit(&spec, None, Hunt { screen, args }))?
}

struct Hunt<'a> {
    screen: Screen,
    args: &'a PuzzlesArgs,
}

impl Visitor for Hunt<'_> {
    type Output = Result<ExitCode>;

    fn visit<G: BoardGame>(self, spec: Spec, start: G) -> Self::Output {
        let args = self.args;
        let limits = Limits::nodes(NODES);
        let (agent, plies) = (args.agent.parse()?, args.plies as usize);
        let play = SelfPlay { agent, limits, plies, sampled: 0, seed: args.seed };
        let hunt = PuzzleHunt { play, nodes: args.nodes, fastest: args.fastest };
        let table = tablebase::open(&args.tablebase, &spec, &start)?;
        let stop = on_interrupt()?;
        let bar = progress(args.count, "puzzles");
        let (mut puzzles, mut seen) = (Vec::new(), HashSet::new());
        let (mut next, mut in_vain) = (0, 0);
        while (puzzles.len() as u64) < args.count && in_vain < MOST_IN_VAIN && !stop.is_cancelled() {
            let of_game = |game: usize| hunt.of_game(&spec, &start, table.as_deref(), next + game as u64);
            let found: Result<Vec<Vec<Puzzle>>, _> =
                map_numbers(GAMES_AT_A_TIME as usize, of_game).into_iter().collect();
            let before = puzzles.len();
            for puzzle in found?.into_iter().flatten() {
                let position = start.parse_position(&puzzle.position).expect("we wrote it");
                if (puzzles.len() as u64) < args.count && seen.insert(position.canonical().0.key()) {
                    puzzles.push(puzzle);
                }
            }
            next += GAMES_AT_A_TIME;
            in_vain = if puzzles.len() > before { 0 } else { in_vain + GAMES_AT_A_TIME };
            bar.set_position(puzzles.len() as u64);
        }
        bar.finish_and_clear();
        puzzles.sort_by_key(|puzzle| puzzle.rating);
        self.give(&start, &puzzles)?;
        let is_short = (puzzles.len() as u64) < args.count;
        if is_short {
            tell(format!("{} of {} puzzles, after {next} games", puzzles.len(), args.count));
        }
        Ok(ExitCode::from(u8::from(is_short)))
    }
}

impl Hunt<'_> {
    fn give<G: BoardGame>(&self, start: &G, puzzles: &[Puzzle]) -> Result<()> {
        if let Some(path) = &self.args.out {
            let name = || format!("cannot write {}", path.display());
            let mut file = BufWriter::new(File::create(path).with_context(name)?);
            for puzzle in puzzles {
                writeln!(file, "{}", serde_json::to_string(puzzle)?).with_context(name)?;
            }
            file.flush().with_context(name)?;
            print(&format!("{} puzzles in {}\n", puzzles.len(), path.display()));
            return Ok(());
        } else if self.args.format.json {
            return print_json(&puzzles);
        }
        for puzzle in puzzles {
            let position = start.parse_position(&puzzle.position).context("we wrote it")?;
            let view = View { unicode: self.screen.unicode, last: None };
            let length = puzzle.plies.map(|plies| format!(" in {plies} plies")).unwrap_or_default();
            let below = format!(
                "\n{} to move and win{length} (rating {}): {}\n{}\n\n",
                position.to_move(),
                puzzle.rating,
                puzzle.best,
                puzzle.position,
            );
            print_text(Text::default() + self.screen.draw(&position.draw(view)) + below);
        }
        Ok(())
    }
}
