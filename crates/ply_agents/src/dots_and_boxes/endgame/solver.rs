//! The search: questions "is it worth at least so much?" about quiet positions, answered by asking about the rests.

use std::cell::Cell;

use ply_games::dots_and_boxes::EdgeSet;
use ply_search::Meter;
use ply_search::solve::SolverTable;

use super::super::edges::each;
use super::board::{Board, MOST_BOXES};
use super::components::{Component, Names};
use super::peel::Peeled;
use super::quiet::{Known, Quiet, STRING_VALUES};

/// A move, by what is left when the opponent has taken what it opened.
#[derive(Clone, Copy)]
pub(super) struct Child<E> {
    rest: Quiet<E>,
    peeled: Peeled<E>,
    edge: u8,
    order: i32,
}

impl<E> Child<E> {
    /// What the table knows the move by: the same for all moves that lead to the same rest.
    fn mark(&self) -> u16 {
        (self.rest.key >> 48) as u16 | 1
    }
}

/// Proves what positions are worth; remembers across calls.
pub(in crate::dots_and_boxes) struct Solver<E> {
    pub(super) board: Board<E>,
    pub(super) table: SolverTable,
    children: Vec<Child<E>>,
    /// Room for the components of the position at hand.
    parts: Vec<Component<E>>,
    pub(super) names: Names<E>,
    /// How often an edge was the answer.
    history: Vec<i32>,
    /// Values of strings alone, by their key: the last that was asked for at each place.
    pub(super) strings: Vec<Cell<(u64, i8)>>,
}

impl<E: EdgeSet> Solver<E> {
    /// A solver with a table of so many megabytes.
    pub(in crate::dots_and_boxes) fn new(board: Board<E>, megabytes: usize) -> Self {
        let history = vec![0; board.beside.len()];
        let strings = vec![Cell::new((u64::MAX, 0)); STRING_VALUES];
        let table = SolverTable::megabytes(megabytes);
        let (children, parts) = (Vec::new(), Vec::new());
        Self { board, table, children, parts, names: Names::new(), history, strings }
    }

    /// Moves of which one is best: those within what can be taken, or else one of each kind.
    pub(in crate::dots_and_boxes) fn candidates(&self, edges: E) -> E {
        let rest = self.board.peel(edges).rest;
        if rest != edges {
            return edges & !rest;
        }
        self.board.openings(edges, &self.board.degrees(edges)).1.edges()
    }

    /// Whether the undrawn edges are worth at least `target` to the player to move; void if the meter has stopped.
    pub(in crate::dots_and_boxes) fn at_least(&mut self, edges: E, target: i32, meter: &mut Meter<'_>) -> bool {
        let peeled = self.board.peel(edges);
        let rest = self.quiet(peeled.rest);
        self.reaches(&peeled, &rest, target, meter)
    }

    /// The value of the undrawn edges to the player to move; `None` if the meter stopped first.
    pub(in crate::dots_and_boxes) fn value(&mut self, edges: E, guess: i32, meter: &mut Meter<'_>) -> Option<i32> {
        let (lower, upper) = self.bounds(edges, guess, meter);
        (lower == upper).then_some(lower)
    }

    /// Bounds on that value, equal unless the meter stopped first. The first question asked is about `guess`.
    pub(in crate::dots_and_boxes) fn bounds(&mut self, edges: E, guess: i32, meter: &mut Meter<'_>) -> (i32, i32) {
        let most = self.open_boxes(edges);
        let (mut lower, mut upper) = (-most, most);
        let mut target = guess;
        while lower < upper {
            target = target.clamp(lower + 2, upper);
            target += (target - most) & 1;
            let reached = self.at_least(edges, target, meter);
            if meter.is_stopped() {
                break;
            }
            if reached {
                lower = target;
                target += 2;
            } else {
                upper = target - 2;
                target -= 2;
            }
        }
        (lower, upper)
    }

    /// How many natural replies to a position give the opponent of the player to move at least `target` from here on,
    /// and how many there are. Natural is to take everything and then to draw a safe edge, or else to open what costs
    /// least. `None` if the meter stopped first.
    pub(in crate::dots_and_boxes) fn pitfalls(
        &mut self,
        edges: E,
        target: i32,
        meter: &mut Meter<'_>,
    ) -> Option<(u32, u32)> {
        let Peeled { taken, rest, .. } = self.board.peel(edges);
        let degrees = self.board.degrees(rest);
        let (_, openings) = self.board.openings(rest, &degrees);
        let mut replies = Vec::new();
        each(openings.edges(), |edge| replies.push((self.board.peel_after(rest, edge, &degrees).taken, edge)));
        let least = replies.iter().map(|(cost, _)| *cost).min();
        let natural: Vec<usize> = replies.iter().filter(|(cost, _)| Some(*cost) == least).map(|(_, e)| *e).collect();
        let mut wrong = 0;
        for &edge in &natural {
            wrong += u32::from(self.at_least(rest & !E::single(edge), target + taken, meter));
            if meter.is_stopped() {
                return None;
            }
        }
        Some((wrong, natural.len() as u32))
    }

