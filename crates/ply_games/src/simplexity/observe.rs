//! Positions for networks: where the four kinds of pieces are, and how many of them are left.

use ply_game::{Game, Observed, Player};

use super::{Bits, Shape, Simplexity};

/// Kinds of pieces: the mover's round and square ones, the other's.
const KINDS: usize = 4;

impl<W: Bits> Observed for Simplexity<W> {
    /// Pieces, pieces left, and who moves; rows from the top, as in the text.
    fn observation_shape(&self) -> Vec<usize> {
        vec![2 * KINDS + 1, self.geometry().rows(), self.geometry().cols()]
    }

    fn observe(&self, planes: &mut [f32]) {
        let (rows, cols) = (self.geometry().rows(), self.geometry().cols());
        let cells = rows * cols;
        let (pieces, rest) = planes.split_at_mut(KINDS * cells);
        pieces.fill(0.0);
        for (at, cell) in (0..rows).rev().flat_map(|row| (0..cols).map(move |column| (row, column))).enumerate() {
            if let Some((player, shape)) = self.piece(cell.0, cell.1) {
                let kind = 2 * usize::from(player != self.to_move()) + shape as usize;
                pieces[kind * cells + at] = 1.0;
            }
        }
        let mut plane = rest.chunks_exact_mut(cells);
        for player in [self.to_move(), self.to_move().other()] {
            for shape in Shape::BOTH {
                let left = f32::from(self.left(player, shape));
                let total = self.total(shape).max(1) as f32;
                if let Some(plane) = plane.next() {
                    plane.fill(left / total);
                }
            }
        }
        if let Some(first) = plane.next() {
            first.fill(f32::from(self.to_move() == Player::First));
        }
    }
}
