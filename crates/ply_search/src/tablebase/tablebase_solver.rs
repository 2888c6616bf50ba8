//! A table as a solver: what it is asked it knows.

use ply_game::Game;

use super::look_up::AnyTable;
use crate::Budget;
use crate::solve::{Answer, Solver, Verdict};

/// Answers from a table.
pub struct TablebaseSolver<G>(pub AnyTable<G>);

impl<G: Game> Solver<G> for TablebaseSolver<G> {
    fn at_least(&mut self, position: &G, target: i32, _budget: &Budget) -> Answer<G::Move> {
        let (lower, upper) = self.0.bounds(position);
        let (verdict, bound) = match target {
            _ if target <= lower => (Verdict::Proven, lower),
            _ if target > upper => (Verdict::Disproven, upper),
            _ => return Answer::unknown(1),
        };
        let is_best = |mv: &G::Move| verdict == Verdict::Proven && self.0.move_value(position, *mv) >= bound;
        let best = position.move_list().into_iter().find(is_best);
        Answer { verdict, bound, best, nodes: 1 }
    }

    fn estimate(&self, _position: &G) -> Option<u64> {
        Some(1)
    }
}
