//! The potentials of the logical agent: for every empty cell, how much a stone there helps to line up stones.
//!
//! A quadrant is judged alone first (micro): each line of three gives its empty cells a value that grows with the stones
//! that can still come together and with those that already have. Then the other quadrants are looked at (macro): where
//! one holds a full line, or an edge pair that three quadrants can make a five of, the cells that belong to it are
//! raised everywhere. With the report's weights the matrices equal those of the published program (where 10 for a
//! completing cell is 5, added twice); its oddities (values that differ from one end of a line to the other, cells that
//! are raised though occupied) are kept.

use crate::weights::weights;

/// A value for each cell, quadrant by quadrant (TL, TR, BL, BR), row by row within: place 9 x quadrant + 3 x row + column.
pub(super) type Grid = [i32; 36];

/// What is on a cell, seen by one player.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Cell {
    Empty,
    Own,
    Opponent,
}

/// The cells of a board, in the order of [`Grid`].
pub(super) type Cells = [Cell; 36];

weights! {
    /// What a stone on a cell helps, and what a swap does.
    Weights of "logical": ["report" => "logical-report", "built-in" => "logical"];
    open: 0..=20, "a cell of a line of three without stones";
    far: 0..=20, "with an own stone that leaves a gap, or beside the middle";
    half: 0..=20, "with an opponent's stone at one end";
    near: 0..=20, "at the end of a row or column whose middle is own";
    diagonal_near: 0..=20, "at the end of a diagonal whose middle is own";
    blocked: 0..=20, "with an own stone and an opponent's";
    row_pair: 0..=20, "with two own stones in the row";
    column_pair: 0..=20, "with two own stones in the column";
    diagonal_pair: 0..=20, "with two own stones in the diagonal";
    edge: 0..=20, "an edge cell whose small diagonals are open";
    edge_half: 0..=20, "an edge cell with a stone beside it";
    full_line: 0..=20, "added to the cells of a line that another quadrant has in full";
    full_middle: 0..=20, "added to the middle of such a row or column that is open";
    full_diagonal_middle: 0..=20, "added to the middle of such a diagonal that is open";
    edge_pair: 0..=20, "added to the cells of an edge pair that another quadrant has";
    edge_completing: 0..=40, "added to the cell that completes half of such a pair";
    swap_own: 0..=20, "of swaps: a point of its own potentials";
    swap_other: 0..=20, "of swaps: a point of the opponent's potentials";
    swap_peak: 0..=40, "of swaps: how often the largest potential of a side counts beside the sum";
}

/// A line of three cells in a quadrant, with what it gives to each of them while that cell is empty. The ends are
/// indexed by the middle (empty or own; an opponent's gives nothing) and the far end, the middle by the first and last.
struct Line {
    places: [usize; 3],
    first: [[i32; 3]; 2],
    middle: [[i32; 3]; 3],
    last: [[i32; 3]; 2],
    /// What the macro step adds to the middle cell of a line that is open in all three cells.
    bonus: i32,
}

impl Weights {
    /// What an end of a line gets, by its middle and its far end. `near` is for an own middle with nothing beyond it.
    const fn end(&self, near: i32, pair: i32, blocked: i32) -> [[i32; 3]; 2] {
        [[self.open, self.far, self.half], [near, pair, blocked]]
    }

    /// What the middle of a line gets, by its first and last cell. `first` is for an own first cell with an empty last.
    const fn middle(&self, first: i32, pair: i32) -> [[i32; 3]; 3] {
        [[self.open, self.far, self.half], [first, pair, self.blocked], [self.half, self.blocked, 0]]
    }

    const fn row(&self, row: usize) -> Line {
        let end = self.end(self.near, self.row_pair, self.blocked);
        let middle = self.middle(self.far, self.row_pair);
        let places = [3 * row, 3 * row + 1, 3 * row + 2];
        Line { places, first: end, middle, last: end, bonus: self.full_middle }
    }

