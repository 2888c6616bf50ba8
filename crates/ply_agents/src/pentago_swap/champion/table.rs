//! What was found about contents: in which arrangements the side to move reaches a value, and in which it does not.
//!
//! An entry is two words without a lock, as in the table of `ply_search`: the key XOR the data, and the data. A bucket
//! has a place for the deepest entry and one for the latest.

use std::sync::atomic::{AtomicU64, Ordering};

use super::arrangements::{HALF, Lanes};

/// Arrangements are kept as the twelve of their half.
const HALF_MASK: Lanes = (1 << HALF) - 1;
/// No best cell.
const NO_CELL: u8 = 63;

/// What is known of contents, searched to some depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    /// In these arrangements (of one half) the value is at least `reached_value`.
    pub(super) reached: Lanes,
    pub(super) reached_value: i8,
    /// In these it is less than `missed_value`.
    pub(super) missed: Lanes,
    pub(super) missed_value: i8,
    pub(super) depth: u8,
    /// The bit of the cell that worked best.
    pub(super) cell: Option<u8>,
}

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

impl Slot {
    fn read(&self, key: u64) -> Option<u64> {
        let data = self.data.load(Ordering::Relaxed);
        (data != 0 && self.check.load(Ordering::Relaxed) ^ data == key).then_some(data)
    }

    fn write(&self, key: u64, data: u64) {
        self.check.store(key ^ data, Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
    }
}

/// A table of fixed size, shared by threads.
pub(super) struct Table {
    buckets: Box<[[Slot; 2]]>,
    /// The number of the search, in six bits.
    age: u64,
}

impl Table {
    pub(super) fn new(megabytes: usize) -> Self {
        let buckets = (megabytes << 20) / size_of::<[Slot; 2]>();
        Self { buckets: (0..buckets).map(|_| <[Slot; 2]>::default()).collect(), age: 0 }
    }

    /// Contents have other names for their tiles in the next search: older entries only take up room.
    pub(super) fn next_search(&mut self) {
        self.age = (self.age + 1) % 64;
    }

    /// A key that only this search asks for.
    fn salted(&self, key: u64) -> u64 {
        key ^ self.age.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn bucket(&self, key: u64) -> &[Slot; 2] {
        &self.buckets[((u128::from(key) * self.buckets.len() as u128) >> 64) as usize]
    }

    pub(super) fn probe(&self, key: u64) -> Option<Entry> {
        let key = self.salted(key);
        self.bucket(key).iter().find_map(|slot| slot.read(key)).map(unpack)
    }

    /// Keeps an entry; what an older one of the same depth and values knew about other arrangements is added.
    pub(super) fn store(&self, key: u64, mut entry: Entry) {
        let key = self.salted(key);
        let [deep, late] = self.bucket(key);
        let mut slot = late;
        if let Some(old) = deep.read(key).map(unpack) {
            if old.depth > entry.depth {
                return;
            }
            merge(&mut entry, old);
            slot = deep;
        } else {
            if let Some(old) = late.read(key).map(unpack) {
                merge(&mut entry, old);
            }
            let kept = deep.data.load(Ordering::Relaxed);
            if kept == 0 || kept >> 58 != self.age || unpack(kept).depth <= entry.depth {
                slot = deep;
            }
        }
        slot.write(key, pack(entry) | self.age << 58);
    }
}

fn merge(entry: &mut Entry, old: Entry) {
    entry.cell = entry.cell.or(old.cell);
    if old.depth != entry.depth {
        return;
    }
    if old.reached_value == entry.reached_value {
        entry.reached |= old.reached;
    } else if entry.reached == 0 {
        (entry.reached, entry.reached_value) = (old.reached, old.reached_value);
    }
    if old.missed_value == entry.missed_value {
        entry.missed |= old.missed;
    } else if entry.missed == 0 {
        (entry.missed, entry.missed_value) = (old.missed, old.missed_value);
    }
}

/// Reached and missed (12 bits each), their values (8 each), depth (6), cell (6), a mark (1): never 0.
fn pack(entry: Entry) -> u64 {
    u64::from(entry.reached & HALF_MASK)
        | u64::from(entry.missed & HALF_MASK) << 12
        | u64::from(entry.reached_value as u8) << 24
        | u64::from(entry.missed_value as u8) << 32
        | u64::from(entry.depth.min(63)) << 40
        | u64::from(entry.cell.unwrap_or(NO_CELL)) << 46
        | 1 << 52
}

fn unpack(data: u64) -> Entry {
    let cell = (data >> 46) as u8 & 63;
    Entry {
        reached: data as Lanes & HALF_MASK,
        missed: (data >> 12) as Lanes & HALF_MASK,
        reached_value: (data >> 24) as i8,
        missed_value: (data >> 32) as i8,
        depth: (data >> 40) as u8 & 63,
        cell: (cell != NO_CELL).then_some(cell),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_back_and_add_up_within_one_search() {
        let mut table = Table::new(1);
        let one = Entry { reached: 0b101, reached_value: -7, missed: 0b10, missed_value: 9, depth: 5, cell: Some(57) };
        table.store(42, one);
        assert_eq!(table.probe(42), Some(one));
        table.store(42, Entry { reached: 0b1000, missed: 0, cell: None, ..one });
        assert_eq!(table.probe(42), Some(Entry { reached: 0b1101, ..one }));
        table.store(42, Entry { depth: 3, ..one });
        assert_eq!(table.probe(42).map(|entry| entry.depth), Some(5));
        table.next_search();
        assert_eq!(table.probe(42), None);
    }
}
