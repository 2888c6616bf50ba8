//! Positions for networks: the edges at each dot, and both scores.

use ply_game::{Observed, Player};

use super::{DotsAndBoxes, EdgeSet};

impl<E: EdgeSet> Observed for DotsAndBoxes<E> {
    /// A cell for each dot: the edge to the right of it, the edge below it, the mover's and the other's share of all boxes,
    /// and who moves.
    fn observation_shape(&self) -> Vec<usize> {
        vec![5, self.geometry.rows + 1, self.geometry.cols + 1]
    }

    fn observe(&self, planes: &mut [f32]) {
        let (width, boxes) = (self.geometry.cols + 1, self.geometry.edges_of_box.len());
        let dots = (self.geometry.rows + 1) * width;
        planes[..2 * dots].fill(0.0);
        let mut drawn = self.drawn;
        while drawn != E::EMPTY {
            let (is_horizontal, row, column) = self.geometry.place(drawn.lowest());
            planes[usize::from(!is_horizontal) * dots + row * width + column] = 1.0;
            drawn = drawn.without_lowest();
        }
        for (plane, player) in [(2, self.to_move), (3, self.to_move.other())] {
            let share = f32::from(self.scores[player.index()]) / boxes as f32;
            planes[plane * dots..(plane + 1) * dots].fill(share);
        }
        planes[4 * dots..].fill(f32::from(self.to_move == Player::First));
    }
}
