//! Where a player can complete a five with the next stone.

use super::super::arrangements::Lanes;
use super::five_sets::{Fives, Share, each_five};

/// A player's fives that are complete or lack one stone.
pub(super) struct Threats {
    /// The arrangements of the complete ones.
    pub(super) complete: Lanes,
    /// The cells that one stone lacks on.
    pub(super) cells: u64,
    /// The arrangements of the fives that lack a stone, together and by the cell that lacks.
    lacking: Lanes,
    pub(super) by_cell: [Lanes; 64],
}

impl Threats {
    #[inline]
    pub(super) fn of(share: &Share, fives: &Fives) -> Self {
        let mut threats = Self { complete: 0, cells: 0, lacking: 0, by_cell: [0; 64] };
        if !share.has_four() {
            return threats;
        }
        each_five(&share.having(5), |five| threats.complete |= fives.lanes[five]);
        each_five(&share.having(4), |five| threats.add(fives.cells[five] & !share.stones, fives.lanes[five]));
        threats
    }

    /// Adds a five that lacks the one cell of a set.
    #[inline]
    fn add(&mut self, cell: u64, lanes: Lanes) {
        self.cells |= cell;
        self.lacking |= lanes;
        self.by_cell[cell.trailing_zeros() as usize % 64] |= lanes;
    }

    /// The arrangements in which the player has five after the next stone.
    #[inline]
    pub(super) fn next(&self) -> Lanes {
        self.complete | self.lacking
    }

    /// The same after the opponent's stone on a cell.
    #[inline]
    pub(super) fn next_without(&self, cell: usize) -> Lanes {
        if self.cells >> cell & 1 == 0 {
            return self.next();
        }
        let mut lanes = self.complete;
        let mut cells = self.cells & !(1 << cell);
        while cells != 0 {
            lanes |= self.by_cell[cells.trailing_zeros() as usize];
            cells &= cells - 1;
        }
        lanes
    }

    /// The threats after the player's stone on a cell, given the fives that lacked two: their two cells, and where they
    /// lie in a row.
    #[inline]
    pub(super) fn after(&self, cell: usize, pairs: &[(u64, Lanes)]) -> Self {
        let placed = 1 << cell;
        let mut after = Self {
            complete: self.complete | self.by_cell[cell % 64],
            cells: self.cells & !placed,
            lacking: self.next_without(cell),
            by_cell: self.by_cell,
        };
        after.by_cell[cell % 64] = 0;
        for &(cells, lanes) in pairs.iter().filter(|(cells, _)| cells & placed != 0) {
            after.add(cells & !placed, lanes);
        }
        after
    }
}
