//! The node of depth-first proof-number search (df-pn).
//!
//! A node is seen through the eyes of its mover, whoever moved before: `phi` is what success still costs this
//! player (the proof number where that is the player of the question), `delta` what it costs the opponent to prevent
//! it. So one rule serves both kinds of node, phi the least of the children's and delta their sum, and kept turns need
//! no further thought. The numbers of a node's children live in its frame, so that nothing proven there is lost when
//! the table overflows; the table is asked again before a child is entered, in case it was met elsewhere meanwhile.
//!
//! No position comes back in these games, so numbers need no care for cycles. Different lines do meet, and a plain sum
//! then counts one position several times and can grow beyond all measure where one threat is met by many orders of
//! moves; delta is therefore the largest of the children's plus 1 for each other child that is still open. A fresh
//! position counts its moves as delta. The two together leave one node in two to one in nine, tiny problems aside.
// CITE: weak proof-number search, Ueda, Hashimoto, Hashimoto, Iida, "Weak proof-number search", 2008
// CITE: 1 + epsilon trick, Pawlewicz, Lew, "Improving depth-first PN-search: 1 + epsilon trick", 2006

use ply_game::{Game, Hashed};

use super::dfpn::{Proof, Question, Verdict};
use super::solver_table::SolverTable;
use crate::Meter;

/// The number of what cannot be done.
const NEVER: u32 = (1 << 28) - 1;

/// Phi and delta of one player; for the player of the question they are proof and disproof number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Numbers {
    phi: u32,
    delta: u32,
}

impl Numbers {
    const DONE: Self = Self { phi: 0, delta: NEVER };
    const LIMITLESS: Self = Self { phi: NEVER, delta: NEVER };

    /// A position that nobody has looked into, through the eyes of its mover: one move may succeed, each must be met.
    fn of_unknown<G: Game>(position: &G) -> Self {
        let mut moves = 0;
        position.legal_moves(|_| moves += 1);
        Self { phi: 1, delta: moves }
    }

    fn of_finished(is_success: bool) -> Self {
        Self::DONE.turned(!is_success)
    }

    /// The same through the other player's eyes, if `turn`: the one place where the numbers change sides.
    fn turned(self, turn: bool) -> Self {
        if turn { Self { phi: self.delta, delta: self.phi } } else { self }
    }

    fn is_solved(self) -> bool {
        self.phi == 0 || self.delta == 0
    }

    fn pack(self) -> u64 {
        u64::from(self.phi) | u64::from(self.delta) << 28
    }

    fn unpack(data: u64) -> Self {
        Self { phi: data as u32 & NEVER, delta: (data >> 28) as u32 & NEVER }
    }
}

struct Child<M> {
    mv: M,
    key: u64,
    /// Through the eyes of the parent's mover.
    numbers: Numbers,
}

/// What a node's children say together, through the eyes of its mover.
struct Summary {
    numbers: Numbers,
    /// The child with the least phi, the first of equals.
    best: usize,
    /// The least phi of the others.
    second: u32,
    /// What the other children add to the best one's delta.
    others: u32,
}

pub(super) struct ProofNumberSearch<'a, 'b, G: Hashed> {
    question: Question,
    salt: u64,
    is_turned_in_table: bool,
    table: &'a SolverTable,
    meter: &'a mut Meter<'b>,
    /// The children of every node on the line under way.
    children: Vec<Child<G::Move>>,
    /// The best move of the node that was left last.
    best: Option<G::Move>,
}

impl<'a, 'b, G: Hashed> ProofNumberSearch<'a, 'b, G> {
    pub fn new(question: Question, table: &'a SolverTable, meter: &'a mut Meter<'b>) -> Self {
        let (salt, is_turned_in_table) = question.in_table();
        Self { question, salt, is_turned_in_table, table, meter, children: Vec::new(), best: None }
    }

    pub fn prove(mut self, position: &G) -> Proof<G::Move> {
        let before = self.meter.nodes();
        let (numbers, line) = match position.outcome() {
            Some(outcome) => (Numbers::of_finished(self.question.is_reached_by(outcome)), Vec::new()),
            None => {
                let numbers = self.search(position, self.key(position), Numbers::LIMITLESS);
                let numbers = numbers.turned(!self.is_ours(position));
                (numbers, if numbers.is_solved() { self.line(position) } else { Vec::new() })
            }
        };
        let verdict = match numbers {
            Numbers { phi: 0, .. } => Verdict::Proven,
            Numbers { delta: 0, .. } => Verdict::Disproven,
            _ => Verdict::Unknown,
        };
        Proof { verdict, nodes: self.meter.nodes() - before, pn: numbers.phi, dn: numbers.delta, line }
    }

