//! The board's reflections and, where it is square, its turns: eight or four.

use ply_game::{Game as _, Symmetric};

use super::{DotsAndBoxes, Edge, EdgeSet};

impl<E: EdgeSet> Symmetric for DotsAndBoxes<E> {
    fn symmetries(&self) -> usize {
        self.geometry.symmetries()
    }

    fn transformed(&self, symmetry: usize) -> Self {
        let mut image = Self { drawn: E::EMPTY, owned: [0; 2], ..*self };
        let mut left = self.drawn;
        while left != E::EMPTY {
            let edge = self.geometry.edge_images[symmetry][left.lowest()];
            image.drawn = image.drawn | E::single(usize::from(edge));
            left = left.without_lowest();
        }
        for (at, &to) in self.geometry.box_images[symmetry].iter().enumerate() {
            for player in 0..2 {
                image.owned[player] |= (self.owned[player] >> at & 1) << to;
            }
        }
        debug_assert_eq!(image.outcome(), self.outcome());
        image
    }

    fn transformed_move(&self, symmetry: usize, Edge(edge): Edge) -> Edge {
        Edge(self.geometry.edge_images[symmetry][usize::from(edge)])
    }
}
