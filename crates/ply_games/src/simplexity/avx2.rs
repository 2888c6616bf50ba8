//! The line test by shifts with the four directions in the four lanes of a vector.
//!
//! `steps` are the distances to shift by, per round and direction; lines are rare, so both sets are asked about at once
//! first. Shifts of 64 bits and more give 0 here.

use std::arch::x86_64::{
    __m256i, _mm256_and_si256, _mm256_or_si256, _mm256_set_epi64x, _mm256_set1_epi64x, _mm256_sllv_epi64,
    _mm256_srlv_epi64, _mm256_sub_epi64, _mm256_testz_si256,
};

use super::Lines;

#[inline]
#[target_feature(enable = "avx2")]
fn lanes(distances: &[u64; 4]) -> __m256i {
    let [a, b, c, d] = distances.map(|distance| distance as i64);
    _mm256_set_epi64x(d, c, b, a)
}

#[inline]
#[target_feature(enable = "avx2")]
fn is_empty(set: __m256i) -> bool {
    _mm256_testz_si256(set, set) == 1
}

#[inline]
#[target_feature(enable = "avx2")]
fn found(shape: __m256i, colour: __m256i) -> Lines {
    if is_empty(_mm256_or_si256(shape, colour)) {
        return Lines { shape: false, colour: false };
    }
    Lines { shape: !is_empty(shape), colour: !is_empty(colour) }
}

/// Which of two sets have a line.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn lines_in_one_word(shape: u64, colour: u64, steps: &[[u64; 4]]) -> Lines {
    let mut shape = _mm256_set1_epi64x(shape as i64);
    let mut colour = _mm256_set1_epi64x(colour as i64);
    for step in steps {
        let distance = lanes(step);
        shape = _mm256_and_si256(shape, _mm256_srlv_epi64(shape, distance));
        colour = _mm256_and_si256(colour, _mm256_srlv_epi64(colour, distance));
    }
    found(shape, colour)
}

/// A set of 128 cells in each lane.
#[derive(Clone, Copy)]
struct Two {
    low: __m256i,
    high: __m256i,
}

impl Two {
    #[inline]
    #[target_feature(enable = "avx2")]
    fn new(set: u128) -> Self {
        Self { low: _mm256_set1_epi64x(set as i64), high: _mm256_set1_epi64x((set >> 64) as i64) }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn any(self) -> __m256i {
        _mm256_or_si256(self.low, self.high)
    }

    /// The set without the cells that have no partner `distance` above. Of the two ways in which high bits come down,
    /// one is for distances to 64 and one for those from 64 on; the other's count is then out of range and gives 0.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn joined(self, distance: __m256i) -> Self {
        let word = _mm256_set1_epi64x(64);
        let near = _mm256_sllv_epi64(self.high, _mm256_sub_epi64(word, distance));
        let far = _mm256_srlv_epi64(self.high, _mm256_sub_epi64(distance, word));
        let low = _mm256_or_si256(_mm256_srlv_epi64(self.low, distance), _mm256_or_si256(near, far));
        let high = _mm256_srlv_epi64(self.high, distance);
        Self { low: _mm256_and_si256(self.low, low), high: _mm256_and_si256(self.high, high) }
    }
}

/// Which of two sets have a line.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn lines_in_two_words(shape: u128, colour: u128, steps: &[[u64; 4]]) -> Lines {
    let (mut shape, mut colour) = (Two::new(shape), Two::new(colour));
    for step in steps {
        let distance = lanes(step);
        shape = shape.joined(distance);
        colour = colour.joined(distance);
    }
    found(shape.any(), colour.any())
}

/// Beyond so many words a walk from the placed piece is quicker than [`lines_in_words`].
pub(super) const MOST_WORDS: usize = 8;

/// Which of two sets of words have a line; all steps are shorter than a word.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn lines_in_words<const N: usize>(shape: &[u64; N], colour: &[u64; N], steps: &[[u64; 4]]) -> Lines {
    let mut shapes = shape.map(|word| _mm256_set1_epi64x(word as i64));
    let mut colours = colour.map(|word| _mm256_set1_epi64x(word as i64));
    for step in steps {
        let distance = lanes(step);
        let rest = _mm256_sub_epi64(_mm256_set1_epi64x(64), distance);
        for sets in [&mut shapes, &mut colours] {
            for word in 0..N {
                let mut above = _mm256_srlv_epi64(sets[word], distance);
                if word + 1 < N {
                    above = _mm256_or_si256(above, _mm256_sllv_epi64(sets[word + 1], rest));
                }
                sets[word] = _mm256_and_si256(sets[word], above);
            }
        }
    }
    let any = |sets: [__m256i; N]| sets.into_iter().fold(_mm256_set1_epi64x(0), |any, set| _mm256_or_si256(any, set));
    found(any(shapes), any(colours))
}
