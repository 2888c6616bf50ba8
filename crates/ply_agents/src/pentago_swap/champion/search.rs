//! The search: for contents and a set of arrangements, in which of them does the side to move reach a value?
//!
//! Placing a stone does not depend on the arrangement, and a swap does not depend on the stones. So one node stands for
//! the same contents in up to twelve arrangements at once, a move is a cell (36 branches instead of 216), and the six
//! swaps are one operation on sets: the side to move reaches the value where a swap leads to an arrangement in which
//! the opponent does not stop it. Asking whether one value is reached, instead of asking for the value, makes every
//! answer a set; the driver at the root asks until it knows the value (see [`super`]).

use ply_game::mix;
use ply_games::pentago_swap::board::BOARD;
use ply_search::{Meter, TranspositionTable};

use super::arrangements::{HALF, Lanes};
use super::knowledge::Knowledge;
use super::order::History;
use super::transposition::Entry;

/// The value of a won position. Evaluations lie well between this and a loss.
pub(super) const WIN: i32 = 120;
/// The value of a lost position.
pub(super) const LOSS: i32 = -WIN;

/// The depth that stands for the whole rest of the game.
pub(super) const WHOLE_GAME: i32 = 50;

/// Plies beyond the horizon in which threats are answered, and in which new ones are made.
pub(super) const MOST_ANSWERS: i32 = 8;
const MOST_THREATS: i32 = 6;
/// Cells of a node that are searched to the full depth at once; later ones are looked at less deep first, and those
/// beyond three times as many by two plies less.
const FULL_CELLS: usize = 4;

/// A chosen move is verified with this part of the nodes so far, or at least with so many.
const VERIFYING: u64 = 4;
const LEAST_VERIFYING: u64 = 2000;

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

    /// The arrangements in which every swap leaves the opponent a win at once, unless the stone prevents it. After the
    /// last stone the opponent has no turn.
    #[inline]
    fn must_block(&self, knowledge: &Knowledge) -> Lanes {
        if self.empty().is_power_of_two() {
            return 0;
        }
        let five = self.other_fives | knowledge.fives.lacking_one(self.other, self.own);
        if five == 0 {
            return 0;
        }
        let lost = knowledge.reach.one_swap(five & !self.own_fives) | self.other_fives;
        knowledge.reach.every_swap(lost)
    }

    /// The cells that can matter where a threat must be answered: those that the opponent's fives lack, and those that
    /// own fives lack, which would make the opponent's a draw.
    fn answers(&self, knowledge: &Knowledge) -> u64 {
        let lacking = |stones, others| knowledge.fives.lacking_cells(stones, others);
        lacking(self.other, self.own) | lacking(self.own, self.other)
    }

    pub(super) fn key(&self) -> u64 {
        mix(self.own.wrapping_add(mix(self.other ^ 0x9e37_79b9_7f4a_7c15)))
    }
}

/// What the table knows of arrangements: where the value is reached, where it must still be searched for, and the cell
/// that worked best.
struct Known {
    found: Lanes,
    need: Lanes,
    cell: Option<u8>,
}

/// How far a set of arrangements of one half is from the lower bits.
#[inline]
pub(super) fn half_of(lanes: Lanes) -> u32 {
    if lanes >> HALF == 0 { 0 } else { HALF }
}

/// One thread's search.
pub(super) struct Search<'a> {
    pub(super) knowledge: &'a Knowledge,
    pub(super) table: &'a TranspositionTable<Entry>,
    pub(super) meter: Meter<'a>,
    pub(super) history: History,
    /// A part of the search that may be given up ends when the meter has counted so many nodes.
    pub(super) give_up_at: u64,
}

