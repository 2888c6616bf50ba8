//! The search: questions "is it worth at least so much?" about quiet positions, answered by asking about the rests.

use std::sync::Arc;

use ply_games::dots_and_boxes::EdgeSet;
use ply_search::Meter;
use ply_search::solve::{Claims, SolverTable};

use super::super::edges::each;
use super::board::Board;
use super::book::Book;
use super::canonical::{Name, Names};
use super::children::Child;
use super::grid::Grid;
use super::peel::Peeled;
use super::quiet::{Known, Quiet, STRING_VALUES};

/// In positions of games, names are shared from this [size](Solver::size) on. To search smaller ones again costs less than
/// to find their shared names: 1.3 times the nodes, each in three fifths of the time.
const SHARED_IN_GAMES: i32 = 9;
/// What leads on from a position with three quarters of the edges undrawn has far more images and look-alikes, and more
/// positions than fit into the table: with 6 MB, 2x6 takes 1.7 million nodes so, and 18 with names shared from 4 on.
const SHARED_IN_OPENINGS: i32 = 3;

/// Proves what positions are worth; remembers across calls.
pub(in crate::dots_and_boxes) struct Solver<E> {
    pub(super) board: Board<E>,
    pub(super) table: Arc<SolverTable>,
    pub(super) book: Option<Book>,
    pub(super) grid: Grid<E>,
    pub(super) names: Names<E>,
    /// The [size](Solver::size) from which on positions have shared names, in what the question at hand leads to.
    pub(super) shares_from: i32,
    pub(super) children: Vec<Child<E>>,
    /// How often an edge was the answer.
    pub(super) history: Vec<i32>,
    /// Values of strings alone, by their name: the last that was asked for at each place.
    pub(super) strings: Vec<(Name, i8)>,
    /// Where the solvers are that share the table.
    pub(super) claims: Option<Arc<Claims>>,
}

impl<E: EdgeSet> Solver<E> {
    /// A solver with a table of so many megabytes.
    pub(in crate::dots_and_boxes) fn new(board: Board<E>, megabytes: usize) -> Self {
        Self::with_table(board, Arc::new(SolverTable::megabytes(megabytes)))
    }

    fn with_table(board: Board<E>, table: Arc<SolverTable>) -> Self {
        let history = vec![0; board.beside.len()];
        let strings = vec![(Name::default(), 0); STRING_VALUES];
        let book = Book::of_board(&board);
        let grid = Grid::new(&board);
        let names = Names::new(&board, &grid);
        let (shares_from, children) = (SHARED_IN_GAMES, Vec::new());
        Self { board, table, book, grid, names, shares_from, children, history, strings, claims: None }
    }

    /// Another one for another thread, which shares what it remembers.
    pub(super) fn another(&self) -> Self {
        let other = Self::with_table(self.board.clone(), self.table.clone());
        let book = other.book.filter(|_| self.book.is_some());
        Self { book, claims: self.claims.clone(), ..other }
    }

    /// The same solver, which finds out by itself what the book knows.
    pub(in crate::dots_and_boxes) fn without_book(self) -> Self {
        Self { book: None, ..self }
    }

