//! The board as bit planes, so that one operation looks at all boxes at once.
//!
//! A box, the edge above it and the edge left of it have the same bit, in a set of boxes and in the planes of horizontal
//! and vertical edges; a row has one bit more than boxes, for the border at its right. The edge below a box is then a
//! row farther on, the one at its right a bit farther on, and how many sides of a box are open is a sum of four bits.

use ply_games::dots_and_boxes::EdgeSet;

use super::super::edges::each;
use super::board::Board;

/// A set of edges: the horizontal ones and the vertical ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Planes<E>(pub(super) [E; 2]);

impl<E: EdgeSet> Planes<E> {
    pub(super) const NONE: Self = Self([E::EMPTY; 2]);

    /// The edges of both.
    #[inline]
    pub(super) fn and(self, other: Self) -> Self {
        Self([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }

    /// The edges that the other has not.
    #[inline]
    pub(super) fn without(self, other: Self) -> Self {
        Self([self.0[0] & !other.0[0], self.0[1] & !other.0[1]])
    }

    #[inline]
    pub(super) fn count(self) -> u32 {
        self.0[0].count() + self.0[1].count()
    }
}

/// Boxes by how many of their sides are open.
#[derive(Clone, Copy)]
pub(super) struct Degrees<E> {
    pub(super) one: E,
    pub(super) two: E,
    /// Three or four.
    pub(super) more: E,
}

/// The planes of one size of board.
pub(super) struct Grid<E> {
    stride: u32,
    /// All boxes.
    boxes: E,
    /// The edges between two boxes.
    inner: Planes<E>,
    /// The border edges of each box that has several.
    alike: Vec<Planes<E>>,
    /// The plane and the bit of each edge.
    places: Vec<(usize, usize)>,
    /// The edge of each bit of each plane.
    edges: [Vec<u8>; 2],
}

impl<E: EdgeSet> Grid<E> {
    pub(super) fn new(board: &Board<E>) -> Self {
        let (rows, cols) = board.size;
        let stride = cols + 1;
        let horizontal = (0..=rows).flat_map(|row| (0..cols).map(move |col| (0, row * stride + col)));
        let vertical = (0..rows).flat_map(|row| (0..=cols).map(move |col| (1, row * stride + col)));
        let places: Vec<(usize, usize)> = horizontal.chain(vertical).collect();
        let mut edges = [vec![0; (rows + 1) * stride], vec![0; (rows + 1) * stride]];
        places.iter().enumerate().for_each(|(edge, &(plane, bit))| edges[plane][bit] = edge as u8);
        let cells = (0..rows).flat_map(|row| (0..cols).map(move |col| row * stride + col));
        let boxes = cells.fold(E::EMPTY, |set, bit| set | E::single(bit));
        let mut grid = Self { stride: stride as u32, boxes, inner: Planes::NONE, alike: Vec::new(), places, edges };
        grid.inner = grid.planes(board.inner);
        grid.alike = board.alike.iter().map(|&alike| grid.planes(alike)).collect();
        grid
    }

    /// The planes of a set of edges.
    pub(super) fn planes(&self, edges: E) -> Planes<E> {
        let mut planes = Planes::NONE;
        each(edges, |edge| {
            let (plane, bit) = self.places[edge];
            planes.0[plane] = planes.0[plane] | E::single(bit);
        });
        planes
    }

    /// The set of edges of some planes.
    #[cfg(test)]
    pub(super) fn set(&self, planes: Planes<E>) -> E {
        let mut set = E::EMPTY;
        for (plane, edges) in planes.0.into_iter().zip(&self.edges) {
            each(plane, |bit| set = set | E::single(usize::from(edges[bit])));
        }
        set
    }

    /// The number of the edge of a bit.
    #[inline]
    pub(super) fn edge(&self, plane: usize, bit: usize) -> usize {
        usize::from(self.edges[plane][bit])
    }

    #[inline]
    pub(super) fn degrees(&self, Planes([h, v]): Planes<E>) -> Degrees<E> {
        let (below, right) = (h >> self.stride, v >> 1);
        let (odd_h, both_h, odd_v, both_v) = (h ^ below, h & below, v ^ right, v & right);
        let ones = odd_h ^ odd_v;
        let twos = both_h ^ both_v ^ (odd_h & odd_v);
        Degrees {
            one: ones & !twos & self.boxes,
            two: twos & !ones & self.boxes,
            more: ((ones & twos) | (both_h & both_v)) & self.boxes,
        }
    }

    /// The boxes with an open side.
    #[inline]
    pub(super) fn open(&self, Planes([h, v]): Planes<E>) -> E {
        (h | (h >> self.stride) | v | (v >> 1)) & self.boxes
    }

    /// The boxes that share an open side with one of some boxes.
    #[inline]
    pub(super) fn beside(&self, boxes: E, Planes([h, v]): Planes<E>) -> E {
        let across = ((boxes << self.stride) & h) | ((boxes & h) >> self.stride);
        (across | ((boxes << 1) & v) | ((boxes & v) >> 1)) & self.boxes
    }

    /// The boxes among some that can be reached from one of them through open sides.
    #[inline]
    pub(super) fn connected(&self, mut from: E, planes: Planes<E>, among: E) -> E {
        loop {
            let more = from | (self.beside(from, planes) & among);
            if more == from {
                return from;
            }
            from = more;
        }
    }

    /// The components that some boxes are in.
    #[inline]
    pub(super) fn components(&self, from: E, planes: Planes<E>) -> E {
        self.connected(from, planes, self.boxes)
    }

    /// All sides of some boxes.
    #[inline]
    pub(super) fn sides(&self, boxes: E) -> Planes<E> {
        Planes([boxes | (boxes << self.stride), boxes | (boxes << 1)])
    }

    /// The open sides between two boxes, of some boxes.
    #[inline]
    pub(super) fn between(&self, planes: Planes<E>, boxes: E) -> Planes<E> {
        planes.and(self.inner).and(self.sides(boxes))
    }

    /// The open sides on the border.
    #[inline]
    pub(super) fn border(&self, planes: Planes<E>) -> Planes<E> {
        planes.without(self.inner)
    }

    /// A set with one of each kind that it has.
    #[inline]
    pub(super) fn one_of_alike(&self, mut planes: Planes<E>) -> Planes<E> {
        for &alike in &self.alike {
            let some = planes.and(alike);
            if some.count() > 1 {
                let Planes([h, v]) = some;
                let others = if h == E::EMPTY { [h, v.without_lowest()] } else { [h.without_lowest(), v] };
                planes = planes.without(Planes(others));
            }
        }
        planes
    }
}
