//! What is seen at a glance: a move that wins at once.

use ply_games::pentago_swap::{Move, PentagoSwap};
use ply_search::{Bound, Budget, Report, RootMove, Score};

/// The first move, in the order of the rules, that wins at once.
pub(super) fn first_win(position: &PentagoSwap) -> Option<Move> {
    let mut first: Option<Move> = None;
    position.winning_moves(|mv| {
        if first.is_none_or(|first| mv.index() < first.index()) {
            first = Some(mv);
        }
    });
    first
}

/// A report about a single move that needed no search.
pub(super) fn report_of(mv: Move, score: Score, depth: u32, budget: &Budget) -> Report<Move> {
    let root = RootMove { mv, score, bound: Bound::Lower, nodes: 1, pv: vec![mv] };
    Report { best: mv, score, depth, deepest: depth, nodes: 1, time: budget.elapsed(), pv: vec![mv], root: vec![root] }
}
