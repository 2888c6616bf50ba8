//! The row in which an arena shows its games under way.

use std::time::{Duration, SystemTime};

use rusqlite::{OptionalExtension as _, params};
use serde::de::DeserializeOwned;

use super::schema::busy;
use super::{Store, StoreError, Tournament};
use crate::tournament::live::{LiveGame, WorkerSeen};

/// A row older than this was left behind by an arena that was killed.
const STALE: Duration = Duration::from_secs(5);

impl Store {
    /// Shows the games of a tournament that are under way.
    pub(crate) fn publish(
        &self,
        tournament: &Tournament,
        games: &[LiveGame],
        workers: &[WorkerSeen],
    ) -> Result<(), StoreError> {
        let unreadable = |error| self.unreadable("under way", error);
        let games = serde_json::to_string(games).map_err(unreadable)?;
        let workers = serde_json::to_string(workers).map_err(unreadable)?;
        let write = || {
            self.connection
                .prepare_cached(
                    "INSERT OR REPLACE INTO live (tournament, told, games, workers) VALUES (?1, ?2, ?3, ?4)",
                )?
                .execute(params![tournament.id, milliseconds(), games, workers])
        };
        match write() {
            // Somebody else holds the file: it is told the next time.
            Err(error) if busy(&error) => Ok(()),
            written => written.map(drop).map_err(|error| self.wrong(error)),
        }
    }

    /// No game is under way any more.
    pub(crate) fn unpublish(&self, tournament: &Tournament) -> Result<(), StoreError> {
        let done = self.connection.execute("DELETE FROM live WHERE tournament = ?1", [tournament.id]);
        done.map(drop).map_err(|error| self.wrong(error))
    }

    /// The games of a tournament that are under way; nothing: it is not being played.
    pub fn live(&self, tournament: &Tournament) -> Result<Option<Vec<LiveGame>>, StoreError> {
        self.shown(tournament, "games")
    }

    /// The machines that play a tournament beside the arena's own.
    pub fn workers(&self, tournament: &Tournament) -> Result<Vec<WorkerSeen>, StoreError> {
        self.shown(tournament, "workers").map(Option::unwrap_or_default)
    }

    /// What a column of the row has, unless it is stale.
    fn shown<T: DeserializeOwned>(&self, tournament: &Tournament, column: &str) -> Result<Option<T>, StoreError> {
        let sql = format!("SELECT told, {column} FROM live WHERE tournament = ?1");
        let row = self
            .connection
            .query_row(&sql, [tournament.id], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?)))
            .optional()
            .map_err(|error| self.wrong(error))?;
        let fresh = row.filter(|(told, _)| milliseconds() - told < STALE.as_millis() as i64);
        let read = fresh.map(|(_, text)| serde_json::from_str(&text)).transpose();
        read.map_err(|error| self.unreadable("under way", error))
    }
}

/// Milliseconds since 1970.
fn milliseconds() -> i64 {
    SystemTime::UNIX_EPOCH.elapsed().map(|time| time.as_millis() as i64).unwrap_or(0)
}
