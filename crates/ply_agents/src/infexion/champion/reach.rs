//! Which cells a side can spread onto, and how often: one look-up and a few bit operations a stack.

use ply_games::infexion::geometry::{CELLS, cells};
use ply_games::infexion::{Direction, Infexion, SIZES, Size};

/// All cells that a stack reaches, on a board of each size: row its cell, column its power.
static STARS: [[[u64; 8]; CELLS]; SIZES] = {
    let mut tables = [[[0; 8]; CELLS]; SIZES];
    let mut at = 0;
    while at < SIZES {
        tables[at] = stars(Size::ALL[at]);
        at += 1;
    }
    tables
};

const fn stars(size: Size) -> [[u64; 8]; CELLS] {
    let mut table = [[0; 8]; CELLS];
    let mut index = 0;
    while index < size.cells() {
        let cell = size.cell_at(index);
        let mut power = 1;
        while power < size.axis() {
            let mut way = 0;
            while way < 6 {
                table[cell][power] |= size.ray(cell, Direction::ALL[way], power);
                way += 1;
            }
            power += 1;
        }
        index += 1;
    }
    table
}

/// All cells that the stack on a cell reaches.
#[inline]
pub(super) fn star(position: &Infexion, cell: usize) -> u64 {
    STARS[position.size() as usize][cell][position.power(cell)]
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
            let star = star(position, cell);
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

    #[test]
    fn reach_counts_stacks_not_ways() {
        for position in positions_under_way() {
            let mut counts = [0; CELLS];
            for from in cells(position.cells_of(Player::First)) {
                let power = position.power(from);
                let reached = |to: usize| {
                    Direction::ALL
                        .iter()
                        .any(|&way| (1..=power).any(|steps| position.size().along(from, way, steps) == to))
                };
                (0..CELLS).filter(|&to| reached(to)).for_each(|to| counts[to] += 1);
            }
            let at_least = |least| (0..CELLS).filter(|&to| counts[to] >= least).fold(0, |mask, to| mask | 1 << to);
            let reach = Reach::of(&position, position.cells_of(Player::First));
            assert_eq!((reach.once, reach.twice), (at_least(1), at_least(2)));
        }
    }
}
