//! The moves worth trying in a quiet position, one of each kind, with what they lead to.

use ply_games::dots_and_boxes::EdgeSet;

use super::grid::Degrees;
use super::peel::bounds_of_taken;
use super::quiet::{Known, NO_MOVE, Quiet, name_of_string};
use super::shape::HANDOUTS;
use super::solver::Solver;

/// A move, by what is left when the opponent has taken what it opened.
#[derive(Clone, Copy)]
pub(super) struct Child<E> {
    pub(super) rest: Quiet<E>,
    /// The boxes that it lets the opponent take.
    pub(super) taken: i32,
    /// How many of them the opponent may hand out instead.
    pub(super) handout: i32,
    /// The edge, for moves that give nothing away.
    pub(super) edge: Option<u8>,
    pub(super) order: i32,
}

/// From this [size](Solver::size) on a position is work for one thread alone; smaller ones are solved before another one
/// comes.
const LARGE: i32 = 10;

impl<E: EdgeSet> Child<E> {
    /// Whether several threads should keep out of each other's way.
    #[inline]
    pub(super) fn is_large(&self) -> bool {
        self.rest.size() >= LARGE
    }
}

impl<E> Child<E> {
    /// What the table knows the move by: the same for all moves that lead to the same rest.
    #[inline]
    pub(super) fn mark(&self) -> u16 {
        (self.rest.name.key >> 48) as u16 | (NO_MOVE + 1)
    }
}

/// How much sooner a move is tried for each box that it leaves with two open sides: fewer safe edges remain.
const NARROWING: i32 = 64;

impl<E: EdgeSet> Solver<E> {
    /// The moves that give nothing away, onto the end of the list.
    pub(super) fn safe_children(&mut self, quiet: &Quiet<E>, degrees: &Degrees<E>) {
        let safe = self.grid.one_of_alike(quiet.planes.without(self.grid.sides(degrees.two)));
        let core = quiet.planes.and(self.grid.sides(quiet.core));
        let sums = (quiet.size() > self.shares_from).then(|| self.names.sums(core));
        for (plane, mut left) in safe.0.into_iter().enumerate() {
            while left != E::EMPTY {
                let bit = left.lowest();
                left = left.without_lowest();
                let mut rest = *quiet;
                rest.planes.0[plane] = rest.planes.0[plane] & !E::single(bit);
                let after = self.grid.degrees(rest.planes);
                let narrowed = after.two & !degrees.two;
                let fallen = self.fallen_apart(rest.planes, narrowed, &after);
                rest.plain = rest.plain.without(self.names.plain_of(plane, bit));
                if fallen != E::EMPTY {
                    self.set_apart(&mut rest, fallen);
                }
                let sums = sums.filter(|_| fallen == E::EMPTY).map(|sums| self.names.less(&sums, plane, bit));
                self.ask_soon(&mut rest, sums);
                let narrowed = narrowed.count() as i32;
                let edge = self.grid.edge(plane, bit);
                let order = self.promise(edge) + narrowed * NARROWING;
                self.children.push(Child { rest, taken: 0, handout: 0, edge: Some(edge as u8), order });
            }
        }
    }

    /// The centre first, and what was good elsewhere.
    fn promise(&self, edge: usize) -> i32 {
        self.history[edge] / 64 + (self.board.centrality[edge] << 8)
    }

