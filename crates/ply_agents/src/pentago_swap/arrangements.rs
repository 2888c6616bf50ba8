//! The 24 ways in which four tiles can lie in the four quadrants, and sets of them.
//!
//! A tile keeps its name and its stones while the swaps move it about, so that a position is the contents of the tiles
//! and an arrangement. A set of arrangements is a word with a bit for each; the even permutations have the lower twelve
//! bits, the odd ones the upper, and a swap always leads from one half to the other.

use ply_games::pentago_swap::Swap;

/// A set of arrangements.
pub(super) type Lanes = u32;

/// Every arrangement.
const ALL: Lanes = (1 << 24) - 1;

/// Arrangements of one parity.
pub(super) const HALF: u32 = 12;

/// All arrangements: the tile in each quadrant. In the first every tile lies in the quadrant of its number.
pub(super) fn all() -> Vec<[usize; 4]> {
    let (mut even, mut odd) = (Vec::new(), Vec::new());
    for number in 0..256 {
        let tiles: [usize; 4] = std::array::from_fn(|quadrant| number >> (6 - 2 * quadrant) & 3);
        let pairs = || (0..4).flat_map(|one| (one + 1..4).map(move |two| (one, two)));
        if pairs().any(|(one, two)| tiles[one] == tiles[two]) {
            continue;
        }
        let inversions = pairs().filter(|&(one, two)| tiles[one] > tiles[two]).count();
        if inversions % 2 == 0 { even.push(tiles) } else { odd.push(tiles) }
    }
    even.extend(odd);
    even
}

/// One swap, from sets to sets.
pub(super) struct Reach {
    by_byte: [[Lanes; 256]; 3],
    /// From each arrangement by each swap.
    pub(super) by_swap: [[Lanes; 6]; 24],
}

impl Reach {
    pub(super) fn new() -> Self {
        let all = all();
        let after = |tiles: [usize; 4], swap: Swap| {
            let [one, two] = swap.quadrants();
            let mut swapped = tiles;
            swapped.swap(one, two);
            let lane = all.iter().position(|&tiles| tiles == swapped).expect("a swap leads to an arrangement");
            1 << lane
        };
        let by_swap: [[Lanes; 6]; 24] = std::array::from_fn(|lane| Swap::ALL.map(|swap| after(all[lane], swap)));
        let one_swap = by_swap.map(|lanes| lanes.into_iter().fold(0, |set, lane| set | lane));
        let by_byte = std::array::from_fn(|byte| {
            std::array::from_fn(|bits| {
                (0..8).filter(|bit| bits >> bit & 1 == 1).fold(0, |set, bit| set | one_swap[8 * byte + bit])
            })
        });
        Self { by_byte, by_swap }
    }

    /// Whatever one swap leads to from these; and, swaps being their own inverses, whatever leads to these by one swap.
    #[inline]
    pub(super) fn one_swap(&self, lanes: Lanes) -> Lanes {
        let [low, middle, high, _] = lanes.to_le_bytes().map(usize::from);
        self.by_byte[0][low] | self.by_byte[1][middle] | self.by_byte[2][high]
    }

    /// From where every swap leads into these.
    #[inline]
    pub(super) fn every_swap(&self, lanes: Lanes) -> Lanes {
        ALL & !self.one_swap(!lanes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_swap_leads_to_six_arrangements_of_the_other_half_and_three_to_all_of_it() {
        let reach = Reach::new();
        assert_eq!((all().len(), all()[0]), (24, [0, 1, 2, 3]));
        for lane in 0..24 {
            let once = reach.one_swap(1 << lane);
            assert_eq!(once.count_ones(), 6);
            assert!(if lane < HALF { once.trailing_zeros() >= HALF } else { once >> HALF == 0 });
            assert_eq!(reach.one_swap(reach.one_swap(once)).count_ones(), HALF);
            assert!(reach.one_swap(once) >> lane & 1 == 1, "back by the same swap");
        }
        assert_eq!(reach.by_swap[0].iter().fold(0, |set, lane| set | lane), reach.one_swap(1));
    }
}