    /// Boxes still open.
    pub(in crate::dots_and_boxes) fn open_boxes(&self, edges: E) -> i32 {
        self.board.degrees(edges).iter().filter(|&&degree| degree > 0).count() as i32
    }

    /// How large a position is to the solver: undrawn edges less open boxes, when all is taken that can be. Each more
    /// takes it 2.7 times as many nodes, whatever the board; 10 takes 1,700, and 15 takes 250,000.
    pub(in crate::dots_and_boxes) fn size(&self, edges: E) -> i32 {
        let rest = self.board.peel(edges).rest;
        rest.count() as i32 - self.open_boxes(rest)
    }

    /// Whether nothing can be taken.
    pub(in crate::dots_and_boxes) fn is_quiet(&self, edges: E) -> bool {
        self.board.degrees(edges).iter().all(|&degree| degree != 1)
    }

    /// Whether what can be taken and the rest together are worth at least `target`.
    fn reaches(&mut self, peeled: &Peeled<E>, rest: &Quiet<E>, target: i32, meter: &mut Meter<'_>) -> bool {
        let beyond = target - peeled.taken + peeled.handout;
        if peeled.handout == 0 {
            return self.quiet_reaches(rest, beyond, meter);
        }
        beyond <= 0
            || self.quiet_reaches(rest, beyond - peeled.handout, meter)
            || !self.quiet_reaches(rest, 1 - beyond - peeled.handout, meter)
    }

    /// The same as far as it is known.
    fn known_to_reach(peeled: &Peeled<E>, known: Known, target: i32) -> Option<bool> {
        let at_least = |target| match known {
            Known { lower, .. } if lower >= target => Some(true),
            Known { upper, .. } if upper < target => Some(false),
            _ => None,
        };
        let beyond = target - peeled.taken + peeled.handout;
        if peeled.handout == 0 {
            return at_least(beyond);
        }
        if beyond <= 0 {
            return Some(true);
        }
        let (above, below) = (at_least(beyond - peeled.handout), at_least(1 - beyond - peeled.handout));
        match (above, below) {
            (Some(true), _) | (_, Some(false)) => Some(true),
            (Some(false), Some(true)) => Some(false),
            _ => None,
        }
    }

    /// Whether a quiet position is worth at least `target` to the player to move.
    fn quiet_reaches(&mut self, quiet: &Quiet<E>, target: i32, meter: &mut Meter<'_>) -> bool {
        // 1. The number of boxes bounds the value and has its parity.
        let target = target + ((target - quiet.boxes) & 1);
        if target <= quiet.known.lower {
            return true;
        } else if target > quiet.known.upper {
            return false;
        }
        // 2. The table may have learnt since the position was made.
        let quiet = &self.looked_up(*quiet);
        if target <= quiet.known.lower || target > quiet.known.upper || meter.count() {
            return target <= quiet.known.lower;
        }
        // 3. Moves that give nothing away, then those that do: first what is known of the children, then a search.
        let before = meter.nodes();
        let mut answer = None;
        let degrees = self.board.degrees(quiet.edges);
        for stage in [Self::safe_children, Self::giving_children] {
            if answer.is_none() && !meter.is_stopped() {
                let start = self.children.len();
                let mut parts = std::mem::take(&mut self.parts);
                self.components(quiet.edges, &mut parts);
                stage(self, quiet, &degrees, &parts);
                parts.clear();
                self.parts = parts;
                answer = self.refutation(quiet, start, 1 - target, meter);
                self.children.truncate(start);
            }
        }
        if meter.is_stopped() {
            return false;
        }
        // 4. Remember.
        self.store(quiet, target, answer, meter.nodes() - before);
        answer.is_some()
    }

    /// Which of the children, from `start` on, is not worth `refuted` to the opponent.
    fn refutation(&mut self, quiet: &Quiet<E>, start: usize, refuted: i32, meter: &mut Meter<'_>) -> Option<Child<E>> {
        let mut end = start;
        for at in start..self.children.len() {
            let mut child = self.children[at];
            child.rest = self.looked_up(child.rest);
            match Self::known_to_reach(&child.peeled, child.rest.known, refuted) {
                Some(true) => {}
                Some(false) => return Some(child),
                None => {
                    if child.mark() == quiet.best {
                        child.order = i32::MAX;
                    }
                    self.children[end] = child;
                    end += 1;
                }
            }
        }
        self.children.truncate(end);
        let mut next = start;
        while next < end && !meter.is_stopped() {
            let best = (next..end).max_by_key(|&at| (self.children[at].order, end - at)).unwrap_or(next);
            self.children.swap(next, best);
            let child = self.children[next];
            next += 1;
            if !self.reaches(&child.peeled, &child.rest, refuted, meter) && !meter.is_stopped() {
                return Some(child);
            }
        }
        None
    }

