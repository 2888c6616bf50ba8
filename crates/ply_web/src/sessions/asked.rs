//! What may be asked of a game in progress.

use std::sync::Arc;

use ply_arena::TimeControl;
use ply_game::Player;
use ply_games::set_up;
use serde::Deserialize;

use super::game::{AnyGame, Begin};
use crate::config::Limits;
use crate::memory::Memory;
use crate::position::place;
use crate::problem::Problem;
use crate::thinking::admit;

/// A new game.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Create {
    game: String,
    position: Option<String>,
    #[serde(default)]
    moves: String,
    first: String,
    second: String,
    clock: Option<String>,
    seed: Option<u64>,
}

impl Create {
    /// The game as it begins; `seed` is taken where none was given.
    pub(crate) fn begin(self, limits: &Limits, memory: &Arc<Memory>, seed: u64) -> Result<Box<dyn AnyGame>, Problem> {
        let agents = [admit(&self.first, limits)?, admit(&self.second, limits)?];
        let time = time_control(self.clock.as_deref())?;
        let place = place(&self.game, self.position.as_deref(), &self.moves);
        let (start, seed) = (place.position.map(str::to_owned), self.seed.unwrap_or(seed));
        set_up(&place, Begin { agents, time, grace: limits.grace, seed, start, memory: memory.clone() })?
    }
}

/// The clock: `none`, or a time control.
fn time_control(text: Option<&str>) -> Result<TimeControl, Problem> {
    match text {
        None | Some("" | "none") => Ok(TimeControl::default()),
        Some(text) => {
            let time: TimeControl = text.parse()?;
            if time.cpu {
                return Err(Problem::bad("clock: CPU time is counted for programs only, and none plays here"));
            }
            Ok(time)
        }
    }
}

/// A move.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Move {
    pub(crate) r#move: String,
    /// The ply at which it is made: a move that was sent twice is made once.
    pub(crate) ply: Option<usize>,
}

/// Who resigns.
#[derive(Deserialize, Default, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Resign {
    side: Option<Side>,
}

/// One of the players.
#[derive(Deserialize, Clone, Copy, Debug)]
#[serde(rename_all = "lowercase")]
enum Side {
    First,
    Second,
}

impl Resign {
    /// Reads a body, which may be empty.
    pub(crate) fn read(body: &[u8]) -> Result<Self, Problem> {
        match body {
            b"" => Ok(Self::default()),
            body => serde_json::from_slice(body).map_err(|error| Problem::bad(error.to_string())),
        }
    }

    /// The player who is named.
    pub(crate) fn side(self) -> Option<Player> {
        self.side.map(|side| match side {
            Side::First => Player::First,
            Side::Second => Player::Second,
        })
    }
}
