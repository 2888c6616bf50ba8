//! Left and right are the same to the rules.

use ply_game::Symmetric;

use super::{Bits, Move, Simplexity};

impl<W: Bits> Symmetric for Simplexity<W> {
    /// The identity and the mirror image, left for right.
    fn symmetries(&self) -> usize {
        2
    }

    #[inline]
    fn transformed(&self, symmetry: usize) -> Self {
        if symmetry == 0 { *self } else { self.mirrored() }
    }

    #[inline]
    fn transformed_move(&self, symmetry: usize, mv: Move) -> Move {
        if symmetry == 0 { mv } else { Move::new(mv.shape(), self.geometry().cols() - 1 - mv.column()) }
    }
}
