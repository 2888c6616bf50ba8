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

#[cfg(test)]
mod tests {
    use super::super::super::samples::positions_under_way;
    use super::*;
    use ply_game::Player;
    use ply_games::infexion::geometry::along;

    #[test]
    fn reach_counts_stacks_not_ways() {
        for position in positions_under_way() {
            let mut counts = [0; CELLS];
            for from in cells(position.cells_of(Player::First)) {
                let power = position.power(from);
                let reached = |to: usize| {
                    Direction::ALL.iter().any(|&way| (1..=power).any(|steps| along(from, way, steps) == to))
                };
                (0..CELLS).filter(|&to| reached(to)).for_each(|to| counts[to] += 1);
            }
            let at_least = |least| (0..CELLS).filter(|&to| counts[to] >= least).fold(0, |mask, to| mask | 1 << to);
            let reach = Reach::of(&position, position.cells_of(Player::First));
            assert_eq!((reach.once, reach.twice), (at_least(1), at_least(2)));
        }
    }
}
