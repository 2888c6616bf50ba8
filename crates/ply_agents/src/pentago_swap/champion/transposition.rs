//! What was found about contents: in which arrangements the side to move reaches a value, and in which it does not.
//!
//! The tiles keep their names through a game, so what was found for one move serves the next.

use ply_search::{TableEntry, TableSlot};

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

/// A bucket has a slot for the deepest entry and one for the latest.
impl TableEntry for Entry {
    const WAYS: usize = 2;

    #[inline]
    fn unpack(data: u64) -> Self {
        let cell = (data >> 46) as u8 & 63;
        Self {
            reached: data as Lanes & HALF_MASK,
            missed: (data >> 12) as Lanes & HALF_MASK,
            reached_value: (data >> 24) as i8,
            missed_value: (data >> 32) as i8,
            depth: (data >> 40) as u8 & 63,
            cell: (cell != NO_CELL).then_some(cell),
        }
    }

    /// What an older entry of the same depth and values knew about other arrangements is added.
    #[inline]
    fn store(mut self, key: u64, bucket: &[TableSlot], age: u8) {
        let [deep, late] = bucket else { unreachable!("a bucket has as many slots as ways") };
        let age = u64::from(age);
        let mut slot = late;
        if let Some(old) = deep.read(key).map(Self::unpack) {
            if old.depth > self.depth {
                return;
            }
            merge(&mut self, old);
            slot = deep;
        } else {
            if let Some(old) = late.read(key).map(Self::unpack) {
                merge(&mut self, old);
            }
            let kept = deep.data();
            if kept == 0 || kept >> 58 != age || Self::unpack(kept).depth <= self.depth {
                slot = deep;
            }
        }
        slot.write(key, pack(self) | age << 58);
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

/// Reached and missed (12 bits each), their values (8 each), depth (6), cell (6), a mark (1): never 0. Above that lies
/// the number of the search (6).
fn pack(entry: Entry) -> u64 {
    u64::from(entry.reached & HALF_MASK)
        | u64::from(entry.missed & HALF_MASK) << 12
        | u64::from(entry.reached_value as u8) << 24
        | u64::from(entry.missed_value as u8) << 32
        | u64::from(entry.depth.min(63)) << 40
        | u64::from(entry.cell.unwrap_or(NO_CELL)) << 46
        | 1 << 52
}

#[cfg(test)]
mod tests {
    use super::*;
    use ply_search::TranspositionTable;

    #[test]
    fn entries_come_back_and_add_up_within_one_search() {
        let table = TranspositionTable::<Entry>::new(1);
        let key = 42;
        let one = Entry { reached: 0b101, reached_value: -7, missed: 0b10, missed_value: 9, depth: 5, cell: Some(57) };
        table.store(key, one);
        assert_eq!(table.probe(key), Some(one));
        table.store(key, Entry { reached: 0b1000, missed: 0, cell: None, ..one });
        assert_eq!(table.probe(key), Some(Entry { reached: 0b1101, ..one }));
        table.store(key, Entry { depth: 3, ..one });
        assert_eq!(table.probe(key).map(|entry| entry.depth), Some(5));
    }
}
