//! Late moves: how much less deep they are searched, and when they are not searched at all.

use ply_game::{Game, Hashed, Indexed, Symmetric};

use super::config::Lateness;
use super::worker::Worker;
use crate::{Evaluator, Hints, Score};

impl<G, E, H> Worker<'_, G, E, H>
where
    G: Game + Hashed + Indexed + Symmetric,
    E: Evaluator<G>,
    H: Hints<G>,
{
    /// Late moves are searched less deep: the later and the deeper, the more.
    pub(super) fn reduction(&self, position: &G, mv: G::Move, number: usize, depth: i32, pv: bool) -> i32 {
        if !self.config.reductions || depth < 2 || number < 3 || self.hints.is_forcing(position, mv) {
            return 0;
        }
        let by_number = usize::BITS - number.leading_zeros();
        let by_depth = u32::BITS - (depth as u32).leading_zeros();
        let reduction = (by_number * by_depth / self.config.lateness.divisor) as i32 - i32::from(pv);
        reduction.clamp(0, depth - 1)
    }

    /// Near the leaves, the number of moves that are not too late.
    pub(super) fn in_time(&self, depth: i32) -> Option<usize> {
        let Lateness { depth: deepest, first, growth, .. } = self.config.lateness;
        let is_near = self.config.late_move_pruning && depth <= deepest;
        is_near.then_some(first + growth * (depth * depth) as usize)
    }

    /// Whether a move that is too late need not be searched: something not losing was found.
    pub(super) fn is_dispensable(&self, position: &G, mv: G::Move, best: Score) -> bool {
        !(best.is_decided() && best < Score::DRAW) && best > Score::LOWEST && !self.hints.is_forcing(position, mv)
    }

    /// Whether all moves from `at` on can be skipped once one of them was.
    pub(super) fn no_more_forcing(&self, position: &G, at: usize) -> bool {
        !self.moves[at..].iter().any(|candidate| self.hints.is_forcing(position, candidate.mv))
    }
}
