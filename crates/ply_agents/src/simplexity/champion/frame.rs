//! What the champion knows about a board's size: the lines through each cell, and what a new piece changes on them.
//!
//! A window is `win` neighbouring cells in a line. It is open for a player as long as it has no piece of the other kind,
//! and then counts by the cube of its pieces. A new piece changes only the windows through its cell, at most `win` in each
//! of four directions. A window that now lacks one piece has a *hole*: a cell that completes a line. For lines of up to
//! four pieces all this comes from a table; beyond, the windows are counted one by one. A frame (up to 120 kB) is kept while
//! it is used, and a few beyond that: whoever asks for one size after the other does not fill the memory.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use ply_game::{pdep, pext};
use ply_games::simplexity::{Bits, Geometry};

/// A window of `win` pieces would count this.
const FULL: usize = 256;
/// Lines of more pieces have no table: it would have 65 thousand entries for five.
const MOST_IN_TABLE: usize = 4;
/// So many frames that were used last are kept, so that nobody builds one for each search.
const KEPT: usize = 16;

/// A board's size and what follows from it.
#[derive(Debug)]
pub(super) struct Frame {
    pub(super) geometry: &'static Geometry,
    /// By number of the cell, in the four directions.
    rays: Vec<[Ray; 4]>,
    /// What an open window with so many pieces counts.
    worth: Vec<i32>,
    table: Vec<Change>,
    /// The lowest cell of each column, all cells, and those of the 1st, 3rd, 5th row: in words of 64 cells.
    pub(super) bottoms: Vec<u64>,
    pub(super) cells: Vec<u64>,
    pub(super) odd_rows: Vec<u64>,
    /// How many windows go through a cell.
    pub(super) windows: Vec<u16>,
}

/// The line through a cell in one direction, as far as windows through the cell reach.
#[derive(Clone, Copy, Default, Debug)]
struct Ray {
    stride: u16,
    /// Cells of the line before and after the cell.
    before: u8,
    after: u8,
    /// The line without the cell itself, where the board is one word.
    mask: u64,
}

/// What a new piece changes on one line.
#[derive(Clone, Copy, Default, Debug)]
struct Change {
    worth: i16,
    /// The cells that complete a line now, the piece itself left out.
    holes: u8,
}

impl PartialEq for Frame {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.geometry, other.geometry)
    }
}

impl Frame {
    /// The frame of a size.
    pub(super) fn of(geometry: &'static Geometry) -> Arc<Self> {
        static LAST: Mutex<VecDeque<Arc<Frame>>> = Mutex::new(VecDeque::new());
        let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
        let known = last.iter().position(|frame| std::ptr::eq(frame.geometry, geometry));
        let frame = known.and_then(|at| last.remove(at)).unwrap_or_else(|| Arc::new(Self::new(geometry)));
        last.push_front(frame.clone());
        last.truncate(KEPT);
        frame
    }

    fn new(geometry: &'static Geometry) -> Self {
        let (rows, cols, win) = (geometry.rows(), geometry.cols(), geometry.win());
        let words = geometry.bits().div_ceil(64);
        let mut frame = Self {
            geometry,
            rays: vec![[Ray::default(); 4]; geometry.bits()],
            worth: (0..=win).map(|pieces| (FULL * pieces.pow(3) / win.pow(3)) as i32).collect(),
            table: Vec::new(),
            bottoms: vec![0; words],
            cells: vec![0; words],
            odd_rows: vec![0; words],
            windows: vec![0; geometry.bits()],
        };
        for column in 0..cols {
            for row in 0..rows {
                let cell = geometry.cell(row, column);
                let bit = 1 << (cell % 64);
                frame.cells[cell / 64] |= bit;
                frame.bottoms[cell / 64] |= if row == 0 { bit } else { 0 };
                frame.odd_rows[cell / 64] |= if row % 2 == 0 { bit } else { 0 };
                let (up, right) = (rows - 1 - row, cols - 1 - column);
                let reach =
                    [(row, up), (column, right), (row.min(column), up.min(right)), (up.min(column), row.min(right))];
                let strides = [1, rows + 1, rows + 2, rows];
                frame.rays[cell] = std::array::from_fn(|at| Ray::new(cell, strides[at], reach[at], win));
                let windows = |ray: &Ray| usize::from(ray.before) + usize::from(ray.after) + 2;
                frame.windows[cell] = frame.rays[cell].iter().map(|ray| windows(ray).saturating_sub(win) as u16).sum();
            }
        }
        if win <= MOST_IN_TABLE {
            let side = 2 * (win - 1);
            frame.table =
                (0..1 << (2 * side)).map(|index| frame.change(index & ((1 << side) - 1), index >> side)).collect();
        }
        frame
    }

