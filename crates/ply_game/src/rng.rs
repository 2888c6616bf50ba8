//! The one random generator: named, seeded by whoever calls, the same on every machine.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};

use crate::{Game, Outcome, Sampled};

/// Xoshiro256++: a game played from a seed today is the same game in ten years.
pub type Rng = Xoshiro256PlusPlus;

/// A generator started from `seed`.
pub fn rng(seed: u64) -> Rng {
    Rng::seed_from_u64(seed)
}

/// A number below `bound` (which must not be 0), by multiplication: off from uniform by less than `bound` / 2^32.
#[inline]
pub fn below(rng: &mut Rng, bound: u32) -> u32 {
    ((u64::from((rng.next_u64() >> 32) as u32) * u64::from(bound)) >> 32) as u32
}

/// Mixes the bits of a word well enough for a table key (the finaliser of splitmix64).
#[inline]
pub const fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// The place of the set bit that has `rank` set bits below it; there must be one.
#[inline]
pub fn nth_bit(word: u64, rank: u32) -> usize {
    debug_assert!(rank < word.count_ones());
    #[cfg(target_feature = "bmi2")]
    {
        // SAFETY: compiled only where the processor is known to have the instruction.
        unsafe { std::arch::x86_64::_pdep_u64(1 << rank, word) }.trailing_zeros() as usize
    }
    #[cfg(not(target_feature = "bmi2"))]
    {
        nth_bit_plain(word, rank)
    }
}

#[cfg(any(test, not(target_feature = "bmi2")))]
fn nth_bit_plain(word: u64, rank: u32) -> usize {
    (0..rank).fold(word, |left, _| left & left.wrapping_sub(1)).trailing_zeros() as usize
}

/// Plays random moves to the end; gives the outcome and how many moves that took.
#[inline]
pub fn playout<G: Game + Sampled>(mut position: G, rng: &mut Rng) -> (Outcome, usize) {
    let mut plies = 0;
    loop {
        if let Some(outcome) = position.outcome() {
            return (outcome, plies);
        }
        let mv = position.random_move(rng);
        position.play(mv);
        plies += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nth_bit_has_n_bits_below_it() {
        let word = 0x8000_0100_0011_0002_u64;
        let places: Vec<usize> = (0..word.count_ones()).map(|rank| nth_bit(word, rank)).collect();
        assert_eq!(places, [1, 16, 20, 40, 63]);
        for word in (1..1000).map(mix) {
            assert!((0..word.count_ones()).all(|rank| nth_bit(word, rank) == nth_bit_plain(word, rank)), "{word:#x}");
        }
    }

    #[test]
    fn every_number_below_the_bound_comes_and_none_other() {
        let mut rng = rng(7);
        let mut seen = [0u32; 6];
        for _ in 0..6000 {
            seen[below(&mut rng, 6) as usize] += 1;
        }
        assert!(seen.iter().all(|&n| (800..1200).contains(&n)), "{seen:?}");
    }
}
