//! The champion: our search over a position that keeps count of open windows and of the cells that complete lines.

mod board;
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
use judge::Judge;
use tactics::Sense;

/// Builds the champion.
pub(super) fn build<W: Bits>(request: &Request) -> Result<Mind<Simplexity<W>>, SpecError> {
    let options = ChampionOptions::of(request);
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
    let champion = Champion { search: search.map_err(|error| request.refuse(error))? };
    Ok(options.mind(champion).with_policy(TimePolicy { stakes, ..TimePolicy::default() }))
}

fn stakes<W: Bits>(position: &Simplexity<W>) -> Stakes {
    if Board::give(position, Sense::has_one_move) { Stakes::Score } else { Stakes::Move }
}

/// The strongest player of Simplexity we have.
struct Champion {
    search: AlphaBeta<Judge, Sense>,
}

impl<W: Bits> Searcher<Simplexity<W>> for Champion {
    fn follow(&mut self, start: &Simplexity<W>, moves: &[Move]) {
        Board::give(start, |board| self.search.follow(board, moves));
    }

    fn prepare(&mut self) {
        Searcher::<Board<W>>::prepare(&mut self.search);
    }

    fn search(&mut self, position: &Simplexity<W>, budget: &Budget, sink: &mut dyn Sink<Move>) -> Report<Move> {
        Board::give(position, |board| self.search.search(board, budget, sink))
    }
}
