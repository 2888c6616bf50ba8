//! Nodes that need no search: the opponent will not let it come to this, as far as a cheap look can tell.
// CITE: null moves: D. Beal (1989), C. Donninger, "Null move and deep search", ICCA Journal 16 (1993).

use ply_game::{Game, Hashed, Indexed, Symmetric};

use super::worker::{Place, Worker};
use crate::{Evaluator, Hints, Score, Window};

/// Opinions are believed this near to the leaves.
const FUTILITY_DEPTH: i32 = 6;
/// Passing is tried this far from the leaves.
const NULL_DEPTH: i32 = 2;

impl<G, E, H> Worker<'_, G, E, H>
where
    G: Game + Hashed + Indexed + Symmetric,
    E: Evaluator<G>,
    H: Hints<G>,
{
    /// A score at or above the window that an opinion far beyond it, or a pass, makes likely.
    #[inline]
    pub(super) fn too_good(&mut self, position: &G, place: Place, window: Window, depth: i32) -> Option<Score> {
        let tries_null = self.config.null_move && depth >= NULL_DEPTH && place.previous.is_some();
        let futility = self.config.futility.filter(|_| depth <= FUTILITY_DEPTH);
        if !self.config.pruning || window.beta.is_decided() || !(tries_null || futility.is_some()) {
            return None;
        }
        let opinion = self.opinion(position);
        if opinion < window.beta {
            return None;
        }
        // What the opponent is thought to take back is not promised to the parent (fail-soft).
        let promised = futility.map(|margin| Score::opinion(opinion.points() - margin * depth));
        if let Some(promised) = promised.filter(|&promised| promised >= window.beta) {
            self.horizon += 1;
            return Some(promised);
        }
        let passed = if tries_null { self.hints.passed(position)? } else { return None };
        let mover = position.to_move();
        // No previous move: the opponent does not pass as well.
        let place = self.place(&passed, place.ply + 1, None);
        let less = 3 + depth / 4;
        let below = Window::null(window.beta.just_below());
        let horizon = self.horizon;
        let score = self.descend::<false>(mover, &passed, place, below, depth - 1 - less);
        let believed = score >= window.beta && !score.is_decided() && !self.meter.is_stopped();
        self.horizon = horizon + u64::from(believed);
        believed.then_some(score)
    }
}
