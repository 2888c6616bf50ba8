//! A move: a cell and a swap, in two bytes.

use super::board::{BITS, CELLS, SIDE, bit_of, cell_of};

/// Two quadrants that change places.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Swap {
    /// Top left and top right.
    TlTr,
    /// Top left and bottom left.
    TlBl,
    /// Top left and bottom right.
    TlBr,
    /// Top right and bottom left.
    TrBl,
    /// Top right and bottom right.
    TrBr,
    /// Bottom left and bottom right.
    BlBr,
}

impl Swap {
    /// All six, in the order of the rules.
    pub const ALL: [Self; 6] = [Self::TlTr, Self::TlBl, Self::TlBr, Self::TrBl, Self::TrBr, Self::BlBr];

    /// The two quadrants (lanes), the smaller first.
    #[inline]
    pub const fn quadrants(self) -> [usize; 2] {
        [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]][self as usize]
    }

    /// The swap of two different quadrants, in either order.
    #[inline]
    pub fn of(one: usize, two: usize) -> Option<Self> {
        Self::ALL.into_iter().find(|swap| swap.quadrants() == [one.min(two), one.max(two)])
    }

    /// The quadrant where the contents of `quadrant` come to stand.
    #[inline]
    pub const fn moved(self, quadrant: usize) -> usize {
        match self.quadrants() {
            [one, two] if quadrant == one => two,
            [one, two] if quadrant == two => one,
            _ => quadrant,
        }
    }

    /// A set of cells (see [`board`](super::board)) after the swap: bits that differ between the two lanes are
    /// flipped in both.
    #[inline]
    pub const fn apply(self, word: u64) -> u64 {
        const MASKS: [u64; 6] = [0xffff, 0xffff, 0xffff, 0xffff << 16, 0xffff << 16, 0xffff << 32];
        const SHIFTS: [u32; 6] = [16, 32, 48, 16, 32, 16];
        let (mask, shift) = (MASKS[self as usize], SHIFTS[self as usize]);
        let differing = (word ^ word >> shift) & mask;
        word ^ differing ^ differing << shift
    }
}

/// A stone on a cell, then a swap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Move {
    /// The cell's bit in a word, below 64.
    bit: u8,
    swap: Swap,
}

impl Move {
    /// How many there are on an empty board.
    pub const COUNT: usize = CELLS * Swap::ALL.len();

    /// A stone on the cell, then the swap.
    ///
    /// # Panics
    /// If the cell is not on the board.
    pub const fn new(row: usize, column: usize, swap: Swap) -> Self {
        assert!(row < SIDE && column < SIDE);
        Self { bit: bit_of(row, column) as u8, swap }
    }

    /// `bit` must be one of [`BOARD`](super::board::BOARD).
    #[inline]
    pub(super) const fn at_bit(bit: u8, swap: Swap) -> Self {
        Self { bit, swap }
    }

    /// The row and column of the cell, before the swap.
    pub const fn cell(self) -> (usize, usize) {
        cell_of(self.bit as usize)
    }

    /// The bit of the cell in a word (see [`board`](super::board)), before the swap.
    #[inline]
    pub const fn bit(self) -> usize {
        self.bit as usize
    }

    /// The quadrants that are swapped.
    #[inline]
    pub const fn swap(self) -> Swap {
        self.swap
    }

    /// The bit where the stone stands after the swap.
    pub const fn landing_bit(self) -> usize {
        16 * self.swap.moved(self.bit() / 16) + self.bit() % 16
    }

    /// 6 x cell + swap, the cells counted row by row: the order of the rules.
    pub const fn index(self) -> usize {
        let (row, column) = self.cell();
        (SIDE * row + column) * Swap::ALL.len() + self.swap as usize
    }

    /// The move with this index.
    pub fn from_index(index: usize) -> Option<Self> {
        let bit = *BITS.get(index / Swap::ALL.len())?;
        Some(Self::at_bit(bit, Swap::ALL[index % Swap::ALL.len()]))
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::{BOARD, tile};
    use super::*;
    use ply_game::mix;

    #[test]
    fn a_swap_exchanges_two_lanes_and_keeps_the_others() {
        for seed in 0..1000 {
            let word = mix(seed) & BOARD;
            for swap in Swap::ALL {
                let swapped = swap.apply(word);
                assert_eq!(swapped & !BOARD, 0);
                for quadrant in 0..4 {
                    assert_eq!(tile(swapped, swap.moved(quadrant)), tile(word, quadrant), "{swap:?}");
                }
            }
        }
    }

    #[test]
    fn a_swap_is_named_by_its_quadrants_in_either_order() {
        for swap in Swap::ALL {
            let [one, two] = swap.quadrants();
            assert_eq!((Swap::of(one, two), Swap::of(two, one)), (Some(swap), Some(swap)));
            assert_eq!((swap.moved(one), swap.moved(two)), (two, one));
        }
        assert_eq!(Swap::of(2, 2), None);
        assert_eq!(Swap::of(0, 4), None);
    }

    #[test]
    fn a_stone_lands_where_its_quadrant_goes() {
        for index in 0..Move::COUNT {
            let mv = Move::from_index(index).unwrap();
            assert_eq!(mv.index(), index);
            assert_eq!(mv.swap().apply(1 << mv.bit()), 1 << mv.landing_bit());
        }
        assert_eq!(Move::from_index(Move::COUNT), None);
    }
}
