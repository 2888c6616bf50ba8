//! What was measured besides games, kept like them: inserted once under a key that says all that matters.

use rusqlite::{OptionalExtension, params};

use super::{Store, StoreError, now};

impl Store {
    /// What is kept under a key, as JSON.
    pub fn measurement(&self, key: &str) -> Result<Option<String>, StoreError> {
        let row = || {
            let mut statement = self.connection.prepare_cached("SELECT value FROM measurements WHERE key = ?1")?;
            statement.query_row([key], |row| row.get(0)).optional()
        };
        row().map_err(|error| self.wrong(error))
    }

    /// Keeps a measurement, as JSON. `false`: there was one under this key, and it stays as it was.
    pub fn keep_measurement(&self, key: &str, value: &str) -> Result<bool, StoreError> {
        let sql = "INSERT INTO measurements (key, value, made) VALUES (?1, ?2, ?3) ON CONFLICT (key) DO NOTHING";
        let rows = self.connection.execute(sql, params![key, value, now()]);
        rows.map(|rows| rows == 1).map_err(|error| self.wrong(error))
    }
}
