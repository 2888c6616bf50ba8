//! Power first, then the number of stacks it is spread over, and the advantage of the move.

use ply_game::Game;
use ply_games::infexion::Infexion;

const TEMPO: i32 = 5;

pub(super) fn evaluate(position: &Infexion) -> i32 {
    let worth = |player| {
        let cells = position.cells_of(player);
        10 * position.power_on(cells) as i32 + 3 * cells.count_ones() as i32
    };
    let mover = position.to_move();
    worth(mover) - worth(mover.other()) + TEMPO
}
