//! Sets of cells as bits: one word for boards up to 8x8, four words for boards up to 16x16.
//!
//! The cell in row `r` and column `c` has the number `r * ROW + c`, whatever the board's size. Columns beyond the
//! board are never set; what a shift pushes over the right or left edge is taken away by the sets of open edges it is
//! combined with, because the border has none.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not};

use ply_game::{mix, nth_bit};

use super::machine::{rows_down, rows_up};

/// A set of cells of a square board.
pub trait Bits:
    Copy
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    /// Bits from one row to the next, and the largest board's size.
    const ROW: usize;
    /// In how many parts the cells can be taken out in order.
    const PARTS: usize;
    /// No cell.
    const EMPTY: Self;

    /// The cell with this number.
    fn one(at: usize) -> Self;

    /// The cells of the first rows and columns; there must be at least one of each.
    fn block(rows: usize, columns: usize) -> Self;

    /// Whether this cell is in the set.
    fn has(&self, at: usize) -> bool;

    /// How many cells there are.
    fn count(self) -> u32;

    /// One of the cells; another for every `index` below their count.
    fn nth(self, index: u32) -> usize;

    /// The cells from number `index * ROW * ROW / PARTS` on, that many, the first as the lowest bit.
    fn part(&self, index: usize) -> u64;

    /// A word that depends on every cell of the set; another for every salt.
    fn mixed(self, salt: u64) -> u64;

    /// Every cell one column further right.
    fn right(self) -> Self;

    /// Every cell one column further left.
    fn left(self) -> Self;

    /// Every cell one row further down.
    fn down(self) -> Self;

    /// Every cell one row further up.
    fn up(self) -> Self;

    /// The image under exchanging left and right of a board of this size.
    fn mirrored(self, size: usize) -> Self;

    /// The image under exchanging top and bottom of a board of this size.
    fn flipped(self, size: usize) -> Self;

    /// The image under exchanging rows and columns.
    fn transposed(self) -> Self;

    /// Whether there is no cell in the set.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether the two sets share a cell.
    #[inline]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Calls `each` with the number of every cell, row by row.
    #[inline]
    fn each(self, mut each: impl FnMut(usize)) {
        for index in 0..Self::PARTS {
            let mut part = self.part(index);
            while part != 0 {
                each(index * (Self::ROW * Self::ROW / Self::PARTS) + part.trailing_zeros() as usize);
                part &= part - 1;
            }
        }
    }
}

/// Mixes a word that stands at place `place` among others.
#[inline]
fn mixed_at(place: u64, word: u64) -> u64 {
    mix(word.wrapping_add(0x9e37_79b9_7f4a_7c15u64.wrapping_mul(place + 1)))
}

impl Bits for u64 {
    const ROW: usize = 8;
    const PARTS: usize = 1;
    const EMPTY: Self = 0;

    #[inline]
    fn one(at: usize) -> Self {
        1 << (at % 64)
    }

    #[inline]
    fn block(rows: usize, columns: usize) -> Self {
        (((1 << columns) - 1) * 0x0101_0101_0101_0101) & (Self::MAX >> (64 - 8 * rows))
    }

    #[inline]
    fn has(&self, at: usize) -> bool {
        self >> (at % 64) & 1 != 0
    }

    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn nth(self, index: u32) -> usize {
        nth_bit(self, index)
    }

    #[inline]
    fn part(&self, _index: usize) -> u64 {
        *self
    }

    #[inline]
    fn mixed(self, salt: u64) -> u64 {
        mixed_at(salt, self)
    }

    #[inline]
    fn right(self) -> Self {
        self << 1
    }

    #[inline]
    fn left(self) -> Self {
        self >> 1
    }

    #[inline]
    fn down(self) -> Self {
        self << 8
    }

    #[inline]
    fn up(self) -> Self {
        self >> 8
    }

    fn mirrored(self, size: usize) -> Self {
        self.reverse_bits().swap_bytes() >> (8 - size)
    }

    fn flipped(self, size: usize) -> Self {
        self.swap_bytes() >> (8 * (8 - size))
    }

    fn transposed(self) -> Self {
        let exchange = |board: u64, mask: u64, by: u32| {
            let differing = (board ^ (board >> by)) & mask;
            board ^ differing ^ (differing << by)
        };
        let board = exchange(self, 0x00aa_00aa_00aa_00aa, 7);
        let board = exchange(board, 0x0000_cccc_0000_cccc, 14);
        exchange(board, 0x0000_0000_f0f0_f0f0, 28)
    }
}

/// 256 cells: sixteen rows of sixteen, four rows to a word. Row `r` is in word `r % 4`, so that a step up or down takes
/// each word as it is to the next place, and only one of the four has to be shifted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(align(32))]
pub struct Wide([u64; 4]);

impl Wide {
    #[inline]
    fn zip(self, other: Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Self([combine(a, e), combine(b, f), combine(c, g), combine(d, h)])
    }

    /// In which word a cell is, and at which bit of it.
    #[inline]
    fn place(at: usize) -> (usize, usize) {
        (at / 16 % 4, at / 64 % 4 * 16 + at % 16)
    }

    fn rows(self) -> [u16; 16] {
        std::array::from_fn(|row| (self.0[row % 4] >> (row / 4 * 16)) as u16)
    }

