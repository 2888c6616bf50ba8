//! What a quiet position is made of: chains and loops that stand alone, and the core around them.

use ply_game::mix;
use ply_games::dots_and_boxes::EdgeSet;

use super::board::{Board, GROUND, MOST_BOXES};
use super::loony::Strings;

/// A quiet position, taken apart.
pub(super) struct Shape<E> {
    /// The edges of components that have a box with more than two open sides.
    pub(super) core: E,
    /// Boxes still open.
    pub(super) boxes: i32,
    /// The chains and loops that stand alone.
    pub(super) strings: Strings,
    /// A number that the strings alone decide.
    pub(super) strings_key: u64,
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
    /// The boxes it ends at; the ground where it does not.
    pub(super) junctions: [u8; 2],
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
pub(super) struct Opened<E> {
    pub(super) length: usize,
    /// All of its edges.
    pub(super) edges: E,
    /// The one that is best drawn.
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
    pub(super) strings: [Option<Opened<E>>; 3],
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

/// A number that tells a string of this kind and length; those of a position are added up.
#[inline]
pub(super) fn string_key(kind: usize, length: usize) -> u64 {
    mix((length as u64) << 2 | kind.max(1) as u64)
}

impl<E: EdgeSet> Board<E> {
    /// Takes a quiet position apart.
    pub(super) fn shape(&self, edges: E, degrees: &[u8; MOST_BOXES]) -> Shape<E> {
        self.take_apart(edges, degrees, |_| {})
    }

    /// The same with the moves worth trying.
    pub(super) fn openings(&self, edges: E, degrees: &[u8; MOST_BOXES]) -> (Shape<E>, Openings<E>) {
        let mut narrow = E::EMPTY;
        let mut openings = Openings { chains: E::EMPTY, safe: E::EMPTY, strings: [None; 3] };
        let shape = self.take_apart(edges, degrees, |walk| {
            narrow = narrow | walk.edges;
            let opened = Opened { length: walk.length, edges: walk.edges, opening: walk.opening };
            match walk.kind() {
                None => openings.chains = openings.chains | E::single(walk.opening),
                Some(kind) if openings.strings[kind].is_none_or(|shortest| walk.length < shortest.length) => {
                    openings.strings[kind] = Some(opened);
                }
                Some(_) => {}
            }
        });
        openings.safe = self.keys.one_of_alike(shape.core & !narrow);
        (shape, openings)
    }

    #[inline]
    pub(super) fn take_apart(&self, edges: E, degrees: &[u8; MOST_BOXES], mut each: impl FnMut(&Walk<E>)) -> Shape<E> {
        let mut shape = Shape { core: edges, boxes: 0, strings: Strings::NONE, strings_key: 0 };
        let mut seen: u64 = 0;
        for at in 0..self.sides.len() {
            shape.boxes += i32::from(degrees[at] > 0);
            if degrees[at] != 2 || seen >> at & 1 != 0 {
                continue;
            }
            let walk = self.walk(edges, degrees, at as u8);
            seen |= walk.boxes;
            if let Some(kind) = walk.kind() {
                let numbers = if kind == 2 { &mut shape.strings.loops } else { &mut shape.strings.chains };
                numbers[walk.length] += 1;
                shape.strings_key = shape.strings_key.wrapping_add(string_key(kind, walk.length));
                shape.core = shape.core & !walk.edges;
            }
            each(&walk);
        }
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
            junctions: [GROUND; 2],
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
                    walk.junctions[which] = at;
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
