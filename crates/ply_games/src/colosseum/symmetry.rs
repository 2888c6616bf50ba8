//! The eight symmetries of the square: mirror, flip and exchange of rows and columns, in this order, each or not.

use ply_game::Symmetric;

use super::bits::Bits;
use super::edges::{Edges, Side};
use super::rules::{Colosseum, Move};

/// Bits of a symmetry's number.
const MIRROR: usize = 1;
const FLIP: usize = 2;
const TRANSPOSE: usize = 4;

impl<B: Bits> Symmetric for Colosseum<B> {
    fn symmetries(&self) -> usize {
        8
    }

    fn transformed(&self, symmetry: usize) -> Self {
        let size = self.size();
        let Edges { mut right, mut down } = self.open;
        // A right edge becomes a left one, so its owner moves one column further.
        if symmetry & MIRROR != 0 {
            (right, down) = (right.mirrored(size).left(), down.mirrored(size));
        }
        if symmetry & FLIP != 0 {
            (right, down) = (right.flipped(size), down.flipped(size).up());
        }
        if symmetry & TRANSPOSE != 0 {
            (right, down) = (down.transposed(), right.transposed());
        }
        let cells = self.cells.map(|at| self.transformed_cell(symmetry, at.into()) as u8);
        Self { open: Edges { right, down }, cells, ..*self }
    }

    fn transformed_move(&self, symmetry: usize, mv: Move) -> Move {
        let mut side = mv.side;
        if symmetry & MIRROR != 0 && matches!(side, Side::Left | Side::Right) {
            side = side.opposite();
        }
        if symmetry & FLIP != 0 && matches!(side, Side::Up | Side::Down) {
            side = side.opposite();
        }
        if symmetry & TRANSPOSE != 0 {
            side = [Side::Left, Side::Down, Side::Right, Side::Up][side as usize];
        }
        Move { at: self.transformed_cell(symmetry, mv.at.into()) as u8, side }
    }
}

impl<B: Bits> Colosseum<B> {
    fn transformed_cell(&self, symmetry: usize, at: usize) -> usize {
        let last = self.size() - 1;
        let (mut row, mut column) = self.cell(at);
        if symmetry & MIRROR != 0 {
            column = last - column;
        }
        if symmetry & FLIP != 0 {
            row = last - row;
        }
        if symmetry & TRANSPOSE != 0 {
            (row, column) = (column, row);
        }
        self.bit(row, column)
    }
}
