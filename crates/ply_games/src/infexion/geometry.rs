//! Cells and directions, the same on every board.
//!
//! Cell (r, q) is bit 7r + q of a word whatever the board's size, so that neither a cell's number nor an action's text
//! depends on it; a smaller board leaves out the bits it has no cells for. What does depend on it is in
//! [`Size`].

use super::Size;

/// Numbers set aside for a row of cells: the length of a row of the largest board.
pub const ROW: usize = 7;

/// Numbers set aside for cells: those of the largest board.
pub const CELLS: usize = ROW * ROW;

/// One of the six ways along a line, in the order of the move indices: each is the one before turned clockwise by
/// 60 degrees, as the board is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Direction {
    /// (0, +1), spelled `dr`.
    DownRight,
    /// (-1, +1), spelled `d`.
    Down,
    /// (-1, 0), spelled `dl`.
    DownLeft,
    /// (0, -1), spelled `ul`.
    UpLeft,
    /// (+1, -1), spelled `u`.
    Up,
    /// (+1, 0), spelled `ur`.
    UpRight,
}

impl Direction {
    /// All six, in order.
    pub const ALL: [Self; 6] = [Self::DownRight, Self::Down, Self::DownLeft, Self::UpLeft, Self::Up, Self::UpRight];

    /// How it is spelled in moves.
    pub const fn text(self) -> &'static str {
        ["dr", "d", "dl", "ul", "u", "ur"][self as usize]
    }

    /// One step as (dr, dq) on a board, to be taken modulo its axis: a step back is one all but round.
    pub const fn step(self, size: Size) -> (usize, usize) {
        let back = size.axis() - 1;
        [(0, 1), (back, 1), (back, 0), (0, back), (1, back), (1, 0)][self as usize]
    }
}

/// The number of cell (r, q), both below 7.
#[inline]
pub const fn cell(r: usize, q: usize) -> usize {
    r * ROW + q
}

/// The coordinates (r, q) of a cell.
#[inline]
pub const fn coordinates(cell: usize) -> (usize, usize) {
    (cell / ROW, cell % ROW)
}

/// The cells of a mask, in increasing order.
#[inline]
pub fn cells(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = (mask != 0).then(|| mask.trailing_zeros() as usize)?;
        mask &= mask - 1;
        Some(cell)
    })
}

/// Numbers set aside for the actions of one cell: six directions, [`SPAWN`], and one unused, so that cell and direction
/// are found by shifts.
pub(super) const SLOTS: usize = 8;

/// The number of a spawn among the [`SLOTS`] of its cell.
pub(super) const SPAWN: usize = 6;