    const fn column(&self, column: usize) -> Line {
        let end = self.end(self.near, self.column_pair, self.blocked);
        let middle = self.middle(self.far, self.column_pair);
        let places = [column, column + 3, column + 6];
        Line { places, first: end, middle, last: end, bonus: self.full_middle }
    }

    /// The diagonals. In the published tables two of their numbers are as if the own stone were at the far end.
    const fn diagonals(&self) -> [Line; 2] {
        let (near, pair) = (self.diagonal_near, self.diagonal_pair);
        let end = self.end(near, pair, self.blocked);
        let bonus = self.full_diagonal_middle;
        let last = self.end(self.far, pair, self.blocked);
        let falling = Line { places: [0, 4, 8], first: end, middle: self.middle(near, pair), last, bonus };
        let last = self.end(near, pair, self.far);
        let rising = Line { places: [2, 4, 6], first: end, middle: self.middle(self.far, pair), last, bonus };
        [falling, rising]
    }
}

/// The lines of a quadrant with their values, and the weights these come from.
pub(super) struct Values {
    pub(super) weights: Weights,
    rows: [Line; 3],
    columns: [Line; 3],
    diagonals: [Line; 2],
}

impl Values {
    pub(super) fn new(weights: Weights) -> Self {
        Self {
            weights,
            rows: [0, 1, 2].map(|row| weights.row(row)),
            columns: [0, 1, 2].map(|column| weights.column(column)),
            diagonals: weights.diagonals(),
        }
    }
}

/// The edge cells of a quadrant, each with the two edge cells that touch it at a corner.
const EDGES: [(usize, [usize; 2]); 4] = [(1, [3, 5]), (3, [1, 7]), (5, [1, 7]), (7, [3, 5])];

/// A small diagonal: two edge cells that make a five with the same pair of a second quadrant and a corner of a third.
struct EdgePair {
    pair: [usize; 2],
    /// The corner that links two pairs.
    link: usize,
    /// The corner that is raised.
    raised: usize,
    /// Which cells of another quadrant's pair are raised as the one that completes it.
    completing: &'static [usize],
}

/// The first raises another corner than the one it asks for and completes only one way, as the published program does.
const EDGE_PAIRS: [EdgePair; 4] = [
    EdgePair { pair: [1, 3], link: 8, raised: 6, completing: &[3] },
    EdgePair { pair: [5, 7], link: 0, raised: 0, completing: &[5, 7] },
    EdgePair { pair: [1, 5], link: 6, raised: 6, completing: &[1, 5] },
    EdgePair { pair: [3, 7], link: 2, raised: 2, completing: &[3, 7] },
];

/// How the three directions become one value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Combine {
    /// The largest of the three.
    Superpose,
    /// Their sum: tried in the report, and found worse.
    Sum,
}

/// What one player sees.
pub(super) struct Potentials {
    pub(super) horizontal: Grid,
    pub(super) vertical: Grid,
    pub(super) diagonal: Grid,
    /// The three together.
    pub(super) superposed: Grid,
    /// With the other quadrants considered.
    pub(super) after_macro: Grid,
}

impl Potentials {
    pub(super) fn new(cells: &Cells, values: &Values, combine: Combine) -> Self {
        let horizontal = along(cells, &values.rows);
        let vertical = along(cells, &values.columns);
        let mut diagonal = along(cells, &values.diagonals);
        add_edges(cells, &values.weights, &mut diagonal);
        let superposed = std::array::from_fn(|at| match combine {
            Combine::Superpose => horizontal[at].max(vertical[at]).max(diagonal[at]),
            Combine::Sum => horizontal[at] + vertical[at] + diagonal[at],
        });
        let mut after_macro = superposed;
        for line in values.columns.iter().chain(&values.rows).chain(&values.diagonals) {
            raise_line(cells, line, &values.weights, &mut after_macro);
        }
        for pair in &EDGE_PAIRS {
            raise_pair(cells, pair, &values.weights, &mut after_macro);
        }
        Self { horizontal, vertical, diagonal, superposed, after_macro }
    }
}

