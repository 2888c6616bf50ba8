//! What the champion's network is taught with: a position as the network sees it.

use ply_game::Game as _;
use ply_games::simplexity::{Bits as _, Simplexity};

use super::board::Board;
use super::judge::opinion;
use super::network::{self, hole_row, piece_row};
use super::tactics::Tactics;
use crate::network::{Eyes, Taught, View};

impl Taught for Simplexity<u64> {
    const ROWS: usize = 2 * network::HOLES;
    const INPUTS: usize = 0;
    const STAGES: usize = 2 * network::STAGES;
    const WIDTH: usize = network::WIDTH;
    const ONE: usize = network::ONE as usize;
    const POINTS: i32 = network::POINTS;
    const IS_FOR_FIRST: bool = true;

    /// `None` too where somebody wins at once or has to prevent it.
    fn show(&self, eyes: &mut impl Eyes) -> Option<View> {
        Board::give(self, |board| show(self, board, eyes))
    }

    /// Left and right exchanged.
    fn mirrored_row(row: u16) -> u16 {
        let holes = network::HOLES as u16;
        let (group, row) = (row / holes, row % holes);
        let (cell, kind) = (row / 4, row % 4);
        group * holes + 4 * (7 * (6 - cell / 7) + cell % 7) + kind
    }
}

fn show(position: &Simplexity<u64>, board: &Board<u64>, eyes: &mut impl Eyes) -> Option<View> {
    let geometry = position.geometry();
    board.network?;
    let tactics = Tactics::of(board);
    if position.outcome().is_some() || tactics.win.is_some() || tactics.blocks > 0 {
        return None;
    }
    for (column, row) in (0..geometry.cols()).flat_map(|column| (0..geometry.rows()).map(move |row| (column, row))) {
        let cell = geometry.cell(row, column);
        match position.piece(row, column) {
            Some((player, shape)) => eyes.row(piece_row(cell, player, shape)),
            None => {
                (0..4).filter(|kind| board.holes[*kind].contains(cell)).for_each(|kind| eyes.row(hole_row(cell, kind)));
            }
        }
    }
    let plies = position.planes().occupied.count();
    Some(View { stage: network::stage(plies), opinion: opinion(board) })
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::positions;
    use super::*;

    #[test]
    fn the_rows_of_an_example_are_what_the_board_has_summed_up() {
        let network = network::of(&Simplexity::<u64>::default()).unwrap();
        let mut taught = 0;
        for position in positions::<u64>(6, 7, 4, 300) {
            let Some(example) = position.training_example() else { continue };
            assert_eq!(network.sums(&example), Board::new(&position).sums, "{position:?}");
            taught += 1;
        }
        assert!(taught > 100, "{taught}");
    }

    #[test]
    fn a_mirrored_row_comes_back() {
        let mirrored = Simplexity::<u64>::mirrored_row;
        let holes = network::HOLES as u16;
        for row in 0..2 * holes {
            assert_eq!(mirrored(mirrored(row)), row);
        }
        assert_eq!(mirrored(holes + 3), holes + 4 * 42 + 3);
    }

    #[test]
    fn other_boards_are_not_taught() {
        assert_eq!(positions::<u64>(5, 7, 4, 5).iter().find_map(Taught::training_example), None);
    }
}
