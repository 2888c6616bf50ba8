//! A table as a solver: what it is asked it knows.

use std::sync::Arc;

use ply_game::Hashed;

use super::look_up::Tablebase;
use crate::Budget;
use crate::solve::{Answer, Payoff, Solver, Verdict};

/// Answers from a table.
pub struct TablebaseSolver<G, P>(pub Arc<Tablebase<G, P>>);

impl<G: Hashed, P: Payoff<G>> Solver<G> for TablebaseSolver<G, P> {
    fn at_least(&mut self, position: &G, target: i32, _budget: &Budget) -> Answer<G::Move> {
        let bound = self.0.value(position);
        let reached = bound >= target;
        let best = position.move_list().into_iter().find(|&mv| reached && self.0.move_value(position, mv) >= bound);
        let verdict = if reached { Verdict::Proven } else { Verdict::Disproven };
        Answer { verdict, bound, best, nodes: 1 }
    }

    fn estimate(&self, _position: &G) -> Option<u64> {
        Some(1)
    }
}