    /// The moves that give nothing away, onto the end of the list.
    fn safe_children(&mut self, quiet: &Quiet<E>, degrees: &[u8; MOST_BOXES], parts: &[Component<E>]) {
        let narrow = self.board.sides.iter().zip(degrees).filter(|(_, degree)| **degree == 2);
        let narrow = narrow.fold(E::EMPTY, |set, (&sides, _)| set | sides);
        let safe = self.board.one_of_alike(quiet.edges & !narrow);
        let mut children = std::mem::take(&mut self.children);
        each(safe, |edge| {
            let peeled = Peeled { taken: 0, rest: quiet.edges & !E::single(edge), handout: 0 };
            children.push(self.child(self.after_safe(quiet, edge, parts), peeled, edge));
        });
        self.children = children;
    }

    /// One move in each chain of the core, and in the shortest of the strings of each kind, onto the end of the list.
    fn giving_children(&mut self, quiet: &Quiet<E>, degrees: &[u8; MOST_BOXES], parts: &[Component<E>]) {
        let mut children = std::mem::take(&mut self.children);
        let mut strings: [Option<&Component<E>>; 3] = [None; 3];
        let mut core = quiet.edges;
        for part in parts {
            let Some(kind) = part.string() else { continue };
            core = core & !part.edges;
            if strings[kind].is_none_or(|shortest| part.boxes < shortest.boxes) {
                strings[kind] = Some(part);
            }
        }
        self.board.each_walk(core, degrees, |walk| {
            let (rest, peeled) = self.after_chain(quiet, walk, degrees, parts);
            children.push(self.child(rest, peeled, walk.opening));
        });
        for (kind, string) in strings.into_iter().enumerate() {
            let Some(string) = string else { continue };
            let (rest, peeled) = self.after_string(quiet, string, kind);
            children.push(self.child(rest, peeled, string.edges.lowest()));
        }
        self.children = children;
    }

    fn child(&self, rest: Quiet<E>, peeled: Peeled<E>, edge: usize) -> Child<E> {
        Child { rest, peeled, edge: edge as u8, order: self.promise(edge, &peeled) }
    }

    /// Safe edges before hand-outs, few boxes before many, and what was good elsewhere.
    fn promise(&self, edge: usize, peeled: &Peeled<E>) -> i32 {
        -(peeled.taken << 22) - (peeled.handout << 20) + self.history[edge] / 64 + (self.board.centrality[edge] << 8)
    }

    fn store(&mut self, quiet: &Quiet<E>, target: i32, answer: Option<Child<E>>, work: u64) {
        let known = match answer {
            Some(_) => Known { lower: target, ..quiet.known },
            None => Known { upper: target - 2, ..quiet.known },
        };
        let best = answer.map_or(quiet.best, |child| child.mark());
        if let Some(edge) = answer.map(|child| usize::from(child.edge)) {
            self.history[edge] += 1 + work.max(1).ilog2() as i32;
            if self.history[edge] > 1 << 18 {
                self.history.iter_mut().for_each(|count| *count /= 2);
            }
        }
        let data = u64::from(known.lower as i8 as u8) | u64::from(known.upper as i8 as u8) << 8 | u64::from(best) << 16;
        self.table.put(quiet.key, data, work);
    }
}

#[cfg(test)]
impl<E: EdgeSet> Solver<E> {
    /// The key of what is left when all was taken.
    pub(super) fn key(&self, edges: E) -> u64 {
        self.quiet(self.board.peel(edges).rest).key
    }

    /// Compares the children of what is left when all was taken with the same moves made by the slow way.
    pub(super) fn check_children(&mut self, edges: E) {
        let quiet = self.quiet(self.board.peel(edges).rest);
        let degrees = self.board.degrees(quiet.edges);
        let mut parts = Vec::new();
        self.components(quiet.edges, &mut parts);
        self.safe_children(&quiet, &degrees, &parts);
        self.giving_children(&quiet, &degrees, &parts);
        let children = std::mem::take(&mut self.children);
        let parts = |quiet: &Quiet<E>| (quiet.key, quiet.boxes, quiet.cores);
        for child in &children {
            assert_eq!(parts(&child.rest), parts(&self.quiet(child.peeled.rest)));
        }
        let (_, openings) = self.board.openings(quiet.edges, &degrees);
        each(openings.edges(), |edge| {
            let peeled = self.board.peel_after(quiet.edges, edge, &degrees);
            assert!(children.iter().any(|child| child.peeled == peeled), "{edge}: {peeled:?}");
        });
        assert_eq!(children.len(), openings.edges().count() as usize);
    }
}
