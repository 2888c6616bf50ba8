//! Positions as numbers, for tables that hold every position of a small board.

use crate::Game;

/// Games whose small boards have a numbering.
pub trait Ranked: Game {
    /// A numbering of all positions on this board; `None` where the game has none, or the board is far too large.
    fn ranking(&self) -> Option<Box<dyn Ranking<Self>>> {
        None
    }
}

/// Numbers for the positions of one board.
///
/// Positions may share a number if the rest of the game is worth the same to whoever moves. A move leads to a larger
/// number, so whoever goes through the numbers from the last to the first has met every child before its parents.
pub trait Ranking<G>: Send + Sync {
    /// One more than the largest number.
    fn size(&self) -> u64;

    /// The number of a position that is not over.
    fn rank(&self, position: &G) -> u64;

    /// A position with this number, which may be over or out of reach; `None` where there is none.
    fn unrank(&self, rank: u64) -> Option<G>;

    /// What there is to win and lose from a position on.
    fn stakes(&self, position: &G) -> Stakes {
        let _ = position;
        Stakes { banked: 0, most: 1, step: 1 }
    }
}

/// What the rest of a game can pay to the player to move: from minus `most` to `most`, in steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stakes {
    /// What the player to move has for sure, and a position's number does not tell.
    pub banked: i32,
    /// The most that can be won beyond that, or lost.
    pub most: i32,
    /// How far apart the possible values are.
    pub step: i32,
}
