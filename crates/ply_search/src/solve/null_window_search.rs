//! The node of the exact solver: alpha-beta to the end of the game, asked with null windows.
//!
//! A node first makes all its children: those that are finished or that the table knows well enough need no search
//! and may cut the node off at once (enhanced transposition cut-off). On Dots-and-Boxes and Pentago-Swap that leaves
//! two nodes of five; the look-ups cost about the time they save, and the table fills more slowly. The other children
//! are searched in the order table move, immediate gain, history.
// CITE: enhanced transposition cut-offs, Plaat, Schaeffer, Pijls, de Bruin, "Nearly optimal minimax tree search?", 1994

use ply_game::{Hashed, Indexed, Symmetric, below, rng};

use super::payoff::{MOST_PAYOFF, Payoff};
use super::solver_table::SolverTable;
use crate::{Meter, Score, Window};

/// A position in the table: its key, and the transformation that leads to the image which has that key.
#[derive(Clone, Copy)]
struct TableKey {
    key: u64,
    symmetry: usize,
}

/// What is known about a position: for its player to move, the value lies within `alpha` and `beta`, both included.
type Known = Window;

/// A table's entry: bounds beyond what is banked, and the number of the move that was best in the stored image.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Entry {
    lower: i16,
    upper: i16,
    best: u16,
}

impl Entry {
    const NO_MOVE: u16 = u16::MAX;

    fn pack(self) -> u64 {
        u64::from(self.lower as u16) | u64::from(self.upper as u16) << 16 | u64::from(self.best) << 32
    }

    fn unpack(data: u64) -> Self {
        Self { lower: data as u16 as i16, upper: (data >> 16) as u16 as i16, best: (data >> 32) as u16 }
    }
}

#[derive(Clone)]
struct Child<G: Hashed> {
    position: G,
    table_key: TableKey,
    mv: G::Move,
    order: i64,
}

/// The best child so far.
struct Found<M> {
    score: Score,
    mv: Option<M>,
}

pub(super) struct NullWindowSearch<'a, G: Hashed, P> {
    pub payoff: &'a P,
    table: &'a SolverTable,
    pub meter: Meter<'a>,
    fold_plies: usize,
    /// The children still to be searched of every node on the line under way.
    children: Vec<Child<G>>,
    /// How often a move of a player cut a node off, by player and number, weighted by the work it saved.
    history: Vec<u32>,
}

