//! Several solvers at one question, on threads of their own: they share a table and keep out of each other's way.

use std::sync::Arc;

use ply_games::dots_and_boxes::EdgeSet;
use ply_search::{Budget, Limits, Meter, Tally};

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
    /// A solver and, for more threads than one, others like it that share its table.
    pub(in crate::dots_and_boxes) fn new(first: Solver<E>, threads: usize) -> Self {
        let claims = (threads > 1).then(Arc::default);
        let first = Solver { claims, ..first };
        let others = (1..threads).map(|_| first.another()).collect();
        Self { first, others }
    }

    /// Whether the undrawn edges are worth at least `target` to the player to move, and the nodes of all; `None` if the
    /// budget was spent first.
    pub(in crate::dots_and_boxes) fn at_least(
        &mut self,
        edges: E,
        target: i32,
        budget: &Budget,
    ) -> (Option<bool>, u64) {
        let (answer, alone) = self.ask_first(edges, target, budget);
        let Some(budget) = &budget.less(alone).filter(|_| answer.is_none() && !self.others.is_empty()) else {
            return (answer, alone);
        };
        let tally = Tally::default();
        let ask = |solver: &mut Solver<E>| {
            let mut meter = Meter::new(budget, &tally);
            let reached = solver.at_least(edges, target, &mut meter);
            meter.tell();
            let answer = (!meter.is_stopped()).then_some(reached);
            if answer.is_some() {
                tally.stop();
            }
            answer
        };
        let answer = std::thread::scope(|scope| {
            let others: Vec<_> = self.others.iter_mut().map(|solver| scope.spawn(move || ask(solver))).collect();
            let answer = ask(&mut self.first);
            others.into_iter().fold(answer, |answer, other| answer.or(other.join().expect("a solver does not panic")))
        });
        (answer, alone + tally.nodes())
    }

    /// What one solver finds, without others in a few nodes.
    fn ask_first(&mut self, edges: E, target: i32, budget: &Budget) -> (Option<bool>, u64) {
        let most = if self.others.is_empty() { u64::MAX } else { ALONE };
        let limits = Limits { nodes: Some(budget.limits.nodes.map_or(most, |nodes| nodes.min(most))), ..budget.limits };
        let (tally, few) = (Tally::default(), Budget { limits, ..budget.clone() });
        let mut meter = Meter::new(&few, &tally);
        let reached = self.first.at_least(edges, target, &mut meter);
        ((!meter.is_stopped()).then_some(reached), meter.nodes())
    }
}
