//! What follows from a board's size: distances between cells, shifts of the line test, and the win corridors.
//!
//! One [`Geometry`] is kept per size for the life of the program (about 300 bytes), so that positions can point to it
//! and stay small.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use ply_game::mix;

/// The largest number of rows, of columns, and of pieces in a line.
pub const MOST: usize = 64;

/// Doublings that reach a run of [`MOST`] cells.
const MOST_STEPS: usize = MOST.ilog2() as usize;

/// A size of the board and what follows from it.
#[derive(Debug)]
pub struct Geometry {
    rows: usize,
    cols: usize,
    win: usize,
    /// Distances of neighbours: up, right, up-right ("/"), down-right ("\").
    strides: [usize; 4],
    steps: [[u64; 4]; MOST_STEPS],
    step_count: usize,
    #[cfg_attr(not(target_feature = "avx2"), allow(dead_code, reason = "only vector code asks"))]
    short_shifts: bool,
    seed: u64,
}

/// There is one value per size.
impl PartialEq for Geometry {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Geometry {
    /// The geometry of `rows` by `cols` cells with `win` in a line to win.
    ///
    /// # Panics
    /// If one of them is 0 or more than [`MOST`].
    pub fn of(rows: usize, cols: usize, win: usize) -> &'static Self {
        static KNOWN: Mutex<BTreeMap<[usize; 3], &'static Geometry>> = Mutex::new(BTreeMap::new());
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        known.entry([rows, cols, win]).or_insert_with(|| Box::leak(Box::new(Self::new(rows, cols, win))))
    }

    fn new(rows: usize, cols: usize, win: usize) -> Self {
        assert!([rows, cols, win].iter().all(|size| (1..=MOST).contains(size)), "{rows}x{cols} w{win}: 1 to {MOST}");
        let stride = rows + 1;
        let strides = [1, stride, stride + 1, stride - 1];
        let bits = stride * cols;
        // In one or two words the highest bit is a guard or unused, so shifting by that much empties the set, as a
        // longer shift would. In arrays a shift moves bits to the next word at most; where that takes more rounds than
        // there is room for, arrays are not shifted at all.
        let (most_shift, most_step) = match bits {
            0..=64 => (63, MOST),
            65..=128 => (127, MOST),
            _ => (63, 63 / (stride + 1)),
        };
        let mut steps = [[0; 4]; MOST_STEPS];
        let mut step_count = 0;
        let mut length = 1;
        while length < win && step_count < MOST_STEPS && most_step > 0 {
            let step = length.min(win - length).min(most_step);
            steps[step_count] = strides.map(|stride| (step * stride).min(most_shift) as u64);
            step_count += 1;
            length += step;
        }
        let short_shifts = length == win && steps.as_flattened().iter().all(|&shift| shift < 64);
        let seed = mix((rows * 10_000 + cols * 100 + win) as u64);
        Self { rows, cols, win, strides, steps, step_count, short_shifts, seed }
    }

    /// How many rows.
    #[inline]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns.
    #[inline]
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// How many pieces in a line win.
    #[inline]
    pub fn win(&self) -> usize {
        self.win
    }

    /// How many cells.
    #[inline]
    pub fn cells(&self) -> usize {
        self.rows * self.cols
    }

    /// How many bits a set of cells needs, guards included.
    #[inline]
    pub fn bits(&self) -> usize {
        (self.rows + 1) * self.cols
    }

    /// The number of the lowest cell of a column.
    #[inline]
    pub fn start(&self, column: usize) -> usize {
        column * self.strides[1]
    }

    /// The number of a cell; row 0 is the bottom.
    #[inline]
    pub fn cell(&self, row: usize, column: usize) -> usize {
        self.start(column) + row
    }

    /// One bit per column.
    #[inline]
    pub fn all_columns(&self) -> u64 {
        u64::MAX >> (64 - self.cols)
    }

    /// The cells of one column at the bottom of a word.
    #[inline]
    pub(super) fn column_mask(&self) -> u64 {
        u64::MAX >> (64 - self.rows)
    }

    #[inline]
    pub(super) fn strides(&self) -> &[usize; 4] {
        &self.strides
    }

