//! Tables of one board size: what bounds what, where edges go under symmetries, which edges are alike.

use ply_game::Symmetric as _;
use ply_games::dots_and_boxes::{DotsAndBoxes, Edge, EdgeSet};

use super::canonical::{self, Words};

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
    /// For each edge, those of the boxes beside it.
    pub(super) around: Vec<E>,
    /// For each inner edge, the two ways around its ends: three edges each, where there are as many.
    pub(super) detours: Vec<Vec<E>>,
    /// The border edges of each box that has several: they are as good as each other.
    alike: Vec<E>,
    pub(super) words: Words,
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
        let standing = |edge: usize| alike.iter().find(|alike| alike.has(edge)).map_or(edge, |alike| alike.lowest());
        let image = |symmetry, edge| position.transformed_move(symmetry, Edge(edge as u8)).0;
        let images: Vec<Vec<u8>> =
            (0..position.symmetries()).map(|symmetry| (0..edges).map(|edge| image(symmetry, edge)).collect()).collect();
        let words = canonical::words(&images, standing);
        let of_box = |at: u8| sides.get(usize::from(at)).copied().unwrap_or(E::EMPTY);
        let around = beside.iter().map(|&[one, other]| of_box(one) | of_box(other)).collect();
        let detours = beside.iter().map(|&[one, other]| detours(&sides, cols, one, other)).collect();
        let centrality = (0..edges).map(|edge| {
            let (horizontal, row, col) = geometry.place(edge);
            let (down, right) = (2 * row + usize::from(!horizontal), 2 * col + usize::from(horizontal));
            -(down.abs_diff(rows) as i32 + right.abs_diff(cols) as i32)
        });
        let centrality = centrality.collect();
        Self { beside, sides, centrality, inner, around, detours, alike, words }
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

/// The edges that join two neighbouring boxes by way of the two boxes beside them, on either side.
fn detours<E: EdgeSet>(sides: &[E], cols: usize, one: u8, other: u8) -> Vec<E> {
    if other == GROUND {
        return Vec::new();
    }
    let (one, other) = (usize::from(one), usize::from(other));
    let across = if other == one + 1 { cols } else { 1 };
    let shared = |from: Option<usize>, to: Option<usize>| {
        let of = |at: Option<usize>| at.and_then(|at| sides.get(at)).copied().unwrap_or(E::EMPTY);
        Some(of(from) & of(to)).filter(|shared| *shared != E::EMPTY)
    };
    let ways = [usize::checked_add, usize::checked_sub].into_iter().filter_map(|step| {
        let (far, farther) = (step(one, across), step(other, across));
        Some(shared(Some(one), far)? | shared(far, farther)? | shared(farther, Some(other))?)
    });
    ways.collect()
}
