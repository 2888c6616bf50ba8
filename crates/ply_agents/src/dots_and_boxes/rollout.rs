//! The report's roll-outs, and a root with fewer moves for its Monte-Carlo search among the best.

use ply_game::{Game, Indexed, Outcome, Player, Rng, Sampled as _};
use ply_games::dots_and_boxes::{DotsAndBoxes, Edge, EdgeSet};
use ply_search::{Reward, Rollout};

use super::edges::captures;

/// A random move, then every box that lies open is closed, and again to the end.
pub(super) struct RandomThenCaptures;

impl<E: EdgeSet> Rollout<DotsAndBoxes<E>> for RandomThenCaptures {
    fn roll(&self, mut position: DotsAndBoxes<E>, rng: &mut Rng) -> Reward {
        while position.outcome().is_none() {
            position.play(position.random_move(rng));
            loop {
                let open = captures(&position);
                if open == E::EMPTY {
                    break;
                }
                position.play(Edge(open.lowest() as u8));
            }
        }
        Reward::of_outcome(position.outcome().unwrap_or(Outcome::Draw))
    }
}

/// A position in which only some moves are allowed; after any of them the game goes on as usual.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Narrowed<E: EdgeSet> {
    position: DotsAndBoxes<E>,
    allowed: E,
}

impl<E: EdgeSet> Narrowed<E> {
    pub(super) fn new(position: DotsAndBoxes<E>, allowed: E) -> Self {
        Self { position, allowed }
    }
}

impl<E: EdgeSet> Game for Narrowed<E> {
    type Move = Edge;

    fn to_move(&self) -> Player {
        self.position.to_move()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    fn legal_moves(&self, mut each: impl FnMut(Edge)) {
        self.position.legal_moves(|Edge(edge)| {
            if self.allowed.has(usize::from(edge)) {
                each(Edge(edge));
            }
        });
    }

    fn play(&mut self, mv: Edge) {
        self.position.play(mv);
        self.allowed = self.position.undrawn();
    }
}

impl<E: EdgeSet> Indexed for Narrowed<E> {
    fn move_slots(&self) -> usize {
        self.position.move_slots()
    }

    fn move_index(&self, mv: Edge) -> usize {
        self.position.move_index(mv)
    }

    fn move_at(&self, index: usize) -> Option<Edge> {
        self.position.move_at(index)
    }
}

impl<E: EdgeSet> Rollout<Narrowed<E>> for RandomThenCaptures {
    fn roll(&self, narrowed: Narrowed<E>, rng: &mut Rng) -> Reward {
        self.roll(narrowed.position, rng)
    }
}
