//! The champion: solves what it can, sets traps where that decides nothing, and plays games out where it cannot. In
//! between, the solver looks for what is wrong with the moves that the games played out speak for.

mod playing_out;
mod verdict;

use std::time::Duration;

use ply_game::{Game as _, Scored as _};
use ply_games::dots_and_boxes::{DotsAndBoxes, Edge, EdgeSet};
use ply_search::{Budget, Limits, Mcts, MctsConfig, Meter, Report, Score, Searcher, Selection, Sink};

use super::endgame::{Board, Solver, Team};
use super::exact::expected_nodes;
use playing_out::{SafeThenCheapest, Sensible};
use verdict::Inquiry;

/// What is made for one size of board.
struct Parts<E: EdgeSet> {
    team: Team<E>,
    mcts: Mcts<DotsAndBoxes<E>, SafeThenCheapest<E>, Sensible>,
    /// Rows and columns.
    size: (usize, usize),
}

/// The champion of Dots-and-Boxes.
pub(super) struct Champion<E: EdgeSet> {
    table_mb: usize,
    threads: usize,
    seed: u64,
    /// How many moves of a solved position get their exact value.
    lines: usize,
    parts: Option<Parts<E>>,
}

impl<E: EdgeSet> Champion<E> {
    pub(super) fn new(table_mb: usize, threads: usize, seed: u64, lines: usize) -> Self {
        Self { table_mb, threads, seed, lines, parts: None }
    }

    fn parts(&mut self, position: &DotsAndBoxes<E>, limits: &Limits) -> &mut Parts<E> {
        let table_mb = self.table_mb.min(suitable(limits));
        let geometry = position.geometry();
        let size = (geometry.rows, geometry.cols);
        if self.parts.as_ref().is_none_or(|parts| parts.size != size) {
            self.parts = None;
        }
        self.parts.get_or_insert_with(|| {
            let board = Board::new(position);
            let config = MctsConfig {
                selection: Selection::Puct { constant: 1.2 },
                memory_mb: 64,
                threads: self.threads,
                seed: self.seed,
                ..MctsConfig::default()
            };
            let mcts = Mcts::new(config, SafeThenCheapest { board: board.clone() }).expect("the settings are in range");
            let team = Team::new(Solver::new(board, table_mb), self.threads);
            Parts { team, mcts: mcts.with_priors(Sensible), size }
        })
    }
}

impl<E: EdgeSet> Searcher<DotsAndBoxes<E>> for Champion<E> {
    fn search(&mut self, position: &DotsAndBoxes<E>, budget: &Budget, sink: &mut dyn Sink<Edge>) -> Report<Edge> {
        assert!(position.outcome().is_none(), "the game is over");
        let lines = self.lines;
        let budget = &Budget { limits: counted(budget.limits), ..budget.clone() };
        let parts = self.parts(position, &budget.limits);
        // Without any limit the simulations would never end, and the solver does.
        let Limits { nodes, soft, hard, .. } = budget.limits;
        let is_limited = nodes.is_some() || soft.is_some() || hard.is_some();
        let solved = if is_limited { SOLVED } else { VERIFIED };
        let (solver, undrawn) = (&parts.team.first, position.undrawn());
        let report = match expected_nodes(solver, undrawn) {
            nodes if nodes <= solved || solver.is_in_book(undrawn) => {
                let (proven, nodes) = parts.solve(position, &part_of(budget, SHARE_OF_SOLVER), lines);
                proven.unwrap_or_else(|| parts.play_out(position, &less(budget, nodes), nodes, &mut *sink))
            }
            ..=VERIFIED => parts.verify(position, budget, lines, sink),
            _ => parts.play_out(position, budget, 0, sink),
        };
        let report = Report { time: budget.elapsed(), ..report };
        sink.report(&report);
        report
    }
}