/// The micro values of some lines, summed where they cross.
fn along(cells: &Cells, lines: &[Line]) -> Grid {
    let mut grid = [0; 36];
    for quadrant in (0..36).step_by(9) {
        for line in lines {
            let places = line.places.map(|place| quadrant + place);
            let [first, middle, last] = places.map(|place| cells[place]);
            let values = [
                end_value(&line.first, middle, last),
                line.middle[first as usize][last as usize],
                end_value(&line.last, middle, first),
            ];
            for (place, value) in places.into_iter().zip(values) {
                if cells[place] == Cell::Empty {
                    grid[place] += value;
                }
            }
        }
    }
    grid
}

fn end_value(table: &[[i32; 3]; 2], middle: Cell, far: Cell) -> i32 {
    if middle == Cell::Opponent { 0 } else { table[middle as usize][far as usize] }
}

/// The micro values of the small diagonals.
fn add_edges(cells: &Cells, weights: &Weights, grid: &mut Grid) {
    for quadrant in (0..36).step_by(9) {
        for (place, touching) in EDGES {
            let touching = touching.map(|place| cells[quadrant + place]);
            if cells[quadrant + place] == Cell::Empty {
                grid[quadrant + place] += match touching {
                    [Cell::Empty, Cell::Empty] => weights.edge,
                    [Cell::Opponent, Cell::Opponent] => 0,
                    _ => weights.edge_half,
                };
            }
        }
    }
}

/// Where a quadrant has this line in full, raises its cells in all of them. What earlier lines added counts.
fn raise_line(cells: &Cells, line: &Line, weights: &Weights, grid: &mut Grid) {
    let is_full = |quadrant: usize| line.places.iter().all(|place| cells[quadrant + place] == Cell::Own);
    if !(0..36).step_by(9).any(is_full) {
        return;
    }
    for quadrant in (0..36).step_by(9) {
        let places = line.places.map(|place| quadrant + place);
        if places.iter().all(|&place| grid[place] != 0) {
            grid[places[1]] += line.bonus;
        }
        for place in places {
            if grid[place] >= 2 {
                grid[place] += weights.full_line;
            }
        }
    }
}

/// Where a quadrant has this pair and another the linking corner or half of the pair, raises the pair and the corner in
/// all quadrants but that of the pair (the last, if there are several), and most of all the cells that complete a half.
fn raise_pair(cells: &Cells, pair: &EdgePair, weights: &Weights, grid: &mut Grid) {
    let is_pair = |&quadrant: &usize| pair.pair.iter().all(|place| cells[quadrant + place] == Cell::Own);
    let Some(home) = (0..36).step_by(9).rfind(is_pair) else { return };
    let others = || (0..36).step_by(9).filter(move |&quadrant| quadrant != home);
    let completed = |quadrant: usize| {
        let is_half = |place: &&usize| {
            let other = if **place == pair.pair[0] { pair.pair[1] } else { pair.pair[0] };
            cells[quadrant + **place] == Cell::Empty && cells[quadrant + other] == Cell::Own
        };
        pair.completing.iter().find(is_half).map(|place| quadrant + place)
    };
    let is_linked = |quadrant: usize| cells[quadrant + pair.link] == Cell::Own;
    if !others().any(|quadrant| is_linked(quadrant) || completed(quadrant).is_some()) {
        return;
    }
    for quadrant in others() {
        if !is_linked(quadrant)
            && let Some(place) = completed(quadrant)
        {
            grid[place] += weights.edge_completing;
        }
        for place in [pair.pair[0], pair.pair[1], pair.raised] {
            grid[quadrant + place] += weights.edge_pair;
        }
    }
}
