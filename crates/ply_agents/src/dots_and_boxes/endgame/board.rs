//! Tables of one board size: what bounds what, where edges go under symmetries, which edges are alike.

use ply_game::Symmetric as _;
use ply_games::dots_and_boxes::{DotsAndBoxes, Edge, EdgeSet};

/// No box: the outside of the board.
pub(super) const GROUND: u8 = u8::MAX;
/// More boxes than any board has.
pub(super) const MOST_BOXES: usize = 64;

/// Edges of one box that lie on the border: they are as good as each other.
#[derive(Clone, Debug)]
struct Alike<E> {
    all: E,
    /// The set that stands for all sets of so many of them.
    standing: Vec<E>,
}

/// The tables.
#[derive(Clone, Debug)]
pub(in crate::dots_and_boxes) struct Board<E> {
    /// The boxes on both sides of each edge.
    pub(super) beside: Vec<[u8; 2]>,
    /// The edges of each box.
    pub(super) sides: Vec<E>,
    /// The edges on the border.
    pub(super) border: E,
    /// How early an edge is to be tried: the centre first.
    pub(super) centrality: Vec<i32>,
    /// For each symmetry and each byte of a set, the image of every value of the byte.
    images: Vec<Vec<[E; 256]>>,
    /// For each symmetry, where each edge comes from.
    sources: Vec<Vec<u8>>,
    alike: Vec<Alike<E>>,
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
        let alike = geometry.edges_of_box.iter().map(|&sides| alike(sides & border)).filter(|a| a.all.count() > 1);
        let image = |symmetry, edge| usize::from(position.transformed_move(symmetry, Edge(edge as u8)).0);
        let symmetries = 0..position.symmetries();
        let images = symmetries.clone().map(|s| byte_images(edges, |edge| image(s, edge))).collect();
        let sources = symmetries.map(|symmetry| {
            let mut sources = vec![0; edges];
            (0..edges).for_each(|edge| sources[image(symmetry, edge)] = edge as u8);
            sources
        });
        let centrality = (0..edges).map(|edge| {
            let (horizontal, row, col) = geometry.place(edge);
            let (down, right) = (2 * row + usize::from(!horizontal), 2 * col + usize::from(horizontal));
            -(down.abs_diff(rows) as i32 + right.abs_diff(cols) as i32)
        });
        Self {
            beside,
            sides: geometry.edges_of_box.clone(),
            border,
            centrality: centrality.collect(),
            images,
            sources: sources.collect(),
            alike: alike.collect(),
        }
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

    /// The one set that stands for this one, its images and those that only differ in edges that are alike; and the
    /// symmetry that leads to it.
    pub(super) fn canonical(&self, edges: E) -> (E, usize) {
        let words = edges.words();
        let mut best = (self.standing(edges), 0);
        for (symmetry, images) in self.images.iter().enumerate().skip(1) {
            let mut image = E::EMPTY;
            for (place, bytes) in images.iter().enumerate() {
                image = image | bytes[usize::from((words[place / 8] >> (place % 8 * 8)) as u8)];
            }
            let image = self.standing(image);
            if image.words() < best.0.words() {
                best = (image, symmetry);
            }
        }
        best
    }

    #[inline]
    fn standing(&self, mut edges: E) -> E {
        for alike in &self.alike {
            let some = edges & alike.all;
            edges = (edges & !alike.all) | alike.standing[some.count() as usize];
        }
        edges
    }

    /// Where an edge of an image comes from.
    pub(super) fn source(&self, symmetry: usize, edge: u8) -> u8 {
        self.sources[symmetry][usize::from(edge)]
    }

    /// Where an edge goes.
    pub(super) fn image(&self, symmetry: usize, edge: u8) -> u8 {
        let bytes = &self.images[symmetry][usize::from(edge) / 8];
        bytes[1 << (edge % 8)].lowest() as u8
    }
}

fn alike<E: EdgeSet>(all: E) -> Alike<E> {
    let mut standing = vec![E::EMPTY];
    super::super::edges::each(all, |edge| {
        let next = standing[standing.len() - 1] | E::single(edge);
        standing.push(next);
    });
    Alike { all, standing }
}

fn byte_images<E: EdgeSet>(edges: usize, image: impl Fn(usize) -> usize) -> Vec<[E; 256]> {
    let bytes = edges.div_ceil(8);
    let of_byte = |byte: usize| {
        let mut images = [E::EMPTY; 256];
        for value in 1..images.len() {
            let edge = 8 * byte + value.trailing_zeros() as usize;
            let lowest = if edge < edges { E::single(image(edge)) } else { E::EMPTY };
            images[value] = images[value & (value - 1)] | lowest;
        }
        images
    };
    (0..bytes).map(of_byte).collect()
}
