//! The sample agent of the ColorShapeLinks framework: columns in turn, its own shape first.

use ply_game::{Game as _, Notation as _, Player};
use ply_games::simplexity::{Bits, Move, Shape, Simplexity};
use ply_search::Sink;

use crate::agent::{Agent, Decision, Turn};

/// Plays the next column that is not full, from the left and round again.
#[derive(Default)]
pub(crate) struct Sequential {
    next: usize,
}

impl<W: Bits> Agent<Simplexity<W>> for Sequential {
    fn choose(&mut self, turn: &Turn<Simplexity<W>>, _sink: &mut dyn Sink<Move>) -> Option<Decision<Move>> {
        let position = &turn.position;
        let columns = position.geometry().cols();
        let shapes = match position.to_move() {
            Player::First => [Shape::Round, Shape::Square],
            Player::Second => [Shape::Square, Shape::Round],
        };
        let turns = shapes.into_iter().flat_map(|shape| (0..columns).map(move |step| (shape, step)));
        let mut moves = turns.map(|(shape, step)| Move::new(shape, (self.next + step) % columns));
        let mv = moves.find(|&mv| position.check_move(mv).is_ok())?;
        self.next = (mv.column() + 1) % columns;
        Some(Decision::plain(mv))
    }
}
