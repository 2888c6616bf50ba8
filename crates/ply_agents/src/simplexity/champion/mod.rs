//! The champion: our search over a position that keeps count of open windows and of the cells that complete lines.

mod board;
mod frame;
mod judge;
mod lesson;
mod network;
mod tactics;
#[cfg(test)]
mod tests;

use ply_games::simplexity::{Bits, Move, Simplexity};
use ply_search::{AlphaBeta, AlphaBetaConfig, Budget, ConfigError, Report, Searcher, Sink};

use board::Board;
use judge::Judge;
pub use lesson::Lesson;
use tactics::Sense;

/// The strongest player of Simplexity we have.
pub(super) struct Champion {
    search: AlphaBeta<Judge, Sense>,
}

impl Champion {
    /// The switches that are always the same.
    pub(super) fn config() -> AlphaBetaConfig {
        AlphaBetaConfig { reductions: true, first_proof: true, etc: false, ..AlphaBetaConfig::default() }
    }

    pub(super) fn new(config: AlphaBetaConfig) -> Result<Self, ConfigError> {
        Ok(Self { search: AlphaBeta::with_hints(Judge, Sense, config)? })
    }
}

impl<W: Bits> Searcher<Simplexity<W>> for Champion {
    fn search(&mut self, position: &Simplexity<W>, budget: &Budget, sink: &mut dyn Sink<Move>) -> Report<Move> {
        let board = Board::new(position);
        let mut budget = budget.clone();
        if Sense::has_one_move(&board) {
            // There is nothing to choose, so only the score is at stake.
            const PART: u32 = 10;
            let limits = &mut budget.limits;
            limits.nodes = limits.nodes.map(|nodes| nodes.div_ceil(PART.into()));
            [limits.soft, limits.hard] = [limits.soft, limits.hard].map(|time| time.map(|time| time / PART));
        }
        self.search.search(&board, &budget, sink)
    }
}
