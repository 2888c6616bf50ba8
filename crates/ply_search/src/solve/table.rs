//! A table of what a solver has proven: fixed memory, whole keys, the smallest work replaced first.
//!
//! A slot is a key and 56 bits of the owner's choice, with a byte for the logarithm of the work behind them; four
//! slots fill a cache line, and a position can lie in any slot of its line. One of the four is always the one with the
//! least work and takes what comes new, so that results of much work stay and fresh ones are still found again.

/// The slots of a cache line.
const WAYS: usize = 4;

/// The bits of a slot's data that are its work, 0 in an empty slot.
const WORK_BITS: u32 = 8;

/// The bytes of a cache line.
const LINE: usize = 64;

/// A key and its data, whose lowest byte is the work. Plain words, so that a fresh table is memory that the system
/// hands out zeroed when it is first touched.
type Slot = [u64; 2];

/// Keys with 56 bits of data each.
///
/// ```
/// use ply_search::solve::Table;
/// let mut table = Table::megabytes(1);
/// table.put(42, 7, 1000);
/// assert_eq!((table.get(42), table.get(43)), (Some(7), None));
/// ```
#[derive(Debug)]
pub struct Table {
    slots: Vec<Slot>,
    /// The slots before the first that begins a cache line.
    offset: usize,
    lines: usize,
    is_empty: bool,
}

impl Table {
    /// The bits a caller may store with a key.
    pub const DATA_BITS: u32 = u64::BITS - WORK_BITS;

    /// A table of this size; 0 counts as 1.
    pub fn megabytes(megabytes: usize) -> Self {
        Self::of_lines(megabytes.max(1) * (1 << 20) / LINE)
    }

    /// A table of four times as many positions.
    pub(super) fn of_lines(lines: usize) -> Self {
        let lines = lines.max(1);
        let slots: Vec<Slot> = vec![[0; 2]; WAYS * (lines + 1)];
        let bytes = slots.as_ptr().cast::<u8>().align_offset(LINE);
        Self { offset: (bytes / size_of::<Slot>()).min(WAYS), slots, lines, is_empty: true }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        if !self.is_empty {
            self.slots.fill([0; 2]);
            self.is_empty = true;
        }
    }

    /// Where a key's line begins. The product spreads keys of any distribution, such as the smallest of several, over
    /// the lines.
    #[inline]
    fn line_of(&self, key: u64) -> usize {
        let spread = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let line = ((u128::from(spread) * self.lines as u128) >> 64) as usize;
        self.offset + WAYS * line
    }

    /// What was stored with this key, if it is still here.
    #[inline]
    pub fn get(&self, key: u64) -> Option<u64> {
        let line = self.line_of(key);
        let slots = &self.slots[line..line + WAYS];
        slots.iter().find(|slot| slot[0] == key && slot[1] != 0).map(|slot| slot[1] >> WORK_BITS)
    }

    /// Stores data that cost `work` nodes to find, in place of older data of this key or of the cheapest neighbour.
    pub fn put(&mut self, key: u64, data: u64, work: u64) {
        debug_assert!(data >> Self::DATA_BITS == 0);
        let line = self.line_of(key);
        let slots = &mut self.slots[line..line + WAYS];
        let place = match slots.iter().position(|slot| slot[0] == key && slot[1] != 0) {
            Some(place) => place,
            None => (0..WAYS).min_by_key(|&way| slots[way][1] & ((1 << WORK_BITS) - 1)).unwrap_or(0),
        };
        let work = u64::from(work.max(1).ilog2()) + 1;
        slots[place] = [key, data << WORK_BITS | work];
        self.is_empty = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_stored_last_is_found() {
        let mut table = Table::of_lines(2);
        assert_eq!(table.get(0), None);
        for key in 0..100 {
            table.put(key, key * 3, 1);
            assert_eq!(table.get(key), Some(key * 3));
        }
    }

    #[test]
    fn much_work_outlives_little() {
        let mut table = Table::of_lines(1);
        table.put(7, 70, 1 << 40);
        (100..200).for_each(|key| table.put(key, 1, 1));
        assert_eq!(table.get(7), Some(70));
        table.put(7, 71, 1);
        assert_eq!(table.get(7), Some(71));
        table.clear();
        assert_eq!(table.get(7), None);
    }

    #[test]
    fn a_line_of_the_table_is_a_line_of_the_cache() {
        for lines in [1, 2, 1000, 100_000] {
            let table = Table::of_lines(lines);
            assert_eq!(table.slots[table.offset..].as_ptr() as usize % LINE, 0);
            assert_eq!(WAYS * size_of::<Slot>(), LINE);
        }
    }
}
