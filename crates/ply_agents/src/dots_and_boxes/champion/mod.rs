//! The champion: solves what it can, sets traps where that decides nothing, and plays games out where it cannot.

mod playing_out;
mod verdict;

use std::time::Duration;

use ply_game::{Game as _, Scored as _};
use ply_games::dots_and_boxes::{DotsAndBoxes, Edge, EdgeSet};
use ply_search::{Budget, Limits, Mcts, MctsConfig, Meter, Report, Score, Searcher, Selection, Sink, Tally};

use super::endgame::{Board, Solver};
use playing_out::{SafeThenCheapest, Sensible};
use verdict::Inquiry;

/// What is made for one size of board.
struct Parts<E: EdgeSet> {
    solver: Solver<E>,
    mcts: Mcts<DotsAndBoxes<E>, SafeThenCheapest<E>, Sensible>,
    /// Rows and columns.
    size: (usize, usize),
}

/// The champion of Dots-and-Boxes.
pub(super) struct Champion<E: EdgeSet> {
    table_mb: usize,
    seed: u64,
    /// How many moves of a solved position get their exact value.
    lines: usize,
    parts: Option<Parts<E>>,
}

impl<E: EdgeSet> Champion<E> {
    pub(super) fn new(table_mb: usize, seed: u64, lines: usize) -> Self {
        Self { table_mb, seed, lines, parts: None }
    }

    fn parts(&mut self, position: &DotsAndBoxes<E>) -> &mut Parts<E> {
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
                seed: self.seed,
                ..MctsConfig::default()
            };
            let mcts = Mcts::new(config, SafeThenCheapest { board: board.clone() }).expect("the settings are in range");
            Parts { solver: Solver::new(board, self.table_mb), mcts: mcts.with_priors(Sensible), size }
        })
    }
}

impl<E: EdgeSet> Searcher<DotsAndBoxes<E>> for Champion<E> {
    fn search(&mut self, position: &DotsAndBoxes<E>, budget: &Budget, sink: &mut dyn Sink<Edge>) -> Report<Edge> {
        assert!(position.outcome().is_none(), "the game is over");
        let lines = self.lines;
        let budget = &Budget { limits: counted(budget.limits), ..budget.clone() };
        let parts = self.parts(position);
        let tally = Tally::default();
        let share = share_of_solver(position);
        let part = Budget { limits: part_of(budget.limits, share), ..budget.clone() };
        let mut meter = Meter::new(&part, &tally);
        let proven = Inquiry::new(position, &mut parts.solver, &mut meter).report(lines);
        let nodes = meter.nodes();
        let report = proven.unwrap_or_else(|| {
            let left = budget.limits.nodes.map(|most| most.saturating_sub(nodes).max(1));
            let budget = Budget { limits: Limits { nodes: left, ..budget.limits }, ..budget.clone() };
            let tell = |report: Report<Edge>| in_boxes(Report { nodes: report.nodes + nodes, ..report }, position);
            tell(parts.mcts.search(position, &budget, &mut |live: &Report<Edge>| sink.report(&tell(live.clone()))))
        });
        let report = Report { time: budget.elapsed(), ..report };
        sink.report(&report);
        report
    }
}

/// Expected results as boxes: half of those left where a win is certain.
fn in_boxes<E: EdgeSet>(mut report: Report<Edge>, position: &DotsAndBoxes<E>) -> Report<Edge> {
    let [first, second] = position.scores().unwrap_or_default();
    let left = position.geometry().edges_of_box.len() as i32 - first - second;
    let boxes = |score: Score| match score {
        decided if decided.is_decided() => decided,
        opinion => Score::opinion(opinion.points() * left / 2000),
    };
    report.score = boxes(report.score);
    report.root.iter_mut().for_each(|root| root.score = boxes(root.score));
    report
}

/// How much of the budget may go into an attempt to solve, in hundredths. An attempt that fails leaves its table to the
/// next move's, and playing out with what is left of the time is hardly weaker than with all of it.
fn share_of_solver<E: EdgeSet>(position: &DotsAndBoxes<E>) -> u32 {
    match position.undrawn().count() {
        0..=40 => 85,
        41..=44 => 60,
        _ => 0,
    }
}

/// Positions that a ply counts for where nothing but a depth is given, which means little here.
const NODES_A_PLY: u64 = 5000;

fn counted(limits: Limits) -> Limits {
    let plies = limits.depth.filter(|_| limits.nodes.is_none() && limits.soft.is_none() && limits.hard.is_none());
    Limits { nodes: limits.nodes.or(plies.map(|plies| u64::from(plies) * NODES_A_PLY)), depth: None, ..limits }
}

fn part_of(limits: Limits, hundredths: u32) -> Limits {
    let part = |time: Duration| time * hundredths / 100;
    Limits {
        nodes: limits
            .nodes
            .map(|most| (most / 100 * u64::from(hundredths) + most % 100 * u64::from(hundredths) / 100).max(1)),
        soft: limits.soft.map(part),
        hard: limits.soft.or(limits.hard).map(part),
        ..limits
    }
}
