//! The search: for contents and a set of arrangements, in which of them does the side to move reach a value?
//!
//! Placing a stone does not depend on the arrangement, and a swap does not depend on the stones. So one node stands for
//! the same contents in up to twelve arrangements at once, a move is a cell (36 branches instead of 216), and the six
//! swaps are one operation on sets: the side to move reaches the value where a swap leads to an arrangement in which the
//! opponent does not stop it. Asking whether one value is reached, instead of asking for the value, makes every answer a
//! set; the driver at the root asks until it knows the value (see [`super`]).

use ply_game::mix;
use ply_games::pentago_swap::board::BOARD;
use ply_search::Meter;

use super::arrangements::{HALF, HOME, Lanes};
use super::knowledge::Knowledge;
use super::order::History;
use super::table::{Entry, Table};

/// The value of a won position. Evaluations lie well between this and a loss.
pub(super) const WIN: i32 = 120;
/// The value of a lost position.
pub(super) const LOSS: i32 = -WIN;

/// Contents, seen from the side to move.
#[derive(Clone, Copy)]
pub(super) struct Contents {
    pub(super) own: u64,
    pub(super) other: u64,
    /// The arrangements in which each has five: the game would be over in them.
    pub(super) own_fives: Lanes,
    pub(super) other_fives: Lanes,
}

impl Contents {
    pub(super) fn new(own: u64, other: u64, knowledge: &Knowledge) -> Self {
        let fives = |stones| knowledge.fives.made(stones);
        Self { own, other, own_fives: fives(own), other_fives: fives(other) }
    }

    pub(super) fn empty(&self) -> u64 {
        BOARD & !(self.own | self.other)
    }

    /// After a stone, before the swap is chosen; seen from the opponent.
    #[inline]
    pub(super) fn after(&self, cell: usize, knowledge: &Knowledge) -> Self {
        let stones = self.own | 1 << cell;
        Self { own: self.other, other: stones, own_fives: self.other_fives, other_fives: knowledge.fives.made(stones) }
    }

    /// The arrangements from which the side to move wins with its next stone and swap.
    #[inline]
    pub(super) fn won_at_once(&self, knowledge: &Knowledge) -> Lanes {
        let five = self.own_fives | knowledge.fives.lacking_one(self.own, self.other);
        knowledge.reach.one_swap(five & !self.other_fives)
    }

    fn key(&self) -> u64 {
        mix(self.own.wrapping_add(mix(self.other ^ 0x9e37_79b9_7f4a_7c15)))
    }
}

/// One thread's search.
pub(super) struct Search<'a> {
    pub(super) knowledge: &'a Knowledge,
    pub(super) table: &'a Table,
    pub(super) meter: Meter<'a>,
    pub(super) history: History,
}

impl Search<'_> {
    /// The arrangements of `lanes` in which the side to move reaches `value` within `depth` plies. In none of them the
    /// game is over, and there is an empty cell. Means nothing once the meter has stopped.
    pub(super) fn reached(&mut self, contents: Contents, lanes: Lanes, depth: i32, value: i32) -> Lanes {
        if self.meter.count() {
            return 0;
        }
        // 1. A win at once reaches every value.
        let won = contents.won_at_once(self.knowledge) & lanes;
        let open = lanes & !won;
        if open == 0 {
            return won;
        }
        // 2. At the horizon, an opinion.
        if depth <= 0 {
            let reaches = self.knowledge.evaluation.evaluate(contents.own, contents.other) >= value;
            return if reaches { lanes } else { won };
        }
        // 3. What the table knows.
        let empty = contents.empty();
        let depth = if depth >= empty.count_ones() as i32 { 63 } else { depth };
        let key = contents.key();
        let half = if lanes >> HALF == 0 { 0 } else { HALF };
        let known = self.table.probe(key);
        let (mut found, mut need) = (0, open);
        if let Some(entry) = known {
            let deep = i32::from(entry.depth) >= depth;
            let (reached_value, missed_value) = (i32::from(entry.reached_value), i32::from(entry.missed_value));
            if reached_value >= value && (deep || reached_value >= WIN) {
                found = entry.reached << half & open;
            }
            if missed_value <= value && (deep || missed_value <= LOSS + 1) {
                need &= !(entry.missed << half);
            }
            need &= !found;
            if need == 0 {
                return won | found;
            }
        }
        // 4. Cells, until the value is reached in every arrangement.
        let asked = need;
        let side = (36 - empty.count_ones() as usize) % 2;
        let cells = self.knowledge.order.cells(
            contents.own,
            contents.other,
            empty,
            known.and_then(|entry| entry.cell),
            self.history.of(side),
        );
        let (mut best, mut most) = (None, 0);
        for cell in cells.best_first() {
            let good = self.good_after(contents.after(cell, self.knowledge), need, depth, value);
            if self.meter.is_stopped() {
                return 0;
            }
            let new = self.knowledge.reach.one_swap(good) & need;
            if new.count_ones() > most {
                (best, most) = (Some(cell as u8), new.count_ones());
            }
            need &= !new;
            if need == 0 {
                self.history.reward(side, cell, depth.min(20));
                break;
            }
        }
        // 5. Kept for the next time.
        let new = asked & !need;
        self.table.store(
            key,
            Entry {
                reached: new >> half,
                reached_value: value as i8,
                missed: need >> half,
                missed_value: value as i8,
                depth: depth as u8,
                cell: best,
            },
        );
        won | found | new
    }

    /// After a stone: the arrangements, one swap from `need`, in which the side that placed it reaches the value.
    #[inline]
    fn good_after(&mut self, child: Contents, need: Lanes, depth: i32, value: i32) -> Lanes {
        self.good_among(child, self.knowledge.reach.one_swap(need), depth, value)
    }

    /// The same among these arrangements only.
    pub(super) fn good_among(&mut self, child: Contents, lanes: Lanes, depth: i32, value: i32) -> Lanes {
        let (mine, theirs) = (child.other_fives, child.own_fives);
        let going_on = lanes & !(mine | theirs);
        let mut good = if WIN >= value { lanes & mine & !theirs } else { 0 };
        if value <= 0 {
            good |= lanes & mine & theirs;
        }
        if child.own | child.other == BOARD {
            return if value <= 0 { good | going_on } else { good };
        }
        if going_on != 0 {
            let depth = if depth == 63 { child.empty().count_ones() as i32 } else { depth - 1 };
            good |= going_on & !self.reached(child, going_on, depth, 1 - value);
        }
        good
    }

    /// Whether some cell and swap from the home arrangement reach the value, but for those excluded (cell, swap
    /// number); gives the first that does.
    pub(super) fn at_root(
        &mut self,
        contents: Contents,
        cells: &[usize],
        excluded: &[(usize, usize)],
        depth: i32,
        value: i32,
    ) -> Option<(usize, usize)> {
        debug_assert_eq!((contents.own_fives | contents.other_fives) & HOME, 0);
        for &cell in cells {
            let is_open = |swap: &usize| !excluded.contains(&(cell, *swap));
            let from_home = self.knowledge.reach.from_home;
            let lanes = (0..6).filter(is_open).fold(0, |lanes, swap| lanes | from_home[swap]);
            let good = self.good_among(contents.after(cell, self.knowledge), lanes, depth, value);
            if self.meter.is_stopped() {
                return None;
            }
            if let Some(swap) = (0..6).find(|&swap| from_home[swap] & good != 0) {
                return Some((cell, swap));
            }
        }
        None
    }
}
