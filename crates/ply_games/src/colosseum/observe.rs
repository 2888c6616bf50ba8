//! Positions for networks: the two players, and the walls on each side of each cell.

use ply_game::{Game, Observed, Player};

use super::{Bits, Colosseum, Side};

impl<B: Bits> Observed for Colosseum<B> {
    /// The mover, the other, walls up, right, down and left of each cell, and who moves.
    fn observation_shape(&self) -> Vec<usize> {
        vec![7, self.size(), self.size()]
    }

    fn observe(&self, planes: &mut [f32]) {
        let (size, cells) = (self.size(), self.size() * self.size());
        planes[..2 * cells].fill(0.0);
        for (plane, player) in [self.to_move(), self.to_move().other()].into_iter().enumerate() {
            let (row, column) = self.cell(self.at(player));
            planes[plane * cells + row * size + column] = 1.0;
        }
        for (plane, side) in planes[2 * cells..6 * cells].chunks_exact_mut(cells).zip(Side::ALL) {
            let open = self.open().on(side);
            for (cell, number) in plane.iter_mut().enumerate() {
                *number = f32::from(!open.has(self.bit(cell / size, cell % size)));
            }
        }
        planes[6 * cells..].fill(f32::from(self.to_move() == Player::First));
    }
}
