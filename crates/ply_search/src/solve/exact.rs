//! The exact value of a position by alpha-beta to the end of the game.
//!
//! The value is closed in on by questions "is it at least t?", each a search with an empty window, the next t where
//! the last answer left the bound; the table makes later questions cheap. An answer that comes is proven, so a budget
//! that ends early still leaves true bounds. Memory: the table, and the children of one line of play.
// CITE: MTD(f), Plaat, Schaeffer, Pijls, de Bruin, "Best-first fixed-depth minimax algorithms", 1996

use ply_game::{Hashed, Indexed, Symmetric};

use super::dfpn::Verdict;
use super::estimate::expected_nodes;
use super::null_window_search::NullWindowSearch;
use super::payoff::Payoff;
use super::solver::{Answer, Solver};
use super::solver_table::SolverTable;
use crate::{Budget, Meter, THREADS, Tally};

/// Solves positions by alpha-beta over the values of a [`Payoff`].
///
/// ```
/// use ply_game::{Game, TreeGame};
/// use ply_search::solve::{Exact, WinDrawLoss};
/// use ply_search::{Budget, Limits};
///
/// let tree: TreeGame = "1[- 1[2[+ =] -]]".parse().unwrap();
/// let solution = Exact::new(WinDrawLoss, 1).solve(&tree, &Budget::new(Limits::default()));
/// assert_eq!((solution.value(), solution.best), (Some(0), Some(1)));
/// ```
#[derive(Debug)]
pub struct Exact<P> {
    payoff: P,
    table: SolverTable,
    fold_plies: usize,
    keeps_table: bool,
    threads: usize,
}

/// What is proven about a position, for its player to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution<M> {
    /// The value is at least this.
    pub lower: i32,
    /// The value is at most this.
    pub upper: i32,
    /// A move that gets at least `lower`: the best one where the value is known; `None` in a finished game, and where
    /// the budget ended before a move was proven to get that much.
    pub best: Option<M>,
    /// Positions visited.
    pub nodes: u64,
}

impl<M> Solution<M> {
    /// The exact value, unless the budget ended before it was known.
    pub fn value(&self) -> Option<i32> {
        (self.lower == self.upper).then_some(self.lower)
    }
}

/// What is proven about a move, for the player who makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveValue<M> {
    /// The move.
    pub mv: M,
    /// Its value is at least this.
    pub lower: i32,
    /// Its value is at most this.
    pub upper: i32,
}

impl<M> MoveValue<M> {
    /// The exact value, unless the budget ended before it was known.
    pub fn value(&self) -> Option<i32> {
        (self.lower == self.upper).then_some(self.lower)
    }
}

impl<P> Exact<P> {
    /// A solver with a table of this many megabytes, at least 1.
    pub fn new(payoff: P, megabytes: usize) -> Self {
        Self::with_table(payoff, SolverTable::megabytes(megabytes))
    }

    pub(super) fn with_table(payoff: P, table: SolverTable) -> Self {
        Self { payoff, table, fold_plies: 0, keeps_table: false, threads: 1 }
    }

    /// Counts positions that are images of each other as one, down to this many plies below the root. It costs the
    /// computation of all images of a position, and so pays near the root or where there are few.
    pub fn folding(mut self, plies: usize) -> Self {
        self.fold_plies = plies;
        self
    }

    /// Keeps the table from one call to the next. Right only as long as all positions are of one game and one size,
    /// because keys need not tell sizes apart.
    pub fn keeping_table(mut self) -> Self {
        self.keeps_table = true;
        self
    }

