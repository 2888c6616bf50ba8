//! The lead, and the boxes that lie open: the player to move can take them.

use ply_game::{Game, Scored};
use ply_games::dots_and_boxes::{DotsAndBoxes, EdgeSet};

pub(super) fn evaluate<E: EdgeSet>(position: &DotsAndBoxes<E>) -> i32 {
    let mover = position.to_move().index();
    let lead = position.scores().map_or(0, |scores| scores[mover] - scores[1 - mover]);
    let drawn = position.drawn();
    let open = position.geometry().edges_of_box.iter().filter(|sides| (drawn & **sides).count() == 3).count();
    100 * lead + 70 * open as i32
}
