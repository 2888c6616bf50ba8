//! Forward pruning of whole nodes: the opponent will not let it come to this, as far as a cheap look can tell.
// CITE: null moves: D. Beal, "Experiments with the null move" (1989); C. Donninger, "Null move and deep search", ICCA
// Journal 16 (1993). Reverse futility: E. Heinz, "Extended futility pruning", ICCA Journal 21 (1998), turned round.

use ply_game::{Game, Hashed, Indexed, Symmetric};

use super::worker::{NodeInfo, Worker};
use crate::{Evaluator, Hints, Score, Window};

/// Reverse futility: opinions are believed this near to the leaves.
const FUTILITY_DEPTH: i32 = 6;
/// Null move: passing is tried this far from the leaves.
const NULL_MOVE_DEPTH: i32 = 2;

impl<G, E, H> Worker<'_, G, E, H>
where
    G: Game + Hashed + Indexed + Symmetric,
    E: Evaluator<G>,
    H: Hints<G>,
{
    /// The opinion of a node, where something is pruned by it.
    #[inline]
    pub(super) fn opinion<const PV: bool>(
        &self,
        position: &G,
        node: NodeInfo,
        window: Window,
        depth: i32,
    ) -> Option<Score> {
        let is_pruned = !PV
            && !window.beta.is_decided()
            && (self.tries_null_move(node, depth) || self.futility_margin(depth).is_some());
        let is_asked = self.config.pruning && (is_pruned || self.config.lateness.improving);
        is_asked.then(|| self.static_evaluation(position, node.ply))
    }

    #[inline]
    fn tries_null_move(&self, node: NodeInfo, depth: i32) -> bool {
        self.config.null_move && depth >= NULL_MOVE_DEPTH && node.previous.is_some()
    }

    #[inline]
    fn futility_margin(&self, depth: i32) -> Option<i32> {
        self.config.futility.filter(|_| depth <= FUTILITY_DEPTH).map(|margin| margin * depth)
    }

    /// A score at or above beta that reverse futility pruning or null move pruning makes likely. Void once the meter
    /// has stopped.
    #[inline]
    pub(super) fn forward_pruning(
        &mut self,
        position: &G,
        node: NodeInfo,
        window: Window,
        depth: i32,
        opinion: Score,
    ) -> Option<Score> {
        if window.beta.is_decided() || opinion < window.beta {
            return None;
        }
        let margin = self.futility_margin(depth);
        let pruned = margin.and_then(|margin| self.reverse_futility_pruning(opinion, margin, window.beta));
        if pruned.is_none() && self.tries_null_move(node, depth) {
            return self.null_move_pruning(position, node.ply, window.beta, depth);
        }
        pruned
    }

    /// Reverse futility pruning (static null move pruning): an opinion a margin above beta is believed.
    #[inline]
    fn reverse_futility_pruning(&mut self, opinion: Score, margin: i32, beta: Score) -> Option<Score> {
        // What the opponent is thought to take back is not promised to the parent (fail-soft).
        let promised = Score::opinion(opinion.points() - margin);
        if promised < beta {
            return None;
        }
        self.horizon += 1;
        Some(promised)
    }

    /// Null move pruning: where even a pass, searched less deep, is at least beta, a move will be too.
    #[inline]
    fn null_move_pruning(&mut self, position: &G, ply: usize, beta: Score, depth: i32) -> Option<Score> {
        let passed = self.hints.passed(position)?;
        // No previous move: the opponent does not pass as well.
        let child = self.node_info(&passed, ply + 1, None);
        let reduction = 3 + depth / 4;
        let below_beta = Window::null(beta.just_below());
        let horizon = self.horizon;
        let score = self.descend::<false>(position.to_move(), &passed, child, below_beta, depth - 1 - reduction);
        if self.meter.is_stopped() {
            return Some(Score::DRAW);
        }
        let believed = score >= beta && !score.is_decided();
        self.horizon = horizon + u64::from(believed);
        believed.then_some(score)
    }
}