    /// Works below a position that is not over until phi or delta reaches its limit or the meter stops; gives the
    /// numbers through the eyes of the mover.
    fn search(&mut self, position: &G, key: u64, limits: Numbers) -> Numbers {
        let before = self.meter.nodes();
        let start = self.children.len();
        if !self.expand(position) {
            self.children.truncate(start);
            return self.stored(key, self.is_ours(position)).unwrap_or_else(|| Numbers::of_unknown(position));
        }
        let summary = loop {
            let summary = self.summary(start);
            let Numbers { phi, delta } = summary.numbers;
            if phi >= limits.phi || delta >= limits.delta || self.meter.is_stopped() {
                break summary;
            }
            let child = &self.children[summary.best];
            let (mv, child_key, old) = (child.mv, child.key, child.numbers);
            let position_after = position.after(mv);
            let is_turned = position_after.to_move() != position.to_move();
            let known = self.stored(child_key, self.is_ours(position)).unwrap_or(old);
            self.children[summary.best].numbers = if known == old {
                let inner = summary.limits_of_best(limits, old);
                self.search(&position_after, child_key, inner.turned(is_turned)).turned(is_turned)
            } else {
                known
            };
        };
        self.best = Some(self.children[summary.best].mv);
        self.children.truncate(start);
        self.store(key, summary.numbers, self.is_ours(position), self.meter.nodes() - before);
        summary.numbers
    }

    /// Puts the children on the list, up to the first that succeeds at once; `false` if the meter stopped.
    fn expand(&mut self, position: &G) -> bool {
        let ours = self.is_ours(position);
        let mut is_done = false;
        position.legal_moves(|mv| {
            if is_done || self.meter.is_stopped() || self.meter.count() {
                return;
            }
            let child = position.after(mv);
            let (key, numbers) = match child.outcome() {
                Some(outcome) => (0, Numbers::of_finished(self.question.is_reached_by(outcome)).turned(!ours)),
                None => {
                    let key = self.key(&child);
                    let is_turned = child.to_move() != position.to_move();
                    (key, self.stored(key, ours).unwrap_or_else(|| Numbers::of_unknown(&child).turned(is_turned)))
                }
            };
            is_done = numbers.phi == 0;
            self.children.push(Child { mv, key, numbers });
        });
        is_done || !self.meter.is_stopped()
    }

    fn summary(&self, start: usize) -> Summary {
        let (mut best, mut phi, mut second) = (start, NEVER, NEVER);
        let (mut largest, mut open) = (0, 0);
        for (index, child) in self.children.iter().enumerate().skip(start) {
            let numbers = child.numbers;
            if numbers.phi < phi {
                (best, second, phi) = (index, phi, numbers.phi);
            } else {
                second = second.min(numbers.phi);
            }
            largest = largest.max(numbers.delta);
            open += u32::from(numbers.delta > 0);
        }
        let others = open.saturating_sub(1);
        let delta = if phi == 0 { NEVER } else { (largest + others).min(NEVER - 1) };
        Summary { numbers: Numbers { phi, delta }, best, second, others }
    }

    fn is_ours(&self, position: &G) -> bool {
        position.to_move() == self.question.player
    }

    fn key(&self, position: &G) -> u64 {
        position.key() ^ self.salt
    }

    /// Stored numbers through the eyes of the question's player (`ours`) or of the opponent.
    fn stored(&self, key: u64, ours: bool) -> Option<Numbers> {
        self.table.get(key).map(|data| Numbers::unpack(data).turned(self.is_turned_in_table == ours))
    }

    fn store(&mut self, key: u64, numbers: Numbers, ours: bool, work: u64) {
        self.table.put(key, numbers.turned(self.is_turned_in_table == ours).pack(), work);
    }

    /// The line of an answered question: the best move of the root, then what the table has.
    fn line(&self, position: &G) -> Vec<G::Move> {
        let mut at = position.clone();
        let mut line = Vec::new();
        let mut next = self.best;
        while let Some(mv) = next {
            line.push(mv);
            at.play(mv);
            next = if at.outcome().is_none() { self.solved_move(&at) } else { None };
        }
        line
    }

    /// A move that succeeds, or any where all are known to fail; `None` where the table knows too little.
    fn solved_move(&self, position: &G) -> Option<G::Move> {
        let ours = self.is_ours(position);
        let (mut success, mut failure, mut is_all_known) = (None, None, true);
        position.legal_moves(|mv| {
            let child = position.after(mv);
            let numbers = match child.outcome() {
                Some(outcome) => Some(Numbers::of_finished(self.question.is_reached_by(outcome)).turned(!ours)),
                None => self.stored(self.key(&child), ours),
            };
            match numbers {
                Some(Numbers { phi: 0, .. }) => success = success.or(Some(mv)),
                Some(Numbers { delta: 0, .. }) => failure = failure.or(Some(mv)),
                _ => is_all_known = false,
            }
        });
        success.or(failure.filter(|_| is_all_known))
    }
}

impl Summary {
    /// How far the best child may go: until another one is better by a quarter, so that the search does not jump
    /// between two lines at every step, or until the node itself has reached a limit.
    fn limits_of_best(&self, limits: Numbers, best: Numbers) -> Numbers {
        let margin = (self.second / 4).max(1);
        Numbers {
            phi: limits.phi.min(self.second.saturating_add(margin)).min(NEVER),
            delta: limits.delta.saturating_sub(self.others).max(best.delta + 1),
        }
    }
}