    /// What it remembers across calls.
    pub(in crate::dots_and_boxes) fn table(&self) -> &SolverTable {
        &self.table
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
        let mut peeled = self.peeled(edges);
        self.reaches(&mut peeled, target, meter)
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

    /// Whether the book knows where every move that gives nothing away leads to.
    pub(in crate::dots_and_boxes) fn is_in_book(&self, edges: E) -> bool {
        let has = |book: &Book| book.has(self.open_boxes(edges), edges.count() - 1);
        self.book.as_ref().is_some_and(has) && self.is_quiet(edges)
    }

    /// Bounds on what the undrawn edges are worth, as far as they are known without a search.
    pub(in crate::dots_and_boxes) fn known(&mut self, edges: E) -> (i32, i32) {
        self.peeled(edges).bounds()
    }

    /// What can be taken, and the rest.
    fn peeled(&mut self, edges: E) -> Child<E> {
        let is_opening = 4 * edges.count() as usize >= 3 * self.board.beside.len();
        self.shares_from = if is_opening { SHARED_IN_OPENINGS } else { SHARED_IN_GAMES };
        let Peeled { taken, rest, handout } = self.board.peel(edges);
        Child { rest: self.quiet(self.grid.planes(rest)), taken, handout, edge: None, order: 0 }
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

    /// How many of the board's symmetries leave a position as it is.
    pub(in crate::dots_and_boxes) fn own_images(&self, edges: E) -> usize {
        let is_own = |image: &&Vec<u8>| {
            let mut moved = E::EMPTY;
            each(edges, |edge| moved = moved | E::single(usize::from(image[edge])));
            moved == edges
        };
        self.board.images.iter().filter(is_own).count()
    }

    /// Whether nothing can be taken.
    pub(in crate::dots_and_boxes) fn is_quiet(&self, edges: E) -> bool {
        self.board.degrees(edges).iter().all(|&degree| degree != 1)
    }

    /// Whether what can be taken and the rest together are worth at least `target`; what is found of the rest is noted.
    fn reaches(&mut self, child: &mut Child<E>, target: i32, meter: &mut Meter<'_>) -> bool {
        let beyond = target - child.taken + child.handout;
        if child.handout == 0 {
            child.rest.known = self.quiet_reaches(&child.rest, beyond, meter);
            return child.rest.known.lower >= beyond;
        }
        if beyond <= 0 {
            return true;
        }
        child.rest.known = self.quiet_reaches(&child.rest, beyond - child.handout, meter);
        if child.rest.known.lower >= beyond - child.handout {
            return true;
        }
        let negated = 1 - beyond - child.handout;
        child.rest.known = self.quiet_reaches(&child.rest, negated, meter);
        child.rest.known.upper < negated
    }

    /// What is known of a quiet position once it is known whether it is worth at least `target` to the player to move.
    fn quiet_reaches(&mut self, quiet: &Quiet<E>, target: i32, meter: &mut Meter<'_>) -> Known {
        // 1. The number of boxes bounds the value and has its parity.
        let target = target + ((target - quiet.boxes) & 1);
        if target <= quiet.known.lower || target > quiet.known.upper {
            return quiet.known;
        }
        // 2. The table may have learnt since the position was made.
        let mut quiet = *quiet;
        self.look_up(&mut quiet);
        let quiet = &quiet;
        if target <= quiet.known.lower || target > quiet.known.upper || meter.count() {
            return quiet.known;
        }
        // 3. Moves that give nothing away, then those that do: first what is known of the children, then a search.
        let before = meter.nodes();
        let degrees = self.grid.degrees(quiet.planes);
        let start = self.children.len();
        let mut most = -quiet.boxes;
        self.safe_children(quiet, &degrees);
        let mut answer = self.refutation(quiet, start, 1 - target, &mut most, meter);
        self.children.truncate(start);
        if answer.is_none() && !meter.is_stopped() {
            most = most.max(self.giving_children(quiet, &degrees, 1 - target));
            answer = self.refutation(quiet, start, 1 - target, &mut most, meter);
            self.children.truncate(start);
        }
        if meter.is_stopped() {
            return quiet.known;
        }
        // 4. Remember.
        self.store(quiet, target, answer, most, meter.nodes() - before)
    }

    /// Which of the children, from `start` on, is not worth `refuted` to the opponent. `most` becomes the most that one of
    /// the others may bring.
    fn refutation(
        &mut self,
        quiet: &Quiet<E>,
        start: usize,
        refuted: i32,
        most: &mut i32,
        meter: &mut Meter<'_>,
    ) -> Option<Child<E>> {
        // Of several that are known the best: what it brings is a bound for other questions.
        let mut answer = None;
        let mut end = start;
        for at in start..self.children.len() {
            let mut child = self.children[at];
            self.look_up(&mut child.rest);
            match child.known_to_reach(refuted) {
                Some(true) => *most = (*most).max(-child.bounds().0),
                Some(false) if answer.is_none_or(|best: Child<E>| child.bounds().1 < best.bounds().1) => {
                    answer = Some(child);
                }
                Some(false) => {}
                None => {
                    if child.mark() == quiet.best {
                        child.order = i32::MAX;
                    }
                    self.children[end] = child;
                    end += 1;
                }
            }
        }
        if answer.is_some() {
            return answer;
        }
        self.children.truncate(end);
        let (mut next, mut put_off) = (start, start);
        while next < end && !meter.is_stopped() {
            let best = (next..end).max_by_key(|&at| (self.children[at].order, end - at)).unwrap_or(next);
            self.children.swap(next, best);
            // What another thread is at comes last; those that are left when all were put off are searched as well.
            if put_off < end && self.is_taken(&self.children[next]) {
                self.children[next].order = i32::MIN;
                put_off += 1;
                continue;
            }
            let mut child = self.children[next];
            next += 1;
            let reached = self.reaches_alone(&mut child, refuted, meter);
            if !reached && !meter.is_stopped() {
                return Some(child);
            }
            *most = (*most).max(-child.bounds().0);
        }
        None
    }

    /// Whether another thread is at a child.
    #[inline]
    fn is_taken(&self, child: &Child<E>) -> bool {
        // What threads write is slow to read, and nearly all children are small.
        self.claims.as_ref().is_some_and(|claims| child.is_large() && claims.has(child.rest.name.key))
    }

    /// The same as [`reaches`](Self::reaches), while others know that it is being found out.
    fn reaches_alone(&mut self, child: &mut Child<E>, target: i32, meter: &mut Meter<'_>) -> bool {
        let Some(claims) = self.claims.clone().filter(|_| child.is_large()) else {
            return self.reaches(child, target, meter);
        };
        claims.claim(child.rest.name.key);
        let reached = self.reaches(child, target, meter);
        claims.release(child.rest.name.key);
        reached
    }

    fn store(&mut self, quiet: &Quiet<E>, target: i32, answer: Option<Child<E>>, most: i32, work: u64) -> Known {
        let known = match answer {
            Some(child) => Known { lower: target.max(-child.bounds().1), ..quiet.known },
            None => Known { upper: (target - 2).min(most - ((most - quiet.boxes) & 1)), ..quiet.known },
        };
        let best = answer.map_or(quiet.best, |child| child.mark());
        if let Some(edge) = answer.and_then(|child| child.edge).map(usize::from) {
            self.history[edge] += 1 + work.max(1).ilog2() as i32;
            if self.history[edge] > 1 << 18 {
                self.history.iter_mut().for_each(|count| *count /= 2);
            }
        }
        let data = u64::from(known.lower as i8 as u8) | u64::from(known.upper as i8 as u8) << 8 | u64::from(best) << 16;
        self.table.put(quiet.name.key, data | quiet.name.check() << 32, work);
        known
    }
}

#[cfg(test)]
impl<E: EdgeSet> Solver<E> {
    /// The plain and the shared name of what is left when all was taken.
    pub(super) fn names(&mut self, edges: E) -> [Name; 2] {
        let rest = self.board.peel(edges).rest;
        let quiet = self.quiet(self.grid.planes(rest));
        [quiet.plain, self.shared_name(&quiet, None)]
    }

    /// Compares the children of what is left when all was taken with the same moves made by the slow way.
    pub(super) fn check_children(&mut self, edges: E) {
        let rest = self.board.peel(edges).rest;
        let quiet = self.quiet(self.grid.planes(rest));
        let degrees = self.grid.degrees(quiet.planes);
        self.safe_children(&quiet, &degrees);
        self.giving_children(&quiet, &degrees, i32::MAX / 2);
        let children = std::mem::take(&mut self.children);
        let left = self.grid.set(quiet.planes);
        let slow = self.board.degrees(left);
        let (_, openings) = self.board.openings(left, &slow);
        each(openings.edges(), |edge| {
            let Peeled { taken, rest, handout } = self.board.peel_after(left, edge, &slow);
            let rest = self.quiet(self.grid.planes(rest));
            let is_same = |child: &Child<E>| {
                (child.taken, child.handout, child.rest.plain) == (taken, handout, rest.plain)
                    && child.rest.name == rest.name
                    && (child.rest.boxes, child.rest.core == E::EMPTY) == (rest.boxes, rest.core == E::EMPTY)
            };
            assert!(children.iter().any(is_same), "{edge}: {taken} taken, {handout} handed out");
        });
        assert_eq!(children.len(), openings.edges().count() as usize);
    }
}
