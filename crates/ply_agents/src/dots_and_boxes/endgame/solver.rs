//! The search: questions "is it worth at least so much?" about quiet positions, answered by asking about the rests.

use ply_game::mix;
use ply_games::dots_and_boxes::EdgeSet;
use ply_search::Meter;
use ply_search::solve::SolverTable;

use super::board::Board;
use super::loony;
use super::peel::Peeled;
use super::shape::Shape;

/// What is known of a quiet position: its value lies between the two, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Known {
    lower: i32,
    upper: i32,
}

/// A quiet position as the table knows it.
#[derive(Clone, Copy)]
struct Quiet<E> {
    edges: E,
    key: u64,
    symmetry: u8,
    boxes: i32,
    known: Known,
    best: u8,
}

/// A move, by what is left when the opponent has taken what it opened.
#[derive(Clone, Copy)]
struct Child<E> {
    rest: Quiet<E>,
    peeled: Peeled<E>,
    edge: u8,
    order: i32,
}

/// No move is known to be good.
const NO_MOVE: u8 = u8::MAX;
/// Best moves that open a string are stored by its kind, from here on.
const STRING: u8 = 128;

/// Proves what positions are worth; remembers across calls.
pub(in crate::dots_and_boxes) struct Solver<E> {
    board: Board<E>,
    table: SolverTable,
    children: Vec<Child<E>>,
    /// How often an edge was the answer.
    history: Vec<i32>,
}

impl<E: EdgeSet> Solver<E> {
    /// A solver with a table of so many megabytes.
    pub(in crate::dots_and_boxes) fn new(board: Board<E>, megabytes: usize) -> Self {
        let history = vec![0; board.beside.len()];
        Self { board, table: SolverTable::megabytes(megabytes), children: Vec::new(), history }
    }

    /// Moves of which one is best: those within what can be taken, or else one of each kind.
    pub(in crate::dots_and_boxes) fn candidates(&self, edges: E) -> E {
        let rest = self.board.peel(edges).rest;
        if rest != edges {
            return edges & !rest;
        }
        let (_, openings) = self.board.openings(edges, &self.board.degrees(edges));
        openings.as_slice().iter().fold(E::EMPTY, |set, &edge| set | E::single(usize::from(edge)))
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
        let most = self.board.degrees(edges).iter().filter(|&&degree| degree > 0).count() as i32;
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
        let replies = openings.as_slice().iter().map(|&edge| usize::from(edge));
        let costs = replies.clone().map(|edge| self.board.peel_after(rest, edge, &degrees).taken);
        let least = costs.clone().min();
        let natural: Vec<usize> = replies.zip(costs).filter(|(_, cost)| Some(*cost) == least).map(|(e, _)| e).collect();
        let mut wrong = 0;
        for &edge in &natural {
            wrong += u32::from(self.at_least(rest & !E::single(edge), target + taken, meter));
            if meter.is_stopped() {
                return None;
            }
        }
        Some((wrong, natural.len() as u32))
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
        // 3. Make the children; one whose rest is known well enough ends the matter.
        let before = meter.nodes();
        let start = self.children.len();
        let refuted = 1 - target;
        let degrees = self.board.degrees(quiet.edges);
        let (_, openings) = self.board.openings(quiet.edges, &degrees);
        let mut answer = None;
        for (number, &edge) in openings.as_slice().iter().enumerate() {
            let peeled = self.board.peel_after(quiet.edges, usize::from(edge), &degrees);
            let rest = self.quiet(peeled.rest);
            let kind = if number >= openings.strings_from {
                STRING + (number - openings.strings_from) as u8
            } else {
                self.board.image(usize::from(quiet.symmetry), edge)
            };
            match Self::known_to_reach(&peeled, rest.known, refuted) {
                Some(true) => {}
                Some(false) => {
                    answer = Some(kind);
                    break;
                }
                None => {
                    let order = self.promise(edge, &peeled, kind == quiet.best);
                    self.children.push(Child { rest, peeled, edge: kind, order });
                }
            }
        }
        // 4. Search the others, the most promising first.
        let end = self.children.len();
        let mut next = start;
        while answer.is_none() && next < end && !meter.is_stopped() {
            let best = (next..end).max_by_key(|&at| (self.children[at].order, end - at)).unwrap_or(next);
            self.children.swap(next, best);
            let child = self.children[next];
            next += 1;
            if !self.reaches(&child.peeled, &child.rest, refuted, meter) && !meter.is_stopped() {
                answer = Some(child.edge);
            }
        }
        self.children.truncate(start);
        if meter.is_stopped() {
            return false;
        }
        // 5. Remember.
        self.store(quiet, target, answer, meter.nodes() - before);
        answer.is_some()
    }

    /// Safe edges before hand-outs, few boxes before many, and what was good elsewhere.
    fn promise(&self, edge: u8, peeled: &Peeled<E>, is_best: bool) -> i32 {
        let edge = usize::from(edge);
        let kind = if is_best { 1 << 28 } else { -(peeled.taken << 22) - (peeled.handout << 20) };
        kind + self.history[edge] / 64 + (self.board.centrality[edge] << 8)
    }

    fn store(&mut self, quiet: &Quiet<E>, target: i32, answer: Option<u8>, work: u64) {
        let known = match answer {
            Some(_) => Known { lower: target, ..quiet.known },
            None => Known { upper: target - 2, ..quiet.known },
        };
        let best = answer.unwrap_or(quiet.best);
        if let Some(edge) = answer.filter(|&edge| edge < STRING) {
            let source = usize::from(self.board.source(usize::from(quiet.symmetry), edge));
            self.history[source] += 1 + work.max(1).ilog2() as i32;
            if self.history[source] > 1 << 18 {
                self.history.iter_mut().for_each(|count| *count /= 2);
            }
        }
        let data = u64::from(known.lower as i8 as u8) | u64::from(known.upper as i8 as u8) << 8 | u64::from(best) << 16;
        self.table.put(quiet.key, data, work);
    }

    /// A quiet position with what is known of it.
    fn quiet(&self, edges: E) -> Quiet<E> {
        let degrees = self.board.degrees(edges);
        let shape = self.board.shape(edges, &degrees);
        let Shape { core, boxes, .. } = shape;
        if core == E::EMPTY {
            let value = loony::value(&shape.strings);
            let known = Known { lower: value, upper: value };
            return Quiet { edges, key: 0, symmetry: 0, boxes, known, best: NO_MOVE };
        }
        let (canonical, symmetry) = self.board.canonical(core);
        let [low, high] = canonical.words();
        let key = mix(low ^ mix(high ^ shape.strings_key.wrapping_add(0x9e37_79b9_7f4a_7c15)));
        let known = Known { lower: -boxes, upper: boxes };
        self.looked_up(Quiet { edges, key, symmetry: symmetry as u8, boxes, known, best: NO_MOVE })
    }

    fn looked_up(&self, quiet: Quiet<E>) -> Quiet<E> {
        let Some(data) = self.table.get(quiet.key) else { return quiet };
        let number = |byte: u64| i32::from(byte as u8 as i8);
        let known = Known { lower: number(data), upper: number(data >> 8) };
        Quiet { known, best: (data >> 16) as u8, ..quiet }
    }
}
