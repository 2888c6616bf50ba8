//! A quiet position as the search keeps it: taken apart once, then changed by every move only where the move changes it.

use ply_game::mix;
use ply_games::dots_and_boxes::EdgeSet;

use super::board::{GROUND, MOST_BOXES};
use super::keys::{Keys, smallest};
use super::loony;
use super::peel::Peeled;
use super::shape::{HANDOUTS, Shape, Walk, string_key};
use super::solver::Solver;

/// What is known of a quiet position: its value lies between the two, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    pub(super) lower: i32,
    pub(super) upper: i32,
}

/// A quiet position as the table knows it.
#[derive(Clone, Copy)]
pub(super) struct Quiet<E> {
    pub(super) edges: E,
    /// Without chains and loops that stand alone.
    pub(super) core: E,
    /// The keys of the core.
    pub(super) keys: Keys,
    pub(super) strings_key: u64,
    pub(super) boxes: i32,
    /// Of core and strings together.
    pub(super) key: u64,
    pub(super) symmetry: u8,
    pub(super) known: Known,
    pub(super) best: u8,
}

/// No move is known to be good.
pub(super) const NO_MOVE: u8 = u8::MAX;
/// Places for values of strings.
pub(super) const STRING_VALUES: usize = 1 << 14;

impl<E: EdgeSet> Solver<E> {
    /// A quiet position with what is known of it.
    pub(super) fn quiet(&self, edges: E) -> Quiet<E> {
        let shape = self.board.shape(edges, &self.board.degrees(edges));
        let Shape { core, boxes, strings_key, .. } = shape;
        let keys = self.board.keys.of(core);
        let known = Known { lower: -boxes, upper: boxes };
        let quiet = Quiet { edges, core, keys, strings_key, boxes, key: 0, symmetry: 0, known, best: NO_MOVE };
        let quiet = self.with_key(quiet);
        self.looked_up(quiet)
    }

    /// The same position with its key, which is looked for in the table soon; strings alone have their value.
    #[inline]
    pub(super) fn with_key(&self, mut quiet: Quiet<E>) -> Quiet<E> {
        quiet.best = NO_MOVE;
        if quiet.core == E::EMPTY {
            let value = self.value_of_strings(&quiet);
            quiet.known = Known { lower: value, upper: value };
            quiet.key = 0;
            return quiet;
        }
        quiet.known = Known { lower: -quiet.boxes, upper: quiet.boxes };
        let (smallest, symmetry) = smallest(&quiet.keys);
        quiet.key = mix(smallest ^ mix(quiet.strings_key.wrapping_add(0x9e37_79b9_7f4a_7c15)));
        quiet.symmetry = symmetry as u8;
        self.table.prefetch(quiet.key);
        quiet
    }

    fn value_of_strings(&self, quiet: &Quiet<E>) -> i32 {
        let place = (mix(quiet.strings_key) >> 32) as usize % STRING_VALUES;
        let (key, mut value) = self.strings[place].get();
        if key != quiet.strings_key {
            let shape = self.board.shape(quiet.edges, &self.board.degrees(quiet.edges));
            value = loony::value(&shape.strings) as i8;
            self.strings[place].set((quiet.strings_key, value));
        }
        i32::from(value)
    }

    #[inline]
    pub(super) fn looked_up(&self, quiet: Quiet<E>) -> Quiet<E> {
        if quiet.core == E::EMPTY {
            return quiet;
        }
        let Some(data) = self.table.get(quiet.key) else { return quiet };
        let number = |byte: u64| i32::from(byte as u8 as i8);
        let known = Known { lower: number(data), upper: number(data >> 8) };
        Quiet { known, best: (data >> 16) as u8, ..quiet }
    }

    /// A quiet position after an edge that gives nothing away.
    #[inline]
    pub(super) fn after_safe(&self, quiet: &Quiet<E>, edge: usize, degrees: &mut [u8; MOST_BOXES]) -> Quiet<E> {
        let [one, other] = self.board.beside[edge];
        self.after(quiet, E::single(edge), [one, other], degrees)
    }

    /// A quiet position after a chain of its core was opened and taken.
    pub(super) fn after_chain(
        &self,
        quiet: &Quiet<E>,
        walk: &Walk<E>,
        degrees: &mut [u8; MOST_BOXES],
    ) -> (Quiet<E>, Peeled<E>) {
        let [one, other] = walk.junctions;
        if one == other && degrees[usize::from(one)] == 3 {
            // The box at both ends is taken too, and what follows.
            let peeled = self.board.peel_after(quiet.edges, walk.opening, degrees);
            return (self.quiet(peeled.rest), peeled);
        }
        let mut rest = *quiet;
        rest.boxes -= walk.length as i32;
        let rest = self.after(&rest, walk.edges, walk.junctions, degrees);
        let handout = HANDOUTS[usize::from(walk.length > 2)];
        (rest, Peeled { taken: walk.length as i32, rest: rest.edges, handout })
    }

    /// A quiet position without some edges of the core, which leave these boxes with a side less: only chains that go
    /// through them can be new.
    #[inline]
    fn after(&self, quiet: &Quiet<E>, gone: E, boxes: [u8; 2], degrees: &mut [u8; MOST_BOXES]) -> Quiet<E> {
        let mut rest = *quiet;
        rest.edges = rest.edges & !gone;
        self.board.keys.remove(&mut rest.keys, rest.core, gone);
        rest.core = rest.core & !gone;
        let beside = || boxes.into_iter().filter(|&at| at != GROUND);
        beside().for_each(|at| degrees[usize::from(at)] -= 1);
        let mut seen = 0_u64;
        for at in beside() {
            if degrees[usize::from(at)] != 2 || seen >> at & 1 != 0 {
                continue;
            }
            let walk = self.board.walk(rest.edges, degrees, at);
            seen |= walk.boxes;
            if let Some(kind) = walk.kind() {
                self.board.keys.remove(&mut rest.keys, rest.core, walk.edges);
                rest.core = rest.core & !walk.edges;
                rest.strings_key = rest.strings_key.wrapping_add(string_key(kind, walk.length));
            }
        }
        beside().for_each(|at| degrees[usize::from(at)] += 1);
        self.with_key(rest)
    }
}
