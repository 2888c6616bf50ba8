//! Positions for networks: both players' power on each cell, and how late it is.

use ply_game::{Game, Observed, Player};

use super::Infexion;
use super::geometry::cells;

impl Observed for Infexion {
    /// The mover's power and the other's as shares of the most that a cell can have, the share of the turns that are
    /// played, and who moves.
    fn observation_shape(&self) -> Vec<usize> {
        vec![4, self.size.axis(), self.size.axis()]
    }

    fn observe(&self, planes: &mut [f32]) {
        let (count, most) = (self.size.cells(), (self.size.axis() - 1) as f32);
        for (plane, player) in planes.chunks_exact_mut(count).zip([self.to_move(), self.to_move().other()]) {
            let own = self.cells_of(player);
            for (number, cell) in plane.iter_mut().zip(cells(self.size.mask())) {
                *number = (self.power(cell) * (own >> cell & 1) as usize) as f32 / most;
            }
        }
        planes[2 * count..3 * count].fill(f32::from(self.turn) / f32::from(self.size.turn_limit()));
        planes[3 * count..].fill(f32::from(self.to_move() == Player::First));
    }
}
