//! Positions for networks: the mover's stones and the other's.

use ply_game::{Game, Observed, Player};

use super::PentagoSwap;
use super::board::{CELLS, SIDE, row_major};

impl Observed for PentagoSwap {
    fn observation_shape(&self) -> Vec<usize> {
        vec![3, SIDE, SIDE]
    }

    fn observe(&self, planes: &mut [f32]) {
        let sets = [row_major(self.own_stones()), row_major(self.other_stones())];
        for (plane, set) in planes.chunks_exact_mut(CELLS).zip(sets) {
            for (cell, number) in plane.iter_mut().enumerate() {
                *number = (set >> cell & 1) as f32;
            }
        }
        planes[2 * CELLS..].fill(f32::from(self.to_move() == Player::First));
    }
}
