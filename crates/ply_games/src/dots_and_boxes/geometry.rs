//! Which edges bound which boxes, and where they go under the board's symmetries: tables per size, made once.

use std::collections::BTreeMap;
use std::sync::Mutex;

use super::EdgeSet;

/// Edges on a board of `rows` x `cols` boxes.
pub(super) const fn edge_count(rows: usize, cols: usize) -> usize {
    cols * (rows + 1) + rows * (cols + 1)
}

/// The tables of one board size.
#[derive(Debug)]
pub struct Geometry<E> {
    /// Rows of boxes.
    pub rows: usize,
    /// Columns of boxes.
    pub cols: usize,
    /// All edges.
    pub all: E,
    /// For each edge the four edges of each box it bounds; [`EdgeSet::NONE`] where there is only one.
    pub boxes_of_edge: Vec<[E; 2]>,
    /// The numbers of those boxes.
    pub(super) box_numbers: Vec<[u8; 2]>,
    /// The four edges of each box, row-major.
    pub edges_of_box: Vec<E>,
    /// For each symmetry, where each edge goes.
    pub(super) edge_images: Vec<Vec<u8>>,
    /// For each symmetry, where each box goes.
    pub(super) box_images: Vec<Vec<u8>>,
}

impl<E: EdgeSet> Geometry<E> {
    fn new(rows: usize, cols: usize) -> Self {
        let edges = edge_count(rows, cols);
        assert!(edges <= E::MOST_EDGES, "the word is too small for {rows}x{cols}");
        let mut geometry = Self {
            rows,
            cols,
            all: (0..edges).fold(E::EMPTY, |all, edge| all | E::single(edge)),
            boxes_of_edge: vec![[E::NONE; 2]; edges],
            box_numbers: vec![[0; 2]; edges],
            edges_of_box: Vec::new(),
            edge_images: Vec::new(),
            box_images: Vec::new(),
        };
        for row in 0..rows {
            for col in 0..cols {
                let sides = geometry.sides(row, col);
                let set = sides.iter().fold(E::EMPTY, |set, &edge| set | E::single(edge));
                geometry.edges_of_box.push(set);
                for edge in sides {
                    let slots = &mut geometry.boxes_of_edge[edge];
                    let free = usize::from(slots[0] != E::NONE);
                    slots[free] = set;
                    geometry.box_numbers[edge][free] = (row * cols + col) as u8;
                }
            }
        }
        for symmetry in 0..geometry.symmetries() {
            let edge_image = |edge| {
                let (horizontal, row, col) = geometry.place(edge);
                geometry.edge_image(symmetry, horizontal, row, col) as u8
            };
            let edge_images = (0..edges).map(edge_image).collect();
            let box_images = (0..rows * cols).map(|at| {
                let (row, col) = geometry.moved(symmetry, at / cols, at % cols, rows - 1, cols - 1);
                (row * cols + col) as u8
            });
            let box_images = box_images.collect();
            geometry.edge_images.push(edge_images);
            geometry.box_images.push(box_images);
        }
        geometry
    }

    /// How many edges there are.
    pub fn edges(&self) -> usize {
        self.boxes_of_edge.len()
    }

    /// The number of the horizontal edge above box (row, col); `row == rows` is the bottom line.
    pub fn horizontal(&self, row: usize, col: usize) -> usize {
        row * self.cols + col
    }

    /// The number of the vertical edge left of box (row, col); `col == cols` is the right border.
    pub fn vertical(&self, row: usize, col: usize) -> usize {
        self.cols * (self.rows + 1) + row * (self.cols + 1) + col
    }

    /// Whether an edge is horizontal, its row and its column.
    pub fn place(&self, edge: usize) -> (bool, usize, usize) {
        let horizontals = self.cols * (self.rows + 1);
        if edge < horizontals {
            (true, edge / self.cols, edge % self.cols)
        } else {
            let edge = edge - horizontals;
            (false, edge / (self.cols + 1), edge % (self.cols + 1))
        }
    }

    /// The edges of a box: top, bottom, left, right.
    pub fn sides(&self, row: usize, col: usize) -> [usize; 4] {
        [self.horizontal(row, col), self.horizontal(row + 1, col), self.vertical(row, col), self.vertical(row, col + 1)]
    }

    /// Eight on a square board, four on any other.
    pub fn symmetries(&self) -> usize {
        if self.rows == self.cols { 8 } else { 4 }
    }

    /// A cell of a grid whose last row and column are given: bit 0 of the symmetry turns rows round, bit 1 columns,
    /// bit 2 then exchanges the two.
    fn moved(&self, symmetry: usize, row: usize, col: usize, last_row: usize, last_col: usize) -> (usize, usize) {
        let row = if symmetry & 1 != 0 { last_row - row } else { row };
        let col = if symmetry & 2 != 0 { last_col - col } else { col };
        if symmetry & 4 != 0 { (col, row) } else { (row, col) }
    }

    fn edge_image(&self, symmetry: usize, horizontal: bool, row: usize, col: usize) -> usize {
        let (last_row, last_col) = if horizontal { (self.rows, self.cols - 1) } else { (self.rows - 1, self.cols) };
        let (row, col) = self.moved(symmetry, row, col, last_row, last_col);
        if horizontal != (symmetry & 4 != 0) { self.horizontal(row, col) } else { self.vertical(row, col) }
    }
}

/// Geometries made so far. They live as long as the program: there are a few dozen sizes at most.
pub(super) struct Interned<E: 'static> {
    known: Mutex<BTreeMap<(usize, usize), &'static Geometry<E>>>,
}

impl<E: EdgeSet> Interned<E> {
    pub(super) const fn new() -> Self {
        Self { known: Mutex::new(BTreeMap::new()) }
    }

    pub(super) fn get(&self, rows: usize, cols: usize) -> &'static Geometry<E> {
        let mut known = self.known.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        known.entry((rows, cols)).or_insert_with(|| Box::leak(Box::new(Geometry::new(rows, cols))))
    }
}
