//! The report's agent: a win at sight, no move that loses at once, then alpha-beta over successors sorted by utility.

use ply_game::Game;
use ply_games::colosseum::{Bits, Colosseum, Move};
use ply_search::{
    AlphaBeta, AlphaBetaConfig, Bound, Budget, Evaluator, Ordering, Report, Score, Searcher, Silent, Sink,
};

use super::successors::{Successors, Walls, safe_moves};
use super::utility::{Rule, Utility};
use crate::instant::instant;

/// The report's agent and its variants.
#[derive(Clone, Copy, Debug)]
pub(super) struct Presort {
    /// Sorted or not, how many successors a node, how many lines are shown.
    pub(super) config: AlphaBetaConfig,
    /// How positions are judged.
    pub(super) rule: Rule,
    /// The walls that are tried below the root.
    pub(super) walls: Walls,
    /// Whether wins at once are taken and losses at once avoided before the search.
    pub(super) looks_first: bool,
}

impl Presort {
    /// Alpha-beta as the report has it: one depth, no table, successors sorted by utility or as they come.
    pub(super) fn config(sorted: bool, breadth: Option<usize>, lines: usize) -> AlphaBetaConfig {
        let ordering = if sorted { Ordering::Evaluator } else { Ordering::None };
        AlphaBetaConfig { ordering, breadth, lines, ..AlphaBetaConfig::pruning_only() }
    }

    /// The depth by the size of the board.
    pub(super) fn depth<B: Bits>(position: &Colosseum<B>) -> u32 {
        if position.size() < 10 { 3 } else { 2 }
    }

    fn think<B: Bits>(self, position: &Colosseum<B>, budget: &Budget) -> Report<Move> {
        let winning = if self.looks_first { position.winning_move() } else { None };
        if let Some(mv) = winning {
            return instant(mv, Score::win_in(1), Bound::Exact, 1, 1, budget);
        }
        let root_moves = if self.looks_first { safe_moves(position) } else { position.move_list() };
        let utility = Utility { agent: position.to_move(), rule: self.rule };
        let successors = Successors { root: *position, root_moves, walls: self.walls };
        let mut searcher =
            AlphaBeta::with_hints(utility, successors, self.config).expect("only numbers in range are made options");
        let mut report = searcher.search(position, budget, &mut Silent);
        if report.depth == 0 {
            judge_the_rest(&mut report, position, utility);
        }
        report
    }
}

/// Moves that time left unsearched get the utility of the position after them, as in the report every node does once
/// time is up; they count no nodes.
fn judge_the_rest<B: Bits>(report: &mut Report<Move>, position: &Colosseum<B>, utility: Utility) {
    let mover = position.to_move();
    for root_move in &mut report.root {
        if root_move.nodes == 0 || root_move.score == Score::HIGHEST {
            let child = position.after(root_move.mv);
            root_move.score = match child.outcome() {
                Some(outcome) => Score::of_outcome(outcome, mover, 1),
                None => Score::opinion(-utility.evaluate(&child)),
            };
            root_move.nodes = 0;
        }
    }
    report.root.sort_by_key(|root_move| std::cmp::Reverse(root_move.score));
    let best = &report.root[0];
    (report.best, report.score, report.pv) = (best.mv, best.score, best.pv.clone());
}

impl<B: Bits> Searcher<Colosseum<B>> for Presort {
    fn search(&mut self, position: &Colosseum<B>, budget: &Budget, sink: &mut dyn Sink<Move>) -> Report<Move> {
        assert!(position.outcome().is_none(), "the game is over");
        let report = self.think(position, budget);
        sink.report(&report);
        report
    }
}
