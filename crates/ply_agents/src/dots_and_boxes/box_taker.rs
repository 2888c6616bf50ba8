//! Our stand-in for aigaming's closed house bot: a fair beginner who takes what it gets.

use ply_game::{Game as _, Rng, Sampled as _, below};
use ply_games::dots_and_boxes::{DotsAndBoxes, Edge, EdgeSet};
use ply_search::Sink;

use super::edges::{captures, each, feast, safe};
use crate::agent::{Agent, Decision, Turn};

/// Takes boxes; else a random safe edge; else opens what gives the fewest boxes away. Now and then any move at all.
pub(super) struct BoxTaker {
    pub(super) rng: Rng,
    /// How many moves of a thousand are random.
    pub(super) error: u32,
}

impl BoxTaker {
    fn any<E: EdgeSet>(&mut self, set: E) -> usize {
        set.nth(below(&mut self.rng, set.count()))
    }

    fn choice<E: EdgeSet>(&mut self, position: &DotsAndBoxes<E>) -> Edge {
        if below(&mut self.rng, 1000) < self.error {
            return position.random_move(&mut self.rng);
        }
        for set in [captures(position), safe(position)] {
            if set != E::EMPTY {
                return Edge(self.any(set) as u8);
            }
        }
        let (mut cheapest, mut price) = (E::EMPTY, u32::MAX);
        each(position.undrawn(), |edge| {
            let given = feast(&position.after(Edge(edge as u8)));
            if given < price {
                (cheapest, price) = (E::EMPTY, given);
            }
            if given == price {
                cheapest = cheapest | E::single(edge);
            }
        });
        Edge(self.any(cheapest) as u8)
    }
}

impl<E: EdgeSet> Agent<DotsAndBoxes<E>> for BoxTaker {
    fn choose(&mut self, turn: &Turn<DotsAndBoxes<E>>, _sink: &mut dyn Sink<Edge>) -> Option<Decision<Edge>> {
        Some(Decision::plain(self.choice(&turn.position)))
    }
}
