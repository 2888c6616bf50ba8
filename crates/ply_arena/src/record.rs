//! What is kept of a game: one JSON line with every move, its time, score and depth, and how it ended.

use ply_game::{Outcome, Player};
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

/// How a game ended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "by")]
pub enum Ending {
    /// By the rules of the game.
    Rule,
    /// One side broke the rules of the arena.
    Forfeit {
        /// Who: 0 the first player, 1 the second.
        loser: usize,
        /// After how many moves of the game.
        ply: usize,
        /// What it did.
        fault: Fault,
    },
    /// The referee ended a game that was decided.
    Adjudication {
        /// Why.
        why: String,
    },
    /// One side gave up.
    Resignation {
        /// Who: 0 the first player, 1 the second.
        loser: usize,
    },
    /// It has not ended: a person left it to go on later.
    Unfinished,
}

/// One move of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MoveRecord {
    /// The move's text.
    #[serde(rename = "move")]
    pub text: String,
    /// Who made it: 0 the first player, 1 the second.
    pub by: usize,
    /// Milliseconds from the question to the answer.
    pub ms: f64,
    /// The agent's score in points, if it told one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
    /// The agent's depth, if it told one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The agent's own answer was no move; the referee chose this one at random.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instead_of: Option<Fault>,
}

/// One game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// The game's full spelling.
    pub game: String,
    /// The text of the position it began from, if that is not the game's own start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The agents' full spellings, the first player's first.
    pub agents: [String; 2],
    /// The time control.
    pub time: String,
    /// The seed agents were built with.
    pub seed: u64,
    /// Moves that were made before the agents took over.
    pub opening: Vec<String>,
    /// The agents' moves.
    pub moves: Vec<MoveRecord>,
    /// `first`, `second` or `draw`; `unfinished` if it has not ended.
    pub outcome: String,
    /// How it ended.
    pub ending: Ending,
    /// The scores on the board at the end, in games that count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scores: Option<[i32; 2]>,
}

impl GameRecord {
    /// The outcome as a value.
    pub fn result(&self) -> Outcome {
        match self.outcome.as_str() {
            "first" => Outcome::Win(Player::First),
            "second" => Outcome::Win(Player::Second),
            _ => Outcome::Draw,
        }
    }

    /// Who forfeited, and why.
    pub fn forfeit(&self) -> Option<(Player, &Fault)> {
        match &self.ending {
            Ending::Forfeit { loser, fault, .. } => Some((Player::BOTH[*loser & 1], fault)),
            Ending::Rule | Ending::Adjudication { .. } | Ending::Resignation { .. } | Ending::Unfinished => None,
        }
    }
}