impl Search<'_> {
    /// Whether what is under way has to end: what it found then means nothing.
    #[inline]
    pub(super) fn must_end(&self) -> bool {
        self.meter.is_stopped() || self.meter.nodes() >= self.give_up_at
    }

    /// The arrangements of `lanes` in which the side to move reaches `value` within `depth` plies. In none of them the
    /// game is over, and there is an empty cell. Means nothing once the search must end.
    pub(super) fn reached(&mut self, contents: Contents, lanes: Lanes, depth: i32, value: i32) -> Lanes {
        if self.meter.count() || self.must_end() {
            return 0;
        }
        let key = contents.key();
        self.table.prefetch(key);
        // 1. A win at once reaches every value.
        let won = contents.won_at_once(self.knowledge) & lanes;
        let open = lanes & !won;
        if open == 0 {
            return won;
        }
        // 2. At the horizon, an opinion.
        if depth <= 0 {
            return won | self.judged(contents, key, open, depth, value);
        }
        // 3. What the table knows.
        let empty = contents.empty();
        let depth = if depth >= empty.count_ones() as i32 { WHOLE_GAME } else { depth };
        let Known { found, mut need, cell } = self.look_up(key, open, depth, value);
        if need == 0 {
            return won | found;
        }
        // 4. Cells, until the value is reached in every arrangement.
        let asked = need;
        let side = (36 - empty.count_ones() as usize) % 2;
        let cells = self.knowledge.order.cells(contents.own, contents.other, empty, cell, self.history.of(side));
        let forced = need & contents.must_block(self.knowledge);
        let answers = if forced == 0 { 0 } else { contents.answers(self.knowledge) };
        let (mut best, mut most) = (None, 0);
        for (number, cell) in cells.best_first().enumerate() {
            let asking = if answers >> cell & 1 == 1 { need } else { need & !forced };
            if asking == 0 {
                continue;
            }
            let child = contents.after(cell, self.knowledge);
            let new = self.reached_by(child, asking, depth, value, number);
            if self.must_end() {
                return 0;
            }
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
        self.keep(key, asked & !need, need, depth, value, best);
        won | found | asked & !need
    }

    /// Of the arrangements that are asked for, those in which a stone, the given number in the order, reaches the
    /// value.
    #[inline]
    fn reached_by(&mut self, child: Contents, asking: Lanes, depth: i32, value: i32, number: usize) -> Lanes {
        let reach = &self.knowledge.reach;
        // A claim that a position is lost is a proof: nothing is reduced where that is asked.
        let mut asking = asking;
        if number >= FULL_CELLS && (3..WHOLE_GAME).contains(&depth) && value > LOSS + 1 {
            let less = if number >= 3 * FULL_CELLS && depth >= 4 { 2 } else { 1 };
            asking &= reach.one_swap(self.good_after(child, asking, depth - less, value));
            if asking == 0 || self.must_end() {
                return 0;
            }
        }
        asking & reach.one_swap(self.good_after(child, asking, depth, value))
    }

    /// What is thought of arrangements at the horizon and beyond it: the evaluation's opinion. But a threat is answered
    /// first, and who is not content with the opinion may win by threats.
    fn judged(&mut self, contents: Contents, key: u64, open: Lanes, depth: i32, value: i32) -> Lanes {
        let reaches = self.knowledge.evaluation.evaluate(contents.own, contents.other) >= value;
        if depth <= -MOST_ANSWERS {
            return if reaches { open } else { 0 };
        }
        let forced = open & contents.must_block(self.knowledge);
        if reaches && forced == 0 {
            return open;
        }
        let Known { found, need, .. } = self.look_up(key, open, depth, value);
        let (forced, quiet) = (forced & need, need & !forced);
        let mut result = if reaches { quiet } else { 0 };
        if forced != 0 {
            result |= self.answered(contents, forced, depth, value);
        }
        if !reaches && quiet != 0 && depth > -MOST_THREATS {
            result |= self.threatened(contents, quiet, depth);
        }
        if need != 0 && !self.must_end() {
            self.keep(key, result, need & !result, depth, value, None);
        }
        found | result
    }

    /// What the table knows of some arrangements.
    #[inline]
    fn look_up(&self, key: u64, open: Lanes, depth: i32, value: i32) -> Known {
        let Some(entry) = self.table.probe(key) else {
            return Known { found: 0, need: open, cell: None };
        };
        let half = half_of(open);
        let deep = i32::from(entry.depth) >= depth + MOST_ANSWERS;
        let (reached_value, missed_value) = (i32::from(entry.reached_value), i32::from(entry.missed_value));
        let reached = reached_value >= value && (deep || reached_value >= WIN);
        let missed = missed_value <= value && (deep || missed_value <= LOSS + 1);
        let found = if reached { entry.reached << half & open } else { 0 };
        let refuted = if missed { entry.missed << half } else { 0 };
        Known { found, need: open & !(found | refuted), cell: entry.cell }
    }

    fn keep(&self, key: u64, reached: Lanes, missed: Lanes, depth: i32, value: i32, cell: Option<u8>) {
        let half = half_of(reached | missed);
        let value = value as i8;
        let (reached, missed) = (reached >> half, missed >> half);
        let entry = Entry {
            reached,
            reached_value: value,
            missed,
            missed_value: value,
            depth: (depth + MOST_ANSWERS) as u8,
            cell,
        };
        self.table.store(key, entry);
    }

    /// Of arrangements in which a threat must be answered, those in which an answer reaches the value.
    fn answered(&mut self, contents: Contents, forced: Lanes, depth: i32, value: i32) -> Lanes {
        let mut answers = contents.answers(self.knowledge);
        let mut need = forced;
        while answers != 0 && need != 0 {
            let cell = answers.trailing_zeros() as usize;
            answers &= answers - 1;
            let good = self.good_after(contents.after(cell, self.knowledge), need, depth, value);
            if self.must_end() {
                return 0;
            }
            need &= !self.knowledge.reach.one_swap(good);
        }
        forced & !need
    }

    /// The arrangements of `lanes` in which threats, each of which must be answered, win.
    fn threatened(&mut self, contents: Contents, lanes: Lanes, depth: i32) -> Lanes {
        let mut cells = self.knowledge.fives.lacking_two_cells(contents.own, contents.other);
        let mut need = lanes;
        while cells != 0 && need != 0 {
            let cell = cells.trailing_zeros() as usize;
            cells &= cells - 1;
            let child = contents.after(cell, self.knowledge);
            let going_on = self.knowledge.reach.one_swap(need) & !(child.own_fives | child.other_fives);
            let pressed = going_on & child.must_block(self.knowledge);
            if pressed == 0 || child.empty() == 0 {
                continue;
            }
            let pressed = pressed & !child.won_at_once(self.knowledge);
            if pressed == 0 {
                continue;
            }
            if self.meter.count() || self.must_end() {
                return 0;
            }
            let good = pressed & !self.answered(child, pressed, depth - 1, 1 - WIN);
            if self.must_end() {
                return 0;
            }
            need &= !self.knowledge.reach.one_swap(good);
        }
        lanes & !need
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
            let depth = if depth == WHOLE_GAME { child.empty().count_ones() as i32 } else { depth - 1 };
            good |= going_on & !self.reached(child, going_on, depth, 1 - value);
        }
        good
    }

    /// Whether some cell and swap from an arrangement reach the value, but for those excluded (cell, swap number); gives
    /// the first that does.
    pub(super) fn at_root(
        &mut self,
        (contents, arrangement): (Contents, usize),
        cells: &[usize],
        excluded: &[(usize, usize)],
        depth: i32,
        value: i32,
    ) -> Option<(usize, usize)> {
        debug_assert_eq!((contents.own_fives | contents.other_fives) >> arrangement & 1, 0);
        let by_swap = self.knowledge.reach.by_swap[arrangement];
        for &cell in cells {
            let is_open = |swap: &usize| !excluded.contains(&(cell, *swap));
            let lanes = (0..6).filter(is_open).fold(0, |lanes, swap| lanes | by_swap[swap]);
            let good = self.good_among(contents.after(cell, self.knowledge), lanes, depth, value);
            if self.must_end() {
                return None;
            }
            if let Some(swap) = (0..6).find(|&swap| by_swap[swap] & good != 0) {
                return Some((cell, swap));
            }
        }
        None
    }

    /// Whether a move is proven lost by a look at the replies that leaves none for later: reductions hide a quiet reply
    /// that wins. It asks for a win alone, one ply deeper than the search that chose the move, and may cost a share of
    /// what that search cost.
    pub(super) fn is_refuted(
        &mut self,
        (contents, arrangement): (Contents, usize),
        (cell, swap): (usize, usize),
        depth: i32,
    ) -> bool {
        let child = contents.after(cell, self.knowledge);
        let lane = self.knowledge.reach.by_swap[arrangement][swap];
        if (child.own_fives | child.other_fives) & lane != 0 || child.empty() == 0 {
            return false;
        }
        let order = self.knowledge.order.cells(child.own, child.other, child.empty(), None, &[0; 64]);
        let cells: Vec<usize> = order.best_first().collect();
        self.give_up_at = self.meter.nodes() + (self.meter.nodes() / VERIFYING).max(LEAST_VERIFYING);
        let reply = self.at_root((child, lane.trailing_zeros() as usize), &cells, &[], depth, WIN);
        self.give_up_at = u64::MAX;
        reply.is_some()
    }
}
