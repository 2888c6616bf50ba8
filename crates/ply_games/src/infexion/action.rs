//! What a player does in a turn, in two bytes.

use std::fmt;

use super::geometry::{CELLS, Direction, SLOTS, SPAWN, coordinates};

/// A spawn or a spread.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Action(
    /// The cell times [`SLOTS`], plus the direction or [`SPAWN`].
    u16,
);

impl Action {
    /// A new piece of power 1 on an empty cell.
    #[inline]
    pub const fn spawn(cell: usize) -> Self {
        debug_assert!(cell < CELLS);
        Self((cell * SLOTS + SPAWN) as u16)
    }

    /// The stack of a cell spreads in a direction.
    #[inline]
    pub const fn spread(cell: usize, direction: Direction) -> Self {
        debug_assert!(cell < CELLS);
        Self((cell * SLOTS + direction as usize) as u16)
    }

    /// The number by which a spread looks up [what it reaches](super::Size::reach).
    #[inline]
    pub(super) const fn code(self) -> usize {
        self.0 as usize
    }

    /// The cell that is spawned on or spread from.
    #[inline]
    pub const fn cell(self) -> usize {
        self.0 as usize / SLOTS
    }

    /// The direction of a spread; `None` for a spawn.
    #[inline]
    pub const fn direction(self) -> Option<Direction> {
        let way = self.0 as usize % SLOTS;
        if way < SPAWN { Some(Direction::ALL[way]) } else { None }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (r, q) = coordinates(self.cell());
        match self.direction() {
            None => write!(f, "{r},{q}"),
            Some(direction) => write!(f, "{r},{q},{}", direction.text()),
        }
    }
}

impl fmt::Debug for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