    /// An entry of the table: the cells of one kind and of the other beside the new piece, a cell of both being outside.
    fn change(&self, mine: usize, theirs: usize) -> Change {
        let reach = self.geometry.win() - 1;
        let spread = |cells: usize| (cells & ((1 << reach) - 1) | cells >> reach << (reach + 1)) as u128;
        let (mine, theirs) = (spread(mine), spread(theirs));
        let outside = mine & theirs;
        let below = (outside & ((1 << reach) - 1)).checked_ilog2().map_or(0, |last| last as usize + 1);
        let above = (outside >> (reach + 1)).trailing_zeros().min(reach as u32) as usize;
        let mut holes = 0;
        let worth = self.count(reach - below, above, mine, theirs, |hole| {
            holes |= 1 << (hole - usize::from(hole > reach));
        });
        Change { worth: worth as i16, holes }
    }

    /// What a new piece in the middle of a line changes, and the holes it makes, as places on the line.
    fn count(&self, before: usize, after: usize, mine: u128, theirs: u128, mut hole: impl FnMut(usize)) -> i32 {
        let win = self.geometry.win();
        let window = u128::MAX >> (128 - win);
        let middle = 1 << (win - 1);
        let mut change = 0;
        for start in win - 1 - before..=after {
            let (mine, theirs) = (mine >> start & window, theirs >> start & window);
            if theirs == 0 {
                let pieces = mine.count_ones() as usize;
                change += self.worth[pieces + 1] - self.worth[pieces];
                if pieces + 2 == win {
                    hole(start + (window & !mine & !(middle >> start)).trailing_zeros() as usize);
                }
            } else if mine == 0 {
                change += self.worth[theirs.count_ones() as usize];
            }
        }
        change
    }

    /// What a new piece changes: the growth of the owner's open windows and the loss of the other's. `mine` and `theirs`
    /// are the cells of the two kinds before; the cells that complete a line now are added to `holes`.
    #[inline]
    pub(super) fn trace<W: Bits>(&self, cell: usize, mine: &W, theirs: &W, holes: &mut W) -> i32 {
        let reach = self.geometry.win() - 1;
        let mut worth = 0;
        for ray in &self.rays[cell] {
            let (before, after) = (usize::from(ray.before), usize::from(ray.after));
            if before + after < reach {
                continue;
            }
            if W::WORDS == 1 && !self.table.is_empty() {
                let lift = reach - before;
                let outside = !(((1 << (before + after)) - 1) << lift) & ((1 << (2 * reach)) - 1);
                let beside = |set: &W| (pext(set.word(0), ray.mask) as usize) << lift | outside;
                let change = self.table[beside(mine) | beside(theirs) << (2 * reach)];
                worth += i32::from(change.worth);
                if change.holes != 0 {
                    holes.place(0, pdep(u64::from(change.holes) >> lift, ray.mask));
                }
                continue;
            }
            let stride = usize::from(ray.stride);
            let start = (cell - before * stride) as isize - (stride * (reach - before)) as isize;
            let (mine, theirs) = (ray.gather(cell, reach, mine), ray.gather(cell, reach, theirs));
            worth += self.count(before, after, mine, theirs, |hole| {
                holes.place(start.wrapping_add_unsigned(hole * stride) as usize, 1);
            });
        }
        worth
    }
}

impl Ray {
    fn new(cell: usize, stride: usize, (before, after): (usize, usize), win: usize) -> Self {
        let (before, after) = (before.min(win - 1), after.min(win - 1));
        Self {
            stride: stride as u16,
            before: before as u8,
            after: after as u8,
            mask: (1..=before)
                .map(|step| cell - step * stride)
                .chain((1..=after).map(|step| cell + step * stride))
                .filter(|cell| *cell < 64)
                .fold(0, |mask, cell| mask | 1 << cell),
        }
    }

    /// The line's cells that are in a set; the cell itself is at place `reach`.
    #[inline]
    fn gather<W: Bits>(&self, cell: usize, reach: usize, set: &W) -> u128 {
        let (before, after, stride) = (usize::from(self.before), usize::from(self.after), usize::from(self.stride));
        let mut at = cell + after * stride;
        let mut cells = 0;
        for _ in 0..=before + after {
            cells = cells << 1 | u128::from(set.contains(at));
            at = at.wrapping_sub(stride);
        }
        cells << (reach - before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_that_nobody_uses_are_dropped() {
        let first = Arc::downgrade(&Frame::of(Geometry::of(3, 61, 5)));
        let used = Frame::of(Geometry::of(4, 61, 5));
        for cols in 1..=2 * KEPT {
            Frame::of(Geometry::of(2, cols, 1));
        }
        assert!(first.upgrade().is_none());
        assert_eq!(*Frame::of(Geometry::of(4, 61, 5)), *used);
    }
}
