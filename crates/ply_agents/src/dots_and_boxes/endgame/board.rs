//! Tables of one board size: what bounds what, where edges go under symmetries, which edges are alike.

use ply_game::Symmetric as _;
use ply_games::dots_and_boxes::{DotsAndBoxes, Edge, EdgeSet};

/// No box: the outside of the board.
pub(super) const GROUND: u8 = u8::MAX;
/// More boxes than any board has.
pub(super) const MOST_BOXES: usize = 64;

/// The tables.
#[derive(Clone, Debug)]
pub(in crate::dots_and_boxes) struct Board<E> {
    /// The boxes on both sides of each edge.
    pub(super) beside: Vec<[u8; 2]>,
    /// The edges of each box.
    pub(super) sides: Vec<E>,
    /// How early an edge is to be tried: the centre first.
    pub(super) centrality: Vec<i32>,
    /// The edges between two boxes.
    pub(super) inner: E,
    /// The border edges of each box that has several: they are as good as each other.
    pub(super) alike: Vec<E>,
    /// For each symmetry, where each edge goes.
    pub(super) images: Vec<Vec<u8>>,
    /// Rows and columns of boxes.
    pub(super) size: (usize, usize),
}

impl<E: EdgeSet> Board<E> {
    /// The tables for the board of a position.
    pub(in crate::dots_and_boxes) fn new(position: &DotsAndBoxes<E>) -> Self {
        let geometry = position.geometry();
        let (rows, cols, edges) = (geometry.rows, geometry.cols, geometry.edges());
        let mut beside = vec![[GROUND; 2]; edges];
        for at in 0..rows * cols {
            for edge in geometry.sides(at / cols, at % cols) {
                let free = usize::from(beside[edge][0] != GROUND);
                beside[edge][free] = at as u8;
            }
        }
        let is_inner = |edge: &usize| beside[*edge][1] != GROUND;
        let inner = (0..edges).filter(is_inner).fold(E::EMPTY, |set, edge| set | E::single(edge));
        let sides = geometry.edges_of_box.clone();
        let alike: Vec<E> = sides.iter().map(|&sides| sides & !inner).filter(|border| border.count() > 1).collect();
        let image = |symmetry, edge| position.transformed_move(symmetry, Edge(edge as u8)).0;
        let images =
            (0..position.symmetries()).map(|symmetry| (0..edges).map(|edge| image(symmetry, edge)).collect()).collect();
        let centrality = (0..edges).map(|edge| {
            let (horizontal, row, col) = geometry.place(edge);
            let (down, right) = (2 * row + usize::from(!horizontal), 2 * col + usize::from(horizontal));
            -(down.abs_diff(rows) as i32 + right.abs_diff(cols) as i32)
        });
        let centrality = centrality.collect();
        Self { beside, sides, centrality, inner, alike, images, size: (rows, cols) }
    }

    /// The boxes beside an edge, the smaller number first; one at the border.
    pub(in crate::dots_and_boxes) fn boxes_beside(&self, edge: usize) -> (u8, Option<u8>) {
        let [one, other] = self.beside[edge];
        (one, Some(other).filter(|&other| other != GROUND))
    }

    /// The box across an edge.
    #[inline]
    pub(super) fn across(&self, from: u8, edge: usize) -> u8 {
        let [one, other] = self.beside[edge];
        if one == from { other } else { one }
    }

    /// How many sides of each box are in the set.
    #[inline]
    pub(super) fn degrees(&self, edges: E) -> [u8; MOST_BOXES] {
        let mut degrees = [0; MOST_BOXES];
        for (degree, &sides) in degrees.iter_mut().zip(&self.sides) {
            *degree = (edges & sides).count() as u8;
        }
        degrees
    }

    /// A set with one of each kind that it has.
    #[inline]
    pub(super) fn one_of_alike(&self, mut set: E) -> E {
        for &alike in &self.alike {
            let some = set & alike;
            if some != E::EMPTY {
                set = set & !some.without_lowest();
            }
        }
        set
    }
}
