//! ABDADA: which moves other threads are searching right now. A thread that comes to one defers it, tries its other
//! moves first, and finds the answer in the transposition table when it comes back.
// CITE: ABDADA: J.-C. Weill, "The ABDADA distributed minimax search algorithm" (1996), in the form of T. Kerrigan,
// "Simplified ABDADA" (2016).

use std::sync::atomic::{AtomicU64, Ordering};

use ply_game::mix;

/// Marks of the moves under way. It may lose one or show one too many: that costs time, never correctness.
#[derive(Debug)]
pub(super) struct Abdada {
    marks: Box<[AtomicU64]>,
}

/// Far more than moves under way at once.
const MARKS: usize = 1 << 12;

impl Abdada {
    pub(super) fn new() -> Self {
        Self { marks: (0..MARKS).map(|_| AtomicU64::new(0)).collect() }
    }

    fn slot(&self, mark: u64) -> &AtomicU64 {
        &self.marks[mark as usize % MARKS]
    }

    /// The mark of a move in a position.
    #[inline]
    pub(super) fn mark(key: u64, index: u16) -> u64 {
        mix(key ^ mix(u64::from(index) + 1)) | 1
    }

    /// Whether another thread is searching the move, so that it is deferred.
    #[inline]
    pub(super) fn defers(&self, mark: u64) -> bool {
        self.slot(mark).load(Ordering::Relaxed) == mark
    }

    #[inline]
    pub(super) fn starting_search(&self, mark: u64) {
        self.slot(mark).store(mark, Ordering::Relaxed);
    }

    #[inline]
    pub(super) fn finished_search(&self, mark: u64) {
        if self.defers(mark) {
            self.slot(mark).store(0, Ordering::Relaxed);
        }
    }
}
