//! The transposition table: what was found about positions, shared by all threads without a lock.
//!
//! An entry is two words, `key ^ data` and `data`. Two threads that write the same slot at once may leave a mixed pair,
//! but then the key no longer comes out right and the entry is simply not found: no lock, no wrong data. The slots of a
//! bucket share a cache line, so a probe costs one miss, and that one can be asked for early
//! ([`TranspositionTable::prefetch`]). A fresh table is memory that the system hands out zeroed when it is first
//! touched.
//!
//! Searchers and solvers share this mechanism; what an entry says, and which older one it replaces, is a
//! [`TableEntry`]'s own business.
// CITE: R. Hyatt, T. Mann, "A lock-less transposition-table implementation for parallel search", ICGA Journal 25
// (2002).

use std::marker::PhantomData;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use crate::Transposition;
use crate::zeroed::{Zeroed, zeroed_slice};

/// What a table keeps about a position, packed into one word.
pub trait TableEntry: Copy {
    /// The slots of a bucket, which are all that an entry may lie in: 1, 2 or 4.
    const WAYS: usize;

    /// The entry that was packed into this word.
    fn unpack(data: u64) -> Self;

    /// Writes the entry into one of the slots of its bucket, or leaves what is there if that is worth more. A packed
    /// entry is never 0. `age` is the number of the search, below [`TranspositionTable::AGES`].
    fn store(self, key: u64, bucket: &[TableSlot], age: u8);
}

/// Room for one entry.
#[derive(Default, Debug)]
#[repr(align(16))]
pub struct TableSlot {
    check: AtomicU64,
    data: AtomicU64,
}

impl TableSlot {
    /// Whatever lies here, packed; 0 where nothing does.
    #[inline]
    pub fn data(&self) -> u64 {
        self.data.load(Ordering::Relaxed)
    }

    /// What lies here, if it is about this key.
    #[inline]
    pub fn read(&self, key: u64) -> Option<u64> {
        let data = self.data();
        (self.check.load(Ordering::Relaxed) ^ data == key && data != 0).then_some(data)
    }

    /// Replaces what lies here.
    #[inline]
    pub fn write(&self, key: u64, data: u64) {
        self.check.store(key ^ data, Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
    }
}

// SAFETY: a slot of zeros is an empty slot.
unsafe impl Zeroed for TableSlot {}

/// The bytes of the smallest pages in which memory is handed out.
const PAGE: usize = 4096;

/// The bytes of a cache line.
const CACHE_LINE: usize = 64;

/// A table of fixed size, by default of what alpha-beta keeps.
///
/// ```
/// use ply_search::{Bound, Score, Transposition, TranspositionTable};
/// let table = TranspositionTable::new(1);
/// let entry = Transposition { score: Score::win_in(3), bound: Bound::Exact, depth: 5, best: Some(7) };
/// table.store(42, entry);
/// assert_eq!((table.probe(42), table.probe(43)), (Some(entry), None));
/// ```
#[derive(Debug)]
pub struct TranspositionTable<E = Transposition> {
    slots: Box<[TableSlot]>,
    /// The slots before the first that begins a cache line.
    offset: usize,
    buckets: usize,
    age: AtomicU8,
    entries: PhantomData<E>,
}

impl<E: TableEntry> TranspositionTable<E> {
    /// The largest table that can be asked for, in megabytes.
    pub const MOST_MEGABYTES: usize = 1 << 20;
    /// The bytes of the largest table whose memory is touched before a search: more than that is no matter of milliseconds.
    pub const MOST_TOUCHED: usize = 256 << 20;
    /// Searches are numbered below this, and then from 0 again.
    pub const AGES: u8 = 64;

    /// A table of about `megabytes` (at least one); of half of that, or half of that, where the system has no more.
    pub fn new(megabytes: usize) -> Self {
        let bytes = megabytes.clamp(1, Self::MOST_MEGABYTES) << 20;
        Self::with_buckets(bytes / (E::WAYS * size_of::<TableSlot>()))
    }

