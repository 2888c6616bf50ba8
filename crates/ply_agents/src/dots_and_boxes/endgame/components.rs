//! The components of a quiet position: parts of the board that no undrawn edge joins. A move changes one of them.

use std::cell::Cell;

use ply_game::mix;
use ply_games::dots_and_boxes::EdgeSet;

use super::board::{Board, GROUND};

/// What a component is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Some box has more than two undrawn sides.
    Core,
    /// A chain that stands alone.
    Chain,
    /// A loop.
    Loop,
}

/// A component with its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Component<E> {
    pub(super) edges: E,
    /// Equal only for components that are as good as each other.
    pub(super) name: u64,
    pub(super) kind: Kind,
    pub(super) boxes: u8,
}

impl<E: Copy> Component<E> {
    /// Which of the kinds of [`super::shape::HANDOUTS`] it is, if it is a chain or loop.
    pub(super) fn string(&self) -> Option<usize> {
        match self.kind {
            Kind::Core => None,
            Kind::Chain => Some(usize::from(self.boxes > 2)),
            Kind::Loop => Some(2),
        }
    }
}

/// Components that were named lately, by their edges.
pub(super) struct Names<E> {
    places: Vec<Cell<Component<E>>>,
}

/// How many are remembered, as a power of two.
const PLACE_BITS: u32 = 15;

impl<E: EdgeSet> Names<E> {
    pub(super) fn new() -> Self {
        let nothing = Component { edges: E::EMPTY, name: 0, kind: Kind::Core, boxes: 0 };
        Self { places: vec![Cell::new(nothing); 1 << PLACE_BITS] }
    }

    /// A component, named.
    #[inline]
    pub(super) fn of(&self, board: &Board<E>, edges: E) -> Component<E> {
        let [low, high] = edges.words();
        let spread = (low ^ high.wrapping_mul(0xd1b5_4a32_d192_ed03)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let place = &self.places[(spread >> (u64::BITS - PLACE_BITS)) as usize];
        let known = place.get();
        if known.edges == edges {
            return known;
        }
        let named = board.named(edges);
        place.set(named);
        named
    }
}

impl<E: EdgeSet> Board<E> {
    /// The component of an edge, among edges it is one of.
    #[inline]
    pub(super) fn component(&self, among: E, edge: usize) -> E {
        let mut found = self.around[edge] & among;
        let mut next = found & !E::single(edge);
        while next != E::EMPTY {
            let more = self.around[next.lowest()] & among & !found;
            found = found | more;
            next = next.without_lowest() | more;
        }
        found
    }

    /// Whether the boxes beside an edge stay together without it, as far as a look around one dot tells.
    #[inline]
    pub(super) fn stays_whole(&self, left: E, edge: usize) -> bool {
        self.beside[edge][1] == GROUND || self.detours[edge].iter().any(|&detour| left & detour == detour)
    }

    fn named(&self, edges: E) -> Component<E> {
        let degrees = self.degrees(edges);
        let boxes = degrees.iter().filter(|&&degree| degree > 0).count() as u8;
        let (kind, name) = if degrees.iter().any(|&degree| degree > 2) {
            let is_tree = (edges & self.inner).count() < u32::from(boxes);
            (Kind::Core, if is_tree { self.folded(edges) } else { self.smallest_image(edges) })
        } else if edges.count() > u32::from(boxes) {
            (Kind::Chain, mix(u64::from(boxes) << 1))
        } else {
            (Kind::Loop, mix(u64::from(boxes) << 1 | 1))
        };
        Component { edges, name, kind, boxes }
    }
}
