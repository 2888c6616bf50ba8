//! Which cell to try first, and which cannot matter.
//!
//! A cell is worth the more the more stones the open fives through it have. Weights that leave fewest positions to
//! search from the start to ply 15 were found by random changes.
//!
//! A potential tells when the defender can stop every five by stones alone, wherever the swaps take the tiles: each
//! open five counts 1, halved for every stone that lacks. If that is less than 1 where the defender is to move,
//! answering on the cell with the largest sum keeps it below 1 for good, so no five is ever completed.
// CITE: P. Erdős, J. Selfridge, "On a combinatorial game", Journal of Combinatorial Theory A 14 (1973).

use super::duel::Duel;
use super::five_sets::{FiveSet, Fives, Share};

/// A potential that a complete five has alone: below it the defender stops all fives.
pub(super) const ENOUGH: u32 = 32;

/// What an open five through a cell is worth by the stones it has: those of the attacker, then those of the defender.
type Weights = [[u32; 5]; 2];

const ATTACK: Weights = [[1, 5, 25, 64, 64], [0, 1, 1, 1, 16]];
const DEFENCE: Weights = [[1, 6, 20, 90, 363], [0, 5, 11, 33, 9]];

const CELL_BITS: u32 = 6;
const GAIN_BITS: u32 = 10;

/// The empty cells in the order in which to try them.
pub(super) struct Cells {
    /// Worth in the upper bits, then what the attacker's potential gains, then the cell's bit.
    list: [u32; 36],
    count: usize,
}

impl Cells {
    /// For the attacker, who has `stones` to place. The potential after a stone is that of one stone less and what the
    /// cell gains.
    #[inline]
    pub(super) fn to_attack(duel: &Duel, stones: usize, fives: &Fives) -> Self {
        Self::ranked(duel, fives, &ATTACK, |has: usize| match (has + stones).cmp(&5) {
            std::cmp::Ordering::Less => 0,
            std::cmp::Ordering::Equal => 2 << has,
            std::cmp::Ordering::Greater => 1 << has,
        })
    }

    /// For the defender.
    #[inline]
    pub(super) fn to_defend(duel: &Duel, fives: &Fives) -> Self {
        Self::ranked(duel, fives, &DEFENCE, |_| 0)
    }

    #[inline]
    fn ranked(duel: &Duel, fives: &Fives, weights: &Weights, gain: impl Fn(usize) -> u32) -> Self {
        let gains: [u32; 5] = std::array::from_fn(gain);
        let open = |share: &Share| -> [FiveSet; 5] { std::array::from_fn(|has| share.having(has)) };
        let (attacker, defender) = (open(&duel.attacker), open(&duel.defender));
        let mut cells = Self { list: [0; 36], count: 0 };
        let mut left = duel.empty();
        while left != 0 {
            let cell = left.trailing_zeros() as usize;
            left &= left - 1;
            let through = fives.through(cell);
            let count = |set: &FiveSet| (0..4).map(|word| (set[word] & through[word]).count_ones()).sum::<u32>();
            let (mut worth, mut gained) = (0, 0);
            for has in 0..5 {
                let (attacked, defended) = (count(&attacker[has]), count(&defender[has]));
                worth += attacked * weights[0][has] + defended * weights[1][has];
                gained += attacked * gains[has];
            }
            cells.list[cells.count] = (worth << GAIN_BITS | gained) << CELL_BITS | cell as u32;
            cells.count += 1;
        }
        cells.list[..cells.count].sort_unstable_by(|one, two| two.cmp(one));
        cells
    }

    /// The bits of the cells, the best first, each with what the attacker's potential gains there.
    pub(super) fn best_first(&self) -> impl Iterator<Item = (usize, u32)> + '_ {
        let cell = |rank: &u32| (*rank as usize & 63, rank >> CELL_BITS & ((1 << GAIN_BITS) - 1));
        self.list[..self.count].iter().map(cell)
    }

    /// The largest gain of a cell.
    pub(super) fn most_gain(&self) -> u32 {
        self.best_first().map(|(_, gain)| gain).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ply_game::mix;
    use ply_games::pentago_swap::board::BOARD;

    #[test]
    fn a_cell_gains_what_the_potential_gains_after_a_stone_there() {
        let fives = Fives::new();
        for seed in 0..300 {
            let attacker = mix(seed) & mix(seed ^ 5) & BOARD;
            let defender = mix(!seed) & mix(!seed ^ 5) & mix(seed ^ 9) & BOARD & !attacker;
            let duel = Duel::new(attacker, defender, &fives);
            for stones in 2..8 {
                for (cell, gain) in Cells::to_attack(&duel, stones, &fives).best_first() {
                    let after = duel.attacked(cell, &fives).attacker.potential(stones - 1);
                    assert_eq!(duel.attacker.potential(stones - 1) + gain, after);
                }
            }
        }
    }
}
