//! Monte-Carlo search for positions that are too large to solve.

use ply_game::{Game as _, Outcome, Player, Rng, Scored as _};
use ply_games::dots_and_boxes::{DotsAndBoxes, Edge, EdgeSet};
use ply_search::{Priors, Reward, Rollout};

use super::super::edges::{captures, safe};
use super::super::endgame::Board;

/// Finishes games by the board's [playing-out](Board::play_out).
pub(super) struct SafeThenCheapest<E> {
    pub(super) board: Board<E>,
}

impl<E: EdgeSet> Rollout<DotsAndBoxes<E>> for SafeThenCheapest<E> {
    fn roll(&self, position: DotsAndBoxes<E>, rng: &mut Rng) -> Reward {
        let [first, second] = position.scores().unwrap_or_default();
        let rest = self.board.play_out(position.undrawn(), rng);
        let rest = if position.to_move() == Player::First { rest } else { -rest };
        Reward::of_outcome(Outcome::by_margin(first - second + rest))
    }
}

/// Captures and safe edges before all others.
pub(super) struct Sensible;

impl<E: EdgeSet> Priors<DotsAndBoxes<E>> for Sensible {
    fn weigh(&self, position: &DotsAndBoxes<E>, moves: &[Edge], weights: &mut [f32]) {
        let (captures, safe) = (captures(position), safe(position));
        for (&Edge(edge), weight) in moves.iter().zip(weights) {
            *weight = if captures.has(usize::from(edge)) {
                4.0
            } else if safe.has(usize::from(edge)) {
                1.0
            } else {
                0.05
            };
        }
    }
}
