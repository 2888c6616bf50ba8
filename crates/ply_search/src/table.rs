//! The transposition table: what was found about positions, shared by all threads without a lock.
//!
//! An entry is two words, `key ^ data` and `data`. Two threads that write the same slot at once may leave a mixed pair,
//! but then the key no longer comes out right and the entry is simply not found: no lock, no wrong data. Four entries
//! share a cache line, so a probe costs one miss, and that one can be asked for early ([`Table::prefetch`]).
// CITE: R. Hyatt, T. Mann, "A lock-less transposition-table implementation for parallel search", ICGA Journal 25 (2002).

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use crate::{Bound, Score};

/// What the table knows about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The score as seen from the position itself ([`Score::seen_from_node`]).
    pub score: Score,
    /// What the score is.
    pub bound: Bound,
    /// Plies searched below the position.
    pub depth: u8,
    /// The index of the best move, if one was found.
    pub best: Option<u16>,
}

#[derive(Default, Debug)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

const WAYS: usize = 4;

/// One cache line.
#[derive(Default, Debug)]
#[repr(align(64))]
struct Line([Slot; WAYS]);

/// A table of fixed size.
///
/// ```
/// use ply_search::{Bound, Score, Table, TableEntry};
/// let table = Table::new(1);
/// let entry = TableEntry { score: Score::win_in(3), bound: Bound::Exact, depth: 5, best: Some(7) };
/// table.store(42, entry);
/// assert_eq!((table.probe(42), table.probe(43)), (Some(entry), None));
/// ```
#[derive(Debug)]
pub struct Table {
    lines: Box<[Line]>,
    /// The number of the current search, in 6 bits.
    age: AtomicU8,
}

const AGES: u8 = 64;
const NO_MOVE: u16 = u16::MAX;

impl Table {
    /// The largest table that can be asked for, in megabytes.
    pub const MOST_MEGABYTES: usize = 1 << 20;

    /// A table of about `megabytes` (at least one).
    pub fn new(megabytes: usize) -> Self {
        let lines = (megabytes.clamp(1, Self::MOST_MEGABYTES) << 20) / size_of::<Line>();
        Self { lines: (0..lines).map(|_| Line::default()).collect(), age: AtomicU8::new(0) }
    }

    #[inline]
    fn line(&self, key: u64) -> &Line {
        let index = (u128::from(key) * self.lines.len() as u128) >> 64;
        &self.lines[index as usize]
    }

    /// Asks the memory for the line of a key that will be probed soon.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a prefetch is a hint; the address is that of a live line.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(self.line(key)).cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known about a position.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        for slot in &self.line(key).0 {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ data == key && data != 0 {
                return Some(unpack(data));
            }
        }
        None
    }

    /// Keeps what was found about a position, in the place of what is worth least: entries of earlier searches and
    /// shallow ones.
    pub fn store(&self, key: u64, entry: Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let mut target = &self.line(key).0[0];
        let mut least = i32::MAX;
        let mut entry = entry;
        for slot in &self.line(key).0 {
            let data = slot.data.load(Ordering::Relaxed);
            if data == 0 {
                if least > i32::MIN {
                    (target, least) = (slot, i32::MIN);
                }
                continue;
            }
            let old = unpack(data);
            if slot.check.load(Ordering::Relaxed) ^ data == key {
                let keeps = age_of(data) == age && old.depth > entry.depth && entry.bound != Bound::Exact;
                if keeps && !entry.score.is_decided() {
                    return;
                }
                entry.best = entry.best.or(old.best);
                target = slot;
                break;
            }
            let searches_ago = i32::from(age.wrapping_sub(age_of(data)) % AGES);
            let worth = i32::from(old.depth) - 4 * searches_ago;
            if worth < least {
                (target, least) = (slot, worth);
            }
        }
        let data = pack(entry, age);
        target.check.store(key ^ data, Ordering::Relaxed);
        target.data.store(data, Ordering::Relaxed);
    }

    /// Tells the table that a new search begins: older entries become cheap to replace.
    pub fn next_search(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store((age + 1) % AGES, Ordering::Relaxed);
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for slot in self.lines.iter().flat_map(|line| &line.0) {
            slot.check.store(0, Ordering::Relaxed);
            slot.data.store(0, Ordering::Relaxed);
        }
        self.age.store(0, Ordering::Relaxed);
    }

    /// How much of it holds entries of the current search, in thousandths.
    pub fn permille_used(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let sample = &self.lines[..self.lines.len().min(1000 / WAYS)];
        let slots = sample.iter().flat_map(|line| &line.0);
        let used = slots.filter(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            data != 0 && age_of(data) == age
        });
        (used.count() * 1000 / (sample.len() * WAYS)) as u32
    }
}

