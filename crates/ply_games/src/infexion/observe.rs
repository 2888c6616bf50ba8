//! Positions for networks: both players' power on each cell, and how late it is.

use ply_game::{Game, Observed, Player};

use super::geometry::{CELLS, SIZE};
use super::{Infexion, TURN_LIMIT};

/// The most power of a cell.
const MOST: f32 = 6.0;

impl Observed for Infexion {
    /// The mover's power and the other's as shares of 6, the share of the turns that are played, and who moves.
    fn observation_shape(&self) -> Vec<usize> {
        vec![4, SIZE, SIZE]
    }

    fn observe(&self, planes: &mut [f32]) {
        for (plane, player) in planes.chunks_exact_mut(CELLS).zip([self.to_move(), self.to_move().other()]) {
            let own = self.cells_of(player);
            for (cell, number) in plane.iter_mut().enumerate() {
                *number = (self.power(cell) * (own >> cell & 1) as usize) as f32 / MOST;
            }
        }
        planes[2 * CELLS..3 * CELLS].fill(f32::from(self.turn) / f32::from(TURN_LIMIT));
        planes[3 * CELLS..].fill(f32::from(self.to_move() == Player::First));
    }
}
