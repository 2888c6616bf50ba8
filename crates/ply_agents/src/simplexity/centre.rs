//! The heuristic of the framework's sample agent: pieces near the centre of the board.
//!
//! Every piece counts `maxDistance - distance to the centre`, once for its colour and once for its shape, for the player
//! whom the colour or the shape belongs to. The centre is the cell (rows / 2, cols / 2), rounded down, and the greatest
//! distance is the one from there to the cell at the bottom left: so the original computes it. A piece whose colour and
//! shape belong to different players counts nothing. Distances are fixed-point numbers, so that sums are exact.

use ply_game::{Game as _, Player};
use ply_games::simplexity::{Bits, Geometry, Simplexity};
use ply_search::Evaluator;

/// Judges by how near to the centre the pieces are.
#[derive(Clone, Debug)]
pub(super) struct Centre {
    /// By number of the cell.
    worth: Vec<i32>,
}

impl Centre {
    /// Points for a distance of 1.
    pub(super) const SCALE: u32 = 64;

    pub(super) fn new(geometry: &Geometry) -> Self {
        let (middle_row, middle_column) = (geometry.rows() / 2, geometry.cols() / 2);
        let most = distance(middle_row, middle_column);
        let mut worth = vec![0; geometry.bits()];
        for row in 0..geometry.rows() {
            for column in 0..geometry.cols() {
                let from_centre = distance(row.abs_diff(middle_row), column.abs_diff(middle_column));
                worth[geometry.cell(row, column)] = most - from_centre;
            }
        }
        Self { worth }
    }

    fn sum(&self, word: usize, mut cells: u64) -> i32 {
        let mut sum = 0;
        while cells != 0 {
            sum += self.worth[64 * word + cells.trailing_zeros() as usize];
            cells &= cells - 1;
        }
        sum
    }
}

/// In fixed-point numbers, rounded down.
fn distance(rows: usize, columns: usize) -> i32 {
    ((rows * rows + columns * columns) as u32 * Centre::SCALE * Centre::SCALE).isqrt() as i32
}

impl<W: Bits> Evaluator<Simplexity<W>> for Centre {
    fn evaluate(&self, position: &Simplexity<W>) -> i32 {
        let planes = position.planes();
        let mut sum = 0;
        for word in 0..W::WORDS {
            let (occupied, own, round) = (planes.occupied.word(word), planes.own.word(word), planes.round.word(word));
            let (mine, theirs) = match position.to_move() {
                Player::First => (round, !round),
                Player::Second => (!round, round),
            };
            sum += self.sum(word, own & mine) - self.sum(word, occupied & !own & theirs);
        }
        2 * sum
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::positions;
    use super::*;

    /// The definition, piece by piece.
    fn restated(position: &Simplexity<u64>) -> f64 {
        let geometry = position.geometry();
        let (middle_row, middle_column) = ((geometry.rows() / 2) as f64, (geometry.cols() / 2) as f64);
        let distance = |row: f64, column: f64| (row - middle_row).hypot(column - middle_column);
        let mover = position.to_move();
        let mut sum = 0.0;
        for row in 0..geometry.rows() {
            for column in 0..geometry.cols() {
                let Some((colour, shape)) = position.piece(row, column) else { continue };
                let worth = distance(0.0, 0.0) - distance(row as f64, column as f64);
                sum += if colour == mover { worth } else { -worth };
                sum += if shape.owner() == mover { worth } else { -worth };
            }
        }
        sum
    }

    #[test]
    fn the_sum_is_the_one_of_the_definition() {
        for (rows, cols, win) in [(6, 7, 4), (7, 8, 4), (3, 16, 3), (1, 9, 2)] {
            for position in positions::<u64>(rows, cols, win, 40) {
                let points = f64::from(Centre::new(position.geometry()).evaluate(&position));
                let exact = restated(&position) * f64::from(Centre::SCALE);
                // Each distance is rounded down by less than one point, and each piece counts two of them at most twice.
                assert!((points - exact).abs() < 4.0 * 64.0, "{points} {exact}");
            }
        }
    }

    #[test]
    fn colour_and_shape_of_different_players_count_nothing() {
        let mut position = Simplexity::<u64>::default();
        ply_game::play_texts(&mut position, "s3 o2").unwrap();
        assert_eq!(Centre::new(position.geometry()).evaluate(&position), 0);
        ply_game::play_texts(&mut position, "o3").unwrap();
        // Red to move; the piece is 2 below the centre, which is 3 from the bottom and 3 from the left.
        let worth = distance(3, 3) - distance(2, 0);
        assert_eq!(Centre::new(position.geometry()).evaluate(&position), -2 * worth);
    }
}
