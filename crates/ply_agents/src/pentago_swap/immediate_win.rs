//! A move that wins at once.

use ply_games::pentago_swap::{Move, PentagoSwap};

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
