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

    /// Near the leaves, very late moves are not worth a search, if something not losing was found.
    pub(super) fn is_too_late(&self, position: &G, mv: G::Move, number: usize, depth: i32, best: Score) -> bool {
        let Lateness { depth: deepest, first, growth, .. } = self.config.lateness;
        self.config.late_move_pruning
            && depth <= deepest
            && number >= first + growth * (depth * depth) as usize
            && !(best.is_decided() && best < Score::DRAW)
            && best > Score::LOWEST
            && !self.hints.is_forcing(position, mv)
    }
}
