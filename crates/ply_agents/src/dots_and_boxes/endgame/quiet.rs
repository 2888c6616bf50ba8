//! A quiet position as the search keeps it: the sum of its components' names, and what is known of its value.

use ply_game::mix;
use ply_games::dots_and_boxes::EdgeSet;

use super::board::MOST_BOXES;
use super::components::{Component, Kind};
use super::loony;
use super::peel::Peeled;
use super::shape::{HANDOUTS, Walk};
use super::solver::Solver;

/// What is known of a quiet position: its value lies between the two, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    pub(super) lower: i32,
    pub(super) upper: i32,
}

/// A quiet position as the table knows it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quiet<E> {
    pub(super) edges: E,
    /// The sum of the components' names.
    pub(super) key: u64,
    /// Boxes still open.
    pub(super) boxes: i32,
    /// Components that are neither chain nor loop.
    pub(super) cores: u32,
    pub(super) known: Known,
    /// The [mark](super::solver::Child::mark) of a good move.
    pub(super) best: u16,
}

/// No move is known to be good.
pub(super) const NO_MOVE: u16 = 0;
/// Places for values of strings.
pub(super) const STRING_VALUES: usize = 1 << 14;

/// Short chains that stand alone and that a position has one of, by their length.
type Short<E> = [Option<Component<E>>; 3];

impl<E: EdgeSet> Solver<E> {
    /// A quiet position with what is known of it.
    pub(super) fn quiet(&self, edges: E) -> Quiet<E> {
        let boxes = self.open_boxes(edges);
        let known = Known { lower: -boxes, upper: boxes };
        let nothing = Quiet { edges, key: 0, boxes, cores: 0, known, best: NO_MOVE };
        self.looked_up(self.with_all(nothing, edges, &[]))
    }

    /// The components of a quiet position, onto the end of a list.
    pub(super) fn components(&self, mut edges: E, list: &mut Vec<Component<E>>) {
        while edges != E::EMPTY {
            let component = self.board.component(edges, edges.lowest());
            list.push(self.names.of(&self.board, component));
            edges = edges & !component;
        }
    }

    /// A position together with the components of some of its edges; `others` were there already.
    fn with_all(&self, mut quiet: Quiet<E>, mut edges: E, others: &[Component<E>]) -> Quiet<E> {
        let mut short = [None; 3];
        while edges != E::EMPTY {
            let component = self.board.component(edges, edges.lowest());
            edges = edges & !component;
            self.add(&mut quiet, component, others, &mut short);
        }
        self.with_key(quiet)
    }

    /// Adds a component. Two chains of one box that stand alone cancel each other, and so do two of two boxes: whoever
    /// opens the first, the other takes it and opens the second.
    #[inline]
    fn add(&self, quiet: &mut Quiet<E>, component: E, others: &[Component<E>], short: &mut Short<E>) {
        let part = self.names.of(&self.board, component);
        if part.kind == Kind::Chain && part.boxes < 3 {
            let is_twin = |other: &&Component<E>| other.name == part.name && other.edges & quiet.edges != E::EMPTY;
            let fresh = &mut short[usize::from(part.boxes)];
            let Some(twin) = fresh.take().or_else(|| others.iter().find(is_twin).copied()) else {
                *fresh = Some(part);
                quiet.key = quiet.key.wrapping_add(part.name);
                return;
            };
            quiet.key = quiet.key.wrapping_sub(part.name);
            quiet.edges = quiet.edges & !(part.edges | twin.edges);
            quiet.boxes -= 2 * i32::from(part.boxes);
            return;
        }
        quiet.key = quiet.key.wrapping_add(part.name);
        quiet.cores += u32::from(part.kind == Kind::Core);
    }

