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
    boxes: u64,
    pub(super) length: usize,
    ends: [End; 2],
    /// The edge that is best drawn to open it.
    opening: usize,
}

/// Moves worth trying in a quiet position, one of each kind.
#[derive(Clone)]
pub(super) struct Openings {
    edges: [u8; 128],
    count: usize,
    /// The strings' openings stand at the end of the list, from here on.
    pub(super) strings_from: usize,
}

impl Openings {
    const EMPTY: Self = Self { edges: [0; 128], count: 0, strings_from: 0 };

    fn push(&mut self, edge: usize) {
        self.edges[self.count] = edge as u8;
        self.count += 1;
    }

    pub(super) fn as_slice(&self) -> &[u8] {
        &self.edges[..self.count]
    }
}

impl<E: EdgeSet> Board<E> {
    /// Takes a quiet position apart.
    pub(super) fn shape(&self, edges: E, degrees: &[u8; MOST_BOXES]) -> Shape<E> {
        self.take_apart(edges, degrees, |_| {})
    }

    /// The same with the moves worth trying: safe edges (those of one box on the border are alike), one edge of each
    /// chain of the core, and of the strings the shortest short chain, long chain and loop.
    pub(super) fn openings(&self, edges: E, degrees: &[u8; MOST_BOXES]) -> (Shape<E>, Openings) {
        let mut openings = Openings::EMPTY;
        let mut narrow = E::EMPTY;
        // Shortest first: of short chains, long chains, loops.
        let mut shortest = [(usize::MAX, 0); 3];
        let shape = self.take_apart(edges, degrees, |walk| {
            narrow = narrow | walk.edges;
            let kind = match walk.ends {
                [End::Ground, End::Ground] => usize::from(walk.length > 2),
                [End::Round, _] => 2,
                _ => return openings.push(walk.opening),
            };
            if walk.length < shortest[kind].0 {
                shortest[kind] = (walk.length, walk.opening);
            }
        });
        let mut safe = shape.core & !narrow;
        let mut seen: u64 = 0;
        while safe != E::EMPTY {
            let edge = safe.lowest();
            safe = safe.without_lowest();
            if self.border.has(edge) {
                let at = self.beside[edge][0];
                if seen >> at & 1 != 0 {
                    continue;
                }
                seen |= 1 << at;
            }
            openings.push(edge);
        }
        openings.strings_from = openings.count;
        shortest.into_iter().filter(|&(length, _)| length < usize::MAX).for_each(|(_, edge)| openings.push(edge));
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
            let (numbers, kind) = match walk.ends {
                [End::Ground, End::Ground] => (&mut shape.strings.chains, 1),
                [End::Round, _] => (&mut shape.strings.loops, 2),
                _ => {
                    each(&walk);
                    continue;
                }
            };
            numbers[walk.length] += 1;
            shape.strings_key = shape.strings_key.wrapping_add(mix((walk.length as u64) << 2 | kind));
            shape.core = shape.core & !walk.edges;
            each(&walk);
        }
        shape
    }

    /// Both ways along a chain, from a box with two open sides.
    fn walk(&self, edges: E, degrees: &[u8; MOST_BOXES], start: u8) -> Walk<E> {
        let sides = edges & self.sides[usize::from(start)];
        let first = sides.lowest();
        let second = sides.without_lowest().lowest();
        let mut walk = Walk { edges: sides, boxes: 1 << start, length: 1, ends: [End::Round; 2], opening: first };
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
