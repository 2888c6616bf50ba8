//! What follows from the size of a board: its cells, where lines run, and how positions are numbered.

use ply_games::simplexity::Geometry;

/// The bits of the largest board that is solved: twice as many and one name a position and its attacker, and of those a
/// table keeps 64 as the key and 43 beside what it knows.
pub(super) const MOST_BITS: usize = 53;

/// A size of the board, a set of cells being one word with a guard above each column.
#[derive(Debug)]
pub(super) struct BoardFacts {
    pub(super) cells: u64,
    /// The lowest cell of each column.
    pub(super) bottoms: u64,
    win: u32,
    /// Distances of neighbours: up, right, and on the two diagonals.
    strides: [u32; 4],
    /// The cell that is the mirror image of each.
    mirrored: [u8; 64],
    /// How central each cell is.
    pub(super) centrality: [u8; 64],
    /// The bits of a board.
    pub(super) bits: usize,
    cols: u8,
}

impl BoardFacts {
    /// What follows from a size, if boards of it are not too large.
    pub(super) fn of(geometry: &Geometry) -> Option<Self> {
        let (rows, cols) = (geometry.rows(), geometry.cols());
        let (bits, up) = (geometry.bits(), rows as u32 + 1);
        if bits > MOST_BITS {
            return None;
        }
        let mut facts = Self {
            cells: 0,
            bottoms: 0,
            win: geometry.win() as u32,
            strides: [1, up, up + 1, up - 1],
            mirrored: [0; 64],
            centrality: [0; 64],
            bits,
            cols: cols as u8,
        };
        for column in 0..cols {
            facts.bottoms |= 1 << geometry.start(column);
            for row in 0..rows {
                let cell = geometry.cell(row, column);
                facts.cells |= 1 << cell;
                facts.mirrored[cell] = geometry.cell(row, cols - 1 - column) as u8;
                let from_middle = (2 * column).abs_diff(cols - 1) + (2 * row).abs_diff(rows - 1);
                facts.centrality[cell] = 8_usize.saturating_sub(from_middle) as u8;
            }
        }
        Some(facts)
    }

    /// The empty cells, and others, that complete a line of each set.
    #[inline]
    pub(super) fn completing(&self, sets: &[u64; 4]) -> [u64; 4] {
        let mut completing = [0; 4];
        for stride in self.strides {
            for (completing, &set) in completing.iter_mut().zip(sets) {
                *completing |= match self.win {
                    4 if 3 * stride < u64::BITS => one_of_four(set, stride),
                    win => one_of(set, win, stride),
                };
            }
        }
        completing
    }

    /// Whether a set of cells has a line.
    #[inline]
    pub(super) fn has_line(&self, set: u64) -> bool {
        let runs = self.strides.map(|stride| {
            // Longer than a board is high or wide: there is no such line.
            (1..self.win).fold(set, |run, step| run & set.checked_shr(step * stride).unwrap_or(0))
        });
        runs != [0; 4]
    }

    /// The column of a cell.
    #[inline]
    pub(super) fn column(&self, cell: u32) -> u8 {
        (cell / self.strides[1]) as u8
    }

    /// The mirror image of a column.
    #[inline]
    pub(super) fn opposite(&self, column: u8) -> u8 {
        self.cols - 1 - column
    }

    #[inline]
    pub(super) fn mirrored(&self, cell: u32) -> u32 {
        u32::from(self.mirrored[cell as usize])
    }
}

/// The cells with which three others of the set make a line of four.
#[inline]
fn one_of_four(set: u64, stride: u32) -> u64 {
    let (up, down) = ([set << stride, set << (2 * stride)], [set >> stride, set >> (2 * stride)]);
    let (both_up, both_down) = (up[0] & up[1], down[0] & down[1]);
    both_up & (set << (3 * stride)) | both_up & down[0] | up[0] & both_down | both_down & (set >> (3 * stride))
}

/// The cells with which the others of a line are in the set.
fn one_of(set: u64, win: u32, stride: u32) -> u64 {
    let beyond = |steps: u32, up: bool| {
        let distance = steps * stride;
        if up { set.checked_shl(distance).unwrap_or(0) } else { set.checked_shr(distance).unwrap_or(0) }
    };
    let line = |below: u32| {
        let up = (1..=below).fold(u64::MAX, |cells, steps| cells & beyond(steps, true));
        (1..win - below).fold(up, |cells, steps| cells & beyond(steps, false))
    };
    (0..win).fold(0, |cells, below| cells | line(below))
}
