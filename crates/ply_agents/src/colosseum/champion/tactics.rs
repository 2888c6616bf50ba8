//! What the champion tries: a win at once and nothing else, or all moves, those to open cells near the opponent first.

use ply_game::Game;
use ply_games::colosseum::{Bits, Colosseum, Move};
use ply_search::Hints;

use super::Weights;

/// Knows wins at once and where to look first.
#[derive(Clone, Copy, Debug)]
pub(in crate::colosseum) struct Tactics(pub(super) Weights);

impl<B: Bits> Hints<Colosseum<B>> for Tactics {
    fn moves(&self, position: &Colosseum<B>, mut each: impl FnMut(Move)) {
        match position.winning_move() {
            Some(mv) => each(mv),
            None => position.legal_moves(each),
        }
    }

    #[inline]
    fn promise(&self, position: &Colosseum<B>, mv: Move) -> i32 {
        self.of_cell(position, mv.at.into()).into()
    }

    /// The walls on the sides of a cell promise the same, so each cell is looked at once.
    #[inline]
    fn promises<'a>(&'a self, position: &'a Colosseum<B>) -> impl Fn(Move) -> i32 + 'a {
        let mut cells = [0; 256];
        position.reach(position.to_move()).each(|at| cells[at & 255] = self.of_cell(position, at));
        move |mv| cells[usize::from(mv.at)].into()
    }
}

impl Tactics {
    /// What a move that ends in this cell promises: its open sides, less the steps from there to the opponent, walls aside.
    /// What the search learns itself soon outweighs both.
    #[inline]
    fn of_cell<B: Bits>(self, position: &Colosseum<B>, at: usize) -> i16 {
        let open = position.open();
        // Beyond the border there is no open edge, also where the numbers of cells wrap round.
        let beside = i16::from(open.right.has(at)) + i16::from(open.right.has(at.wrapping_sub(1)));
        let free = beside + i16::from(open.down.has(at)) + i16::from(open.down.has(at.wrapping_sub(B::ROW)));
        let (row, column) = position.cell(at);
        let (other_row, other_column) = position.cell(position.at(position.to_move().other()));
        let distance = row.abs_diff(other_row) + column.abs_diff(other_column);
        self.0.open_side as i16 * free - self.0.step_away as i16 * distance as i16
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ply_game::{Notation, Sampled, rng};
    use ply_games::colosseum::Wide;

    fn agrees<B: Bits>(size: usize) {
        let mut rng = rng(size as u64);
        let tactics = Tactics(Weights::load("hand").unwrap());
        let mut position = Colosseum::<B>::start(size, 1);
        while position.outcome().is_none() {
            let promises = tactics.promises(&position);
            for mv in position.move_list() {
                assert_eq!(promises(mv), tactics.promise(&position, mv), "{}", position.move_text(mv));
            }
            drop(promises);
            position.play(position.random_move(&mut rng));
        }
    }

    #[test]
    fn what_is_worked_out_once_a_cell_is_what_each_move_promises() {
        (2..=8).for_each(agrees::<u64>);
        (9..=16).for_each(agrees::<Wide>);
    }
}
