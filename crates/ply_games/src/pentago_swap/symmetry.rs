//! The eight symmetries of the square. They map quadrants to quadrants, so they keep fives and commute with swaps.
//!
//! Number `4 m + t` is `t` quarter turns clockwise, after a reflection of left and right if `m` is 1. A word is
//! transformed lane by lane: one look-up turns a tile, then the lane goes to its new quadrant.

use ply_game::Symmetric;

use super::board::{SIDE, cell_of, tile};
use super::moves::{Move, Swap};
use super::rules::PentagoSwap;

/// How many there are.
pub const COUNT: usize = 8;

/// Where a cell of a square with sides of `side` cells goes.
const fn image(symmetry: usize, side: usize, row: usize, column: usize) -> (usize, usize) {
    let (mut row, mut column) = (row, if symmetry >= 4 { side - 1 - column } else { column });
    let mut turns = symmetry % 4;
    while turns > 0 {
        (row, column) = (column, side - 1 - row);
        turns -= 1;
    }
    (row, column)
}

/// Where each quadrant goes.
const QUADRANT: [[u8; 4]; COUNT] = {
    let mut table = [[0; 4]; COUNT];
    let mut symmetry = 0;
    while symmetry < COUNT {
        let mut quadrant = 0;
        while quadrant < 4 {
            let (row, column) = image(symmetry, 2, quadrant / 2, quadrant % 2);
            table[symmetry][quadrant] = (2 * row + column) as u8;
            quadrant += 1;
        }
        symmetry += 1;
    }
    table
};

/// What each tile becomes.
static TILE: [[u16; 512]; COUNT] = {
    let mut table = [[0; 512]; COUNT];
    let mut symmetry = 0;
    while symmetry < COUNT {
        let mut place = 0;
        while place < 9 {
            let (row, column) = image(symmetry, 3, place / 3, place % 3);
            // Tiles below 2^place have their entry; those with this place as their highest follow from them.
            let mut tile = 0;
            while tile < 1 << place {
                table[symmetry][tile | 1 << place] = table[symmetry][tile] | 1 << (3 * row + column);
                tile += 1;
            }
            place += 1;
        }
        symmetry += 1;
    }
    table
};

/// A set of cells (see [`board`](super::board)) under a symmetry.
#[inline]
pub fn word_image(symmetry: usize, word: u64) -> u64 {
    let (tiles, quadrants) = (&TILE[symmetry], &QUADRANT[symmetry]);
    (0..4).fold(0, |image, q| image | u64::from(tiles[tile(word, q)]) << (16 * quadrants[q]))
}

impl Symmetric for PentagoSwap {
    fn symmetries(&self) -> usize {
        COUNT
    }

    #[inline]
    fn transformed(&self, symmetry: usize) -> Self {
        self.mapped(|word| word_image(symmetry, word))
    }

    fn transformed_move(&self, symmetry: usize, mv: Move) -> Move {
        let (row, column) = cell_of(mv.bit());
        let (row, column) = image(symmetry, SIDE, row, column);
        let [one, two] = mv.swap().quadrants().map(|quadrant| QUADRANT[symmetry][quadrant].into());
        let swap = Swap::of(one, two).expect("a symmetry keeps different quadrants different");
        Move::new(row, column, swap)
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::{BOARD, bit_of};
    use super::*;
    use ply_game::mix;

    #[test]
    fn tiles_and_quadrants_move_as_their_cells_do() {
        for symmetry in 0..COUNT {
            for seed in 0..500 {
                let word = mix(seed) & BOARD;
                let mut plain = 0;
                for bit in (0..64).filter(|bit| word >> bit & 1 == 1) {
                    let (row, column) = cell_of(bit);
                    let (row, column) = image(symmetry, SIDE, row, column);
                    plain |= 1 << bit_of(row, column);
                }
                assert_eq!(word_image(symmetry, word), plain, "symmetry {symmetry}, {word:#x}");
            }
        }
    }
}
