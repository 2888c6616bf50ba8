//! The row in which an arena shows its games under way.

use std::time::{Duration, SystemTime};

use rusqlite::{OptionalExtension as _, params};

use super::schema::busy;
use super::{Store, StoreError, Tournament};
use crate::tournament::live::LiveGame;

/// A row older than this was left behind by an arena that was killed.
const STALE: Duration = Duration::from_secs(5);

impl Store {
    /// Shows the games of a tournament that are under way.
    pub(crate) fn publish(&self, tournament: &Tournament, games: &[LiveGame]) -> Result<(), StoreError> {
        let text = serde_json::to_string(games).map_err(|error| self.unreadable("under way", error))?;
        let write = || {
            self.connection
                .prepare_cached("INSERT OR REPLACE INTO live (tournament, told, games) VALUES (?1, ?2, ?3)")?
                .execute(params![tournament.id, milliseconds(), text])
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
        let row = self
            .connection
            .query_row("SELECT told, games FROM live WHERE tournament = ?1", [tournament.id], |row| {
                Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?))
            })
            .optional()
            .map_err(|error| self.wrong(error))?;
        let fresh = row.filter(|(told, _)| milliseconds() - told < STALE.as_millis() as i64);
        fresh
            .map(|(_, games)| serde_json::from_str(&games))
            .transpose()
            .map_err(|error| self.unreadable("under way", error))
    }
}

/// Milliseconds since 1970.
fn milliseconds() -> i64 {
    SystemTime::UNIX_EPOCH.elapsed().map(|time| time.as_millis() as i64).unwrap_or(0)
}
