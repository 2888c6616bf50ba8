//! The board: 49 hexagons (r, q), both coordinates counted modulo 7, as the low 49 bits of a word.
//!
//! Cell (r, q) is bit 7r + q. Every line of the torus closes after 7 cells, so a ray of at most 6 never meets its
//! source. What a stack reaches is one look-up in a table of 25 kB, filled in at compile time.

/// Cells along each axis.
pub const SIZE: usize = 7;

/// Cells of the board.
pub const CELLS: usize = SIZE * SIZE;

/// The mask of all cells.
pub const ALL: u64 = (1 << CELLS) - 1;

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

    /// One step as (dr, dq), each from 0 to 6 and to be taken modulo 7.
    pub const fn step(self) -> (usize, usize) {
        [(0, 1), (6, 1), (6, 0), (0, 6), (1, 6), (1, 0)][self as usize]
    }
}

/// The number of cell (r, q), both below 7.
#[inline]
pub const fn cell(r: usize, q: usize) -> usize {
    r * SIZE + q
}

/// The coordinates (r, q) of a cell.
#[inline]
pub const fn coordinates(cell: usize) -> (usize, usize) {
    (cell / SIZE, cell % SIZE)
}

/// The cell `steps` steps away in a direction.
pub const fn along(from: usize, direction: Direction, steps: usize) -> usize {
    let (r, q) = coordinates(from);
    let (dr, dq) = direction.step();
    cell((r + steps * dr) % SIZE, (q + steps * dq) % SIZE)
}

/// The `power` cells next to a cell in a direction: what a stack of that power spreads onto. `power` is at most 6.
#[inline]
pub const fn ray(cell: usize, direction: Direction, power: usize) -> u64 {
    REACH[cell * SLOTS + direction as usize][power]
}

/// The six neighbours of each cell.
pub const NEIGHBOURS: [u64; CELLS] = {
    let mut masks = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut way = 0;
        while way < 6 {
            masks[cell] |= ray(cell, Direction::ALL[way], 1);
            way += 1;
        }
        cell += 1;
    }
    masks
};

/// All cells next to a cell of the mask.
#[inline]
pub const fn neighbours(mask: u64) -> u64 {
    let (next, back) = (shift_r(mask, 1), shift_r(mask, SIZE - 1));
    next | back | shift_q(mask | back, 1) | shift_q(mask | next, SIZE - 1)
}

/// The mask moved by `steps` (0 to 6) in r.
#[inline]
pub const fn shift_r(mask: u64, steps: usize) -> u64 {
    ((mask << (SIZE * steps)) | (mask >> (CELLS - SIZE * steps))) & ALL
}

/// The mask moved by `steps` (0 to 6) in q.
#[inline]
pub const fn shift_q(mask: u64, steps: usize) -> u64 {
    let wrapped = FIRST_COLUMN * ((1 << steps) - 1);
    ((mask << steps) & ALL & !wrapped) | ((mask >> (SIZE - steps)) & wrapped)
}

/// The cells with q = 0.
const FIRST_COLUMN: u64 = ALL / ((1 << SIZE) - 1);

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

/// What a stack spreads onto: row `cell * SLOTS + direction`, column its power.
pub(super) static REACH: [[u64; 8]; CELLS * SLOTS] = reach();

const fn reach() -> [[u64; 8]; CELLS * SLOTS] {
    let mut table = [[0; 8]; CELLS * SLOTS];
    let mut cell = 0;
    while cell < CELLS {
        let mut way = 0;
        while way < 6 {
            let row = &mut table[cell * SLOTS + way];
            let mut power = 1;
            while power < SIZE {
                row[power] = row[power - 1] | 1 << along(cell, Direction::ALL[way], power);
                power += 1;
            }
            way += 1;
        }
        cell += 1;
    }
    table
}
