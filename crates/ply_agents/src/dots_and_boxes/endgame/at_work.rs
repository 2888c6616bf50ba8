//! Which positions the threads of a search are at, so that each begins with what no other has begun.
//!
//! Where every child has to be searched, threads that share a table help each other as long as they are not at the same
//! child: whoever finds one taken comes back to it last, when its answer is in the table.
// CITE: Weill, The ABDADA distributed minimax search algorithm, 1996.

use std::sync::atomic::{AtomicU64, Ordering};

/// Places: many more than threads have positions on their way.
const PLACES: usize = 1 << 12;
/// No position.
const NOBODY: u64 = 0;

/// The positions, by their keys. Two that share a place hide one another, which costs time and nothing else.
pub(super) struct AtWork(Box<[AtomicU64]>);

impl AtWork {
    pub(super) fn new() -> Self {
        Self((0..PLACES).map(|_| AtomicU64::new(NOBODY)).collect())
    }

    fn place(&self, key: u64) -> &AtomicU64 {
        &self.0[key as usize % PLACES]
    }

    /// Whether a thread is at this position.
    pub(super) fn has(&self, key: u64) -> bool {
        self.place(key).load(Ordering::Relaxed) == key
    }

    pub(super) fn begin(&self, key: u64) {
        self.place(key).store(key, Ordering::Relaxed);
    }

    pub(super) fn end(&self, key: u64) {
        self.place(key).store(NOBODY, Ordering::Relaxed);
    }
}