impl<E: EdgeSet> Parts<E> {
    /// What the solver finds out about a position, the best answer first, and the nodes of all threads.
    fn ask<T: Send>(
        &mut self,
        position: &DotsAndBoxes<E>,
        budget: &Budget,
        question: impl Fn(&mut Inquiry<'_, '_, E>) -> T + Sync,
    ) -> (Vec<T>, u64) {
        self.team.ask(budget, |solver: &mut Solver<E>, meter: &mut Meter<'_>| {
            question(&mut Inquiry::new(position, solver, meter))
        })
    }

    /// What can be proven, and how many nodes that took.
    fn solve(&mut self, position: &DotsAndBoxes<E>, budget: &Budget, lines: usize) -> (Option<Report<Edge>>, u64) {
        let (answers, nodes) = self.ask(position, budget, |inquiry| inquiry.report(lines));
        (answers.into_iter().flatten().next().map(|proven| Report { nodes, ..proven }), nodes)
    }

    /// The simulations' opinion, `nodes` having been spent before.
    fn play_out(
        &mut self,
        position: &DotsAndBoxes<E>,
        budget: &Budget,
        nodes: u64,
        sink: &mut dyn Sink<Edge>,
    ) -> Report<Edge> {
        let tell = |report: Report<Edge>| in_boxes(Report { nodes: report.nodes + nodes, ..report }, position);
        tell(self.mcts.search(position, budget, &mut |live: &Report<Edge>| sink.report(&tell(live.clone()))))
    }

    /// Simulations say which moves are promising, and the solver refutes them in that order until one stands.
    fn verify(
        &mut self,
        position: &DotsAndBoxes<E>,
        budget: &Budget,
        lines: usize,
        sink: &mut dyn Sink<Edge>,
    ) -> Report<Edge> {
        let mut report = self.play_out(position, &part_of(budget, 100 - SHARE_OF_SOLVER), 0, sink);
        let promising: Vec<Edge> = report.root.iter().map(|root| root.mv).collect();
        let budget = part_of(&less(budget, report.nodes), 100);
        let (answers, nodes) = self.ask(position, &budget, |inquiry| {
            let standing = inquiry.first_unrefuted(&promising);
            (standing, inquiry.report(lines))
        });
        report.nodes += nodes;
        let standing = answers[0].0;
        if let Some(proven) = answers.into_iter().find_map(|(_, proven)| proven) {
            return Report { nodes: report.nodes, ..proven };
        }
        if let Some(at) = standing.and_then(|standing| promising.iter().position(|&mv| mv == standing)) {
            report.root[..=at].rotate_right(1);
            (report.best, report.score, report.pv) = (promising[at], report.root[0].score, report.root[0].pv.clone());
        }
        report
    }
}

/// Expected results as margins that games can end with: half of the boxes left where a win is certain.
fn in_boxes<E: EdgeSet>(mut report: Report<Edge>, position: &DotsAndBoxes<E>) -> Report<Edge> {
    let [first, second] = position.scores().unwrap_or_default();
    let all = position.geometry().edges_of_box.len() as i32;
    let boxes = |score: Score| match score {
        decided if decided.is_decided() => decided,
        opinion => Score::opinion(nearest_margin(opinion.points() * (all - first - second), all)),
    };
    report.score = boxes(report.score);
    report.root.iter_mut().for_each(|root| root.score = boxes(root.score));
    report
}

/// The margin of a finished game of so many boxes, even or odd as they are, that is nearest to so many 2000ths: with an odd
/// number of boxes there is no draw, and an opinion says who is thought to win.
fn nearest_margin(parts: i32, boxes: i32) -> i32 {
    let odd = boxes & 1;
    let below = parts - 2000 * odd;
    2 * (below + 2000).div_euclid(4000) + odd
}

/// What the solver gets of the budget, in hundredths. Playing out with what is left is hardly weaker than with all of it.
const SHARE_OF_SOLVER: u32 = 80;
/// A position that is expected to take at most so many nodes is solved at once: in some hundredths of a second.
const SOLVED: u64 = 50_000;
/// Up to this the solver refutes at least some wrong moves within a usual clock.
const VERIFIED: u64 = 50_000_000;

/// Positions that a ply counts for where nothing but a depth is given, which means little here.
const NODES_A_PLY: u64 = 5000;

fn counted(limits: Limits) -> Limits {
    let plies = limits.depth.filter(|_| limits.nodes.is_none() && limits.soft.is_none() && limits.hard.is_none());
    Limits { nodes: limits.nodes.or(plies.map(|plies| u64::from(plies) * NODES_A_PLY)), depth: None, ..limits }
}

/// Megabytes of table that a search fills, at two nodes a microsecond. Memory is handed out when it is first touched,
/// which takes time too, so a short search is better off with less.
fn suitable(limits: &Limits) -> usize {
    let time = limits.soft.or(limits.hard).map(|time| u64::try_from(time.as_micros()).unwrap_or(u64::MAX));
    let nodes = limits.nodes.into_iter().chain(time).min().unwrap_or(u64::MAX);
    (nodes.saturating_mul(64) >> 20).max(1) as usize
}

/// A part of a budget, which is then used in full.
fn part_of(budget: &Budget, hundredths: u32) -> Budget {
    let Limits { nodes, soft, hard, .. } = budget.limits;
    let part = |time: Duration| time * hundredths / 100;
    let nodes = nodes.map(|most| (u128::from(most) * u128::from(hundredths) / 100).max(1) as u64);
    let limits = Limits { nodes, soft: soft.map(part), hard: soft.or(hard).map(part), ..budget.limits };
    Budget { limits, ..budget.clone() }
}

/// What is left of a budget when some nodes are spent: one node at least, since there must be a move.
fn less(budget: &Budget, nodes: u64) -> Budget {
    let last = || Budget { limits: Limits { nodes: Some(1), ..budget.limits }, ..budget.clone() };
    budget.less(nodes).unwrap_or_else(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opinions_are_margins_that_games_can_end_with() {
        let nearest =
            |boxes| [-5000, -2500, -1999, -1, 0, 1, 1999, 2500, 5000].map(|parts| nearest_margin(parts, boxes));
        assert_eq!(nearest(25), [-3, -1, -1, -1, 1, 1, 1, 1, 3]);
        assert_eq!(nearest(16), [-2, -2, 0, 0, 0, 0, 0, 2, 2]);
    }
}
