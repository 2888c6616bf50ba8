//! Filling a table from the end of the game backwards: each position once, and one look at the table for each move. The
//! blocks of a layer are dealt out to threads.

use std::ops::{AddAssign, Range};
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering};

use ply_game::{Hashed, Ranked, Ranking};

use super::file::TablebaseError;
use super::look_up::{Bytes, Entries, Tablebase};
use super::packed::Width;
use crate::solve::Payoff;
use crate::zeroed_slice;

/// A table may have this many bytes.
pub const MOST_BYTES: u64 = 1 << 32;

/// How many positions a thread fills from one telling to the next.
const TOLD_EVERY: u64 = 1 << 18;

/// How many positions are not over, by what the rest of the game is worth to the player to move. Some of them may be out
/// of reach.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Census {
    /// Won.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost.
    pub losses: u64,
}

/// The numbers and the bytes that a table of this board has.
pub fn size<G: Ranked>(start: &G) -> Result<(u64, u64), TablebaseError> {
    let (ranking, width) = numbering(start)?;
    Ok((ranking.size(), width.bytes(ranking.size())))
}

/// The table of a board, filled by so many threads. `go_on` is told how many positions are done, now and then, and says whether
/// to go on.
pub fn fill<G: Hashed + Ranked, P: Payoff<G>>(
    start: &G,
    payoff: P,
    threads: usize,
    go_on: &mut dyn FnMut(u64) -> bool,
) -> Result<(Tablebase<G, P>, Census), TablebaseError> {
    let (ranking, width) = numbering(start)?;
    let entries = zeroed_slice(width.bytes(ranking.size()) as usize).ok_or(TablebaseError::NoMemory)?;
    let filling = Filling {
        table: Tablebase { ranking, payoff, width, entries },
        done: AtomicU64::new(0),
        stopped: AtomicBool::new(false),
    };
    let mut census = Census::default();
    for layer in filling.table.ranking.layers() {
        // What one layer needs of the others is there when all threads have ended.
        let next = AtomicUsize::new(0);
        let (filling, layer, next) = (&filling, &layer, &next);
        std::thread::scope(|scope| {
            let others =
                (1..threads.min(layer.len())).map(|_| scope.spawn(|| filling.blocks(layer, next, &mut |_| true)));
            let others: Vec<_> = others.collect();
            census += filling.blocks(layer, next, go_on);
            others.into_iter().for_each(|other| census += other.join().expect("filling does not panic"));
        });
        if filling.stopped.load(Ordering::Relaxed) {
            return Err(TablebaseError::Stopped);
        }
    }
    let Tablebase { ranking, payoff, width, entries } = filling.table;
    Ok((Tablebase { ranking, payoff, width, entries: Entries::held(entries) }, census))
}

impl Bytes for Box<[AtomicU8]> {
    #[inline]
    fn byte(&self, at: usize) -> u8 {
        self[at].load(Ordering::Relaxed)
    }
}

impl AddAssign for Census {
    fn add_assign(&mut self, other: Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

/// A table that threads fill together.
struct Filling<G, P> {
    table: Tablebase<G, P, Box<[AtomicU8]>>,
    /// Positions, as far as threads have told.
    done: AtomicU64,
    stopped: AtomicBool,
}

impl<G: Hashed, P: Payoff<G>> Filling<G, P> {
    /// Fills blocks of a layer until there are no more.
    fn blocks(&self, layer: &[Range<u64>], next: &AtomicUsize, go_on: &mut dyn FnMut(u64) -> bool) -> Census {
        let mut census = Census::default();
        let mut untold = 0;
        while let Some(block) = layer.get(next.fetch_add(1, Ordering::Relaxed)) {
            for rank in block.clone().rev() {
                untold += 1;
                if untold == TOLD_EVERY {
                    let done = self.done.fetch_add(untold, Ordering::Relaxed) + untold;
                    untold = 0;
                    if !go_on(done) {
                        self.stopped.store(true, Ordering::Relaxed);
                    }
                    if self.stopped.load(Ordering::Relaxed) {
                        return census;
                    }
                }
                self.position(rank, &mut census);
            }
        }
        self.done.fetch_add(untold, Ordering::Relaxed);
        census
    }

    /// Fills one position, if the number is one that goes on.
    #[inline]
    fn position(&self, rank: u64, census: &mut Census) {
        let table = &self.table;
        let position = table.ranking.unrank(rank).filter(|position| position.outcome().is_none());
        let Some(position) = position else { return };
        let mut best = i32::MIN;
        position.legal_moves(|mv| best = best.max(table.move_value(&position, mv)));
        let stakes = table.ranking.stakes(&position);
        let rest = best - stakes.banked;
        match rest {
            1.. => census.wins += 1,
            0 => census.draws += 1,
            _ => census.losses += 1,
        }
        table.width.put(&table.entries, rank, ((rest + stakes.most) / stakes.step + 1) as u8);
    }
}

/// The numbering of a board, and the width of an entry: 0 for no position, then the values from the lowest on.
pub(super) fn numbering<G: Ranked>(start: &G) -> Result<(Box<dyn Ranking<G>>, Width), TablebaseError> {
    let ranking = start.ranking().ok_or(TablebaseError::NoNumbers)?;
    let stakes = ranking.stakes(&ranking.unrank(0).ok_or(TablebaseError::NoNumbers)?);
    let values = 2 * stakes.most / stakes.step + 1;
    let width = Width::for_count(values as u32 + 1).ok_or(TablebaseError::NoNumbers)?;
    let bytes = width.bytes(ranking.size());
    if bytes > MOST_BYTES {
        return Err(TablebaseError::TooLarge { positions: ranking.size(), bytes });
    }
    Ok((ranking, width))
}