    /// One move in each chain of the core, and in the shortest of the strings of each kind, onto the end of the list.
    /// Those after which the opponent has `target` whatever the rest is worth are left out; the most that one of them may
    /// bring is given back.
    pub(super) fn giving_children(&mut self, quiet: &Quiet<E>, degrees: &Degrees<E>, target: i32) -> i32 {
        let mut most = -quiet.boxes;
        let is_vain = |taken: i32, handout: i32| handout > 0 && target - taken + handout <= 0;
        let mut left = quiet.core & degrees.two;
        while left != E::EMPTY {
            let chain = self.grid.connected(E::single(left.lowest()), quiet.planes, degrees.two);
            left = left & !chain;
            let length = chain.count() as i32;
            let handout = HANDOUTS[usize::from(length > 2)];
            if is_vain(length, handout) {
                most = most.max(handout - length);
            } else {
                let child = self.after_chain(quiet, chain);
                self.children.push(child);
            }
        }
        let mut shortest = [E::EMPTY; 3];
        let strings = self.grid.open(quiet.planes) & !quiet.core;
        self.each_string(quiet.planes, strings, |is_loop, string| {
            let kind = if is_loop { 2 } else { usize::from(string.count() > 2) };
            if shortest[kind] == E::EMPTY || string.count() < shortest[kind].count() {
                shortest[kind] = string;
            }
        });
        for (kind, string) in shortest.into_iter().enumerate().filter(|(_, string)| *string != E::EMPTY) {
            let length = string.count();
            if is_vain(length as i32, HANDOUTS[kind]) {
                most = most.max(HANDOUTS[kind] - length as i32);
            } else {
                let mut rest = *quiet;
                rest.planes = rest.planes.without(self.grid.sides(string));
                rest.boxes -= length as i32;
                let name = name_of_string(kind == 2, length);
                (rest.strings, rest.plain) = (rest.strings.without(name), rest.plain.without(name));
                self.ask_soon(&mut rest, None);
                self.children.push(giving(rest, length as i32, HANDOUTS[kind]));
            }
        }
        most
    }

    /// What is left when a chain of the core was opened and taken.
    fn after_chain(&mut self, quiet: &Quiet<E>, chain: E) -> Child<E> {
        let mut planes = quiet.planes.without(self.grid.sides(chain));
        let length = chain.count() as i32;
        let mut degrees = self.grid.degrees(planes);
        if degrees.one == E::EMPTY {
            let rest = self.reduced(quiet, planes, quiet.boxes - length, &degrees);
            return giving(rest, length, HANDOUTS[usize::from(length > 2)]);
        }
        // The box at both ends is taken too, and what follows. Each box takes an edge, unless the last one takes two.
        while degrees.one != E::EMPTY {
            planes = planes.without(self.grid.sides(degrees.one));
            degrees = self.grid.degrees(planes);
        }
        let boxes = self.grid.open(planes).count() as i32;
        let taken = quiet.boxes - boxes;
        let drawn = (quiet.planes.count() - planes.count()) as i32 - 1;
        let handout = if drawn == taken { 2 } else { 4 };
        giving(self.reduced(quiet, planes, boxes, &degrees), taken, handout)
    }
}

/// A move that gives boxes away: the fewer, the better.
fn giving<E>(rest: Quiet<E>, taken: i32, handout: i32) -> Child<E> {
    Child { rest, taken, handout, edge: None, order: -(taken << 22) - (handout << 20) }
}

impl<E> Child<E> {
    /// What the opponent gets: at least and at most.
    #[inline]
    pub(super) fn bounds(&self) -> (i32, i32) {
        let Known { lower, upper } = self.rest.known;
        bounds_of_taken(self.taken, self.handout, (lower, upper))
    }

    /// Whether the opponent gets at least `target`, as far as it is known.
    #[inline]
    pub(super) fn known_to_reach(&self, target: i32) -> Option<bool> {
        let at_least = |target| match self.rest.known {
            Known { lower, .. } if lower >= target => Some(true),
            Known { upper, .. } if upper < target => Some(false),
            _ => None,
        };
        let beyond = target - self.taken + self.handout;
        if self.handout == 0 {
            return at_least(beyond);
        }
        if beyond <= 0 {
            return Some(true);
        }
        match (at_least(beyond - self.handout), at_least(1 - beyond - self.handout)) {
            (Some(true), _) | (_, Some(false)) => Some(true),
            (Some(false), Some(true)) => Some(false),
            _ => None,
        }
    }
}
