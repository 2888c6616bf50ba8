//! Move generation and move ordering: the moves of a node on the worker's stack, picked best first.

use ply_game::{Game, Hashed, Indexed, Symmetric};

use super::abdada::Abdada;
use super::config::Ordering;
use super::worker::{NodeInfo, Worker};
use crate::{Evaluator, Hints, Score, Window};

/// A move with its index and its place in the order; ranks are unique within a node, so the order is fixed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate<M> {
    pub(super) mv: M,
    pub(super) index: u16,
    rank: i64,
}

// The sorts know only the move, so that each is compiled once for a game and not for each of its searches.

/// The best-ranked first.
fn sort<M>(moves: &mut [Candidate<M>]) {
    moves.sort_unstable_by_key(|candidate| std::cmp::Reverse(candidate.rank));
}

/// The `count` best-ranked before the others.
fn select<M>(moves: &mut [Candidate<M>], count: usize) {
    moves.select_nth_unstable_by_key(count, |candidate| std::cmp::Reverse(candidate.rank));
}

/// Deferred moves rank below all others.
const DEFERRED: i64 = i64::MIN / 2;

impl<G, E, H> Worker<'_, G, E, H>
where
    G: Game + Hashed + Indexed + Symmetric,
    E: Evaluator<G>,
    H: Hints<G>,
{
    /// Puts the moves of a position on the stack, in the game's order; with a breadth limit only the best.
    pub(super) fn generate_moves(&mut self, position: &G, node: NodeInfo) {
        let start = self.moves.len();
        let Self { moves, hints, .. } = self;
        hints.moves(position, |mv| {
            let rank = start as i64 - moves.len() as i64;
            moves.push(Candidate { mv, index: position.move_index(mv) as u16, rank });
        });
        if let Some(breadth) = self.config.breadth
            && self.moves.len() - start > breadth
        {
            self.keep_best(position, node, start, breadth);
        }
    }

    /// Drops all but the best `breadth` moves from `start` on.
    #[inline(never)]
    fn keep_best(&mut self, position: &G, node: NodeInfo, start: usize, breadth: usize) {
        self.rank_moves(position, node, start);
        sort(&mut self.moves[start..]);
        self.moves.truncate(start + breadth);
    }

    /// Brings the hash move, the table's, to the front; `false` if there is none.
    pub(super) fn hash_move_first(
        &mut self,
        position: &G,
        node: NodeInfo,
        start: usize,
        hash_move: Option<u16>,
    ) -> bool {
        let Some(hash_move) = hash_move else { return false };
        let found = (start..self.moves.len()).find(|&at| self.image_index(position, node, self.moves[at]) == hash_move);
        if let Some(at) = found {
            self.moves.swap(start, at);
        }
        found.is_some()
    }

    /// Ranks the moves from `start` on. Ranks so far are places in the game's order, which now only break ties.
    pub(super) fn rank_moves(&mut self, position: &G, node: NodeInfo, start: usize) {
        let Self { moves, history, hints, evaluator, config, .. } = self;
        let mover = position.to_move();
        let candidates = moves[start..].iter_mut();
        match config.ordering {
            Ordering::None => {}
            Ordering::Evaluator => candidates.for_each(|candidate| {
                candidate.rank += i64::from(opinion_after(*evaluator, position, candidate.mv)) << 16;
            }),
            Ordering::History => {
                let promise = hints.promises(position);
                let learnt = history.ranks(mover, node.ply, node.previous);
                candidates.for_each(|candidate| {
                    candidate.rank += i64::from(learnt(candidate.index) + promise(candidate.mv)) << 16;
                });
            }
        }
    }

    /// The index of a move in the position the table keeps, which may be a mirror image.
    #[inline]
    pub(super) fn image_index(&self, position: &G, node: NodeInfo, candidate: Candidate<G::Move>) -> u16 {
        if node.symmetry == 0 { candidate.index } else { transformed_index(position, node.symmetry, candidate.mv) }
    }

    /// Puts the noisy moves of a position on the stack, the most promising to be tried first.
    pub(super) fn generate_noisy_moves(&mut self, position: &G) {
        let Self { moves, hints, .. } = self;
        let mut number = 0;
        hints.noisy_moves(position, |mv| {
            let rank = (i64::from(hints.promise(position, mv)) << 16) - number;
            moves.push(Candidate { mv, index: position.move_index(mv) as u16, rank });
            number += 1;
        });
    }

    /// ABDADA: leaves moves that other threads are searching for later; each is deferred once.
    #[cold]
    pub(super) fn defer_moves(&mut self, abdada: &Abdada, key: u64, at: usize, end: usize) {
        while self.moves[at].rank > DEFERRED && abdada.defers(Abdada::mark(key, self.moves[at].index)) {
            self.moves[at].rank = DEFERRED - at as i64;
            self.pick(at, end);
        }
    }

    /// Brings the best-ranked of the remaining moves to the places from `at` to `end`, in order: cheaper than picking
    /// each where most of them will be searched.
    #[inline(never)]
    pub(super) fn pick_sorted(&mut self, at: usize, end: usize) {
        let rest = &mut self.moves[at..];
        let count = rest.len().min(end - at);
        if count < rest.len() {
            select(rest, count);
        }
        sort(&mut rest[..count]);
    }

    /// Brings the best-ranked of the remaining moves to place `at`.
    #[inline]
    pub(super) fn pick(&mut self, at: usize, end: usize) {
        let rest = &mut self.moves[at..end];
        let (mut best, mut highest) = (0, i64::MIN);
        for (number, candidate) in rest.iter().enumerate() {
            if candidate.rank > highest {
                (best, highest) = (number, candidate.rank);
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
