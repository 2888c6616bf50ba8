//! Which cell to try first: where lines of both players meet, and where a stone has decided before.

use ply_games::pentago_swap::board::tile;

use super::fives::Fives;

/// Cells in the order in which to try them.
pub(super) struct Cells {
    /// Rank in the upper bits, the cell's bit in the lower six; the best last.
    list: [u32; 36],
    count: usize,
}

impl Cells {
    /// The bits of the cells, the best first.
    pub(super) fn best_first(&self) -> impl Iterator<Item = usize> + '_ {
        self.list[..self.count].iter().rev().map(|rank| (rank & 63) as usize)
    }
}

/// A tile as a number of base three: what each stone adds for the owner of `own`.
fn base_three(stones: usize) -> usize {
    (0..9).filter(|place| stones >> place & 1 == 1).map(|place| 3usize.pow(place)).sum()
}

/// The worth of cells before a search.
pub(super) struct Order {
    digits: Vec<u16>,
    /// By the tile in base three, for each of its cells.
    attraction: Vec<[u8; 9]>,
}

impl Order {
    pub(super) fn new(fives: &Fives) -> Self {
        let mut attraction = vec![[0; 9]; 3usize.pow(9)];
        for (own, other) in (0..512).flat_map(|own| (0..512).map(move |other| (own, other))) {
            if own & other != 0 {
                continue;
            }
            let worth = |cell: usize| {
                let through = fives.parts.iter().filter(|&&part| part >> cell & 1 == 1);
                through
                    .map(|part| match (part & own, part & other) {
                        (0, theirs) => 3u32.pow(theirs.count_ones()),
                        (mine, 0) => 3u32.pow(mine.count_ones()) + 1,
                        _ => 0,
                    })
                    .sum::<u32>()
            };
            attraction[base_three(own) + 2 * base_three(other)] =
                std::array::from_fn(|cell| worth(cell).min(255) as u8);
        }
        Self { digits: (0..512).map(|stones| base_three(stones) as u16).collect(), attraction }
    }

    /// The empty cells by attraction and history, one known cell before all others.
    #[inline]
    pub(super) fn cells(&self, own: u64, other: u64, empty: u64, known: Option<u8>, history: &[u32; 64]) -> Cells {
        let tables: [&[u8; 9]; 4] = std::array::from_fn(|at| {
            let (own, other) = (tile(own, at), tile(other, at));
            &self.attraction[usize::from(self.digits[own]) + 2 * usize::from(self.digits[other])]
        });
        let mut cells = Cells { list: [0; 36], count: 0 };
        let mut left = empty;
        while left != 0 {
            let bit = left.trailing_zeros() as usize;
            left &= left - 1;
            let attraction = u32::from(tables[bit / 16 % 4][bit % 16 % 9]) << 6;
            let first = if known == Some(bit as u8) { 1 << 25 } else { 0 };
            cells.list[cells.count] = (attraction + history[bit] + first) << 6 | bit as u32;
            cells.count += 1;
        }
        cells.list[..cells.count].sort_unstable();
        cells
    }
}

/// Cells that decided before, by side.
pub(super) struct History([[u32; 64]; 2]);

impl History {
    /// No count exceeds this: attraction and history stay below the mark of a known cell.
    const MOST: u32 = 1 << 14;

    pub(super) fn new() -> Self {
        Self([[0; 64]; 2])
    }

    pub(super) fn of(&self, side: usize) -> &[u32; 64] {
        &self.0[side]
    }

    pub(super) fn reward(&mut self, side: usize, cell: usize, depth: i32) {
        self.0[side][cell] += (depth * depth) as u32;
        if self.0[side][cell] >= Self::MOST {
            self.0[side].iter_mut().for_each(|count| *count /= 2);
        }
    }
}
