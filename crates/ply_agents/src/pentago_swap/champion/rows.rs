//! Sixteen small numbers side by side: one vector, which compilers see by themselves on most machines. For a browser it has
//! to be spelled out.

/// Sixteen numbers of stones, or of points, side by side.
pub(super) type Row = [u8; 16];

#[cfg(not(all(target_family = "wasm", target_feature = "simd128")))]
pub(super) use plain::{sum, weigh};
#[cfg(all(target_family = "wasm", target_feature = "simd128"))]
pub(super) use vector::{sum, weigh};

#[cfg(not(all(target_family = "wasm", target_feature = "simd128")))]
mod plain {
    use super::Row;

    #[inline]
    pub(in super::super) fn sum(one: &Row, two: &Row) -> Row {
        std::array::from_fn(|kind| one[kind] + two[kind])
    }

    /// Adds the weights of numbers of stones, without a jump, so that all are weighed at once. One to four stones weigh
    /// something.
    #[inline]
    pub(in super::super) fn weigh(all: &mut Row, stones: &Row, by_stones: &Row) {
        for (points, stones) in all.iter_mut().zip(stones) {
            let of = |number: u8| u8::from(*stones == number).wrapping_neg() & by_stones[usize::from(number)];
            *points += of(1) | of(2) | of(3) | of(4);
        }
    }
}

#[cfg(all(target_family = "wasm", target_feature = "simd128"))]
mod vector {
    use std::arch::wasm32::{u8x16_add, u8x16_swizzle, v128, v128_load, v128_store};

    use super::Row;

    #[inline(always)]
    fn load(row: &Row) -> v128 {
        // SAFETY: a row has the sixteen bytes that are read.
        unsafe { v128_load(row.as_ptr().cast()) }
    }

    #[inline(always)]
    fn store(row: &mut Row, value: v128) {
        // SAFETY: a row has the sixteen bytes that are written.
        unsafe { v128_store(row.as_mut_ptr().cast(), value) }
    }

    #[inline(always)]
    pub(in super::super) fn sum(one: &Row, two: &Row) -> Row {
        let mut row = [0; 16];
        store(&mut row, u8x16_add(load(one), load(two)));
        row
    }

    /// Adds the weights of numbers of stones; numbers from sixteen on weigh nothing.
    #[inline(always)]
    pub(in super::super) fn weigh(all: &mut Row, stones: &Row, by_stones: &Row) {
        let points = u8x16_swizzle(load(by_stones), load(stones));
        let sum = u8x16_add(load(all), points);
        store(all, sum);
    }
}
