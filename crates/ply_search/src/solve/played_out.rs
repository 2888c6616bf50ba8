//! What became of a win that was played out against every reply.

use std::ops::AddAssign;

/// What was met while a win was played out.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PlayedOut {
    /// Positions in which the winner was to move and had no win at once, images counted once.
    pub positions: u64,
    /// In how many groups they were treated; as many where each was treated alone.
    pub groups: u64,
    /// Positions after a reply, counted with every position that it is a reply to.
    pub replies: u64,
    /// Those of them that the winner had won, or won with the next move.
    pub endings: u64,
}

impl AddAssign for PlayedOut {
    fn add_assign(&mut self, other: Self) {
        self.positions += other.positions;
        self.groups += other.groups;
        self.replies += other.replies;
        self.endings += other.endings;
    }
}

/// Why a win was not played out.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotPlayedOut {
    /// It is none.
    #[error("{position}: {reason}")]
    Refuted {
        /// Where.
        position: String,
        /// Why.
        reason: &'static str,
    },
    /// The budget ended before.
    #[error("the time was over before the win was played out")]
    Stopped,
}