impl<'a, G, P> NullWindowSearch<'a, G, P>
where
    G: Hashed + Symmetric + Indexed,
    P: Payoff<G>,
{
    /// Where history is halved.
    const MOST_HISTORY: u32 = 1 << 20;

    pub fn new(payoff: &'a P, table: &'a SolverTable, meter: Meter<'a>, fold_plies: usize, position: &G) -> Self {
        let history = vec![0; 2 * position.move_slots()];
        Self { payoff, table, meter, fold_plies, children: Vec::new(), history }
    }

    /// The same search in another order of moves, so that several threads that share a table do not do the same.
    pub fn varied(mut self, variety: u64) -> Self {
        const MOST: u32 = 1 << 8;
        if variety > 0 {
            let mut rng = rng(variety);
            self.history.iter_mut().for_each(|count| *count = below(&mut rng, MOST));
        }
        self
    }

    /// The moves of a position, the one that the table knows as best first.
    pub fn ordered_moves(&self, position: &G) -> Vec<G::Move> {
        let mut moves = position.move_list();
        let table_key = self.table_key(position, 0);
        if let Some(entry) = self.table.get(table_key.key).map(Entry::unpack) {
            let is_best = |&mv: &G::Move| {
                position.move_index(position.transformed_move(table_key.symmetry, mv)) == usize::from(entry.best)
            };
            if let Some(best) = moves.iter().position(is_best) {
                moves[..=best].rotate_right(1);
            }
        }
        moves
    }

    /// Remembers that a move gets at least so much.
    pub fn store_reached(&mut self, position: &G, best: G::Move, value: i32, work: u64) {
        let table_key = self.table_key(position, 0);
        let known = self.known(position, self.table.get(table_key.key).map(Entry::unpack));
        let proven = Known { alpha: Score::opinion(value), beta: known.beta.max(Score::opinion(value)) };
        self.store(position, table_key, proven, Some(best), work);
    }

    /// Whether a move gets the player to move at least `target`: the number of the first that does with a lower bound
    /// of its value, or else an upper bound of all of them. The bounds are void if the meter has stopped.
    pub fn reaches(&mut self, position: &G, moves: &[G::Move], target: i32, ply: usize) -> (i32, usize) {
        let mover = position.to_move();
        let window = Window::null(Score::opinion(target - 1));
        let mut best = Score::LOWEST;
        for (index, &mv) in moves.iter().enumerate() {
            if self.meter.is_stopped() || self.meter.count() {
                break;
            }
            let child = position.after(mv);
            let score = match child.outcome() {
                Some(outcome) => Score::opinion(self.payoff.at_end(&child, outcome, mover)),
                None => {
                    let table_key = self.table_key(&child, ply + 1);
                    window.through(child.to_move() == mover, |inner| self.value(&child, table_key, inner, ply + 1))
                }
            };
            if score >= window.beta {
                return (score.points(), index);
            }
            best = best.max(score);
        }
        (best.points(), 0)
    }

    /// The value of a position that is not over: exact within the window, a bound outside.
    fn value(&mut self, position: &G, table_key: TableKey, mut window: Window, ply: usize) -> Score {
        // 1. What is known already may suffice, and narrows the window if not.
        let mover = position.to_move();
        let entry = self.table.get(table_key.key).map(Entry::unpack);
        let known = self.known(position, entry);
        if known.alpha >= window.beta || known.alpha == known.beta {
            return known.alpha;
        } else if known.beta <= window.alpha {
            return known.beta;
        }
        window = Window { alpha: window.alpha.max(known.alpha), beta: window.beta.min(known.beta) };

        // 2. Make the children; some are decided by that.
        let before = self.meter.nodes();
        let start = self.children.len();
        let mut found = Found { score: Score::LOWEST, mv: None };
        let table_move = entry.map_or(Entry::NO_MOVE, |entry| entry.best);
        position.legal_moves(|mv| {
            if found.score < window.beta && !self.meter.is_stopped() && !self.meter.count() {
                let stored = position.move_index(position.transformed_move(table_key.symmetry, mv));
                self.make_child(position, mv, stored == usize::from(table_move), window, ply + 1, &mut found);
            }
        });

        // 3. Search the others, the most promising first.
        let mut next = start;
        while next < self.children.len() && found.score < window.beta && !self.meter.is_stopped() {
            let child = self.take_best_from(next);
            next += 1;
            let inner = Window { alpha: window.alpha.max(found.score), ..window };
            let score = inner.through(child.position.to_move() == mover, |inner| {
                self.value(&child.position, child.table_key, inner, ply + 1)
            });
            if score > found.score {
                found = Found { score, mv: Some(child.mv) };
            }
        }
        self.children.truncate(start);
        if self.meter.is_stopped() {
            return found.score;
        }

        // 4. Remember what was proven: a score above alpha is a lower bound, one below beta an upper bound.
        let work = self.meter.nodes() - before;
        let score = found.score.clamp(known.alpha, known.beta);
        let proven = Known {
            alpha: if score > window.alpha { score } else { known.alpha },
            beta: if score < window.beta { score } else { known.beta },
        };
        if score >= window.beta {
            self.update_history(position, found.mv, work);
        }
        self.store(position, table_key, proven, found.mv.filter(|_| score > window.alpha), work);
        score
    }

    /// Makes a child and looks it up (ETC): a finished or well-known one is done with, any other is put on the list.
    fn make_child(
        &mut self,
        position: &G,
        mv: G::Move,
        is_table_move: bool,
        window: Window,
        ply: usize,
        found: &mut Found<G::Move>,
    ) {
        let mover = position.to_move();
        let child = position.after(mv);
        let mut improve = |score: Score| {
            if score > found.score {
                *found = Found { score, mv: Some(mv) };
            }
        };
        if let Some(outcome) = child.outcome() {
            return improve(Score::opinion(self.payoff.at_end(&child, outcome, mover)));
        }
        let table_key = self.table_key(&child, ply);
        let known = self.known(&child, self.table.get(table_key.key).map(Entry::unpack));
        let known = if child.to_move() == mover { known } else { -known };
        // A lower bound counts even if the child is searched later: no bound of the node is below it.
        improve(known.alpha);
        if known.beta <= window.alpha {
            improve(known.beta);
        } else if known.alpha < known.beta {
            let gain = self.payoff.banked(&child, mover) - self.payoff.banked(position, mover);
            let history = self.history[self.history_index(position, mv)];
            let order = i64::from(is_table_move) << 60 | i64::from(gain + MOST_PAYOFF) << 32 | i64::from(history);
            self.children.push(Child { position: child, table_key, mv, order });
        }
    }

    /// Brings the most promising child from `next` on to that place; the first one of equals.
    fn take_best_from(&mut self, next: usize) -> Child<G> {
        let rest = &self.children[next..];
        let best = (0..rest.len()).rev().max_by_key(|&index| rest[index].order).unwrap_or(0);
        self.children.swap(next, next + best);
        self.children[next].clone()
    }

    fn table_key(&self, position: &G, ply: usize) -> TableKey {
        let mut table_key = TableKey { key: self.payoff.key(position), symmetry: 0 };
        if ply <= self.fold_plies {
            for symmetry in 1..position.symmetries() {
                let key = self.payoff.key(&position.transformed(symmetry));
                if key < table_key.key {
                    table_key = TableKey { key, symmetry };
                }
            }
        }
        table_key
    }

    /// What payoff and table know of a position that is not over.
    fn known(&self, position: &G, entry: Option<Entry>) -> Known {
        let mover = position.to_move();
        let (lower, upper) = self.payoff.range(position, mover);
        let known = Known { alpha: Score::opinion(lower), beta: Score::opinion(upper) };
        match entry {
            None => known,
            Some(Entry { lower, upper, .. }) => {
                let banked = self.payoff.banked(position, mover);
                let value = |beyond: i16| Score::opinion(banked + i32::from(beyond));
                Known { alpha: known.alpha.max(value(lower)), beta: known.beta.min(value(upper)) }
            }
        }
    }

    fn store(&mut self, position: &G, table_key: TableKey, proven: Known, best: Option<G::Move>, work: u64) {
        let banked = self.payoff.banked(position, position.to_move());
        let beyond = |score: Score| (score.points() - banked) as i16;
        let best = best
            .map_or(Entry::NO_MOVE, |mv| position.move_index(position.transformed_move(table_key.symmetry, mv)) as u16);
        let entry = Entry { lower: beyond(proven.alpha), upper: beyond(proven.beta), best };
        self.table.put(table_key.key, entry.pack(), work);
    }

    fn history_index(&self, position: &G, mv: G::Move) -> usize {
        position.to_move().index() * (self.history.len() / 2) + position.move_index(mv)
    }

    /// History heuristic: a move that cut a node off is tried earlier elsewhere.
    fn update_history(&mut self, position: &G, mv: Option<G::Move>, work: u64) {
        let Some(mv) = mv else { return };
        let index = self.history_index(position, mv);
        self.history[index] += 1 + work.max(1).ilog2();
        if self.history[index] > Self::MOST_HISTORY {
            self.history.iter_mut().for_each(|count| *count /= 2);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_unpacked_as_it_was_packed() {
        for (lower, upper, best) in [(-20_000, 20_000, 0), (-1, 1, 342), (5, 5, Entry::NO_MOVE)] {
            let entry = Entry { lower, upper, best };
            assert_eq!(Entry::unpack(entry.pack()), entry);
            assert_eq!(entry.pack() >> SolverTable::DATA_BITS, 0);
        }
    }
}
