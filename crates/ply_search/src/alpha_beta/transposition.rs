//! What alpha-beta keeps in the transposition table, and which older entry a new one replaces.

use crate::transposition_table::{TableEntry, TableSlot, TranspositionTable};
use crate::{Bound, Score};

/// What is known about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Transposition {
    /// The score as seen from the position itself ([`Score::seen_from_node`]).
    pub score: Score,
    /// What the score is.
    pub bound: Bound,
    /// Plies searched below the position.
    pub depth: u8,
    /// The index of the best move, if one was found: the hash move.
    pub best: Option<u16>,
}

const AGES: u8 = TranspositionTable::<Transposition>::AGES;
const NO_MOVE: u16 = u16::MAX;

impl Transposition {
    /// Score in the upper half, then the move, the depth, the age and the bound. Never 0: the bound is at least 1.
    #[inline]
    fn pack(self, age: u8) -> u64 {
        let bound = match self.bound {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        };
        u64::from(self.score.points() as u32) << 32
            | u64::from(self.best.unwrap_or(NO_MOVE)) << 16
            | u64::from(self.depth) << 8
            | u64::from(age) << 2
            | bound
    }
}

#[inline]
fn age_of(data: u64) -> u8 {
    (data >> 2) as u8 & (AGES - 1)
}

impl TableEntry for Transposition {
    const WAYS: usize = 4;

    #[inline]
    fn unpack(data: u64) -> Self {
        Self {
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

    /// Takes the place of what is worth least: entries of earlier searches and shallow ones.
    fn store(mut self, key: u64, bucket: &[TableSlot], age: u8) {
        let mut target = &bucket[0];
        let mut least = i32::MAX;
        for slot in bucket {
            if let Some(data) = slot.read(key) {
                let old = Self::unpack(data);
                let keeps = age_of(data) == age && old.depth > self.depth && self.bound != Bound::Exact;
                if keeps && !self.score.is_decided() {
                    return;
                }
                self.best = self.best.or(old.best);
                target = slot;
                break;
            }
            let data = slot.data();
            if data == 0 {
                if least > i32::MIN {
                    (target, least) = (slot, i32::MIN);
                }
                continue;
            }
            let searches_ago = i32::from(age.wrapping_sub(age_of(data)) % AGES);
            let worth = i32::from(Self::unpack(data).depth) - 4 * searches_ago;
            if worth < least {
                (target, least) = (slot, worth);
            }
        }
        target.write(key, self.pack(age));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ply_game::mix;

    fn entry(depth: u8) -> Transposition {
        Transposition { score: Score::opinion(-5), bound: Bound::Upper, depth, best: None }
    }

    #[test]
    fn entries_come_back_as_they_were_stored() {
        let table = TranspositionTable::new(1);
        for (number, bound) in [Bound::Exact, Bound::Lower, Bound::Upper].into_iter().enumerate() {
            for score in [Score::win_in(7), Score::loss_in(2), Score::opinion(-123_456), Score::DRAW] {
                let entry = Transposition { score, bound, depth: 255, best: Some(1023) };
                let key = mix(number as u64) ^ mix(score.points() as u64);
                table.store(key, entry);
                assert_eq!(table.probe(key), Some(entry));
            }
        }
    }

    #[test]
    fn a_full_bucket_gives_up_its_shallowest_entry_and_old_searches_first() {
        let table = TranspositionTable::new(1);
        // Small keys all fall into the first bucket.
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
        let table = TranspositionTable::new(1);
        table.store(9, Transposition { best: Some(3), ..entry(8) });
        table.store(9, entry(2));
        assert_eq!(table.probe(9).map(|entry| (entry.depth, entry.best)), Some((8, Some(3))));
        table.store(9, entry(9));
        assert_eq!(table.probe(9).map(|entry| (entry.depth, entry.best)), Some((9, Some(3))));
    }

    #[test]
    fn threads_writing_at_once_never_leave_an_entry_under_a_wrong_key() {
        let table = TranspositionTable::new(1);
        std::thread::scope(|scope| {
            for thread in 0..4u64 {
                let table = &table;
                scope.spawn(move || {
                    for round in 0..50_000u64 {
                        let key = (round * 7 + thread) % 23;
                        let told = Transposition { score: Score::opinion(key as i32), ..entry((round % 200) as u8) };
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
