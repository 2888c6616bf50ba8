//! What an agent can do wrong, and how it is told.

use ply_game::{harmless, harmless_line};
use serde::{Deserialize, Serialize};

use crate::game::text;

/// Why an agent lost without losing on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// It answered after its time.
    Timeout,
    /// It died or panicked.
    Crash,
    /// It did not answer at all, not even when told to stop.
    Stall,
    /// Its move is not legal.
    IllegalMove,
    /// It answered that it has no move.
    NoMove,
    /// It did not keep to the protocol.
    Protocol,
    /// It used more memory than allowed.
    Memory,
    /// It wrote more than anybody could read.
    OutputFlood,
}

impl Reason {
    /// Every reason.
    pub const ALL: [Self; 8] = [
        Self::Timeout,
        Self::Crash,
        Self::Stall,
        Self::IllegalMove,
        Self::NoMove,
        Self::Protocol,
        Self::Memory,
        Self::OutputFlood,
    ];

    /// Its spelling in records.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Timeout => "timeout",
            Self::Crash => "crash",
            Self::Stall => "stall",
            Self::IllegalMove => "illegal-move",
            Self::NoMove => "no-move",
            Self::Protocol => "protocol",
            Self::Memory => "memory",
            Self::OutputFlood => "output-flood",
        }
    }
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.word())
    }
}

/// Characters of a message.
const LONGEST_MESSAGE: usize = 1000;

/// What an agent did wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
#[error("{reason}: {message}")]
pub struct Fault {
    /// Which rule it broke.
    pub reason: Reason,
    /// What happened, in words, on one line.
    #[serde(deserialize_with = "text::line")]
    pub message: String,
    /// The last it wrote to stderr, or the panic's message.
    #[serde(default, skip_serializing_if = "String::is_empty", deserialize_with = "text::words")]
    pub last_words: String,
}

impl Fault {
    /// A fault without last words. What the message cites of the agent is made harmless.
    pub fn new(reason: Reason, message: impl AsRef<str>) -> Self {
        Self { reason, message: harmless_line(message.as_ref(), LONGEST_MESSAGE), last_words: String::new() }
    }

    /// The same with last words, made harmless.
    pub fn with_last_words(mut self, last_words: impl AsRef<str>) -> Self {
        self.last_words = harmless(last_words.as_ref());
        self
    }
}