    /// Answers [`Solver::at_least`] on so many threads, which share the table.
    pub fn on_threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// The table, to be kept elsewhere.
    pub fn table(&self) -> &SolverTable {
        &self.table
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// The value of a position for its player to move (of a finished one, for the first player), and a move that gets
    /// it. The budget's depth is not regarded.
    ///
    /// # Panics
    /// If the payoff's range excludes the value.
    pub fn solve<G>(&mut self, position: &G, budget: &Budget) -> Solution<G::Move>
    where
        G: Hashed + Symmetric + Indexed,
        P: Payoff<G>,
    {
        self.run(position, budget, |run| run.close_in(position, 0))
    }

    /// The value of every move, in the order of the rules, and the nodes that took. Moves that the budget did not
    /// suffice for have what is known as bounds.
    ///
    /// # Panics
    /// If the payoff's range excludes a value.
    pub fn solve_moves<G>(&mut self, position: &G, budget: &Budget) -> (Vec<MoveValue<G::Move>>, u64)
    where
        G: Hashed + Symmetric + Indexed,
        P: Payoff<G>,
    {
        self.run(position, budget, |run| {
            let values = position.move_list().into_iter().map(|mv| run.value_of_move(position, mv)).collect();
            (values, run.meter.nodes())
        })
    }

    /// Best play from a position to the end of the game, or as far as it could be proven within the budget.
    ///
    /// # Panics
    /// If the payoff's range excludes a value.
    pub fn line<G>(&mut self, position: &G, budget: &Budget) -> Vec<G::Move>
    where
        G: Hashed + Symmetric + Indexed,
        P: Payoff<G>,
    {
        self.run(position, budget, |run| {
            let mut at = position.clone();
            let mut line = Vec::new();
            while at.outcome().is_none() {
                let solution = run.close_in(&at, line.len());
                let Some(best) = solution.best.filter(|_| solution.value().is_some()) else { break };
                line.push(best);
                at.play(best);
            }
            line
        })
    }

    fn run<G, T>(&mut self, position: &G, budget: &Budget, work: impl FnOnce(&mut NullWindowSearch<'_, G, P>) -> T) -> T
    where
        G: Hashed + Symmetric + Indexed,
        P: Payoff<G>,
    {
        if !self.keeps_table {
            self.clear();
        }
        let tally = Tally::default();
        let meter = Meter::new(budget, &tally);
        work(&mut NullWindowSearch::new(&self.payoff, &self.table, meter, self.fold_plies, position))
    }
}

impl<G, P> Solver<G> for Exact<P>
where
    G: Hashed + Symmetric + Indexed,
    P: Payoff<G>,
{
    fn at_least(&mut self, position: &G, target: i32, budget: &Budget) -> Answer<G::Move> {
        if !self.keeps_table {
            self.clear();
        }
        let tally = Tally::default();
        let this = &*self;
        let ask = |variety: usize| {
            let meter = Meter::new(budget, &tally);
            let search = NullWindowSearch::new(&this.payoff, &this.table, meter, this.fold_plies, position);
            let answer = search.varied(variety as u64).ask(position, target);
            // The others look for what is known now.
            if answer.verdict != Verdict::Unknown {
                tally.stop();
            }
            answer
        };
        if !THREADS || this.threads == 1 {
            return ask(0);
        }
        let answers: Vec<Answer<G::Move>> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..this.threads).map(|variety| scope.spawn(move || ask(variety))).collect();
            threads.into_iter().map(|thread| thread.join().expect("a solver does not panic")).collect()
        });
        let nodes = answers.iter().map(|answer| answer.nodes).sum();
        let known = answers.into_iter().find(|answer| answer.verdict != Verdict::Unknown);
        Answer { nodes, ..known.unwrap_or_else(|| Answer::unknown(0)) }
    }

    fn estimate(&self, position: &G) -> Option<u64> {
        Some(expected_nodes(position))
    }
}

impl<G, P> NullWindowSearch<'_, G, P>
where
    G: Hashed + Symmetric + Indexed,
    P: Payoff<G>,
{
    /// One question.
    fn ask(mut self, position: &G, target: i32) -> Answer<G::Move> {
        let mut moves = self.ordered_moves(position);
        let (bound, index) = self.reaches(position, &moves, target, 0);
        let nodes = self.meter.nodes();
        if self.meter.is_stopped() {
            Answer::unknown(nodes)
        } else if bound >= target {
            let best = moves.swap_remove(index);
            self.store_reached(position, best, bound, nodes);
            Answer { verdict: Verdict::Proven, bound, best: Some(best), nodes }
        } else {
            Answer { verdict: Verdict::Disproven, bound, best: None, nodes }
        }
    }

    /// Bounds that meet, or what is proven when the budget ends.
    fn close_in(&mut self, position: &G, ply: usize) -> Solution<G::Move> {
        let before = self.meter.nodes();
        if let Some(outcome) = position.outcome() {
            let value = self.payoff.at_end(position, outcome, ply_game::Player::First);
            return Solution { lower: value, upper: value, best: None, nodes: 0 };
        }
        let mover = position.to_move();
        let (mut lower, mut upper) = self.payoff.range(position, mover);
        let mut best = None;
        let mut target = self.payoff.banked(position, mover);
        let mut moves = position.move_list();
        while lower < upper || best.is_none() {
            target = target.clamp((lower + 1).min(upper), upper);
            let (value, index) = self.reaches(position, &moves, target, ply);
            if self.meter.is_stopped() {
                break;
            }
            if value >= target {
                moves[..=index].rotate_right(1);
                best = moves.first().copied();
                (lower, target) = (value, value + 1);
            } else {
                (upper, target) = (value, value);
            }
            assert!(lower <= upper, "the payoff's range of {position:?} excludes its value");
        }
        Solution { lower, upper, best, nodes: self.meter.nodes() - before }
    }

    /// What a move is worth to the player who makes it.
    fn value_of_move(&mut self, position: &G, mv: G::Move) -> MoveValue<G::Move> {
        let mover = position.to_move();
        let child = position.after(mv);
        let (lower, upper) = match child.outcome() {
            Some(outcome) => {
                let value = self.payoff.at_end(&child, outcome, mover);
                (value, value)
            }
            None => {
                let Solution { lower, upper, .. } = self.close_in(&child, 1);
                if child.to_move() == mover { (lower, upper) } else { (-upper, -lower) }
            }
        };
        MoveValue { mv, lower, upper }
    }
}
