//! Best play from the root, as the table knows it.
//!
//! The table keeps the cell that worked best and, for each arrangement, what is reached or missed after it; the swap is
//! the one after which the opponent is known to reach least.

use ply_games::pentago_swap::board::cell_of;
use ply_games::pentago_swap::{Move, Swap};

use super::arrangements::all;
use super::search::{Contents, Search, half_of};

/// The longest line that is shown.
const LONGEST: usize = 16;

/// The move of a tile's cell and a swap, where the tiles lie so.
pub(super) fn board_move(arrangement: usize, (cell, swap): (usize, usize)) -> Move {
    let tiles = all()[arrangement];
    let quadrant = tiles.iter().position(|&tile| tile == cell / 16).expect("each tile lies somewhere");
    let (row, column) = cell_of(16 * quadrant + cell % 16);
    Move::new(row, column, Swap::ALL[swap])
}

impl Search<'_> {
    /// Best play after a move, the move itself first.
    pub(super) fn principal_variation(
        &self,
        (mut contents, mut arrangement): (Contents, usize),
        first: (usize, usize),
    ) -> Vec<Move> {
        let mut line = Vec::new();
        let mut next = Some(first);
        while let Some((cell, swap)) = next.filter(|_| line.len() < LONGEST) {
            line.push(board_move(arrangement, (cell, swap)));
            contents = contents.after(cell, self.knowledge);
            let lane = self.knowledge.reach.by_swap[arrangement][swap];
            arrangement = lane.trailing_zeros() as usize;
            let is_over = (contents.own_fives | contents.other_fives) & lane != 0 || contents.empty() == 0;
            next = if is_over { None } else { self.best_known(contents, arrangement) };
        }
        line
    }

    /// The move that the table holds best: a win at once, else its cell with the swap that leaves the opponent least.
    fn best_known(&self, contents: Contents, arrangement: usize) -> Option<(usize, usize)> {
        let by_swap = self.knowledge.reach.by_swap[arrangement];
        let child = |cell: usize| contents.after(cell, self.knowledge);
        let wins = |&(cell, swap): &(usize, usize)| {
            let child = child(cell);
            child.other_fives & !child.own_fives & by_swap[swap] != 0
        };
        let cells = || (0..64).filter(|cell| contents.empty() >> cell & 1 == 1);
        if let Some(win) = cells().flat_map(|cell| (0..6).map(move |swap| (cell, swap))).find(wins) {
            return Some(win);
        }
        let cell = usize::from(self.table.probe(contents.key())?.cell?);
        let child = child(cell);
        let known = self.table.probe(child.key());
        let worth = |swap: usize| {
            let lane = by_swap[swap];
            if (child.own_fives | child.won_at_once(self.knowledge)) & lane != 0 {
                return i32::MIN;
            }
            let half = half_of(lane);
            known.map_or(-1000, |entry| match lane >> half {
                bit if entry.missed & bit != 0 => 1 - i32::from(entry.missed_value),
                bit if entry.reached & bit != 0 => -1000 - i32::from(entry.reached_value),
                _ => -1000,
            })
        };
        (0..6).max_by_key(|&swap| (worth(swap), std::cmp::Reverse(swap))).map(|swap| (cell, swap))
    }
}
