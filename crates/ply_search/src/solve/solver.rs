//! What every solver answers: does the player to move get at least so much?

use ply_game::{Game, Player};

use super::dfpn::Verdict;
use crate::Budget;

/// Proves what the player to move can get.
///
/// What a finished game pays is the winner's margin where the game counts points, and 1 for a win where it does not;
/// a draw pays 0. A solver that knows only who wins answers the targets 1 and 0.
pub trait Solver<G: Game>: Send {
    /// Whether the player to move of a position that is not over can get at least `target`.
    fn at_least(&mut self, position: &G, target: i32, budget: &Budget) -> Answer<G::Move>;

    /// Whether a player can force a win of a position that is not over within so many plies, with a move of that player
    /// who is to move; `None` from a solver that does not count plies.
    fn wins_within(&mut self, position: &G, player: Player, plies: u32, budget: &Budget) -> Option<Answer<G::Move>> {
        let _ = (position, player, plies, budget);
        None
    }
}

/// What was proven.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answer<M> {
    /// Whether the target is reached.
    pub verdict: Verdict,
    /// Where it is, the value is at least this; where it is not, at most this.
    pub bound: i32,
    /// A move that reaches the target; there whenever the target is reached.
    pub best: Option<M>,
    /// Positions visited.
    pub nodes: u64,
}

impl<M> Answer<M> {
    /// No answer.
    pub fn unknown(nodes: u64) -> Self {
        Self { verdict: Verdict::Unknown, bound: 0, best: None, nodes }
    }
}
