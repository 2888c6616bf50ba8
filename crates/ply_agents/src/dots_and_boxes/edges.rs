//! Sets of edges that every agent here asks for: which close a box, which give nothing away.

use ply_game::Game as _;
use ply_games::dots_and_boxes::{DotsAndBoxes, Edge, EdgeSet};

/// The edges of a set, the lowest first.
pub(super) fn each<E: EdgeSet>(mut set: E, mut visit: impl FnMut(usize)) {
    while set != E::EMPTY {
        visit(set.lowest());
        set = set.without_lowest();
    }
}

/// The undrawn edges of boxes that have just so many sides drawn.
pub(super) fn edges_of_boxes_with<E: EdgeSet>(position: &DotsAndBoxes<E>, sides: u32) -> E {
    let drawn = position.drawn();
    let boxes = position.geometry().edges_of_box.iter();
    boxes.filter(|edges| (drawn & **edges).count() == sides).fold(E::EMPTY, |set, &edges| set | (edges & !drawn))
}

/// The edges that close a box.
pub(super) fn captures<E: EdgeSet>(position: &DotsAndBoxes<E>) -> E {
    edges_of_boxes_with(position, 3)
}

/// The edges that neither close a box nor leave one with a single open side.
pub(super) fn safe<E: EdgeSet>(position: &DotsAndBoxes<E>) -> E {
    position.undrawn() & !(edges_of_boxes_with(position, 2) | captures(position))
}

/// How many boxes the player to move can take in one go.
pub(super) fn feast<E: EdgeSet>(position: &DotsAndBoxes<E>) -> u32 {
    let (mut eaten, mut position) = (0, *position);
    loop {
        let captures = captures(&position);
        if captures == E::EMPTY {
            return eaten;
        }
        eaten += boxes_closed(&position, captures.lowest());
        position.play(Edge(captures.lowest() as u8));
    }
}

/// How many boxes an undrawn edge closes.
pub(super) fn boxes_closed<E: EdgeSet>(position: &DotsAndBoxes<E>, edge: usize) -> u32 {
    let drawn = position.drawn() | E::single(edge);
    position.geometry().boxes_of_edge[edge].iter().filter(|sides| drawn & **sides == **sides).count() as u32
}
