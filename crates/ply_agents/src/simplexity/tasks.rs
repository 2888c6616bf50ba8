//! The report's own agent: minimax to a fixed depth, the columns divided among tasks.
//!
//! A task has a range of neighbouring columns and scores every move into them. The tasks are done by as many threads as
//! the machine has cores, and their findings are compared in the order of the columns, so the result is plain minimax's,
//! however many tasks there are.

use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use ply_game::Game as _;
use ply_games::simplexity::{Bits, Move, Simplexity};
use ply_search::{
    Bound, Budget, Evaluator as _, Minimax, Proof, Report, RootMove, Score, Searcher, Silent, Sink, THREADS,
};

use super::centre::Centre;

/// Minimax with its root's columns divided among tasks.
pub(super) struct Tasks {
    pub(super) tasks: usize,
    pub(super) evaluator: Centre,
}

/// The depth where the budget names none.
pub(super) const DEFAULT_DEPTH: u32 = 1;

impl Tasks {
    /// Scores the moves into the columns of one task; those for which the budget did not suffice are left out.
    fn scores<W: Bits>(&self, task: usize, position: &Simplexity<W>, budget: &Budget) -> Vec<RootMove<Move>> {
        let columns = position.geometry().cols();
        let range = task * columns / self.tasks..(task + 1) * columns / self.tasks;
        let mut budget = budget.clone();
        budget.limits.nodes = budget.limits.nodes.map(|nodes| nodes / self.tasks as u64);
        let mut scored = Vec::new();
        position.legal_moves(|mv| {
            if range.contains(&mv.column())
                && let Some(root_move) = self.score(position, mv, &budget)
            {
                budget.limits.nodes = budget.limits.nodes.map(|left| left.saturating_sub(root_move.nodes));
                scored.push(root_move);
            }
        });
        scored
    }

    /// Scores a move, unless the budget is used up.
    fn score<W: Bits>(&self, position: &Simplexity<W>, mv: Move, budget: &Budget) -> Option<RootMove<Move>> {
        let mut budget = budget.clone();
        let limits = &mut budget.limits;
        let depth = limits.depth.unwrap_or(DEFAULT_DEPTH).max(1);
        limits.depth = Some(depth - 1);
        limits.nodes = limits.nodes.map(|nodes| nodes.saturating_sub(1));
        let late = limits.hard.is_some_and(|hard| budget.started.elapsed() >= hard);
        if late || limits.nodes == Some(0) || budget.cancel.is_cancelled() {
            return None;
        }
        let child = position.after(mv);
        let mut root_move = RootMove { mv, score: Score::DRAW, bound: Bound::Exact, nodes: 1, pv: vec![mv] };
        root_move.score = if let Some(outcome) = child.outcome() {
            Score::of_outcome(outcome, position.to_move(), 1)
        } else if depth == 1 {
            -Score::opinion(self.evaluator.evaluate(&child))
        } else {
            let report = Minimax::new(&self.evaluator).search(&child, &budget, &mut Silent);
            if report.depth < depth - 1 {
                return None;
            }
            root_move.nodes += report.nodes;
            root_move.pv.extend(report.pv);
            (-report.score).seen_from_root(1)
        };
        Some(root_move)
    }
}

impl<W: Bits> Searcher<Simplexity<W>> for Tasks {
    fn search(&mut self, position: &Simplexity<W>, budget: &Budget, sink: &mut dyn Sink<Move>) -> Report<Move> {
        let next = AtomicUsize::new(0);
        let done: Vec<_> = (0..self.tasks).map(|_| Mutex::new(Vec::new())).collect();
        let work = || {
            loop {
                let task = next.fetch_add(1, Ordering::Relaxed);
                let Some(slot) = done.get(task) else { break };
                *slot.lock().expect("no task panics") = self.scores(task, position, budget);
            }
        };
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        std::thread::scope(|scope| {
            if THREADS {
                for _ in 1..cores.min(self.tasks) {
                    scope.spawn(work);
                }
            }
            work();
        });
        let mut root: Vec<_> =
            done.into_iter().flat_map(|scored| scored.into_inner().expect("no task panics")).collect();
        let mut moves = Vec::new();
        position.legal_moves(|mv| moves.push(mv));
        let complete = root.len() == moves.len();
        if root.is_empty() {
            let mv = *moves.first().expect("a game that goes on has a legal move");
            root.push(RootMove { mv, score: Score::DRAW, bound: Bound::Lower, nodes: 0, pv: vec![mv] });
        }
        root.sort_by_key(|root_move| std::cmp::Reverse(root_move.score));
        let depth = budget.limits.depth.unwrap_or(DEFAULT_DEPTH).max(1);
        let report = Report {
            best: root[0].mv,
            score: root[0].score,
            proof: if complete { Proof::of(root[0].score) } else { Proof::Open },
            depth: if complete { depth } else { 0 },
            deepest: root[0].pv.len() as u32,
            nodes: root.iter().map(|root_move| root_move.nodes).sum(),
            time: budget.elapsed(),
            pv: root[0].pv.clone(),
            root,
        };
        sink.report(&report);
        report
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::positions;
    use super::*;
    use ply_search::Limits;

    #[test]
    fn the_columns_can_be_divided_in_any_way() {
        for (rows, cols, win) in [(4, 5, 3), (6, 7, 4), (5, 8, 4), (3, 16, 3)] {
            for position in positions::<u64>(rows, cols, win, 4) {
                for depth in 1..=3 {
                    let evaluator = Centre::new(position.geometry());
                    let budget = Budget::new(Limits::depth(depth));
                    let plain = Minimax::new(&evaluator).search(&position, &budget, &mut Silent);
                    for tasks in [1, 2, 6, 7, 64] {
                        let mut divided = Tasks { tasks, evaluator: evaluator.clone() };
                        let report = divided.search(&position, &budget, &mut Silent);
                        assert_eq!((report.best, report.score, report.depth), (plain.best, plain.score, depth));
                        assert_eq!((report.nodes, &report.pv), (plain.nodes, &plain.pv));
                        assert_eq!(report.root, plain.root);
                    }
                }
            }
        }
    }

    #[test]
    fn a_move_comes_back_however_small_the_budget() {
        for position in positions::<u64>(6, 7, 4, 3) {
            for limits in [Limits { depth: Some(3), ..Limits::nodes(1) }, Limits::nodes(40)] {
                let mut divided = Tasks { tasks: 7, evaluator: Centre::new(position.geometry()) };
                let report = divided.search(&position, &Budget::new(limits), &mut Silent);
                assert!(report.root.iter().any(|root_move| root_move.mv == report.best));
                assert!(report.nodes <= limits.nodes.unwrap());
            }
        }
    }
}
