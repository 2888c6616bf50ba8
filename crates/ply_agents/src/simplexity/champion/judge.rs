//! The champion's evaluator: what is decided within two moves, then open windows, threats by parity, and pieces left.

use ply_game::{Game as _, Player};
use ply_games::simplexity::Bits;
use ply_search::Evaluator;

use super::board::{Board, own_shape, sign};
use super::tactics::Tactics;

/// A win that stands on the board, but for the move.
const WON: i32 = 900_000;
/// Sums are divided by this, so that a point is not too fine for the search's windows.
const GRAIN: i32 = 4;

/// What the parts of an opinion count.
#[derive(Clone, Copy, Debug)]
pub(super) struct Judge {
    pub(super) shapes: i32,
    pub(super) colours: i32,
    /// A cell that wins when it can be played, in a row that its owner gets when the columns fill up, or in another.
    pub(super) good_threat: i32,
    pub(super) threat: i32,
    /// Two such cells on top of each other.
    pub(super) tower: i32,
    /// A piece of its own shape that a player has left.
    pub(super) economy: i32,
}

impl Default for Judge {
    fn default() -> Self {
        Self { shapes: 4, colours: 4, good_threat: 1200, threat: 600, tower: 2000, economy: 40 }
    }
}

impl Judge {
    /// What the winning cells that cannot be played yet count for the first player.
    #[inline]
    fn threats<W: Bits>(&self, board: &Board<W>) -> i32 {
        let has = Player::BOTH.map(|player| board.has(player));
        let mut sum = 0;
        board.words(|word, empty, playable| {
            for player in Player::BOTH {
                let cells = board.wins(player, has[player.index()], word) & empty & !playable;
                let odd = board.frame.odd_rows[word];
                let good = if player == Player::First { cells & odd } else { cells & !odd };
                let worth = self.threat * cells.count_ones() as i32
                    + (self.good_threat - self.threat) * good.count_ones() as i32
                    + self.tower * (cells & cells >> 1).count_ones() as i32;
                sum += sign(player) * worth;
            }
        });
        sum
    }
}

impl<W: Bits> Evaluator<Board<W>> for Judge {
    #[inline]
    fn evaluate(&self, board: &Board<W>) -> i32 {
        let tactics = Tactics::of(board);
        if tactics.win.is_some() {
            return WON;
        }
        if tactics.blocks > 1 {
            return -WON;
        }
        let left = |player: Player| i32::from(board.game.left(player, own_shape(player)));
        let first = self.shapes * board.shapes
            + self.colours * board.colours
            + self.threats(board)
            + self.economy * (left(Player::First) - left(Player::Second));
        sign(board.to_move()) * first / GRAIN
    }
}
