//! The board: how its 36 cells lie in a word, its 32 lines, and the table that finds complete lines.
//!
//! A set of cells is a `u64` of four 16-bit lanes for the quadrants TL, TR, BL, BR; the low nine bits of a lane are the
//! quadrant's cells, row by row. A lane is thus a number below 512, and [`complete_lines`] needs one look-up for each:
//! entry `[q][tile]` of its table has bit `i` set if the tile's stones, standing at quadrant `q`, hold every cell that
//! line `i` has there (and so for every line that has none there). The four entries ANDed are the complete lines. The
//! table takes 8 KiB.

/// Rows and columns of the board.
pub const SIDE: usize = 6;
/// Cells of the board.
pub const CELLS: usize = SIDE * SIDE;
/// Stones in a row that win.
pub const WIN: usize = 5;
/// How many lines of five there are: 12 horizontal, 12 vertical, 8 diagonal.
pub const LINE_COUNT: usize = 32;
/// Names of the quadrants, in the order of the lanes.
pub const QUADRANTS: [&str; 4] = ["TL", "TR", "BL", "BR"];
/// All 36 cells.
pub const BOARD: u64 = 0x01ff_01ff_01ff_01ff;

/// The bit of a cell in a word: 16 x quadrant + 3 x row + column within the quadrant.
pub const fn bit_of(row: usize, column: usize) -> usize {
    let quadrant = row / 3 * 2 + column / 3;
    16 * quadrant + row % 3 * 3 + column % 3
}

/// The row and column of a bit of [`BOARD`]; the inverse of [`bit_of`].
pub const fn cell_of(bit: usize) -> (usize, usize) {
    let (quadrant, place) = (bit / 16, bit % 16);
    (quadrant / 2 * 3 + place / 3, quadrant % 2 * 3 + place % 3)
}

/// The bit of each cell, the cells counted row by row.
pub const BITS: [u8; CELLS] = {
    let mut bits = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        bits[cell] = bit_of(cell / SIDE, cell % SIDE) as u8;
        cell += 1;
    }
    bits
};

/// The nine cells of a quadrant as a number below 512.
#[inline]
pub const fn tile(word: u64, quadrant: usize) -> usize {
    (word >> (16 * quadrant)) as usize & 511
}

/// A set of cells with bit `6 x row + column` for each cell instead of its lane bit.
#[inline]
pub const fn row_major(word: u64) -> u64 {
    let top = spread(tile(word, 0)) | spread(tile(word, 1)) << 3;
    let bottom = spread(tile(word, 2)) | spread(tile(word, 3)) << 3;
    top | bottom << 18
}

/// A tile's three rows, six bits apart.
const fn spread(tile: usize) -> u64 {
    let tile = tile as u64;
    tile & 7 | (tile & 0o70) << 3 | (tile & 0o700) << 6
}

/// Five cells in a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    /// The cells as a word of four lanes.
    pub mask: u64,
    /// The bits of the cells, from the end named first.
    pub bits: [u8; WIN],
}

impl Line {
    const fn new(row: usize, column: usize, down: usize, right: isize) -> Self {
        let mut line = Self { mask: 0, bits: [0; WIN] };
        let mut step = 0;
        while step < WIN {
            let bit = bit_of(row + step * down, column.wrapping_add_signed(step as isize * right));
            line.mask |= 1 << bit;
            line.bits[step] = bit as u8;
            step += 1;
        }
        line
    }
}

/// The lines, in the order in which a winning one is looked for: rows from the top, each from the left; columns from
/// the left, each from the top; diagonals falling to the right; diagonals falling to the left. Where a row or column has
/// two lines, the one that starts at the edge comes first.
pub static LINES: [Line; LINE_COUNT] = lines();

const fn lines() -> [Line; LINE_COUNT] {
    let mut lines = [Line::new(0, 0, 0, 1); LINE_COUNT];
    let mut i = 0;
    while i < 12 {
        lines[i] = Line::new(i / 2, i % 2, 0, 1);
        lines[12 + i] = Line::new(i % 2, i / 2, 1, 0);
        i += 1;
    }
    let mut i = 0;
    while i < 4 {
        lines[24 + i] = Line::new(i / 2, i % 2, 1, 1);
        lines[28 + i] = Line::new(i / 2, 4 + i % 2, 1, -1);
        i += 1;
    }
    lines
}

static COMPLETE: [[u32; 512]; 4] = {
    let lines = lines();
    let mut table = [[0; 512]; 4];
    let mut quadrant = 0;
    while quadrant < 4 {
        let mut line = 0;
        while line < LINE_COUNT {
            let needed = tile(lines[line].mask, quadrant);
            let mut tile = 0;
            while tile < 512 {
                table[quadrant][tile] |= ((tile & needed == needed) as u32) << line;
                tile += 1;
            }
            line += 1;
        }
        quadrant += 1;
    }
    table
};

/// The lines a tile does not prevent at a quadrant: bit `i` for `LINES[i]`.
#[inline]
pub fn lines_through(quadrant: usize, tile: usize) -> u32 {
    COMPLETE[quadrant][tile & 511]
}

/// The lines of five that are full in a set of cells: bit `i` for `LINES[i]`.
#[inline]
pub fn complete_lines(word: u64) -> u32 {
    lines_through(0, tile(word, 0))
        & lines_through(1, tile(word, 1))
        & lines_through(2, tile(word, 2))
        & lines_through(3, tile(word, 3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ply_game::mix;

    #[test]
    fn every_cell_has_its_own_bit() {
        let mut seen = 0u64;
        for row in 0..SIDE {
            for column in 0..SIDE {
                let bit = bit_of(row, column);
                assert_eq!(cell_of(bit), (row, column));
                assert_eq!(usize::from(BITS[SIDE * row + column]), bit);
                assert_eq!(row_major(1 << bit), 1 << (SIDE * row + column));
                seen |= 1 << bit;
            }
        }
        assert_eq!(seen, BOARD);
    }

    #[test]
    fn the_lines_are_all_the_lines_and_in_order() {
        let mut expected = Vec::new();
        for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            let mut of_direction = Vec::new();
            for row in 0..6i32 {
                for column in 0..6i32 {
                    let cells: Vec<(i32, i32)> = (0..5).map(|i| (row + i * down, column + i * right)).collect();
                    if cells.iter().all(|(row, column)| (0..6).contains(row) && (0..6).contains(column)) {
                        of_direction.push(cells);
                    }
                }
            }
            if (down, right) == (1, 0) {
                of_direction.sort_by_key(|cells| (cells[0].1, cells[0].0));
            }
            expected.extend(of_direction);
        }
        let ours: Vec<Vec<(i32, i32)>> = LINES
            .iter()
            .map(|line| line.bits.iter().map(|&bit| cell_of(bit.into())).map(|(r, c)| (r as i32, c as i32)).collect())
            .collect();
        assert_eq!(ours, expected);
        for line in &LINES {
            assert_eq!(line.mask, line.bits.iter().map(|bit| 1 << bit).sum::<u64>());
        }
    }

    #[test]
    fn the_table_finds_the_lines_that_the_masks_find() {
        for seed in 0..200_000 {
            let word = (mix(seed) | mix(!seed)) & BOARD;
            let plain = (0..LINE_COUNT).filter(|&i| word & LINES[i].mask == LINES[i].mask).map(|i| 1 << i).sum::<u32>();
            assert_eq!(complete_lines(word), plain, "{word:#x}");
        }
    }
}
