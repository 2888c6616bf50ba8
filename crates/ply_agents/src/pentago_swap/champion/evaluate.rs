//! What the contents of the tiles are worth, whatever their arrangement.
//!
//! Each of the 240 fives that is still possible for a player counts 3 to the power of the stones he has in it. The
//! arrangement is left out on purpose: three swaps lead to any, and what matters at once the search sees by itself.
//!
//! A power of a sum is a product, so the parts of a five in different tiles need not be looked at together: for a kind of
//! five in two tiles, with weights a_i of the first parts and b_i of the second, the sum over all ordered pairs of tiles
//! is (sum a)(sum b) - sum(ab). Sixteen kinds go side by side in one vector, and the 240 fives cost about 20 ns.

use ply_games::pentago_swap::board::tile;

use super::fives::{CORNERS, Fives, PAIRS, PARTS};

/// The weight of a part by the stones in it.
const BY_COUNT: [i16; 4] = [1, 3, 9, 27];
/// The points at which the evaluation is half of its bound.
const HALF_WAY: i32 = 700;
/// No evaluation reaches this.
pub(super) const BOUND: i32 = 100;

/// A weight for each part.
type Weights = [i16; PARTS];

/// The tables of the evaluation.
pub(super) struct Evaluation {
    /// By the player's stones of a tile.
    weights: Vec<Weights>,
    /// All bits set where the opponent's stones of a tile leave a part open.
    open: Vec<Weights>,
}

impl Evaluation {
    pub(super) fn new(fives: &Fives) -> Self {
        let table = |value: &dyn Fn(usize, usize) -> i16| {
            (0..512).map(|stones| std::array::from_fn(|part| value(fives.parts[part], stones))).collect()
        };
        Self {
            weights: table(&|part, stones| BY_COUNT[(part & stones).count_ones() as usize]),
            open: table(&|part, stones| if part & stones == 0 { -1 } else { 0 }),
        }
    }

    /// What a player has in all fives together.
    #[inline]
    fn worth(&self, own: u64, other: u64) -> i32 {
        let mut parts = [[0i16; PARTS]; 4];
        for (at, parts) in parts.iter_mut().enumerate() {
            let (weights, open) = (&self.weights[tile(own, at)], &self.open[tile(other, at)]);
            for part in 0..PARTS {
                parts[part] = weights[part] & open[part];
            }
        }
        let mut worth = 0;
        for kind in 0..PAIRS {
            let [one, two, three, four] = parts.each_ref().map(|parts| (parts[kind], parts[PAIRS + kind]));
            let first = one.0 + two.0 + three.0 + four.0;
            let second = one.1 + two.1 + three.1 + four.1;
            let same = one.0 * one.1 + two.0 * two.1 + three.0 * three.1 + four.0 * four.1;
            worth += i32::from(first * second - same);
        }
        for kind in 0..CORNERS {
            let pairs = parts.each_ref().map(|parts| i32::from(parts[2 * PAIRS + kind]));
            let sum: i32 = pairs.iter().sum();
            let squares: i32 = pairs.iter().map(|pair| pair * pair).sum();
            for (pair, parts) in pairs.iter().zip(&parts) {
                let (sum, squares) = (sum - pair, squares - pair * pair);
                worth += i32::from(parts[2 * PAIRS + CORNERS + kind]) * (sum * sum - squares) / 2;
            }
        }
        worth
    }

    /// What the contents are worth to the owner of `own`, between plus and minus [`BOUND`].
    #[inline]
    pub(super) fn evaluate(&self, own: u64, other: u64) -> i32 {
        let points = self.worth(own, other) - self.worth(other, own);
        BOUND * points / (HALF_WAY + points.abs())
    }
}

#[cfg(test)]
mod tests {
    use super::super::arrangements::all;
    use super::*;
    use ply_game::mix;
    use ply_games::pentago_swap::board::{BOARD, LINES};

    /// Every five of every arrangement once.
    fn fives_of_tiles() -> Vec<u64> {
        let mut fives = Vec::new();
        for tiles in all() {
            for line in &LINES {
                let cells = (0..4)
                    .fold(0, |cells, quadrant| cells | (tile(line.mask, quadrant) as u64) << (16 * tiles[quadrant]));
                fives.push(cells);
            }
        }
        fives.sort_unstable();
        fives.dedup();
        fives
    }

    #[test]
    fn the_sums_of_products_are_the_sum_over_all_fives() {
        let evaluation = Evaluation::new(&Fives::new());
        let fives = fives_of_tiles();
        assert_eq!(fives.len(), 240);
        for seed in 0..2000 {
            let own = mix(seed) & mix(seed ^ 0x55) & BOARD;
            let other = mix(seed ^ 0xff) & mix(seed ^ 0x1234) & BOARD & !own;
            let open = fives.iter().filter(|&five| five & other == 0);
            let plain: i32 = open.map(|five| 3i32.pow((five & own).count_ones())).sum();
            assert_eq!(evaluation.worth(own, other), plain, "{own:#x} {other:#x}");
        }
    }
}
