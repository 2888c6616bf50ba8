//! What the champion tries: a win at once and nothing else, or all moves, those to open cells near the opponent first.

use ply_game::Game;
use ply_games::colosseum::{Bits, Colosseum, Move};
use ply_search::Hints;

/// Knows wins at once and where to look first.
#[derive(Clone, Copy, Debug)]
pub(in crate::colosseum) struct Tactics;

/// What an open side of the cell where a move ends adds to the move's promise, and what a step of distance from there to
/// the opponent, walls aside, takes away. What the search learns itself soon outweighs both.
const OPEN_SIDE: i32 = 20;
const STEP_AWAY: i32 = 80;

impl<B: Bits> Hints<Colosseum<B>> for Tactics {
    fn moves(&self, position: &Colosseum<B>, mut each: impl FnMut(Move)) {
        match position.winning_move() {
            Some(mv) => each(mv),
            None => position.legal_moves(each),
        }
    }

    #[inline]
    fn promise(&self, position: &Colosseum<B>, mv: Move) -> i32 {
        let at = usize::from(mv.at);
        let open = position.open();
        // Beyond the border there is no open edge, also where the numbers of cells wrap round.
        let beside = i32::from(open.right.has(at)) + i32::from(open.right.has(at.wrapping_sub(1)));
        let free = beside + i32::from(open.down.has(at)) + i32::from(open.down.has(at.wrapping_sub(B::ROW)));
        let (row, column) = position.cell(at);
        let (other_row, other_column) = position.cell(position.at(position.to_move().other()));
        let distance = row.abs_diff(other_row) + column.abs_diff(other_column);
        OPEN_SIDE * free - STEP_AWAY * distance as i32
    }
}
