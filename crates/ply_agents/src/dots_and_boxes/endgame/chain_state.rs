//! The state of the chains in a few numbers: what lies open, what the strings are worth, and who will have to open the
//! first of them.

use ply_games::dots_and_boxes::EdgeSet;

use super::board::Board;
use super::loony;

/// The chains of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::dots_and_boxes) struct ChainState {
    /// Boxes that can be taken at once.
    pub(in crate::dots_and_boxes) taken: i32,
    /// How many of them may be handed out, so that the opponent has to move in the rest: 0, 2 or 4.
    pub(in crate::dots_and_boxes) handout: i32,
    /// What the chains and loops that stand alone are worth to the player who must open one of them, in boxes.
    pub(in crate::dots_and_boxes) strings: i32,
    /// Chains of three boxes and more, and loops, those included that end in the core.
    pub(in crate::dots_and_boxes) long: i32,
    /// Edges that give nothing away yet. Drawing one may make others unsafe.
    pub(in crate::dots_and_boxes) safe: u32,
    /// Nothing but chains and loops is left, so that `strings` is the value of the rest.
    pub(in crate::dots_and_boxes) is_settled: bool,
}

impl<E: EdgeSet> Board<E> {
    /// The chains of the undrawn edges.
    pub(in crate::dots_and_boxes) fn chain_state(&self, undrawn: E) -> ChainState {
        let peeled = self.peel(undrawn);
        let degrees = self.degrees(peeled.rest);
        let (mut long, mut narrow) = (0, E::EMPTY);
        let shape = self.take_apart(peeled.rest, &degrees, |walk| {
            long += i32::from(walk.length > 2);
            narrow = narrow | walk.edges;
        });
        ChainState {
            taken: peeled.taken,
            handout: peeled.handout,
            strings: loony::value(&shape.strings),
            long,
            safe: (shape.core & !narrow).count(),
            is_settled: shape.core == E::EMPTY,
        }
    }
}
