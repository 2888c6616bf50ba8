//! Filling a table from the end of the game backwards: each position once, and one look at the table for each move.

use ply_game::{Hashed, Ranked, Ranking};

use super::file::TablebaseError;
use super::packed::Width;
use super::look_up::{Entries, Tablebase};
use crate::solve::Payoff;

/// A table may have this many bytes.
pub const MOST_BYTES: u64 = 1 << 32;

/// How many positions are filled from one telling to the next.
const TOLD_EVERY: u64 = 1 << 20;

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

/// The table of a board. `go_on` is told how many positions are done, now and then, and says whether to go on.
pub fn fill<G: Hashed + Ranked, P: Payoff<G>>(
    start: &G,
    payoff: P,
    go_on: &mut dyn FnMut(u64) -> bool,
) -> Result<(Tablebase<G, P>, Census), TablebaseError> {
    let (ranking, width) = numbering(start)?;
    let size = ranking.size();
    let entries = Entries::Held(vec![0; width.bytes(size) as usize]);
    let mut table = Tablebase { ranking, payoff, width, entries };
    let mut census = Census::default();
    for rank in (0..size).rev() {
        if rank.is_multiple_of(TOLD_EVERY) && !go_on(size - rank) {
            return Err(TablebaseError::Stopped);
        }
        let position = table.ranking.unrank(rank).filter(|position| position.outcome().is_none());
        let Some(position) = position else { continue };
        let mut best = i32::MIN;
        position.legal_moves(|mv| best = best.max(table.move_value(&position, mv)));
        let stakes = table.ranking.stakes(&position);
        let rest = best - stakes.banked;
        match rest {
            1.. => census.wins += 1,
            0 => census.draws += 1,
            _ => census.losses += 1,
        }
        if let Entries::Held(bytes) = &mut table.entries {
            width.put(bytes, rank, ((rest + stakes.most) / stakes.step + 1) as u8);
        }
    }
    Ok((table, census))
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
