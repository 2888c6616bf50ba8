//! Which cells a side can spread onto, and how often: one look-up and a few bit operations a stack.

use ply_games::infexion::geometry::{CELLS, cells, ray};
use ply_games::infexion::{Direction, Infexion};

/// All cells that a stack reaches: row its cell, column its power.
static STAR: [[u64; 8]; CELLS] = {
    let mut table = [[0; 8]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut power = 1;
        while power < 7 {
            let mut way = 0;
            while way < 6 {
                table[cell][power] |= ray(cell, Direction::ALL[way], power);
                way += 1;
            }
            power += 1;
        }
        cell += 1;
    }
    table
};

/// All cells that a stack on a cell reaches with a power.
#[inline]
pub(super) fn star(cell: usize, power: usize) -> u64 {
    STAR[cell][power]
}

/// The cells that stacks of one side reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Reach {
    /// One stack or more.
    pub(super) once: u64,
    /// Two stacks or more.
    pub(super) twice: u64,
}

impl Reach {
    /// What the stacks on these cells reach.
    #[inline]
    pub(super) fn of(position: &Infexion, stacks: u64) -> Self {
        let mut reach = Self::default();
        for cell in cells(stacks) {
            let star = star(cell, position.power(cell));
            reach.twice |= reach.once & star;
            reach.once |= star;
        }
        reach
    }
}
