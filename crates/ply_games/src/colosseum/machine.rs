//! Two operations on words for which many processors have instructions, and the same without.

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub(super) use instructions::{rows_down, rows_up};
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
pub(super) use plain::{rows_down, rows_up};

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod instructions {
    use std::arch::x86_64::*;
    use std::mem::transmute;

    #[inline]
    pub fn rows_down(words: [u64; 4]) -> [u64; 4] {
        // SAFETY: this module is compiled only where every processor the program runs on has the instructions; a
        // vector is four words.
        unsafe {
            let turned = _mm256_permute4x64_epi64::<0b10_01_00_11>(transmute::<[u64; 4], __m256i>(words));
            transmute(_mm256_sllv_epi64(turned, _mm256_set_epi64x(0, 0, 0, 16)))
        }
    }

    #[inline]
    pub fn rows_up(words: [u64; 4]) -> [u64; 4] {
        // SAFETY: as for `rows_down`.
        unsafe {
            let turned = _mm256_permute4x64_epi64::<0b00_11_10_01>(transmute::<[u64; 4], __m256i>(words));
            transmute(_mm256_srlv_epi64(turned, _mm256_set_epi64x(16, 0, 0, 0)))
        }
    }
}

#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "avx2"))))]
mod plain {
    /// Sixteen rows of sixteen bits, row `r` in word `r % 4`: each row one place further down.
    #[inline]
    pub fn rows_down([a, b, c, d]: [u64; 4]) -> [u64; 4] {
        [d << 16, a, b, c]
    }

    /// The same, each row one place further up.
    #[inline]
    pub fn rows_up([a, b, c, d]: [u64; 4]) -> [u64; 4] {
        [b, c, d, a >> 16]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ply_game::mix;

    #[test]
    fn instructions_and_plain_words_agree() {
        for seed in 1..2000 {
            let words = [0, 1, 2, 3].map(|word| mix(4 * seed + word));
            assert_eq!(rows_down(words), plain::rows_down(words));
            assert_eq!(rows_up(words), plain::rows_up(words));
        }
    }
}
