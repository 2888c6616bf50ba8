//! Looking positions up.

use ply_game::{Hashed, Ranking};

use super::judgement::Judgement;
use super::packed::Width;
use crate::solve::Payoff;

/// What every position of a board is worth.
///
/// ```
/// use ply_games::dots_and_boxes::DotsAndBoxes;
/// use ply_search::solve::Points;
/// use ply_search::tablebase::fill;
///
/// let start = DotsAndBoxes::<u64>::new(2, 2);
/// let (table, _census) = fill(&start, Points::new(), 1, &mut |_| true).unwrap();
/// assert_eq!(table.value(&start), 2);
/// ```
pub struct Tablebase<G, P, E = Entries> {
    pub(super) ranking: Box<dyn Ranking<G>>,
    pub(super) payoff: P,
    pub(super) width: Width,
    pub(super) entries: E,
}

/// A full table's entries.
pub struct Entries(pub(super) Place);

/// In memory, or in a file.
pub(super) enum Place {
    Held(Vec<u8>),
    Mapped { file: memmap2::Mmap, from: usize },
}

/// Where the bytes of entries are.
pub trait Bytes {
    /// One of them.
    fn byte(&self, at: usize) -> u8;
}

impl Bytes for Entries {
    #[inline]
    fn byte(&self, at: usize) -> u8 {
        self.bytes()[at]
    }
}

impl Entries {
    #[inline]
    pub(super) fn bytes(&self) -> &[u8] {
        match &self.0 {
            Place::Held(bytes) => bytes,
            Place::Mapped { file, from } => &file[*from..],
        }
    }
}

impl<G, P> Tablebase<G, P> {
    /// How many numbers positions have; not all are positions that a game comes to.
    pub fn positions(&self) -> u64 {
        self.ranking.size()
    }

    /// How many bytes the entries have.
    pub fn bytes(&self) -> u64 {
        self.entries.bytes().len() as u64
    }
}

impl<G: Hashed, P: Payoff<G>, E: Bytes> Tablebase<G, P, E> {
    /// What a position that is not over is worth to the player to move.
    #[inline]
    pub fn value(&self, position: &G) -> i32 {
        let stakes = self.ranking.stakes(position);
        let entry = self.width.get(&self.entries, self.ranking.rank(position));
        stakes.banked - stakes.most + (i32::from(entry) - 1) * stakes.step
    }

    /// What a move is worth to the player who makes it.
    #[inline]
    pub fn move_value(&self, position: &G, mv: G::Move) -> i32 {
        let (mover, child) = (position.to_move(), position.after(mv));
        match child.outcome() {
            Some(outcome) => self.payoff.at_end(&child, outcome, mover),
            None if child.to_move() == mover => self.value(&child),
            None => -self.value(&child),
        }
    }

    /// What a move does to the value of a position.
    pub fn judge(&self, position: &G, mv: G::Move) -> Judgement {
        Judgement { before: self.value(position), after: self.move_value(position, mv) }
    }
}
