//! In which arrangements the tiles make a five, or lack one stone for it.
//!
//! A five lies in two tiles (three cells and two) or in three (two, a corner, two). What a tile adds to it does not
//! depend on the arrangement, so every tile has a word of 40 bits by its stones: which parts of fives it holds. Two
//! words ANDed tell what two tiles make together, and a table tells in which arrangements they lie so. There are 192
//! fives in two tiles and 48 in three.

use ply_games::pentago_swap::board::{LINES, tile};

use super::arrangements::{Lanes, all};

/// Kinds of fives in two tiles: six rows, six columns, two and two diagonals.
pub(super) const PAIRS: usize = 16;
/// Kinds of fives in three tiles.
pub(super) const CORNERS: usize = 4;
/// Parts of fives that a tile can hold: first parts, second parts, edge pairs, corners.
pub(super) const PARTS: usize = 2 * PAIRS + 2 * CORNERS;

const SECOND: usize = PAIRS;
const EDGES: usize = 2 * PAIRS;
const CORNER: usize = EDGES + CORNERS;
const KINDS: u64 = (1 << CORNERS) - 1;

/// The other two tiles of three, for each in the middle.
const ENDS: [[[usize; 2]; 3]; 4] =
    [[[1, 2], [1, 3], [2, 3]], [[0, 2], [0, 3], [2, 3]], [[0, 1], [0, 3], [1, 3]], [[0, 1], [0, 2], [1, 2]]];

/// What is known of fives.
pub(super) struct Fives {
    /// The cells of each part.
    pub(super) parts: [usize; PARTS],
    /// Parts that a tile's stones fill.
    full: [u64; 512],
    /// Parts that they fill but for one cell.
    lacking: [u64; 512],
    /// Parts that they touch.
    touched: [u64; 512],
    /// Where the two tiles lie so that a kind of five can be: by kind, first and second tile.
    in_two: [[[Lanes; 4]; 4]; PAIRS],
    /// The same by kind, the tile of the corner, and the two others as in [`ENDS`].
    in_three: [[[Lanes; 3]; 4]; CORNERS],
}

impl Fives {
    pub(super) fn new() -> Self {
        let (pairs, corners) = kinds();
        let mut parts = [0; PARTS];
        let mut in_two = [[[0; 4]; 4]; PAIRS];
        let mut in_three = [[[0; 3]; 4]; CORNERS];
        for (lane, tiles) in all().into_iter().enumerate() {
            for (kind, (cells, places)) in pairs.iter().enumerate() {
                (parts[kind], parts[SECOND + kind]) = (cells[0], cells[1]);
                for &[first, second] in places {
                    in_two[kind][tiles[first]][tiles[second]] |= 1 << lane;
                }
            }
            for (kind, (cells, [one, middle, two])) in corners.iter().enumerate() {
                (parts[EDGES + kind], parts[CORNER + kind]) = (cells[0], cells[1]);
                let mut ends = [tiles[*one], tiles[*two]];
                ends.sort_unstable();
                let at = ENDS[tiles[*middle]].iter().position(|&pair| pair == ends).expect("all pairs are listed");
                in_three[kind][tiles[*middle]][at] |= 1 << lane;
            }
        }
        let words = |holds: &dyn Fn(usize, usize) -> bool| {
            std::array::from_fn(|stones| {
                (0..PARTS).filter(|&part| holds(parts[part], stones)).fold(0, |word, part| word | 1 << part)
            })
        };
        let full = words(&|part, stones| part & stones == part);
        let lacking = words(&|part, stones| (part & !stones).count_ones() == 1);
        let touched = words(&|part, stones| part & stones != 0);
        Self { parts, full, lacking, touched, in_two, in_three }
    }

    /// The arrangements in which these stones make a five.
    #[inline]
    pub(super) fn made(&self, stones: u64) -> Lanes {
        let full: [u64; 4] = std::array::from_fn(|at| self.full[tile(stones, at)]);
        let mut lanes = 0;
        for first in 0..4 {
            for second in 0..4 {
                if first != second {
                    lanes |= self.lanes_of_two(first, second, full[first] & full[second] >> SECOND);
                }
            }
        }
        if full.iter().any(|word| word >> EDGES & KINDS != 0) {
            lanes |=
                self.in_threes(|middle, one, two| full[middle] >> CORNER & full[one] >> EDGES & full[two] >> EDGES);
        }
        lanes
    }