    /// A table of so many buckets.
    pub(crate) fn with_buckets(buckets: usize) -> Self {
        const { assert!(CACHE_LINE.is_multiple_of(E::WAYS * size_of::<TableSlot>()), "a bucket never straddles two lines") };
        let slots = |buckets: usize| zeroed_slice(E::WAYS * buckets + CACHE_LINE / size_of::<TableSlot>());
        let halves = std::iter::successors(Some(buckets), |&buckets| (buckets > 1).then_some(buckets / 2));
        let given = halves.into_iter().find_map(|buckets| Some((buckets, slots(buckets)?)));
        let (buckets, slots): (usize, Box<[TableSlot]>) = given.expect("there is memory for a single bucket");
        let offset = slots.as_ptr().align_offset(CACHE_LINE);
        Self { slots, offset, buckets, age: AtomicU8::new(0), entries: PhantomData }
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[TableSlot] {
        let index = ((u128::from(key) * self.buckets as u128) >> 64) as usize;
        let start = self.offset + E::WAYS * index;
        &self.slots[start..start + E::WAYS]
    }

    /// Asks the memory for the bucket of a key that will be probed soon.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a prefetch is a hint; the address is that of a live bucket.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(self.bucket(key).as_ptr().cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known about a position.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<E> {
        self.bucket(key).iter().find_map(|slot| slot.read(key)).map(E::unpack)
    }

    /// Keeps what was found about a position, where [`TableEntry::store`] sees room for it.
    #[inline]
    pub fn store(&self, key: u64, entry: E) {
        entry.store(key, self.bucket(key), self.age());
    }

    /// The key and the packed entry of every slot that holds one.
    pub(crate) fn entries(&self) -> impl Iterator<Item = [u64; 2]> {
        let pairs = self.slots.iter().map(|slot| (slot.check.load(Ordering::Relaxed), slot.data()));
        pairs.filter(|&(_, data)| data != 0).map(|(check, data)| [check ^ data, data])
    }

    /// The number of the current search.
    #[inline]
    pub fn age(&self) -> u8 {
        self.age.load(Ordering::Relaxed)
    }

    /// Tells the table that a new search begins: older entries become cheap to replace.
    pub fn next_search(&self) {
        self.age.store((self.age() + 1) % Self::AGES, Ordering::Relaxed);
    }

    /// Has the system hand out the memory now, not in the first search: zeroing 32 MB takes 4 to 20 ms, all of a short
    /// move. A table beyond [`Self::MOST_TOUCHED`] is for long searches, and gets its memory as it fills.
    pub fn touch(&self) {
        if size_of_val(&*self.slots) <= Self::MOST_TOUCHED {
            self.slots.iter().step_by(PAGE / size_of::<TableSlot>()).for_each(|slot| {
                slot.data.store(slot.data(), Ordering::Relaxed);
            });
        }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.slots.iter().for_each(|slot| slot.write(0, 0));
        self.age.store(0, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use ply_game::mix;

    use super::*;
    use crate::{Bound, Score};

    #[test]
    fn a_table_that_no_machine_has_room_for_is_smaller() {
        let table = TranspositionTable::new(TranspositionTable::<Transposition>::MOST_MEGABYTES);
        let entry = Transposition { score: Score::DRAW, bound: Bound::Exact, depth: 1, best: None };
        table.store(42, entry);
        assert_eq!(table.probe(42), Some(entry));
    }

    #[test]
    fn a_table_that_was_touched_has_what_it_had() {
        let table = TranspositionTable::<Transposition>::with_buckets(1000);
        let entry = Transposition { score: Score::DRAW, bound: Bound::Exact, depth: 5, best: Some(7) };
        (0..100).for_each(|key| table.store(mix(key), entry));
        let before: Vec<_> = table.entries().collect();
        table.touch();
        assert_eq!(table.entries().collect::<Vec<_>>(), before);
    }

    #[test]
    fn a_bucket_lies_in_one_cache_line() {
        for buckets in [1, 2, 1000, 100_000] {
            let table = TranspositionTable::<Transposition>::with_buckets(buckets);
            for key in [0, u64::MAX / 3, u64::MAX] {
                assert_eq!(table.bucket(key).as_ptr() as usize % CACHE_LINE, 0);
                assert_eq!(size_of_val(table.bucket(key)), CACHE_LINE);
            }
        }
    }
}
