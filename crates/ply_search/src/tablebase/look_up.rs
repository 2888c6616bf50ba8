//! Looking positions up.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU8;

use ply_game::{Game, Hashed, Ranking};

use super::file::TablebaseError;
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
    Held(Box<[AtomicU8]>),
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
    /// Those that were filled in.
    pub fn held(bytes: Box<[AtomicU8]>) -> Self {
        Self(Place::Held(bytes))
    }

    /// All of them.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        match &self.0 {
            // SAFETY: an atomic byte has the size and the values of a byte, and nobody writes to those of a full table.
            Place::Held(bytes) => unsafe { std::slice::from_raw_parts(bytes.as_ptr().cast(), bytes.len()) },
            Place::Mapped { file, from } => &file[*from..],
        }
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
}

/// What every position of a board is worth, however that is kept.
pub trait Values<G: Game>: Send + Sync {
    /// What a position that is not over is worth to the player to move.
    fn value(&self, position: &G) -> i32;

    /// What a move is worth to the player who makes it.
    fn move_value(&self, position: &G, mv: G::Move) -> i32;

    /// Bounds on the value, where a table keeps no more than that of large ones.
    fn bounds(&self, position: &G) -> (i32, i32) {
        let value = self.value(position);
        (value, value)
    }

    /// How many positions have entries; not all are positions that a game comes to.
    fn positions(&self) -> u64;

    /// How many bytes the entries have.
    fn bytes(&self) -> u64;

    /// Writes the table of a game; what was there before stays until all is written.
    fn write(&self, path: &Path, game: &str) -> Result<(), TablebaseError>;

    /// What a move does to the value of a position.
    fn judge(&self, position: &G, mv: G::Move) -> Judgement {
        Judgement { before: self.value(position), after: self.move_value(position, mv) }
    }
}

/// A table that several may look at.
pub type AnyTable<G> = Arc<dyn Values<G>>;

impl<G: Hashed, P: Payoff<G>> Values<G> for Tablebase<G, P> {
    fn value(&self, position: &G) -> i32 {
        Self::value(self, position)
    }

    fn move_value(&self, position: &G, mv: G::Move) -> i32 {
        Self::move_value(self, position, mv)
    }

    fn positions(&self) -> u64 {
        self.ranking.size()
    }

    fn bytes(&self) -> u64 {
        self.entries.bytes().len() as u64
    }

    fn write(&self, path: &Path, game: &str) -> Result<(), TablebaseError> {
        self.entries.write(path, game, self.width.format(self.positions()))
    }
}
