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
    fn every_number_below_the_bound_comes_and_none_other() {
        let mut rng = rng(7);
        let mut seen = [0u32; 6];
        for _ in 0..6000 {
            seen[below(&mut rng, 6) as usize] += 1;
        }
        assert!(seen.iter().all(|&n| (800..1200).contains(&n)), "{seen:?}");
    }
}