    fn from_rows(rows: [u16; 16]) -> Self {
        let mut words = [0; 4];
        for (row, bits) in rows.into_iter().enumerate() {
            words[row % 4] |= u64::from(bits) << (row / 4 * 16);
        }
        Self(words)
    }
}

impl BitAnd for Wide {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Wide {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl BitXor for Wide {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl Not for Wide {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl Bits for Wide {
    const ROW: usize = 16;
    const PARTS: usize = 16;
    const EMPTY: Self = Self([0; 4]);

    #[inline]
    fn one(at: usize) -> Self {
        let (word, bit) = Self::place(at);
        Self(std::array::from_fn(|index| if word == index { 1 << bit } else { 0 }))
    }

    #[inline]
    fn block(rows: usize, columns: usize) -> Self {
        let row = ((1 << columns) - 1) * 0x0001_0001_0001_0001;
        Self(std::array::from_fn(|word| {
            let rows_of_word = (rows + 3 - word) / 4;
            row & u64::MAX.checked_shr(64 - 16 * rows_of_word as u32).unwrap_or(0)
        }))
    }

    #[inline]
    fn has(&self, at: usize) -> bool {
        let (word, bit) = Self::place(at);
        self.0[word] >> bit & 1 != 0
    }

    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    fn nth(self, mut index: u32) -> usize {
        let mut word = 0;
        while word < 3 && index >= self.0[word].count_ones() {
            index -= self.0[word].count_ones();
            word += 1;
        }
        let bit = nth_bit(self.0[word], index);
        bit / 16 * 64 + word * 16 + bit % 16
    }

    #[inline]
    fn part(&self, index: usize) -> u64 {
        self.0[index % 4] >> (index / 4 * 16) & 0xffff
    }

    #[inline]
    fn mixed(self, salt: u64) -> u64 {
        let [a, b, c, d] = self.0;
        mixed_at(salt, a) ^ mixed_at(salt + 1, b) ^ mixed_at(salt + 2, c) ^ mixed_at(salt + 3, d)
    }

    #[inline]
    fn right(self) -> Self {
        Self(self.0.map(|word| word << 1))
    }

    #[inline]
    fn left(self) -> Self {
        Self(self.0.map(|word| word >> 1))
    }

    #[inline]
    fn down(self) -> Self {
        Self(rows_down(self.0))
    }

    #[inline]
    fn up(self) -> Self {
        Self(rows_up(self.0))
    }

    fn mirrored(self, size: usize) -> Self {
        Self::from_rows(self.rows().map(|row| row.reverse_bits() >> (16 - size)))
    }

    fn flipped(self, size: usize) -> Self {
        let rows = self.rows();
        Self::from_rows(std::array::from_fn(|row| if row < size { rows[size - 1 - row] } else { 0 }))
    }

    fn transposed(self) -> Self {
        let mut rows = self.rows();
        for (by, mask) in [(8, 0x00ffu16), (4, 0x0f0f), (2, 0x3333), (1, 0x5555)] {
            for row in (0..16).filter(|row| row & by == 0) {
                let differing = ((rows[row] >> by) ^ rows[row + by]) & mask;
                rows[row] ^= differing << by;
                rows[row + by] ^= differing;
            }
        }
        Self::from_rows(rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn every_cell_goes_where_it_should<B: Bits>(size: usize) {
        let at = |row: usize, column: usize| row * B::ROW + column;
        assert!(B::block(size, size).count() as usize == size * size && B::block(1, size).count() as usize == size);
        for row in 0..size {
            for column in 0..size {
                let cell = B::one(at(row, column));
                assert!(B::block(row + 1, column + 1).has(at(row, column)));
                assert!(!B::block(row.max(1), size).has(at(row.max(1), column)));
                assert!(cell.has(at(row, column)) && cell.count() == 1 && cell.nth(0) == at(row, column));
                assert_eq!(cell.mirrored(size), B::one(at(row, size - 1 - column)));
                assert_eq!(cell.flipped(size), B::one(at(size - 1 - row, column)));
                assert_eq!(cell.transposed(), B::one(at(column, row)));
                if row + 1 < size {
                    assert_eq!(cell.down(), B::one(at(row + 1, column)));
                    assert_eq!(cell.down().up(), cell);
                }
                if column + 1 < size {
                    assert_eq!(cell.right(), B::one(at(row, column + 1)));
                    assert_eq!(cell.right().left(), cell);
                }
            }
        }
    }

    #[test]
    fn shifts_and_images_move_single_cells_rightly() {
        (2..=8).for_each(every_cell_goes_where_it_should::<u64>);
        (2..=16).for_each(every_cell_goes_where_it_should::<Wide>);
    }

    #[test]
    fn each_gives_every_cell_in_order_and_nth_every_one_once() {
        let cells: Vec<usize> = (0..256).filter(|at| mix(*at as u64) & 3 == 0).collect();
        let set = cells.iter().fold(Wide::EMPTY, |set, &at| set | Wide::one(at));
        let mut seen = Vec::new();
        set.each(|at| seen.push(at));
        assert_eq!(seen, cells);
        let mut seen: Vec<usize> = (0..set.count()).map(|index| set.nth(index)).collect();
        seen.sort_unstable();
        assert_eq!(seen, cells);
    }
}
