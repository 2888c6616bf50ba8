//! Moves worth singling out: one for each distinct successor, and those that win at once.

use ply_game::{Game, Player};

use super::board::{BITS, CELLS, LINES, complete_lines, lines_through, row_major, tile};
use super::moves::{Move, Swap};
use super::rules::PentagoSwap;

impl PentagoSwap {
    /// Calls `each` with one legal move for each distinct position after a move: the first, in the order of
    /// [`legal_moves`](Game::legal_moves), of those that lead there. 36 of 216 at the start, 140 of 210 after one
    /// stone, in random games 98 % after three and nearly all from five on.
    ///
    /// Two moves lead to one board only if (1) they place the same stone and both swap equal quadrants, or (2) they
    /// place on the same cell of quadrants that were equal before: any other pair leaves different quadrants behind,
    /// in whatever order. So only the moves of (2) need a comparison of boards.
    pub fn distinct_moves(&self, mut each: impl FnMut(Move)) {
        if self.outcome().is_some() {
            return;
        }
        let tiles: [(usize, usize); 4] =
            std::array::from_fn(|q| (tile(self.own_stones(), q), tile(self.other_stones(), q)));
        let mut cells = row_major(self.empty_cells());
        while cells != 0 {
            let bit = usize::from(BITS[cells.trailing_zeros() as usize % CELLS]);
            cells &= cells - 1;
            let (quadrant, place) = (bit / 16, bit % 16);
            let mut placed = tiles;
            placed[quadrant].0 |= 1 << place;
            let mut has_idle_swap = false;
            for swap in Swap::ALL {
                let [one, two] = swap.quadrants();
                let is_idle = placed[one] == placed[two];
                let mut is_first = !(is_idle && has_idle_swap);
                has_idle_swap |= is_idle;
                for twin in (0..quadrant).filter(|&twin| tiles[twin] == tiles[quadrant]) {
                    is_first &= !self.reaches(16 * twin + place, self.board_after(bit, swap));
                }
                if is_first {
                    each(Move::at_bit(bit as u8, swap));
                }
            }
        }
    }

    /// Own and opponent's stones after a move.
    fn board_after(&self, bit: usize, swap: Swap) -> [u64; 2] {
        [swap.apply(self.own_stones() | 1 << bit), swap.apply(self.other_stones())]
    }

    /// Whether a stone here and some swap lead to a board.
    fn reaches(&self, bit: usize, board: [u64; 2]) -> bool {
        Swap::ALL.into_iter().any(|swap| self.board_after(bit, swap) == board)
    }

    /// Calls `each` with every legal move that wins at once, swap by swap.
    pub fn winning_moves(&self, mut each: impl FnMut(Move)) {
        for swap in Swap::ALL {
            let mut cells = self.winning_cells(swap);
            while cells != 0 {
                each(Move::at_bit(cells.trailing_zeros() as u8, swap));
                cells &= cells - 1;
            }
        }
    }

    /// The empty cells where a stone wins at once together with this swap.
    ///
    /// Much cheaper than trying the moves: the opponent's fives depend on the swap alone, and a stone changes one
    /// quadrant only, so that just the lines that are full in the three others are looked at.
    pub fn winning_cells(&self, swap: Swap) -> u64 {
        // The mover needs four stones before this one.
        if self.plies() < 8 || self.outcome().is_some() || complete_lines(swap.apply(self.other_stones())) != 0 {
            return 0;
        }
        let (own, empty) = (swap.apply(self.own_stones()), swap.apply(self.empty_cells()));
        let full: [u32; 4] = std::array::from_fn(|quadrant| lines_through(quadrant, tile(own, quadrant)));
        let (top, bottom) = (full[0] & full[1], full[2] & full[3]);
        if top & bottom != 0 {
            return self.empty_cells();
        }
        let companions = [full[1] & bottom, full[0] & bottom, full[3] & top, full[2] & top];
        let mut cells = 0;
        for mut lines in companions {
            while lines != 0 {
                let missing = LINES[lines.trailing_zeros() as usize].mask & !own;
                lines &= lines - 1;
                if missing.is_power_of_two() {
                    cells |= missing & empty;
                }
            }
        }
        swap.apply(cells)
    }

    /// The first full line of a player, as its place in [`LINES`].
    pub fn five(&self, player: Player) -> Option<usize> {
        let lines = complete_lines(self.stones(player));
        (lines != 0).then(|| lines.trailing_zeros() as usize)
    }
}
