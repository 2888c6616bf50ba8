//! The tori: N x N hexagons, both coordinates counted modulo N, and the numbers of the rules that follow from N.
//!
//! Every line closes after N cells, so a ray of at most N - 1 never meets its source. What a stack reaches is one look-up
//! in a table of 32 kB a size, filled in at compile time.

use super::geometry::{CELLS, Direction, ROW, SLOTS, cell, coordinates};

/// How large the board is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
#[repr(u8)]
pub enum Size {
    /// 3x3.
    Three,
    /// 4x4.
    Four,
    /// 5x5.
    Five,
    /// 6x6.
    Six,
    /// 7x7, the course's.
    #[default]
    Seven,
}

/// How many sizes there are.
pub const SIZES: usize = Size::ALL.len();

impl Size {
    /// All of them, the smallest first.
    pub const ALL: [Self; 5] = [Self::Three, Self::Four, Self::Five, Self::Six, Self::Seven];

    /// The size with so many cells along each axis, if there is one.
    pub fn new(axis: usize) -> Option<Self> {
        Self::ALL.into_iter().find(|size| size.axis() == axis)
    }

    /// Cells along each axis; also the power at which a cell is emptied.
    #[inline]
    pub const fn axis(self) -> usize {
        3 + self as usize
    }

    /// Cells of the board.
    #[inline]
    pub const fn cells(self) -> usize {
        self.axis() * self.axis()
    }

    /// The total power at which spawning stops.
    #[inline]
    pub const fn most_power(self) -> u32 {
        static MOST: [u32; SIZES] = [9, 16, 25, 36, 49];
        MOST[self as usize]
    }

    /// The game ends after this many turns.
    #[inline]
    pub const fn turn_limit(self) -> u16 {
        static LIMITS: [u16; SIZES] = [27, 64, 125, 216, 343];
        LIMITS[self as usize]
    }

    /// The mask of all cells.
    #[inline]
    pub const fn mask(self) -> u64 {
        static MASKS: [u64; SIZES] = {
            let mut masks = [0; SIZES];
            let mut at = 0;
            while at < SIZES {
                let size = Size::ALL[at];
                masks[at] = size.first_column() * ((1 << size.axis()) - 1);
                at += 1;
            }
            masks
        };
        MASKS[self as usize]
    }

    /// The cells with q = 0.
    const fn first_column(self) -> u64 {
        let whole = (1 << (ROW * self.axis())) - 1;
        whole / ((1 << ROW) - 1)
    }

    /// The cells counted row by row, from 0 to one less than there are.
    #[inline]
    pub const fn cell_at(self, index: usize) -> usize {
        cell(index / self.axis(), index % self.axis())
    }

    /// The cell `steps` steps away in a direction.
    pub const fn along(self, from: usize, direction: Direction, steps: usize) -> usize {
        let (r, q) = coordinates(from);
        let (dr, dq) = direction.step(self);
        cell((r + steps * dr) % self.axis(), (q + steps * dq) % self.axis())
    }

    /// The `power` cells next to a cell in a direction: what a stack of that power spreads onto. `power` is below the axis.
    #[inline]
    pub const fn ray(self, cell: usize, direction: Direction, power: usize) -> u64 {
        self.reach(cell * SLOTS + direction as usize, power)
    }

    /// The same by the number of a spread.
    #[inline]
    pub(super) const fn reach(self, code: usize, power: usize) -> u64 {
        REACH[self as usize][code % CODES][power]
    }

    /// All cells next to a cell of the mask.
    #[inline]
    pub const fn neighbours(self, mask: u64) -> u64 {
        let around = self.axis() - 1;
        let (next, back) = (self.shift_r(mask, 1), self.shift_r(mask, around));
        next | back | self.shift_q(mask | back, 1) | self.shift_q(mask | next, around)
    }

    /// The mask moved by `steps` (0 to the axis less 1) in r.
    #[inline]
    pub const fn shift_r(self, mask: u64, steps: usize) -> u64 {
        ((mask << (ROW * steps)) | (mask >> (ROW * (self.axis() - steps)))) & self.mask()
    }

    /// The mask moved by `steps` (0 to the axis less 1) in q.
    #[inline]
    pub const fn shift_q(self, mask: u64, steps: usize) -> u64 {
        let wrapped = self.first_column() * ((1 << steps) - 1);
        ((mask << steps) & self.mask() & !wrapped) | ((mask >> (self.axis() - steps)) & wrapped)
    }
}

/// A power of two above the number of any action: whatever is taken modulo it is in its table.
const CODES: usize = (CELLS * SLOTS).next_power_of_two();

/// What a stack spreads onto: row `cell * SLOTS + direction`, column its power.
type Reach = [[u64; 8]; CODES];

static REACH: [Reach; SIZES] = {
    let mut tables = [[[0; 8]; CODES]; SIZES];
    let mut at = 0;
    while at < SIZES {
        tables[at] = reach(Size::ALL[at]);
        at += 1;
    }
    tables
};

const fn reach(size: Size) -> Reach {
    let mut table = [[0; 8]; CODES];
    let mut index = 0;
    while index < size.cells() {
        let cell = size.cell_at(index);
        let mut way = 0;
        while way < 6 {
            let row = &mut table[cell * SLOTS + way];
            let mut power = 1;
            while power < size.axis() {
                row[power] = row[power - 1] | 1 << size.along(cell, Direction::ALL[way], power);
                power += 1;
            }
            way += 1;
        }
        index += 1;
    }
    table
}
