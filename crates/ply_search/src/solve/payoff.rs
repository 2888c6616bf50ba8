//! What a game is played for, as an integer: what the loser pays to the winner.

use ply_game::{Hashed, Outcome, Player, Scored};

/// The largest value a payoff may have: the difference of two fits into the 16 bits of a table's entry.
pub const MOST_PAYOFF: i32 = 10_000;

/// What a finished game is worth, and what a solver may know of it before the end.
///
/// Values lie between minus and plus [`MOST_PAYOFF`], and what one player gets the other pays.
///
/// A game-specific payoff can say more than [`Points`] does: that the rest of the game does not depend on the score so
/// far (`key` without it, `banked` with it), or that part of the outcome is decided (`range`).
///
/// ```
/// use ply_game::{Game, Outcome, Player, TreeGame};
/// use ply_search::solve::Payoff;
///
/// /// A draw is as good as a win for the second player.
/// struct FirstMustWin;
///
/// impl Payoff<TreeGame> for FirstMustWin {
///     fn at_end(&self, _finished: &TreeGame, outcome: Outcome, player: Player) -> i32 {
///         let first_wins = outcome == Outcome::Win(Player::First);
///         if first_wins == (player == Player::First) { 1 } else { -1 }
///     }
///     fn range(&self, _position: &TreeGame, _player: Player) -> (i32, i32) { (-1, 1) }
/// }
/// ```
pub trait Payoff<G: Hashed>: Send + Sync {
    /// What a finished game pays to `player`.
    fn at_end(&self, finished: &G, outcome: Outcome, player: Player) -> i32;

    /// Bounds, both included, on what `player` gets from a position that is not over if both play well.
    fn range(&self, position: &G, player: Player) -> (i32, i32) {
        let _ = (position, player);
        (-MOST_PAYOFF, MOST_PAYOFF)
    }

    /// The part of the payoff that `player` has for sure and that `key` does not tell apart.
    #[inline]
    fn banked(&self, position: &G, player: Player) -> i32 {
        let _ = (position, player);
        0
    }

    /// A key for tables: where it is equal, the player to move gets the same beyond what is banked.
    #[inline]
    fn key(&self, position: &G) -> u64 {
        position.key()
    }
}

/// 1 for a win, 0 for a draw, -1 for a loss.
#[derive(Clone, Copy, Default, Debug)]
pub struct WinDrawLoss;

impl<G: Hashed> Payoff<G> for WinDrawLoss {
    #[inline]
    fn at_end(&self, _finished: &G, outcome: Outcome, player: Player) -> i32 {
        outcome.winner().map_or(0, |winner| if winner == player { 1 } else { -1 })
    }

    #[inline]
    fn range(&self, _position: &G, _player: Player) -> (i32, i32) {
        (-1, 1)
    }
}

/// The margin in the game's own points; where a game has none, 1 for a win.
#[derive(Clone, Copy, Default, Debug)]
pub struct Points {
    total: Option<i32>,
}

impl Points {
    /// Points of which nothing is known before the end.
    pub fn new() -> Self {
        Self::default()
    }

    /// Points that are never lost again and of which there are `total` in all.
    pub fn kept(total: i32) -> Self {
        Self { total: Some(total) }
    }
}

fn margin(scores: [i32; 2], player: Player) -> i32 {
    scores[player.index()] - scores[player.other().index()]
}

impl<G: Hashed + Scored> Payoff<G> for Points {
    #[inline]
    fn at_end(&self, finished: &G, outcome: Outcome, player: Player) -> i32 {
        match finished.scores() {
            Some(scores) => margin(scores, player),
            None => WinDrawLoss.at_end(finished, outcome, player),
        }
    }

    #[inline]
    fn range(&self, position: &G, player: Player) -> (i32, i32) {
        match (position.scores(), self.total) {
            (None, _) => (-1, 1),
            (Some(_), None) => (-MOST_PAYOFF, MOST_PAYOFF),
            (Some(scores), Some(total)) => {
                let margin = margin(scores, player);
                let left = total - scores[0] - scores[1];
                (margin - left, margin + left)
            }
        }
    }
}
