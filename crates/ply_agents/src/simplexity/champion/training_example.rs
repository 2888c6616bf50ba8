//! What the champion's network is taught with: a position as the network sees it.

use ply_game::Game as _;
use ply_games::simplexity::{Bits as _, Simplexity};

use super::board::Board;
use super::judge::opinion;
use super::network;
use super::tactics::Tactics;

/// A position of the standard board as the champion's network sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrainingExample {
    /// The rows that are added up: `4 * cell + kind` for a piece; from [`TrainingExample::HOLES`] on, the same for an empty cell
    /// that completes a line. A cell's number is `7 * column + row`; the kinds of pieces are white round, white square,
    /// red round and red square, those of lines round, square, white and red.
    pub rows: Vec<u16>,
    /// The stage of the game: even numbers when the first player is to move.
    pub stage: usize,
    /// What the evaluator alone thinks, in points for the player to move.
    pub opinion: i32,
}

impl TrainingExample {
    /// The number of the first row for empty cells.
    pub const HOLES: u16 = 4 * 49;
    /// How many stages there are.
    pub const STAGES: usize = 2 * network::STAGES;
    /// How many numbers are in a row.
    pub const WIDTH: usize = network::WIDTH;

    /// A position that is not over; `None` for one in which somebody wins at once or has to prevent it, which the search
    /// sees by itself, and for another game than the standard one.
    pub fn new(position: &Simplexity<u64>) -> Option<Self> {
        Board::give(position, |board| Self::of(position, board))
    }

    fn of(position: &Simplexity<u64>, board: &Board<u64>) -> Option<Self> {
        let geometry = position.geometry();
        board.network?;
        let tactics = Tactics::of(board);
        if position.outcome().is_some() || tactics.win.is_some() || tactics.blocks > 0 {
            return None;
        }
        let mut rows = Vec::new();
        for (column, row) in (0..geometry.cols()).flat_map(|column| (0..geometry.rows()).map(move |row| (column, row)))
        {
            let cell = geometry.cell(row, column);
            let number = |kind: usize| (4 * cell + kind) as u16;
            match position.piece(row, column) {
                Some((player, shape)) => rows.push(number(2 * player.index() + shape as usize)),
                None => {
                    let holes = (0..4).filter(|kind| board.holes[*kind].contains(cell));
                    rows.extend(holes.map(|kind| Self::HOLES + number(kind)));
                }
            }
        }
        let plies = position.planes().occupied.count();
        Some(Self { rows, stage: network::stage(plies), opinion: opinion(board) })
    }

    /// The row of the same piece or hole with left and right exchanged.
    pub fn mirrored(row: u16) -> u16 {
        let (group, row) = (row / Self::HOLES, row % Self::HOLES);
        let (cell, kind) = (row / 4, row % 4);
        group * Self::HOLES + 4 * (7 * (6 - cell / 7) + cell % 7) + kind
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::positions;
    use super::super::network::Network;
    use super::*;

    #[test]
    fn the_rows_of_an_example_are_what_the_board_has_summed_up() {
        let network = Network::of(&Simplexity::<u64>::default()).unwrap();
        let mut taught = 0;
        for position in positions::<u64>(6, 7, 4, 300) {
            let Some(example) = TrainingExample::new(&position) else { continue };
            let mut sums = network.start;
            for row in &example.rows {
                network.row(*row).iter().zip(&mut sums).for_each(|(number, sum)| *sum += number);
            }
            assert_eq!(sums, Board::new(&position).sums, "{position:?}");
            taught += 1;
        }
        assert!(taught > 100, "{taught}");
    }

    #[test]
    fn a_mirrored_row_comes_back() {
        for row in 0..2 * TrainingExample::HOLES {
            assert_eq!(TrainingExample::mirrored(TrainingExample::mirrored(row)), row);
        }
        assert_eq!(TrainingExample::mirrored(TrainingExample::HOLES + 3), TrainingExample::HOLES + 4 * 42 + 3);
    }

    #[test]
    fn other_boards_are_not_taught() {
        assert_eq!(positions::<u64>(5, 7, 4, 5).iter().find_map(TrainingExample::new), None);
    }
}
