//! Games under way, for whoever looks at the store from another process.
//!
//! The boards tell every move; the arena writes what they told to the store a few times a second, all games in one row.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::game::under_way::Glimpse;
use crate::schedule::Pairing;
use crate::store::StoreError;
use crate::tournament::executor::Executor;
use crate::tournament::runner::Kept;

/// A game under way.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LiveGame {
    /// A name for it while it lasts.
    pub id: String,
    /// The game's full spelling.
    pub game: String,
    /// The agents' places in the tournament's list, the first player's first.
    pub agents: [usize; 2],
    /// Every move so far, the opening's first.
    pub moves: Vec<String>,
    /// Moves of the opening.
    pub opening: usize,
    /// What each player has left for the next move, in milliseconds; nothing: no limit.
    pub left_ms: [Option<f64>; 2],
}

/// Another machine that plays games of ours.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct WorkerSeen {
    /// Its name.
    pub name: String,
    /// Its cores.
    pub cores: usize,
    /// Games it plays at a time.
    pub concurrency: usize,
    /// Games it has played for this run.
    pub games: u64,
    /// The same in the last minute.
    pub per_minute: u64,
    /// Seconds since its last word.
    pub silent_s: u64,
    /// Why it does not play, if it does not.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub refuses: String,
}

/// All games under way.
#[derive(Default, Debug)]
pub(crate) struct Live {
    games: Mutex<BTreeMap<Pairing, LiveGame>>,
}

impl Live {
    /// A board tells of its game.
    pub(crate) fn tell(&self, pairing: &Pairing, glimpse: Glimpse<'_>) {
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        let game = games.entry(*pairing).or_insert_with(|| LiveGame {
            id: format!("{}-{}-{}-{}", pairing.round, pairing.index, pairing.agents[0], pairing.agents[1]),
            game: glimpse.game.to_string(),
            agents: pairing.agents,
            moves: Vec::new(),
            opening: glimpse.opening,
            left_ms: [None; 2],
        });
        game.moves.extend_from_slice(&glimpse.moves[game.moves.len()..]);
        game.left_ms = glimpse.left.map(|left| Some(left?.as_secs_f64() * 1e3));
    }

    pub(crate) fn list(&self) -> Vec<LiveGame> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }

    pub(crate) fn forget(&self, pairing: &Pairing) {
        self.games.lock().unwrap_or_else(PoisonError::into_inner).remove(pairing);
    }
}

/// Writes the games under way to the store, now and then; at its end none is left there.
pub(crate) struct Publisher<'a> {
    kept: Kept<'a>,
    written: Option<Instant>,
}

impl<'a> Publisher<'a> {
    /// Between two writings.
    pub(crate) const PAUSE: Duration = Duration::from_millis(250);

    pub(crate) fn new(kept: Kept<'a>) -> Self {
        Self { kept, written: None }
    }

    /// Writes, if it is time to.
    pub(crate) fn publish(&mut self, executor: &dyn Executor) -> Result<(), StoreError> {
        if self.written.is_some_and(|last| last.elapsed() < Self::PAUSE) {
            return Ok(());
        }
        self.written = Some(Instant::now());
        self.kept.store.publish(self.kept.tournament, &executor.live(), &executor.workers())
    }
}

impl Drop for Publisher<'_> {
    fn drop(&mut self) {
        // Rows that stay behind grow stale within seconds.
        let _unimportant = self.kept.store.unpublish(self.kept.tournament);
    }
}
