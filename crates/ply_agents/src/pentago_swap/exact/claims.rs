//! Which parts of the search other threads are at, so that each looks for work that nobody does.

use std::sync::atomic::{AtomicU64, Ordering};

const SLOTS: usize = 4096;

/// Keys that are being searched. Two that share a slot hide each other, which costs time and nothing else.
pub(super) struct Claims(Box<[AtomicU64]>);

impl Claims {
    pub(super) fn new() -> Self {
        Self((0..SLOTS).map(|_| AtomicU64::new(0)).collect())
    }

    fn slot(&self, key: u64) -> &AtomicU64 {
        &self.0[(ply_game::mix(key) % SLOTS as u64) as usize]
    }

    pub(super) fn is_claimed(&self, key: u64) -> bool {
        self.slot(key).load(Ordering::Relaxed) == key
    }

    pub(super) fn claim(&self, key: u64) {
        self.slot(key).store(key, Ordering::Relaxed);
    }

    pub(super) fn release(&self, key: u64) {
        // Whoever claimed the slot since keeps it.
        let _kept = self.slot(key).compare_exchange(key, 0, Ordering::Relaxed, Ordering::Relaxed);
    }
}
