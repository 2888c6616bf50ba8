//! Alpha-beta finds the best moves; where they are many, a short Monte-Carlo search chooses among them.

use ply_game::{Hashed as _, below, rng};
use ply_games::dots_and_boxes::{DotsAndBoxes, Edge, EdgeSet};
use ply_search::{AlphaBeta, Bound, Budget, Limits, Mcts, Report, RootMove, Searcher, Sink, Ties};

use super::evaluators::Simulated;
use super::rollout::{Narrowed, RandomThenCaptures};

/// The report's last agents: `mcts-ab` and, with a depth that grows as edges run out, `mcts-ab-dynamic`.
pub(super) struct Guided<E: EdgeSet> {
    pub(super) search: AlphaBeta<Simulated>,
    pub(super) chooser: Mcts<Narrowed<E>, RandomThenCaptures>,
    /// Simulations of the chooser.
    pub(super) simulations: u64,
    /// The chooser is asked where more moves than this are best.
    pub(super) many: usize,
    /// Where it is not asked: a random best move, or the first.
    pub(super) randomize: bool,
    pub(super) seed: u64,
}

impl<E: EdgeSet> Guided<E> {
    /// The moves that count as the best: those proven to be, or, as the report had it, those whose bound says so.
    fn best_moves(&self, report: &Report<Edge>) -> Vec<Edge> {
        let bounds_suffice = self.search.config().ties == Ties::Unsound;
        let is_best =
            |root: &&RootMove<Edge>| root.score == report.score && (bounds_suffice || root.bound == Bound::Exact);
        let mut best: Vec<Edge> = report.root.iter().filter(is_best).map(|root| root.mv).collect();
        best.sort_unstable();
        best
    }

    fn choose(&mut self, position: &DotsAndBoxes<E>, best: &[Edge], budget: &Budget) -> Option<Edge> {
        if best.len() > self.many {
            let allowed = best.iter().fold(E::EMPTY, |set, edge| set | E::single(usize::from(edge.0)));
            let limits = Limits { nodes: Some(self.simulations), depth: None, ..budget.limits };
            let budget = Budget { limits, ..budget.clone() };
            return Some(self.chooser.search(&Narrowed::new(*position, allowed), &budget, &mut ignored).best);
        }
        let index = if self.randomize && !best.is_empty() {
            below(&mut rng(self.seed ^ position.key()), best.len() as u32) as usize
        } else {
            0
        };
        best.get(index).copied()
    }
}

fn ignored(_: &Report<Edge>) {}

impl<E: EdgeSet> Searcher<DotsAndBoxes<E>> for Guided<E> {
    fn search(&mut self, position: &DotsAndBoxes<E>, budget: &Budget, sink: &mut dyn Sink<Edge>) -> Report<Edge> {
        let mut report = self.search.search(position, budget, &mut ignored);
        let best = self.best_moves(&report);
        if let Some(chosen) = self.choose(position, &best, budget)
            && let Some(at) = report.root.iter().position(|root| root.mv == chosen)
        {
            report.root[..=at].rotate_right(1);
            (report.best, report.pv) = (chosen, report.root[0].pv.clone());
        }
        report.time = budget.elapsed();
        sink.report(&report);
        report
    }
}
