//! Positions as numbers, for tables that hold every position of a small board.

use std::ops::Range;

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

    /// All numbers, cut into blocks that several threads may go through at once: a move leads to a larger number of the same
    /// block, or into a layer before.
    fn layers(&self) -> Vec<Vec<Range<u64>>> {
        vec![vec![0..self.size()]]
    }

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

/// So many elements of a set tell blocks apart: enough blocks for some hundred threads, few enough to be listed.
const MOST_ELEMENTS: usize = 12;

/// The [layers](Ranking::layers) of numbers whose leading part is a set of so many elements to which every move adds, with
/// `each` numbers for each set.
pub fn layers_of_sets(elements: usize, each: u64) -> Vec<Vec<Range<u64>>> {
    let leading = elements.min(MOST_ELEMENTS);
    let length = each << (elements - leading);
    let mut layers = vec![Vec::new(); leading + 1];
    for set in 0..1_u64 << leading {
        layers[leading - set.count_ones() as usize].push(set * length..(set + 1) * length);
    }
    layers
}
