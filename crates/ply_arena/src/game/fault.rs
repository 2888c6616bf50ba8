//! What an agent can do wrong, and how it is told.

use serde::{Deserialize, Serialize};

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

/// What an agent did wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
#[error("{reason}: {message}")]
pub struct Fault {
    /// Which rule it broke.
    pub reason: Reason,
    /// What happened, in words.
    pub message: String,
    /// The last it wrote to stderr, or the panic's message.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub last_words: String,
}

impl Fault {
    /// A fault without last words.
    pub fn new(reason: Reason, message: impl Into<String>) -> Self {
        Self { reason, message: message.into(), last_words: String::new() }
    }

    /// The same with last words.
    pub fn with_last_words(mut self, last_words: impl Into<String>) -> Self {
        self.last_words = last_words.into();
        self
    }
}
