//! Where each player can go next.

use ply_game::Game;
use ply_games::colosseum::{Bits, Colosseum};

pub(super) fn evaluate<B: Bits>(position: &Colosseum<B>) -> i32 {
    let mover = position.to_move();
    let own = position.reach(mover).count() as i32;
    let other = position.reach(mover.other()).count() as i32;
    10 * (own - other)
}
