//! The champion: our search over a position that keeps count of open windows and of the cells that complete lines.

mod board;
mod endings;
mod frame;
mod judge;
mod network;
mod tactics;
#[cfg(test)]
mod tests;
mod training_example;

use ply_game::SpecError;
use ply_games::simplexity::{Bits, Move, Simplexity};
use ply_search::{AlphaBeta, AlphaBetaConfig, Budget, Lateness, Report, Searcher, Sink};

use crate::champion::ChampionOptions;
use crate::entry::Request;
use crate::mind::Mind;
use crate::time_policy::{Stakes, TimePolicy};
use board::Board;
use endings::Endings;
use judge::Judge;
use tactics::Sense;

/// The part of the table's megabytes that the solver of endings gets.
const PART_OF_ENDINGS: usize = 4;

/// Builds the champion.
pub(super) fn build<W: Bits>(request: &Request) -> Result<Mind<Simplexity<W>>, SpecError> {
    let mut options = ChampionOptions::of(request);
    // Several lines are searched for alone, and so are large boards.
    let of_endings = if request.lines == 1 && W::WORDS == 1 { options.table_mb / PART_OF_ENDINGS } else { 0 };
    options.table_mb -= of_endings;
    let switches = AlphaBetaConfig {
        continuation_history: true,
        reductions: true,
        iir: true,
        lateness: Lateness { divisor: 3, ..Lateness::default() },
        first_proof: true,
        etc: false,
        ..AlphaBetaConfig::default()
    };
    let search = AlphaBeta::with_hints(Judge, Sense, options.configure(switches));
    let search = search.map_err(|error| request.refuse(error))?;
    let champion = Champion { search, endings: (of_endings > 0).then(|| Endings::new(of_endings)) };
    Ok(options.mind(champion).with_policy(TimePolicy { stakes, ..TimePolicy::default() }))
}

fn stakes<W: Bits>(position: &Simplexity<W>) -> Stakes {
    if Board::give(position, Sense::has_one_move) { Stakes::Score } else { Stakes::Move }
}

/// The strongest player of Simplexity we have.
struct Champion {
    search: AlphaBeta<Judge, Sense>,
    /// Where there is memory for them.
    endings: Option<Endings>,
}

impl<W: Bits> Searcher<Simplexity<W>> for Champion {
    fn follow(&mut self, start: &Simplexity<W>, moves: &[Move]) {
        if let Some(endings) = &mut self.endings {
            let _made = endings.solver(start);
        }
        Board::give(start, |board| self.search.follow(board, moves));
    }

    fn prepare(&mut self) {
        Searcher::<Board<W>>::prepare(&mut self.search);
    }

    fn search(&mut self, position: &Simplexity<W>, budget: &Budget, sink: &mut dyn Sink<Move>) -> Report<Move> {
        let Self { search, endings } = self;
        let Some(endings) = endings else { return Board::give(position, |board| search.search(board, budget, sink)) };
        let think = |part: &Budget| Board::give(position, |board| search.search(board, part, sink));
        let report = endings.think(position, budget, think);
        sink.report(&report);
        report
    }
}
