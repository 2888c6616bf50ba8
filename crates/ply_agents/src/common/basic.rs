//! Agents without a search tree: random and greedy.

use ply_game::{BoardGame, Rng, below};
use ply_search::{Evaluator, Score, Sink, Window};

use crate::agent::{Agent, Decision, Turn};
use crate::simple::Simple;

/// Plays any legal move.
pub(super) struct Random {
    pub(super) rng: Rng,
}

impl<G: BoardGame> Agent<G> for Random {
    fn choose(&mut self, turn: &Turn<G>, _sink: &mut dyn Sink<G::Move>) -> Option<Decision<G::Move>> {
        Some(Decision::plain(turn.position.random_move(&mut self.rng)))
    }
}

/// Plays the move after which its evaluator likes the position best; a random one of several.
pub(super) struct Greedy {
    pub(super) rng: Rng,
}

impl<G: BoardGame> Agent<G> for Greedy {
    fn choose(&mut self, turn: &Turn<G>, _sink: &mut dyn Sink<G::Move>) -> Option<Decision<G::Move>> {
        let position = &turn.position;
        let mover = position.to_move();
        let mut best: Option<(Score, G::Move)> = None;
        let mut equals = 0;
        position.legal_moves(|mv| {
            let child = position.after(mv);
            let score = match child.outcome() {
                Some(outcome) => Score::of_outcome(outcome, mover, 1),
                None => Window::FULL.through(child.to_move() == mover, |_| Score::opinion(Simple.evaluate(&child))),
            };
            equals = match best {
                Some((least, _)) if score < least => return,
                Some((same, _)) if score == same => equals + 1,
                _ => 1,
            };
            // The n-th of several equals replaces the others once in n times: each is as likely as the others.
            if below(&mut self.rng, equals) == 0 {
                best = Some((score, mv));
            }
        });
        best.map(|(score, mv)| Decision { score: Some(score), depth: Some(1), ..Decision::plain(mv) })
    }
}