    /// Shifts of the line test, per round and direction. A set ANDed with itself after each holds in the end the
    /// starts of runs of `win` cells.
    #[inline]
    pub(super) fn steps(&self) -> &[[u64; 4]] {
        &self.steps[..self.step_count]
    }

    /// Whether the shifts reach a line, and each is shorter than a word, as the line test on arrays needs them.
    #[cfg_attr(not(target_feature = "avx2"), allow(dead_code, reason = "only vector code asks"))]
    #[inline]
    pub(super) fn short_shifts(&self) -> bool {
        self.short_shifts
    }

    /// What keys of this size start from.
    #[inline]
    pub(super) fn seed(&self) -> u64 {
        self.seed
    }

    /// The win corridors: every row, column and diagonal with room for a line, in the order in which lines are
    /// looked for: rows bottom to top, columns left to right, "/" diagonals (starting in column 0 from the top down,
    /// then in row 0 rightwards), "\" diagonals (starting in the last column from the top down, then in row 0
    /// leftwards). Diagonals run upwards.
    pub fn corridors(&self) -> impl Iterator<Item = Corridor> + use<> {
        let (rows, cols, win) = (self.rows, self.cols, self.win);
        let corridor = |row, column, step: (usize, isize), length| Corridor { row, column, step, length };
        let horizontal = (0..rows).map(move |row| corridor(row, 0, (0, 1), cols));
        let vertical = (0..cols).map(move |column| corridor(0, column, (1, 0), rows));
        let from_edge = (0..rows).rev().map(|row| (row, 0));
        let starts = from_edge.chain((1..cols).map(|distance| (0, distance)));
        let length = move |row: usize, distance: usize| (rows - row).min(cols - distance);
        let rising = starts.clone().map(move |(row, left)| corridor(row, left, (1, 1), length(row, left)));
        let falling = starts.map(move |(row, right)| corridor(row, cols - 1 - right, (1, -1), length(row, right)));
        horizontal.chain(vertical).chain(rising).chain(falling).filter(move |corridor| corridor.length >= win)
    }
}

/// A straight run of cells from one edge of the board to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Corridor {
    row: usize,
    column: usize,
    step: (usize, isize),
    length: usize,
}

impl Corridor {
    /// Its cells (row, column) in order.
    pub fn cells(self) -> impl ExactSizeIterator<Item = (usize, usize)> {
        (0..self.length)
            .map(move |i| (self.row + i * self.step.0, self.column.wrapping_add_signed(i as isize * self.step.1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corridors_come_in_the_order_of_the_original() {
        let corridors: Vec<Vec<(usize, usize)>> =
            Geometry::of(2, 3, 2).corridors().map(|corridor| corridor.cells().collect()).collect();
        let expected: &[&[(usize, usize)]] = &[
            &[(0, 0), (0, 1), (0, 2)],
            &[(1, 0), (1, 1), (1, 2)],
            &[(0, 0), (1, 0)],
            &[(0, 1), (1, 1)],
            &[(0, 2), (1, 2)],
            &[(0, 0), (1, 1)],
            &[(0, 1), (1, 2)],
            &[(0, 2), (1, 1)],
            &[(0, 1), (1, 0)],
        ];
        assert_eq!(corridors, expected);
    }

    #[test]
    fn corridors_have_room_for_a_line() {
        assert_eq!(Geometry::of(6, 7, 4).corridors().count(), 6 + 7 + 6 + 6);
        assert_eq!(Geometry::of(2, 3, 3).corridors().count(), 2);
        assert_eq!(Geometry::of(3, 3, 4).corridors().count(), 0);
    }

    #[test]
    fn the_shifts_add_up_to_a_line() {
        for win in 1..=MOST {
            let sum = |geometry: &Geometry| geometry.steps().iter().map(|step| step[0]).sum::<u64>();
            assert_eq!(sum(Geometry::of(1, 2, win)), win as u64 - 1);
            let wide = Geometry::of(12, 30, win);
            assert_eq!(sum(wide) == win as u64 - 1, wide.short_shifts());
        }
        assert!(Geometry::of(12, 12, 6).short_shifts() && !Geometry::of(40, 8, 10).short_shifts());
    }
}
