//! Which moves other threads are searching right now: a thread that comes to one tries its other moves first, and finds
//! the answer in the table when it comes back.
// CITE: the idea is ABDADA (J.-C. Weill, 1996), in the simplified form of T. Kerrigan, "Simplified ABDADA" (2016).

use std::sync::atomic::{AtomicU64, Ordering};

use ply_game::mix;

/// A small table of marks. It may lose one or show one too many: that costs time, never correctness.
#[derive(Debug)]
pub(super) struct Busy {
    marks: Box<[AtomicU64]>,
}

/// Slots; far more than moves under way at once.
const SLOTS: usize = 1 << 12;

impl Busy {
    pub(super) fn new() -> Self {
        Self { marks: (0..SLOTS).map(|_| AtomicU64::new(0)).collect() }
    }

    fn slot(&self, mark: u64) -> &AtomicU64 {
        &self.marks[mark as usize % SLOTS]
    }

    /// The mark of a move in a position.
    #[inline]
    pub(super) fn mark(key: u64, index: u16) -> u64 {
        mix(key ^ mix(u64::from(index) + 1)) | 1
    }

    /// Whether somebody is at it.
    #[inline]
    pub(super) fn has(&self, mark: u64) -> bool {
        self.slot(mark).load(Ordering::Relaxed) == mark
    }

    #[inline]
    pub(super) fn enter(&self, mark: u64) {
        self.slot(mark).store(mark, Ordering::Relaxed);
    }

    #[inline]
    pub(super) fn leave(&self, mark: u64) {
        if self.has(mark) {
            self.slot(mark).store(0, Ordering::Relaxed);
        }
    }
}