/// Score in the upper half, then the move, the depth, the age and the bound. Never 0: the bound is at least 1.
#[inline]
fn pack(entry: Entry, age: u8) -> u64 {
    let bound = match entry.bound {
        Bound::Exact => 1,
        Bound::Lower => 2,
        Bound::Upper => 3,
    };
    u64::from(entry.score.points() as u32) << 32
        | u64::from(entry.best.unwrap_or(NO_MOVE)) << 16
        | u64::from(entry.depth) << 8
        | u64::from(age) << 2
        | bound
}

#[inline]
fn unpack(data: u64) -> Entry {
    Entry {
        score: Score::from_points((data >> 32) as u32 as i32),
        bound: match data & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        },
        depth: (data >> 8) as u8,
        best: Some((data >> 16) as u16).filter(|&index| index != NO_MOVE),
    }
}

#[inline]
fn age_of(data: u64) -> u8 {
    (data >> 2) as u8 & (AGES - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ply_game::mix;

    fn entry(depth: u8) -> Entry {
        Entry { score: Score::opinion(-5), bound: Bound::Upper, depth, best: None }
    }

    #[test]
    fn entries_come_back_as_they_were_stored() {
        let table = Table::new(1);
        for (number, bound) in [Bound::Exact, Bound::Lower, Bound::Upper].into_iter().enumerate() {
            for score in [Score::win_in(7), Score::loss_in(2), Score::opinion(-123_456), Score::DRAW] {
                let entry = Entry { score, bound, depth: 255, best: Some(1023) };
                let key = mix(number as u64) ^ mix(score.points() as u64);
                table.store(key, entry);
                assert_eq!(table.probe(key), Some(entry));
            }
        }
    }

    #[test]
    fn a_full_line_gives_up_its_shallowest_entry_and_old_searches_first() {
        let table = Table::new(1);
        // Small keys all fall into the first line.
        for key in 1..=4 {
            table.store(key, entry(key as u8 * 10));
        }
        table.store(5, entry(15));
        assert_eq!([1, 2, 3, 4, 5].map(|key| table.probe(key).is_some()), [false, true, true, true, true]);
        for _ in 0..10 {
            table.next_search();
        }
        table.store(4, entry(40));
        table.store(6, entry(1));
        table.store(7, entry(1));
        assert!(table.probe(4).is_some() && table.probe(7).is_some(), "the entry of this search stays");
    }

    #[test]
    fn a_shallow_bound_does_not_replace_a_deep_one_of_the_same_search_but_a_best_move_is_kept() {
        let table = Table::new(1);
        table.store(9, Entry { best: Some(3), ..entry(8) });
        table.store(9, entry(2));
        assert_eq!(table.probe(9).map(|entry| (entry.depth, entry.best)), Some((8, Some(3))));
        table.store(9, entry(9));
        assert_eq!(table.probe(9).map(|entry| (entry.depth, entry.best)), Some((9, Some(3))));
    }

    #[test]
    fn threads_writing_at_once_never_leave_an_entry_under_a_wrong_key() {
        let table = Table::new(1);
        std::thread::scope(|scope| {
            for thread in 0..4u64 {
                let table = &table;
                scope.spawn(move || {
                    for round in 0..50_000u64 {
                        let key = (round * 7 + thread) % 23;
                        let told = Entry { score: Score::opinion(key as i32), ..entry((round % 200) as u8) };
                        table.store(key, told);
                        if let Some(found) = table.probe(round % 23) {
                            assert_eq!(found.score, Score::opinion((round % 23) as i32));
                        }
                    }
                });
            }
        });
    }
}
