//! The sample agent of the ColorShapeLinks framework: columns in turn, its own shape first.

use std::any::TypeId;

use ply_game::{BoardGame, Player};
use ply_games::simplexity::{Shape, Simplexity, Wide};
use ply_search::Sink;

use crate::agent::{Agent, Decision, Turn};

/// Plays the next column that is not full, from the left and round again.
#[derive(Default)]
pub(crate) struct Sequential {
    next: usize,
}

/// Whether a game is Simplexity, at whatever size.
pub(crate) fn plays<G: BoardGame>() -> bool {
    let types = [
        TypeId::of::<Simplexity<u64>>(),
        TypeId::of::<Simplexity<u128>>(),
        TypeId::of::<Simplexity<Wide<4>>>(),
        TypeId::of::<Simplexity<Wide<8>>>(),
        TypeId::of::<Simplexity<Wide<24>>>(),
    ];
    types.contains(&TypeId::of::<G>())
}

impl<G: BoardGame> Agent<G> for Sequential {
    fn choose(&mut self, turn: &Turn<G>, _sink: &mut dyn Sink<G::Move>) -> Option<Decision<G::Move>> {
        let position = &turn.position;
        let columns = position.move_slots() / Shape::BOTH.len();
        let letters = if position.to_move() == Player::First { ["o", "s"] } else { ["s", "o"] };
        for letter in letters {
            for step in 0..columns {
                let column = (self.next + step) % columns;
                let mv = position.parse_move(&format!("{letter}{column}")).ok()?;
                if position.check_move(mv).is_ok() {
                    self.next = (column + 1) % columns;
                    return Some(Decision::plain(mv));
                }
            }
        }
        None
    }
}
