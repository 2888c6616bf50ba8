//! Strips of entries read and written many at a time: one for each set of border edges, in the order of the sets, each of
//! two or four bits.

use std::sync::atomic::{AtomicU8, Ordering};

use super::blocks::PLACES;
use super::frame::Replies;

/// The number of two or four bits at a place.
#[inline]
pub(super) fn number(byte: u8, place: usize, is_wide: bool) -> u8 {
    byte >> (place % PLACES * 2) & if is_wide { 15 } else { 3 }
}

/// How many entries a byte has.
#[inline]
fn in_a_byte(is_wide: bool) -> usize {
    if is_wide { PLACES / 2 } else { PLACES }
}

/// What the numbers of a strip that begins at a place mean to the player who moved there, in their order. No thread writes
/// to this strip meanwhile.
#[inline]
pub(super) fn read(entries: &[AtomicU8], place: usize, is_wide: bool, replies: &Replies, into: &mut [u8]) {
    let a_byte = in_a_byte(is_wide);
    if into.len() < a_byte {
        for (at, reply) in into.iter_mut().enumerate() {
            let place = place + (at << u32::from(is_wide));
            *reply = replies[usize::from(number(entries[place / PLACES].load(Ordering::Relaxed), place, is_wide))];
        }
        return;
    }
    // Strips are as long as some power of two and wide ones come first in their block, so this one begins with a byte.
    let bytes = &entries[place / PLACES..][..into.len() / a_byte];
    #[cfg(target_arch = "x86_64")]
    if bytes.len() >= vector::BYTES && std::arch::is_x86_feature_detected!("ssse3") {
        // SAFETY: the processor has what the function needs.
        return unsafe { vector::read(bytes, is_wide, replies, into) };
    }
    let reply = |byte: u8, shift: u32| replies[usize::from(byte >> shift & if is_wide { 15 } else { 3 })];
    if is_wide {
        for (replies, byte) in into.chunks_exact_mut(2).zip(bytes) {
            let byte = byte.load(Ordering::Relaxed);
            replies.copy_from_slice(&[reply(byte, 0), reply(byte, 4)]);
        }
    } else {
        for (replies, byte) in into.chunks_exact_mut(4).zip(bytes) {
            let byte = byte.load(Ordering::Relaxed);
            replies.copy_from_slice(&[reply(byte, 0), reply(byte, 2), reply(byte, 4), reply(byte, 6)]);
        }
    }
}

/// Writes the numbers of a strip that begins at a place, whose entries are zeros. No other thread writes to its block.
pub(super) fn write(entries: &[AtomicU8], place: usize, is_wide: bool, numbers: &[u8]) {
    if numbers.len() < in_a_byte(is_wide) {
        for (at, &number) in numbers.iter().enumerate() {
            let place = place + (at << u32::from(is_wide));
            let byte = &entries[place / PLACES];
            byte.store(byte.load(Ordering::Relaxed) | number << (place % PLACES * 2), Ordering::Relaxed);
        }
        return;
    }
    let bytes = &entries[place / PLACES..];
    if is_wide {
        for (byte, pair) in bytes.iter().zip(numbers.chunks_exact(2)) {
            byte.store(pair[0] | pair[1] << 4, Ordering::Relaxed);
        }
    } else {
        for (byte, four) in bytes.iter().zip(numbers.chunks_exact(4)) {
            byte.store(four[0] | four[1] << 2 | four[2] << 4 | four[3] << 6, Ordering::Relaxed);
        }
    }
}

/// Many numbers in one instruction.
#[cfg(target_arch = "x86_64")]
mod vector {
    use std::arch::x86_64::{
        __m128i, _mm_and_si128, _mm_loadl_epi64, _mm_loadu_si128, _mm_set1_epi8, _mm_shuffle_epi8, _mm_srli_epi16,
        _mm_storeu_si128, _mm_unpackhi_epi16, _mm_unpacklo_epi8, _mm_unpacklo_epi16,
    };
    use std::sync::atomic::AtomicU8;

    use super::Replies;

    /// The bytes of entries that are read at a time.
    pub(super) const BYTES: usize = 8;
    const LANES: usize = 16;

    /// As [`super::read`] does, of whole bytes: a multiple of [`BYTES`].
    #[target_feature(enable = "ssse3")]
    pub(super) fn read(bytes: &[AtomicU8], is_wide: bool, replies: &Replies, into: &mut [u8]) {
        // SAFETY: a table of 16 bytes.
        let table = unsafe { _mm_loadu_si128(replies.as_ptr().cast()) };
        let store = |numbers: __m128i, into: &mut [u8]| {
            assert_eq!(into.len(), LANES, "the strip is a multiple of what is read at a time");
            // SAFETY: there is room for all lanes.
            unsafe { _mm_storeu_si128(into.as_mut_ptr().cast(), _mm_shuffle_epi8(table, numbers)) };
        };
        // SAFETY: so many bytes are there, and nobody writes to them.
        let load = |bytes: &[AtomicU8]| unsafe { _mm_loadl_epi64(bytes.as_ptr().cast()) };
        if is_wide {
            let mask = _mm_set1_epi8(15);
            for (bytes, into) in bytes.chunks_exact(BYTES).zip(into.chunks_exact_mut(LANES)) {
                let word = load(bytes);
                let [low, high] = [_mm_and_si128(word, mask), _mm_and_si128(_mm_srli_epi16::<4>(word), mask)];
                store(_mm_unpacklo_epi8(low, high), into);
            }
        } else {
            let mask = _mm_set1_epi8(3);
            for (bytes, into) in bytes.chunks_exact(BYTES).zip(into.chunks_exact_mut(2 * LANES)) {
                let word = load(bytes);
                let first = _mm_and_si128(word, mask);
                let second = _mm_and_si128(_mm_srli_epi16::<2>(word), mask);
                let third = _mm_and_si128(_mm_srli_epi16::<4>(word), mask);
                let fourth = _mm_and_si128(_mm_srli_epi16::<6>(word), mask);
                let (front, back) = (_mm_unpacklo_epi8(first, second), _mm_unpacklo_epi8(third, fourth));
                let (left, right) = into.split_at_mut(LANES);
                store(_mm_unpacklo_epi16(front, back), left);
                store(_mm_unpackhi_epi16(front, back), right);
            }
        }
    }
}
