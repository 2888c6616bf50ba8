//! Several solvers at one question, on threads of their own: they share a table and keep out of each other's way.

use std::sync::Arc;

use ply_games::dots_and_boxes::EdgeSet;
use ply_search::{Budget, Limits, Meter, THREADS, Tally};

use super::solver::Solver;

/// Nodes for which the threads are not worth being started: a proof asks millions of questions that take fewer.
const ALONE: u64 = 20_000;

/// Solvers of one board, one a thread.
pub(in crate::dots_and_boxes) struct Team<E> {
    /// The one that is asked when one is enough.
    pub(in crate::dots_and_boxes) first: Solver<E>,
    others: Vec<Solver<E>>,
}

impl<E: EdgeSet> Team<E> {
    /// A solver and, for more threads than one, others like it that share its table. Where there are no threads it is alone.
    pub(in crate::dots_and_boxes) fn new(first: Solver<E>, threads: usize) -> Self {
        let threads = if THREADS { threads } else { 1 };
        let claims = (threads > 1).then(Arc::default);
        let first = Solver { claims, ..first };
        let others = (1..threads).map(|_| first.another()).collect();
        Self { first, others }
    }

    /// Puts a question to one of them, and if a few nodes are too few for it, to all at once: their answers, first that of
    /// one whom the budget did not stop, and the nodes of all. Once one has his answer the others are stopped.
    pub(in crate::dots_and_boxes) fn ask<T: Send>(
        &mut self,
        budget: &Budget,
        question: impl Fn(&mut Solver<E>, &mut Meter<'_>) -> T + Sync,
    ) -> (Vec<T>, u64) {
        let (answer, is_stopped, alone) = self.ask_first(budget, &question);
        let Some(budget) = &budget.less(alone).filter(|_| is_stopped && !self.others.is_empty()) else {
            return (vec![answer], alone);
        };
        let tally = Tally::default();
        let ask = |solver: &mut Solver<E>| {
            let mut meter = Meter::new(budget, &tally);
            let answer = question(solver, &mut meter);
            meter.tell();
            tally.stop();
            (meter.is_stopped(), answer)
        };
        let mut answers = std::thread::scope(|scope| {
            let others: Vec<_> = self.others.iter_mut().map(|solver| scope.spawn(|| ask(solver))).collect();
            let mut answers = vec![ask(&mut self.first)];
            answers.extend(others.into_iter().map(|other| other.join().expect("a solver does not panic")));
            answers
        });
        answers.sort_by_key(|(is_stopped, _)| *is_stopped);
        (answers.into_iter().map(|(_, answer)| answer).collect(), alone + tally.nodes())
    }

    /// The answer of one without the others, whether he was stopped before he had it, and his nodes.
    fn ask_first<T>(
        &mut self,
        budget: &Budget,
        question: impl Fn(&mut Solver<E>, &mut Meter<'_>) -> T,
    ) -> (T, bool, u64) {
        let most = if self.others.is_empty() { u64::MAX } else { ALONE };
        let limits = Limits { nodes: Some(budget.limits.nodes.map_or(most, |nodes| nodes.min(most))), ..budget.limits };
        let (tally, few) = (Tally::default(), Budget { limits, ..budget.clone() });
        let mut meter = Meter::new(&few, &tally);
        let answer = question(&mut self.first, &mut meter);
        (answer, meter.is_stopped(), meter.nodes())
    }

    /// Whether the undrawn edges are worth at least `target` to the player to move, and the nodes of all; `None` if the
    /// budget was spent first.
    pub(in crate::dots_and_boxes) fn at_least(
        &mut self,
        edges: E,
        target: i32,
        budget: &Budget,
    ) -> (Option<bool>, u64) {
        let (answers, nodes) = self.ask(budget, |solver, meter| {
            let reached = solver.at_least(edges, target, meter);
            (!meter.is_stopped()).then_some(reached)
        });
        (answers.into_iter().flatten().next(), nodes)
    }
}