    /// The same position, which is looked for in the table soon; strings alone have their value.
    #[inline]
    pub(super) fn with_key(&self, mut quiet: Quiet<E>) -> Quiet<E> {
        quiet.best = NO_MOVE;
        if quiet.cores == 0 {
            let value = self.value_of_strings(&quiet);
            quiet.known = Known { lower: value, upper: value };
            return quiet;
        }
        quiet.known = Known { lower: -quiet.boxes, upper: quiet.boxes };
        self.table.prefetch(quiet.key);
        quiet
    }

    fn value_of_strings(&self, quiet: &Quiet<E>) -> i32 {
        let place = (mix(quiet.key) >> 32) as usize % STRING_VALUES;
        let (key, mut value) = self.strings[place].get();
        if key != quiet.key {
            let shape = self.board.shape(quiet.edges, &self.board.degrees(quiet.edges));
            value = loony::value(&shape.strings) as i8;
            self.strings[place].set((quiet.key, value));
        }
        i32::from(value)
    }

    #[inline]
    pub(super) fn looked_up(&self, mut quiet: Quiet<E>) -> Quiet<E> {
        if quiet.cores == 0 {
            return quiet;
        }
        if let Some(data) = self.table.get(quiet.key) {
            let number = |byte: u64| i32::from(byte as u8 as i8);
            quiet.known = Known { lower: number(data), upper: number(data >> 8) };
            quiet.best = (data >> 16) as u16;
        }
        quiet
    }

    /// A quiet position without some edges of one of its components. All else stays as it is.
    fn without(&self, quiet: &Quiet<E>, part: &Component<E>, gone: E) -> Quiet<E> {
        let mut rest = *quiet;
        rest.edges = rest.edges & !gone;
        rest.key = rest.key.wrapping_sub(part.name);
        rest.cores -= u32::from(part.kind == Kind::Core);
        rest
    }

    /// A quiet position after an edge that gives nothing away; `parts` are its components.
    #[inline]
    pub(super) fn after_safe(&self, quiet: &Quiet<E>, edge: usize, parts: &[Component<E>]) -> Quiet<E> {
        let part = part_with(parts, edge);
        let mut rest = self.without(quiet, part, E::single(edge));
        let left = part.edges & !E::single(edge);
        if self.board.stays_whole(left, edge) {
            self.add(&mut rest, left, parts, &mut [None; 3]);
            return self.with_key(rest);
        }
        self.with_all(rest, left, parts)
    }

    /// A quiet position after a chain of its core was opened and taken.
    pub(super) fn after_chain(
        &self,
        quiet: &Quiet<E>,
        walk: &Walk<E>,
        degrees: &[u8; MOST_BOXES],
        parts: &[Component<E>],
    ) -> (Quiet<E>, Peeled<E>) {
        let [one, other] = walk.junctions;
        if one == other && degrees[usize::from(one)] == 3 {
            // The box at both ends is taken too, and what follows.
            let peeled = self.board.peel_after(quiet.edges, walk.opening, degrees);
            return (self.quiet(peeled.rest), peeled);
        }
        let part = part_with(parts, walk.opening);
        let mut rest = self.without(quiet, part, walk.edges);
        rest.boxes -= walk.length as i32;
        let peeled =
            Peeled { taken: walk.length as i32, rest: rest.edges, handout: HANDOUTS[usize::from(walk.length > 2)] };
        (self.with_all(rest, part.edges & !walk.edges, parts), peeled)
    }

    /// A quiet position after one of the strings was opened and taken.
    pub(super) fn after_string(&self, quiet: &Quiet<E>, string: &Component<E>, kind: usize) -> (Quiet<E>, Peeled<E>) {
        let mut rest = self.without(quiet, string, string.edges);
        rest.boxes -= i32::from(string.boxes);
        let peeled = Peeled { taken: i32::from(string.boxes), rest: rest.edges, handout: HANDOUTS[kind] };
        (self.with_key(rest), peeled)
    }
}

/// The component that has an edge.
#[inline]
fn part_with<E: EdgeSet>(parts: &[Component<E>], edge: usize) -> &Component<E> {
    parts.iter().find(|part| part.edges.has(edge)).expect("every undrawn edge is in a component")
}
