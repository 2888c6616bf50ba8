//! Late moves: how much less deep they are searched (late move reductions, LMR), and when they are not searched at all
//! (late move pruning, LMP, also called move count pruning).
// CITE: LMR: T. Romstad, "An introduction to late move reductions" (2006), with the product of logarithms that later
// engines share.

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
    /// LMR: late moves are searched less deep; the later and the deeper, the more.
    pub(super) fn late_move_reduction(&self, position: &G, mv: G::Move, number: usize, depth: i32, pv: bool) -> i32 {
        if !self.config.reductions || depth < 2 || number < 3 || self.hints.is_forcing(position, mv) {
            return 0;
        }
        let by_number = usize::BITS - number.leading_zeros();
        let by_depth = u32::BITS - (depth as u32).leading_zeros();
        let reduction = (by_number * by_depth / self.config.lateness.divisor) as i32 - i32::from(pv);
        reduction.clamp(0, depth - 1)
    }

    /// LMP: near the leaves, the number of moves after which the others are late.
    pub(super) fn late_move_count(&self, depth: i32, improving: bool) -> Option<usize> {
        let Lateness { depth: deepest, first, growth, .. } = self.config.lateness;
        let is_near = self.config.late_move_pruning && depth <= deepest;
        let count = first + growth * (depth * depth) as usize;
        is_near.then_some(if improving { count } else { (3 * (count + 1)) / 4 })
    }

    /// Whether the player to move thinks better of a position than two plies before, as far as that is asked and known.
    pub(super) fn is_improving(&mut self, opinion: Option<Score>, ply: usize) -> bool {
        if !self.config.lateness.improving {
            return true;
        }
        self.opinions[ply] = opinion.filter(|opinion| !opinion.is_decided()).map(Score::points);
        let before = ply.checked_sub(2).and_then(|before| self.opinions[before]);
        before.is_none_or(|before| self.opinions[ply].is_none_or(|now| now > before))
    }

    /// LMP: whether a late move need not be searched: something not losing was found, and it forces nothing.
    pub(super) fn is_prunable(&self, position: &G, mv: G::Move, best: Score) -> bool {
        !(best.is_decided() && best < Score::DRAW) && best > Score::LOWEST && !self.hints.is_forcing(position, mv)
    }

    /// LMP: whether all moves from `at` on can be skipped once one of them was.
    pub(super) fn none_is_forcing(&self, position: &G, at: usize) -> bool {
        !self.moves[at..].iter().any(|candidate| self.hints.is_forcing(position, candidate.mv))
    }
}
