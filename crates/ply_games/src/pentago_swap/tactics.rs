//! Moves worth singling out: one for each distinct successor, and those that win at once.

use ply_game::{Game, Player};

use super::board::{BITS, CELLS, complete_lines, lines_through, row_major, tile};
use super::moves::{Move, Swap};
use super::rules::PentagoSwap;

/// The boards after one placement and each of the six swaps: own and opponent's stones.
type Boards = [(u64, u64); 6];

impl PentagoSwap {
    /// Calls `each` with one legal move for each distinct position after a move: the first, in the order of
    /// [`legal_moves`](Game::legal_moves), of those that lead there. 36 of 216 at the start, 140 of 210 after one
    /// stone, mostly all of them from about ten stones on.
    ///
    /// Two moves lead to one board only if (1) they place the same stone and swap equal quadrants each, or (2) they
    /// place on the same cell of quadrants that were equal before: any other pair leaves different quadrants behind,
    /// in whatever order. So a move is compared with the five others of its cell, and with those of the cells of (2).
    pub fn distinct_moves(&self, mut each: impl FnMut(Move)) {
        if self.outcome().is_some() {
            return;
        }
        let tiles: [(usize, usize); 4] = std::array::from_fn(|q| self.tiles(q));
        let mut cells = row_major(self.empty_cells());
        while cells != 0 {
            let bit = usize::from(BITS[cells.trailing_zeros() as usize % CELLS]);
            cells &= cells - 1;
            let (quadrant, place) = (bit / 16, bit % 16);
            let boards = self.boards_after(bit);
            let twins = (0..quadrant).filter(|&twin| tiles[twin] == tiles[quadrant]);
            let mut kept = [true; 6];
            for (index, board) in boards.iter().enumerate().skip(1) {
                kept[index] = !boards[..index].contains(board);
            }
            for twin in twins {
                let earlier = self.boards_after(16 * twin + place);
                for (kept, board) in kept.iter_mut().zip(&boards) {
                    *kept &= !earlier.contains(board);
                }
            }
            for (swap, _) in Swap::ALL.into_iter().zip(kept).filter(|(_, kept)| *kept) {
                each(Move::at_bit(bit as u8, swap));
            }
        }
    }

    /// Both players' stones of a quadrant.
    fn tiles(&self, quadrant: usize) -> (usize, usize) {
        (tile(self.own_stones(), quadrant), tile(self.other_stones(), quadrant))
    }

    fn boards_after(&self, bit: usize) -> Boards {
        let own = self.own_stones() | 1 << bit;
        Swap::ALL.map(|swap| (swap.apply(own), swap.apply(self.other_stones())))
    }

    /// Calls `each` with every legal move that wins at once, swap by swap.
    ///
    /// Much cheaper than trying all moves: the opponent's fives depend on the swap alone, and a stone changes one
    /// quadrant only, so that a quadrant whose three companions leave no line open is passed over as a whole.
    pub fn winning_moves(&self, mut each: impl FnMut(Move)) {
        // The mover needs five stones with the one placed.
        if self.plies() < 8 || self.outcome().is_some() {
            return;
        }
        let (own, empty) = (self.own_stones(), self.empty_cells());
        for swap in Swap::ALL {
            if complete_lines(swap.apply(self.other_stones())) != 0 {
                continue;
            }
            let open: [u32; 4] = std::array::from_fn(|q| lines_through(swap.moved(q), tile(own, q)));
            for quadrant in 0..4 {
                let companions = (0..4).filter(|&q| q != quadrant).fold(!0, |lines, q| lines & open[q]);
                if companions == 0 {
                    continue;
                }
                let mut places = tile(empty, quadrant);
                while places != 0 {
                    let place = places.trailing_zeros() as usize;
                    places &= places - 1;
                    let filled = tile(own, quadrant) | 1 << place;
                    if companions & lines_through(swap.moved(quadrant), filled) != 0 {
                        each(Move::at_bit((16 * quadrant + place) as u8, swap));
                    }
                }
            }
        }
    }

    /// The line that ended the game: the first full one in the order of [`LINES`](super::board::LINES), of the
    /// player who has just moved if both have one.
    pub fn final_line(&self) -> Option<(Player, usize)> {
        let last = self.to_move().other();
        [last, self.to_move()].into_iter().find_map(|player| {
            let lines = complete_lines(self.stones(player));
            (lines != 0).then(|| (player, lines.trailing_zeros() as usize))
        })
    }
}
