//! The rules of the arena for one game: clocks, grace, what a fault costs, when a game is ended early.

use std::time::Duration;

use ply_search::{DurationError, parse_duration};
use serde::{Deserialize, Serialize};

use crate::game::text;
use crate::{Adjudication, TimeControl};

/// What happens to an agent that breaks the rules.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Policy {
    /// It loses the game.
    #[default]
    Forfeit,
    /// A random legal move is made for it, as two of the courses do.
    RandomMove,
}

impl Policy {
    /// The spellings of policies.
    pub const WORDS: [&'static str; 2] = ["forfeit", "random-move"];
    /// Both, in the order of their spellings.
    pub const ALL: [Self; 2] = [Self::Forfeit, Self::RandomMove];
}

/// The rules of the arena for one game.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct ArenaRules {
    /// Both players' time controls.
    #[serde(with = "text::times")]
    pub times: [TimeControl; 2],
    /// How much later than its time an answer may come.
    pub grace: Duration,
    /// What a fault costs.
    pub policy: Policy,
    /// When a game is ended before its end.
    pub adjudication: Adjudication,
}

impl ArenaRules {
    /// The grace that programs and agents have where nobody says otherwise.
    pub const GRACE: Duration = Duration::from_millis(20);

    /// How long a built-in agent may take to answer once it was told to stop, before its thread is given up.
    pub const STOPPING: Duration = Duration::from_millis(500);

    /// The usual rules with this time control for both: 20 ms of grace, a fault loses.
    pub fn new(time: TimeControl) -> Self {
        let policy = Policy::Forfeit;
        Self { times: [time; 2], grace: Self::GRACE, policy, adjudication: Adjudication::default() }
    }
}

/// Reads a grace: a duration, of which there may be none at all.
pub fn parse_grace(text: &str) -> Result<Duration, DurationError> {
    match text.strip_prefix('0') {
        Some("us" | "ms" | "s") => Ok(Duration::ZERO),
        _ => parse_duration(text),
    }
}