    /// The arrangements in which these stones make a five with one more on an empty cell.
    #[inline]
    pub(super) fn lacking_one(&self, stones: u64, others: u64) -> Lanes {
        let full: [u64; 4] = std::array::from_fn(|at| self.full[tile(stones, at)]);
        let open: [u64; 4] = std::array::from_fn(|at| self.lacking[tile(stones, at)] & !self.touched[tile(others, at)]);
        let mut lanes = 0;
        for first in 0..4 {
            for second in 0..4 {
                if first != second {
                    let hits = full[first] & open[second] >> SECOND | open[first] & full[second] >> SECOND;
                    lanes |= self.lanes_of_two(first, second, hits);
                }
            }
        }
        if full.iter().any(|word| word >> EDGES & KINDS != 0) {
            lanes |= self.in_threes(|middle, one, two| {
                let both = full[one] & full[two];
                let half = full[one] & open[two] | open[one] & full[two];
                both >> EDGES & open[middle] >> CORNER | half >> EDGES & full[middle] >> CORNER
            });
        }
        lanes
    }

    /// The arrangements for the kinds of fives in the lowest bits of `hits`.
    #[inline]
    fn lanes_of_two(&self, first: usize, second: usize, hits: u64) -> Lanes {
        let mut hits = hits & ((1 << PAIRS) - 1);
        let mut lanes = 0;
        while hits != 0 {
            lanes |= self.in_two[hits.trailing_zeros() as usize % PAIRS][first][second];
            hits &= hits - 1;
        }
        lanes
    }

    /// The arrangements for the kinds of fives that each choice of three tiles has in its lowest bits.
    #[inline]
    fn in_threes(&self, hits: impl Fn(usize, usize, usize) -> u64) -> Lanes {
        let mut lanes = 0;
        for (middle, ends) in ENDS.iter().enumerate() {
            for (at, &[one, two]) in ends.iter().enumerate() {
                let mut hits = hits(middle, one, two) & KINDS;
                while hits != 0 {
                    lanes |= self.in_three[hits.trailing_zeros() as usize % CORNERS][middle][at];
                    hits &= hits - 1;
                }
            }
        }
        lanes
    }
}

/// The cells of a five in two tiles, and the pairs of quadrants where it can lie.
type PairKind = ([usize; 2], Vec<[usize; 2]>);
/// The edge pair and the corner of a five in three tiles, and its quadrants, the corner's in the middle.
type CornerKind = ([usize; 2], [usize; 3]);

/// Every kind of five, from the lines of the board.
fn kinds() -> (Vec<PairKind>, Vec<CornerKind>) {
    let mut pairs: Vec<PairKind> = Vec::new();
    let mut corners = Vec::new();
    for line in &LINES {
        let part = |quadrant: usize| tile(line.mask, quadrant);
        let places: Vec<usize> = (0..4).filter(|&quadrant| part(quadrant) != 0).collect();
        if let [first, second] = places[..] {
            let cells = [part(first), part(second)];
            match pairs.iter_mut().find(|(known, _)| *known == cells) {
                Some((_, known)) => known.push([first, second]),
                None => pairs.push((cells, vec![[first, second]])),
            }
        } else {
            let is_corner = |&&quadrant: &&usize| part(quadrant).is_power_of_two();
            let middle = *places.iter().find(is_corner).expect("one of three parts is a corner");
            let ends: Vec<usize> = places.into_iter().filter(|&quadrant| quadrant != middle).collect();
            corners.push(([part(ends[0]), part(middle)], [ends[0], middle, ends[1]]));
        }
    }
    (pairs, corners)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ply_game::mix;
    use ply_games::pentago_swap::board::{BOARD, complete_lines};

    /// The board when the tiles lie so.
    fn arranged(stones: u64, tiles: [usize; 4]) -> u64 {
        (0..4).fold(0, |board, quadrant| board | (tile(stones, tiles[quadrant]) as u64) << (16 * quadrant))
    }

    fn plain_made(stones: u64) -> Lanes {
        let lanes = all().into_iter().enumerate();
        lanes
            .filter(|&(_, tiles)| complete_lines(arranged(stones, tiles)) != 0)
            .fold(0, |set, (lane, _)| set | 1 << lane)
    }

    #[test]
    fn there_are_240_fives() {
        let (pairs, corners) = kinds();
        assert_eq!((pairs.len(), corners.len()), (PAIRS, CORNERS));
        assert_eq!(12 * pairs.len() + 12 * corners.len(), 240);
    }

    #[test]
    fn fives_are_found_in_every_arrangement_as_the_board_finds_them() {
        let fives = Fives::new();
        for seed in 0..20_000 {
            let own = (mix(seed) | mix(!seed) & mix(seed + 77)) & BOARD;
            let others = mix(seed ^ 0xabcd) & mix(seed * 3 + 1) & BOARD & !own;
            assert_eq!(fives.made(own), plain_made(own), "{own:#x}");
            if seed % 20 == 0 {
                let cells = (0..64).map(|bit| 1 << bit).filter(|cell| BOARD & !(own | others) & cell != 0);
                let with_one = cells.fold(0, |set, cell| set | plain_made(own | cell));
                let lacking = fives.lacking_one(own, others) | fives.made(own);
                let any_cell = own | others != BOARD;
                assert_eq!(lacking, with_one | if any_cell { 0 } else { plain_made(own) }, "{own:#x} {others:#x}");
            }
        }
    }
}
