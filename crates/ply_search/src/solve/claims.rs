//! Which positions the threads of a search are at, so that each begins with what no other has begun.
//!
//! Where every child has to be searched, threads that share a table help each other as long as they are not at the same
//! child: whoever finds one claimed comes back to it last, when its answer is in the table.
// CITE: Weill, The ABDADA distributed minimax search algorithm, 1996.

use std::sync::atomic::{AtomicU64, Ordering};

use ply_game::mix;

/// Slots: many more than threads have positions on their way.
const SLOTS: usize = 1 << 12;
/// No key is claimed.
const NOBODY: u64 = 0;

/// Keys that are being searched. Two that share a slot hide each other, which costs time and nothing else. To read what
/// others write is slow, so only positions with much work below them are worth claiming and looking for.
///
/// ```
/// use ply_search::solve::Claims;
/// let claims = Claims::default();
/// claims.claim(42);
/// assert_eq!((claims.has(42), claims.has(43)), (true, false));
/// claims.release(42);
/// assert!(!claims.has(42));
/// ```
#[derive(Debug)]
pub struct Claims(Box<[AtomicU64]>);

impl Default for Claims {
    fn default() -> Self {
        Self((0..SLOTS).map(|_| AtomicU64::new(NOBODY)).collect())
    }
}

impl Claims {
    fn slot(&self, key: u64) -> &AtomicU64 {
        &self.0[(mix(key) % SLOTS as u64) as usize]
    }

    /// Whether a thread is at the position of this key.
    #[inline]
    pub fn has(&self, key: u64) -> bool {
        self.slot(key).load(Ordering::Relaxed) == key
    }

    /// Says that this thread is.
    pub fn claim(&self, key: u64) {
        self.slot(key).store(key, Ordering::Relaxed);
    }

    /// Says that it is no longer; whoever claimed the slot since keeps it.
    pub fn release(&self, key: u64) {
        let _kept = self.slot(key).compare_exchange(key, NOBODY, Ordering::Relaxed, Ordering::Relaxed);
    }
}
