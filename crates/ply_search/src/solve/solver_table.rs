//! The transposition table of the solvers: whole keys, the smallest work replaced first.
//!
//! An entry is 56 bits of the owner's choice and a byte for the logarithm of the work behind them. One of the four
//! slots of a bucket is always the one with the least work and takes what comes new, so that results of much work stay
//! and fresh ones are still found again.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::transposition_table::{TableEntry, TableSlot, TranspositionTable};

/// Data, and the work behind it in the lowest byte, 1 at least.
#[derive(Clone, Copy, Debug)]
struct Worked(u64);

const WORK_BITS: u32 = 8;

impl Worked {
    fn work(packed: u64) -> u64 {
        packed & ((1 << WORK_BITS) - 1)
    }
}

impl TableEntry for Worked {
    const WAYS: usize = 4;

    #[inline]
    fn unpack(data: u64) -> Self {
        Self(data)
    }

    fn store(self, key: u64, bucket: &[TableSlot], _age: u8) {
        let same = bucket.iter().find(|slot| slot.read(key).is_some());
        let slot = same.or_else(|| bucket.iter().min_by_key(|slot| Self::work(slot.data())));
        slot.expect("a bucket has slots").write(key, self.0);
    }
}

/// Keys with 56 bits of data each.
///
/// ```
/// use ply_search::solve::SolverTable;
/// let table = SolverTable::megabytes(1);
/// table.put(42, 7, 1000);
/// assert_eq!((table.get(42), table.get(43)), (Some(7), None));
/// ```
#[derive(Debug)]
pub struct SolverTable {
    table: TranspositionTable<Worked>,
    is_empty: AtomicBool,
}

impl SolverTable {
    /// The bits a caller may store with a key.
    pub const DATA_BITS: u32 = u64::BITS - WORK_BITS;

    /// A table of this size; 0 counts as 1.
    pub fn megabytes(megabytes: usize) -> Self {
        Self { table: TranspositionTable::new(megabytes), is_empty: AtomicBool::new(true) }
    }

    /// A table of four times as many positions.
    #[cfg(test)]
    pub(super) fn of_buckets(buckets: usize) -> Self {
        Self { table: TranspositionTable::with_buckets(buckets), is_empty: AtomicBool::new(true) }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        if !*self.is_empty.get_mut() {
            self.table.clear();
            *self.is_empty.get_mut() = true;
        }
    }

    /// The table's key. The product spreads keys of any distribution, such as the smallest of several, over the
    /// buckets, and no two keys have the same.
    #[inline]
    fn spread(key: u64) -> u64 {
        key.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// Asks the memory for what is stored with a key that will be looked up soon.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        self.table.prefetch(Self::spread(key));
    }

    /// What was stored with this key, if it is still here.
    #[inline]
    pub fn get(&self, key: u64) -> Option<u64> {
        self.table.probe(Self::spread(key)).map(|Worked(packed)| packed >> WORK_BITS)
    }

    /// Stores data that cost `work` nodes to find, in place of older data of this key or of the cheapest neighbour.
    pub fn put(&self, key: u64, data: u64, work: u64) {
        debug_assert!(data >> Self::DATA_BITS == 0);
        let work = u64::from(work.max(1).ilog2()) + 1;
        self.table.store(Self::spread(key), Worked(data << WORK_BITS | work));
        self.is_empty.store(false, Ordering::Relaxed);
    }

    /// Everything the table holds, to be kept elsewhere and brought back by [`restore`](Self::restore).
    pub fn entries(&self) -> impl Iterator<Item = [u64; 2]> {
        self.table.entries()
    }

    /// The work behind one of [`entries`](Self::entries): each more is twice as much.
    pub fn work([_, data]: [u64; 2]) -> u8 {
        Worked::work(data) as u8
    }

    /// Brings an entry of [`entries`](Self::entries) back, into a table of this or any other size.
    pub fn restore(&self, [key, data]: [u64; 2]) {
        if Worked::work(data) > 0 {
            self.table.store(key, Worked(data));
            self.is_empty.store(false, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_stored_last_is_found() {
        let table = SolverTable::of_buckets(2);
        assert_eq!(table.get(0), None);
        for key in 0..100 {
            table.put(key, key * 3, 1);
            assert_eq!(table.get(key), Some(key * 3));
        }
    }

    #[test]
    fn what_is_brought_back_is_found_in_a_table_of_another_size() {
        let (small, large) = (SolverTable::of_buckets(64), SolverTable::of_buckets(100));
        (1..50).for_each(|key| small.put(key, key * 3, key));
        small.entries().for_each(|entry| large.restore(entry));
        assert!((1..50).all(|key| large.get(key) == Some(key * 3)));
    }

    #[test]
    fn much_work_outlives_little() {
        let mut table = SolverTable::of_buckets(1);
        table.put(7, 70, 1 << 40);
        (100..200).for_each(|key| table.put(key, 1, 1));
        assert_eq!(table.get(7), Some(70));
        table.put(7, 71, 1);
        assert_eq!(table.get(7), Some(71));
        table.clear();
        assert_eq!(table.get(7), None);
    }
}
