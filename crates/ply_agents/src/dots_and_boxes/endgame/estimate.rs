//! A quick opinion of positions that are too large to solve: random safe moves until there are none, then the cheapest
//! opening each time, with hand-outs decided backwards from the end.

use ply_game::{Rng, below};
use ply_games::dots_and_boxes::EdgeSet;

use super::super::edges::each;
use super::board::{Board, GROUND};
use super::loony;
use super::peel::Peeled;

impl<E: EdgeSet> Board<E> {
    /// What the undrawn edges bring the player to move after one random playing-out.
    pub(in crate::dots_and_boxes) fn play_out(&self, edges: E, rng: &mut Rng) -> i32 {
        let peeled = self.peel(edges);
        let mut left = peeled.rest;
        let mut degrees = self.degrees(left);
        let open = degrees.iter().zip(&self.sides).filter(|(degree, _)| **degree <= 2);
        let mut narrow = open.fold(E::EMPTY, |set, (_, &sides)| set | sides);
        let mut sign = 1;
        loop {
            let safe = left & !narrow;
            if safe == E::EMPTY {
                return peeled.value(sign * self.estimate(left));
            }
            let edge = safe.nth(below(rng, safe.count()));
            left = left & !E::single(edge);
            sign = -sign;
            for at in self.beside[edge].into_iter().filter(|&at| at != GROUND).map(usize::from) {
                degrees[at] -= 1;
                if degrees[at] == 2 {
                    narrow = narrow | self.sides[at];
                }
            }
        }
    }

    /// What a quiet position is worth to the player to move if the cheapest opening is always the right one.
    fn estimate(&self, edges: E) -> i32 {
        let degrees = self.degrees(edges);
        let (shape, openings) = self.openings(edges, &degrees);
        if shape.core == E::EMPTY {
            return loony::value(&shape.strings);
        }
        let mut cheapest: Option<Peeled<E>> = None;
        each(openings.edges(), |edge| {
            let peeled = self.peel_after(edges, edge, &degrees);
            if cheapest.is_none_or(|best| (peeled.taken, peeled.handout) < (best.taken, best.handout)) {
                cheapest = Some(peeled);
            }
        });
        cheapest.map_or(0, |peeled| -peeled.value(self.estimate(peeled.rest)))
    }
}
