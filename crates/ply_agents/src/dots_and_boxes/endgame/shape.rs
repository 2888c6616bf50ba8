//! What a quiet position is made of: chains and loops that stand alone, and the core around them.

use ply_games::dots_and_boxes::EdgeSet;

use super::board::{Board, GROUND, MOST_BOXES};
use super::loony::Strings;

/// A quiet position, taken apart.
pub(super) struct Shape<E> {
    /// The edges of components that have a box with more than two open sides.
    pub(super) core: E,
    /// The chains and loops that stand alone.
    pub(super) strings: Strings,
}

/// Where a walk along a chain ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Ground,
    Junction,
    Round,
}

/// One chain or loop.
pub(super) struct Walk<E> {
    pub(super) edges: E,
    pub(super) boxes: u64,
    pub(super) length: usize,
    ends: [End; 2],
    /// The edge that is best drawn to open it.
    pub(super) opening: usize,
}

impl<E> Walk<E> {
    /// Which of the kinds of [`Openings::strings`] it is, if it stands alone.
    #[inline]
    pub(super) fn kind(&self) -> Option<usize> {
        match self.ends {
            [End::Ground, End::Ground] => Some(usize::from(self.length > 2)),
            [End::Round, _] => Some(2),
            _ => None,
        }
    }
}

/// A chain or loop that stands alone, as it is opened.
#[derive(Clone, Copy)]
pub(super) struct Opened {
    pub(super) length: usize,
    /// The edge that is best drawn.
    pub(super) opening: usize,
}

/// Moves worth trying in a quiet position, one of each kind.
#[derive(Clone)]
pub(super) struct Openings<E> {
    /// One edge of each chain of the core.
    pub(super) chains: E,
    /// Edges that give nothing away; those of one box on the border are alike, so one of them is enough.
    pub(super) safe: E,
    /// The shortest of the strings: of chains of one or two boxes, of long chains, of loops.
    pub(super) strings: [Option<Opened>; 3],
}

impl<E: EdgeSet> Openings<E> {
    /// The edges of them all.
    pub(super) fn edges(&self) -> E {
        let strings = self.strings.iter().flatten().fold(E::EMPTY, |set, string| set | E::single(string.opening));
        self.chains | self.safe | strings
    }
}

/// What a string of a kind hands out when it is opened: the kinds are those of [`Openings::strings`].
pub(super) const HANDOUTS: [i32; 3] = [0, 2, 4];

impl<E: EdgeSet> Board<E> {
    /// Takes a quiet position apart, with the moves worth trying.
    pub(super) fn openings(&self, edges: E, degrees: &[u8; MOST_BOXES]) -> (Shape<E>, Openings<E>) {
        let mut narrow = E::EMPTY;
        let mut openings = Openings { chains: E::EMPTY, safe: E::EMPTY, strings: [None; 3] };
        let shape = self.take_apart(edges, degrees, |walk| {
            narrow = narrow | walk.edges;
            let opened = Opened { length: walk.length, opening: walk.opening };
            match walk.kind() {
                None => openings.chains = openings.chains | E::single(walk.opening),
                Some(kind) if openings.strings[kind].is_none_or(|shortest| walk.length < shortest.length) => {
                    openings.strings[kind] = Some(opened);
                }
                Some(_) => {}
            }
        });
        openings.safe = self.one_of_alike(shape.core & !narrow);
        (shape, openings)
    }

    /// The chains among edges whose boxes have these degrees.
    #[inline]
    pub(super) fn each_walk(&self, edges: E, degrees: &[u8; MOST_BOXES], mut each: impl FnMut(&Walk<E>)) {
        let mut seen: u64 = 0;
        for (at, &sides) in self.sides.iter().enumerate() {
            if degrees[at] == 2 && seen >> at & 1 == 0 && edges & sides != E::EMPTY {
                let walk = self.walk(edges, degrees, at as u8);
                seen |= walk.boxes;
                each(&walk);
            }
        }
    }

    #[inline]
    pub(super) fn take_apart(&self, edges: E, degrees: &[u8; MOST_BOXES], mut each: impl FnMut(&Walk<E>)) -> Shape<E> {
        let mut shape = Shape { core: edges, strings: Strings::NONE };
        self.each_walk(edges, degrees, |walk| {
            if let Some(kind) = walk.kind() {
                let numbers = if kind == 2 { &mut shape.strings.loops } else { &mut shape.strings.chains };
                numbers[walk.length] += 1;
                shape.core = shape.core & !walk.edges;
            }
            each(walk);
        });
        shape
    }

    /// Both ways along a chain, from a box with two open sides.
    #[inline]
    pub(super) fn walk(&self, edges: E, degrees: &[u8; MOST_BOXES], start: u8) -> Walk<E> {
        let sides = edges & self.sides[usize::from(start)];
        let first = sides.lowest();
        let second = sides.without_lowest().lowest();
        let mut walk = Walk {
            edges: sides,
            boxes: 1 << start,
            length: 1,
            ends: [End::Round; 2],
            opening: first,
        };
        for (which, mut edge) in [first, second].into_iter().enumerate() {
            let mut at = start;
            loop {
                at = self.across(at, edge);
                if at == GROUND {
                    walk.ends[which] = End::Ground;
                    break;
                } else if at == start {
                    return walk;
                } else if degrees[usize::from(at)] != 2 {
                    walk.ends[which] = End::Junction;
                    break;
                }
                // The edge between the two boxes of a chain of two leaves nothing to hand out.
                if walk.length == 1 {
                    walk.opening = edge;
                }
                walk.length += 1;
                walk.boxes |= 1 << at;
                let sides = edges & self.sides[usize::from(at)];
                walk.edges = walk.edges | sides;
                edge = (sides & !E::single(edge)).lowest();
            }
        }
        walk
    }
}
