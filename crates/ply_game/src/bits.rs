//! Bits at the places of a mask: one instruction where the processor has it, a loop elsewhere.

/// The bits of a word at the places of a mask, side by side.
#[inline]
pub fn pext(word: u64, mask: u64) -> u64 {
    #[cfg(target_feature = "bmi2")]
    // SAFETY: compiled only where the processor is known to have the instruction.
    unsafe {
        std::arch::x86_64::_pext_u64(word, mask)
    }
    #[cfg(not(target_feature = "bmi2"))]
    pext_without(word, mask)
}

/// The reverse: the low bits of a word at the places of a mask.
#[inline]
pub fn pdep(word: u64, mask: u64) -> u64 {
    #[cfg(target_feature = "bmi2")]
    // SAFETY: compiled only where the processor is known to have the instruction.
    unsafe {
        std::arch::x86_64::_pdep_u64(word, mask)
    }
    #[cfg(not(target_feature = "bmi2"))]
    pdep_without(word, mask)
}

/// The same by the bits of the mask, of which there are few.
#[cfg(any(test, not(target_feature = "bmi2")))]
#[inline]
fn pext_without(word: u64, mut mask: u64) -> u64 {
    let (mut side_by_side, mut at) = (0, 0);
    while mask != 0 {
        side_by_side |= (word >> mask.trailing_zeros() & 1) << at;
        mask &= mask - 1;
        at += 1;
    }
    side_by_side
}

/// The same by the bits of the mask.
#[cfg(any(test, not(target_feature = "bmi2")))]
#[inline]
fn pdep_without(mut word: u64, mut mask: u64) -> u64 {
    let mut placed = 0;
    while mask != 0 {
        placed |= (word & 1) << mask.trailing_zeros();
        word >>= 1;
        mask &= mask - 1;
    }
    placed
}

/// The place of the set bit that has `rank` set bits below it; there must be one.
#[inline]
pub fn nth_bit(word: u64, rank: u32) -> usize {
    debug_assert!(rank < word.count_ones());
    #[cfg(target_feature = "bmi2")]
    {
        pdep(1 << rank, word).trailing_zeros() as usize
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_gathered_and_spread_alike_with_and_without_the_instruction() {
        let mut word = 1u64;
        for _ in 0..1000 {
            word = crate::mix(word);
            let mask = crate::mix(!word) & crate::mix(word ^ 7);
            assert_eq!((pext(word, mask), pdep(word, mask)), (pext_without(word, mask), pdep_without(word, mask)));
        }
    }

    #[test]
    fn the_nth_bit_has_n_bits_below_it() {
        let word = 0x8000_0100_0011_0002_u64;
        let places: Vec<usize> = (0..word.count_ones()).map(|rank| nth_bit(word, rank)).collect();
        assert_eq!(places, [1, 16, 20, 40, 63]);
        for word in (1..1000).map(crate::mix) {
            assert!((0..word.count_ones()).all(|rank| nth_bit(word, rank) == nth_bit_plain(word, rank)), "{word:#x}");
        }
    }
}
