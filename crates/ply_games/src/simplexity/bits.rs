//! Sets of cells in one machine word, in two, or in an array of words.
//!
//! A board is stored column by column with one guard bit above each column that is never set, so cell (row, column) is
//! bit `column * (rows + 1) + row` and a step in any of the four directions is a fixed distance that never wraps into a
//! neighbouring column unseen. In one or two words the line test is by shifts: a set of runs is ANDed with itself
//! shifted by 1, 2, 4, ... steps, all four directions and both sets at once, at a cost of about log2(win) rounds. In
//! short arrays the same is done with vectors; in long ones, where whole-board shifts are dear, only the runs through
//! the placed piece are walked.

use std::fmt::Debug;

use super::Geometry;
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
use super::avx2;

/// The three sets that make a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Planes<W> {
    /// Cells with a piece.
    pub occupied: W,
    /// Cells with a piece of the player to move.
    pub own: W,
    /// Cells with a round piece.
    pub round: W,
}

/// Which lines there are through the piece just placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lines {
    /// One of its shape.
    pub shape: bool,
    /// One of its colour.
    pub colour: bool,
}

/// A set of cells, wide enough for some boards.
pub trait Bits: Copy + Eq + Debug + Default + Send + Sync + 'static {
    /// How many 64-bit words it has.
    const WORDS: usize;

    /// One cell, in the form that is quickest to insert.
    type Cell: Copy;

    /// Word `index` of the set: cells `64 * index` and up.
    fn word(&self, index: usize) -> u64;

    /// Adds the cells `start + i` for every bit `i` of `bits`; those beyond the capacity must be 0.
    fn place(&mut self, start: usize, bits: u64);

    /// The cells of this set that are not in `other`.
    fn without(&self, other: &Self) -> Self;

    /// The lowest cell at or above `start` that is not in the set.
    fn landing(&self, start: usize) -> Self::Cell;

    /// Adds `cell`, if `wanted`.
    fn insert(&mut self, cell: Self::Cell, wanted: bool);

    /// Whether `cell` is the one with this number.
    fn is(cell: Self::Cell, number: usize) -> bool;

    /// The lines through `cell`, just placed, in its shape (square or round) and in the colour of `own`.
    fn lines(planes: &Planes<Self>, square: bool, cell: Self::Cell, geometry: &Geometry) -> Lines;

    /// Whether a cell is in the set.
    #[inline]
    fn contains(&self, cell: usize) -> bool {
        self.word(cell / 64) >> (cell % 64) & 1 == 1
    }

    /// 64 cells from `start` on; those beyond the capacity are 0.
    #[inline]
    fn run(&self, start: usize) -> u64 {
        let (index, shift) = (start / 64, start % 64);
        let low = self.word(index) >> shift;
        if shift > 0 && index + 1 < Self::WORDS { low | self.word(index + 1) << (64 - shift) } else { low }
    }

    /// How many cells are in the set.
    #[inline]
    fn count(&self) -> usize {
        (0..Self::WORDS).map(|index| self.word(index).count_ones() as usize).sum()
    }
}

/// The line test by shifts: after the steps a set holds the starts of its runs of `win` cells.
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
macro_rules! plain_lines {
    ($word:ty, $shape:expr, $colour:expr, $steps:expr) => {{
        let has_line = |set: $word| {
            let mut runs = [set; 4];
            for step in $steps {
                for (run, distance) in runs.iter_mut().zip(step) {
                    *run &= *run >> distance;
                }
            }
            runs != [0; 4]
        };
        Lines { shape: has_line($shape), colour: has_line($colour) }
    }};
}

