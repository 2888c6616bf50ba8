//! The moves of a node on the worker's stack: which there are, in which order they are tried.

use ply_game::{Game, Hashed, Indexed, Symmetric};

use super::busy::Busy;
use super::config::Ordering;
use super::worker::{Place, Worker};
use crate::{Evaluator, Hints, Score, Window};

/// A move with its index and its place in the order; ranks are unique within a node, so the order is fixed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate<M> {
    pub(super) mv: M,
    pub(super) index: u16,
    rank: i64,
}

/// Moves that were put off rank below all others.
const PUT_OFF: i64 = i64::MIN / 2;

impl<G, E, H> Worker<'_, G, E, H>
where
    G: Game + Hashed + Indexed + Symmetric,
    E: Evaluator<G>,
    H: Hints<G>,
{
    /// Puts the moves of a position on the stack, in the game's order; with a breadth limit only the best.
    pub(super) fn candidates(&mut self, position: &G, place: Place) {
        let start = self.moves.len();
        let Self { moves, hints, .. } = self;
        hints.moves(position, |mv| {
            let rank = start as i64 - moves.len() as i64;
            moves.push(Candidate { mv, index: position.move_index(mv) as u16, rank });
        });
        if let Some(breadth) = self.config.breadth
            && self.moves.len() - start > breadth
        {
            self.keep_best(position, place, start, breadth);
        }
    }

    /// Drops all but the best `breadth` moves from `start` on.
    #[inline(never)]
    fn keep_best(&mut self, position: &G, place: Place, start: usize, breadth: usize) {
        self.rank(position, place, start);
        self.moves[start..].sort_unstable_by_key(|candidate| std::cmp::Reverse(candidate.rank));
        self.moves.truncate(start + breadth);
    }

    /// Brings the table's move to the front; `false` if there is none.
    pub(super) fn put_first(&mut self, position: &G, place: Place, start: usize, known: Option<u16>) -> bool {
        let Some(known) = known else { return false };
        let found = (start..self.moves.len()).find(|&at| self.image_index(position, place, self.moves[at]) == known);
        if let Some(at) = found {
            self.moves.swap(start, at);
        }
        found.is_some()
    }

    /// Ranks the moves from `start` on. Ranks so far are places in the game's order, which now only break ties.
    pub(super) fn rank(&mut self, position: &G, place: Place, start: usize) {
        let Self { moves, memory, hints, evaluator, config, .. } = self;
        let mover = position.to_move();
        let candidates = moves[start..].iter_mut();
        match config.ordering {
            Ordering::None => {}
            Ordering::Evaluator => candidates.for_each(|candidate| {
                candidate.rank += i64::from(opinion_after(*evaluator, position, candidate.mv)) << 16;
            }),
            Ordering::History => {
                let promise = hints.promises(position);
                let known = memory.ranks(mover, place.ply, place.previous);
                candidates.for_each(|candidate| {
                    candidate.rank += i64::from(known(candidate.index) + promise(candidate.mv)) << 16;
                });
            }
        }
    }

    /// The index of a move in the position the table keeps, which may be a mirror image.
    #[inline]
    pub(super) fn image_index(&self, position: &G, place: Place, candidate: Candidate<G::Move>) -> u16 {
        if place.symmetry == 0 { candidate.index } else { transformed_index(position, place.symmetry, candidate.mv) }
    }

    /// Puts the noisy moves of a position on the stack, the most promising to be tried first.
    pub(super) fn noisy_candidates(&mut self, position: &G) {
        let Self { moves, hints, .. } = self;
        let mut number = 0;
        hints.noisy_moves(position, |mv| {
            let rank = (i64::from(hints.promise(position, mv)) << 16) - number;
            moves.push(Candidate { mv, index: position.move_index(mv) as u16, rank });
            number += 1;
        });
    }

    /// Leaves moves that other threads are searching for later; each is put off once.
    #[cold]
    pub(super) fn put_off_busy(&mut self, busy: &Busy, key: u64, at: usize, end: usize) {
        while self.moves[at].rank > PUT_OFF && busy.has(Busy::mark(key, self.moves[at].index)) {
            self.moves[at].rank = PUT_OFF - at as i64;
            self.pick(at, end);
        }
    }

    /// Brings the best-ranked of the remaining moves to the places from `at` to `end`, in order.
    #[inline(never)]
    pub(super) fn pick_all(&mut self, at: usize, end: usize) {
        let rest = &mut self.moves[at..];
        let by_rank = |candidate: &Candidate<G::Move>| std::cmp::Reverse(candidate.rank);
        let count = rest.len().min(end - at);
        if count < rest.len() {
            rest.select_nth_unstable_by_key(count, by_rank);
        }
        rest[..count].sort_unstable_by_key(by_rank);
    }

    /// Brings the best-ranked of the remaining moves to place `at`.
    #[inline]
    pub(super) fn pick(&mut self, at: usize, end: usize) {
        let rest = &mut self.moves[at..end];
        let (mut best, mut highest) = (0, i64::MIN);
        for (place, candidate) in rest.iter().enumerate() {
            if candidate.rank > highest {
                (best, highest) = (place, candidate.rank);
            }
        }
        rest.swap(0, best);
    }
}

/// The index of a move's image.
#[cold]
#[inline(never)]
fn transformed_index<G: Indexed + Symmetric>(position: &G, symmetry: usize, mv: G::Move) -> u16 {
    position.move_index(position.transformed_move(symmetry, mv)) as u16
}

/// An opinion of the position after a move, for the player who makes it.
#[inline(never)]
pub(super) fn opinion_after<G: Game, E: Evaluator<G>>(evaluator: &E, position: &G, mv: G::Move) -> i32 {
    let mover = position.to_move();
    let child = position.after(mv);
    let score = match child.outcome() {
        Some(outcome) => Score::of_outcome(outcome, mover, 0),
        None => Window::FULL.through(child.to_move() == mover, |_| Score::opinion(evaluator.evaluate(&child))),
    };
    score.points()
}
