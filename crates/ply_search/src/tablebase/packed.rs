//! Small numbers side by side in bytes: two, four or eight bits each.

use std::sync::atomic::{AtomicU8, Ordering};

use super::file::Format;
use super::look_up::Bytes;

/// How many bits a number has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Width(u32);

impl Width {
    /// The least that tells so many numbers apart, at most 256.
    pub fn for_count(count: u32) -> Option<Self> {
        [2, 4, 8].into_iter().find(|&bits| count <= 1 << bits).map(Self)
    }

    /// As a file says it, of so many numbers.
    pub fn format(self, count: u64) -> Format {
        Format { bits: self.0, entries: count, bytes: self.bytes(count) }
    }

    /// The bytes of so many numbers.
    pub fn bytes(self, count: u64) -> u64 {
        count.div_ceil(u64::from(8 / self.0))
    }

    #[inline]
    pub fn get(self, bytes: &impl Bytes, index: u64) -> u8 {
        let (byte, shift) = self.place(index);
        bytes.byte(byte) >> shift & self.mask()
    }

    /// Puts a number where there was 0. Others may put theirs into the same byte meanwhile.
    #[inline]
    pub fn put(self, bytes: &[AtomicU8], index: u64, number: u8) {
        let (byte, shift) = self.place(index);
        bytes[byte].fetch_or(number << shift, Ordering::Relaxed);
    }

    #[inline]
    fn place(self, index: u64) -> (usize, u32) {
        let bit = index * u64::from(self.0);
        ((bit / 8) as usize, (bit % 8) as u32)
    }

    #[inline]
    fn mask(self) -> u8 {
        (0xff_u16 >> (8 - self.0)) as u8
    }
}
