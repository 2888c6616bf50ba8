//! Tables of one board size: what bounds what, where edges go under symmetries, which edges are alike.

use ply_game::Symmetric as _;
use ply_games::dots_and_boxes::{DotsAndBoxes, Edge, EdgeSet};

use super::keys::EdgeKeys;

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
    /// For each symmetry, where each edge goes.
    images: Vec<Vec<u8>>,
    /// For each symmetry, where each edge comes from.
    sources: Vec<Vec<u8>>,
    pub(super) keys: EdgeKeys<E>,
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
        let border = (0..edges).filter(|&edge| beside[edge][1] == GROUND).fold(E::EMPTY, |set, e| set | E::single(e));
        let image = |symmetry, edge| position.transformed_move(symmetry, Edge(edge as u8)).0;
        let images: Vec<Vec<u8>> =
            (0..position.symmetries()).map(|symmetry| (0..edges).map(|edge| image(symmetry, edge)).collect()).collect();
        let sources = images.iter().map(|images| {
            let mut sources = vec![0; edges];
            images.iter().enumerate().for_each(|(edge, &image)| sources[usize::from(image)] = edge as u8);
            sources
        });
        let sources = sources.collect();
        let keys = EdgeKeys::new(edges, geometry.edges_of_box.iter().map(|&sides| sides & border), &images);
        let centrality = (0..edges).map(|edge| {
            let (horizontal, row, col) = geometry.place(edge);
            let (down, right) = (2 * row + usize::from(!horizontal), 2 * col + usize::from(horizontal));
            -(down.abs_diff(rows) as i32 + right.abs_diff(cols) as i32)
        });
        Self { beside, sides: geometry.edges_of_box.clone(), centrality: centrality.collect(), images, sources, keys }
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

    /// Where an edge of an image comes from.
    pub(super) fn source(&self, symmetry: usize, edge: u8) -> u8 {
        self.sources[symmetry][usize::from(edge)]
    }

    /// Where an edge goes; of edges that are alike, the one that stands for all.
    pub(super) fn image(&self, symmetry: usize, edge: u8) -> u8 {
        self.keys.standing(self.images[symmetry][usize::from(edge)])
    }
}