/// What does not differ between one word and two.
macro_rules! machine_word {
    ($word:ty, $lines:ident) => {
        type Cell = $word;

        #[inline]
        fn place(&mut self, start: usize, bits: u64) {
            *self |= <$word>::from(bits) << start;
        }

        #[inline]
        fn without(&self, other: &Self) -> Self {
            self & !other
        }

        /// Adding the column's lowest bit carries through the pieces of the column into its first empty cell.
        #[inline]
        fn landing(&self, start: usize) -> $word {
            self.wrapping_add(1 << start) & !self
        }

        #[inline]
        fn insert(&mut self, cell: $word, wanted: bool) {
            *self |= cell & <$word>::from(wanted).wrapping_neg();
        }

        #[inline]
        fn is(cell: $word, number: usize) -> bool {
            cell >> number & 1 == 1
        }

        #[inline]
        fn lines(planes: &Planes<Self>, square: bool, _cell: $word, geometry: &Geometry) -> Lines {
            let other_shape = <$word>::from(square).wrapping_neg();
            let shape = planes.occupied & (planes.round ^ other_shape);
            #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
            // SAFETY: this line is compiled only where every processor has AVX2.
            return unsafe { avx2::$lines(shape, planes.own, geometry.steps()) };
            #[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
            plain_lines!($word, shape, planes.own, geometry.steps())
        }
    };
}

impl Bits for u64 {
    const WORDS: usize = 1;

    #[inline]
    fn word(&self, _index: usize) -> u64 {
        *self
    }

    machine_word!(u64, lines_in_one_word);
}

impl Bits for u128 {
    const WORDS: usize = 2;

    #[inline]
    fn word(&self, index: usize) -> u64 {
        (self >> (64 * index)) as u64
    }

    machine_word!(u128, lines_in_two_words);
}

/// A set of up to `64 * N` cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Default for Wide<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

impl<const N: usize> Bits for Wide<N> {
    const WORDS: usize = N;

    type Cell = usize;

    #[inline]
    fn word(&self, index: usize) -> u64 {
        self.0[index]
    }

    #[inline]
    fn place(&mut self, start: usize, bits: u64) {
        let (index, shift) = (start / 64, start % 64);
        self.0[index] |= bits << shift;
        if shift > 0 && index + 1 < N {
            self.0[index + 1] |= bits >> (64 - shift);
        }
    }

    #[inline]
    fn without(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|index| self.0[index] & !other.0[index]))
    }

    #[inline]
    fn landing(&self, start: usize) -> usize {
        start + self.run(start).trailing_ones() as usize
    }

    #[inline]
    fn insert(&mut self, cell: usize, wanted: bool) {
        self.0[cell / 64] |= u64::from(wanted) << (cell % 64);
    }

    #[inline]
    fn is(cell: usize, number: usize) -> bool {
        cell == number
    }

    #[inline]
    fn lines(planes: &Planes<Self>, square: bool, cell: usize, geometry: &Geometry) -> Lines {
        let other_shape = u64::from(square).wrapping_neg();
        let shape_word = |word: usize| planes.occupied.0[word] & (planes.round.0[word] ^ other_shape);
        #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
        if N <= avx2::MOST_WORDS && geometry.short_shifts() {
            let shape = std::array::from_fn(shape_word);
            // SAFETY: this line is compiled only where every processor has AVX2.
            return unsafe { avx2::lines_in_words::<N>(&shape, &planes.own.0, geometry.steps()) };
        }
        let shape = |index: usize| index / 64 < N && shape_word(index / 64) >> (index % 64) & 1 == 1;
        let colour = |index: usize| index / 64 < N && planes.own.contains(index);
        Lines { shape: walks_a_line(shape, cell, geometry), colour: walks_a_line(colour, cell, geometry) }
    }
}

/// Whether a run of `win` cells through `cell`, all in the set, lies in one of the four directions.
#[inline]
fn walks_a_line(contains: impl Fn(usize) -> bool, cell: usize, geometry: &Geometry) -> bool {
    let win = geometry.win();
    geometry.strides().iter().any(|&stride| {
        let mut length = 1;
        let mut at = cell;
        while length < win && at >= stride && contains(at - stride) {
            at -= stride;
            length += 1;
        }
        at = cell;
        while length < win && contains(at + stride) {
            at += stride;
            length += 1;
        }
        length >= win
    })
}
