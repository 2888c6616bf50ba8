//! The tables, and how a file of an older version becomes one of ours.
//!
//! A file's version is the number of migrations it has seen (`user_version`). All that are missing run in one
//! transaction: a file is either of the old version or of the new one.

use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode, TransactionBehavior};

/// `PLYG` in ASCII: how we know a file of ours (`application_id`).
pub(super) const APPLICATION: i64 = 0x504c_5947;

/// Each takes a file one version further. What was published is never changed, only added to.
pub(super) const MIGRATIONS: &[&str] = &[
    "
    CREATE TABLE tournaments (
        id      INTEGER PRIMARY KEY,
        name    TEXT NOT NULL UNIQUE,
        plan    TEXT NOT NULL,
        created INTEGER NOT NULL -- seconds since 1970
    ) STRICT;

    CREATE TABLE agents (
        tournament INTEGER NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
        number     INTEGER NOT NULL,
        name       TEXT NOT NULL,
        spec       TEXT NOT NULL,
        PRIMARY KEY (tournament, number),
        UNIQUE (tournament, name)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE games (
        id         TEXT NOT NULL PRIMARY KEY, -- hash of tournament, pairing, opening, seed and agents
        tournament INTEGER NOT NULL,
        round      INTEGER NOT NULL,
        number     INTEGER NOT NULL, -- of the opening pair in its round
        game       INTEGER NOT NULL, -- of the tournament's games
        first      INTEGER NOT NULL,
        second     INTEGER NOT NULL,
        opening    INTEGER NOT NULL,
        seed       INTEGER NOT NULL, -- the same 64 bits, with a sign
        outcome    TEXT NOT NULL CHECK (outcome IN ('first', 'second', 'draw')),
        loser      INTEGER CHECK (loser IN (0, 1)), -- who forfeited
        reason     TEXT,
        played     INTEGER NOT NULL, -- seconds since 1970
        record     TEXT NOT NULL CHECK (json_valid(record)),
        FOREIGN KEY (tournament, first) REFERENCES agents (tournament, number) ON DELETE CASCADE,
        FOREIGN KEY (tournament, second) REFERENCES agents (tournament, number) ON DELETE CASCADE
    ) STRICT;

    CREATE INDEX games_of_tournament ON games (tournament, round, number, first);

    CREATE VIEW moves AS
        SELECT games.id AS game,
               each.key AS ply,
               each.value ->> 'move' AS move,
               each.value ->> 'ms' AS ms,
               each.value ->> 'score' AS score,
               each.value ->> 'depth' AS depth
        FROM games, json_each(games.record, '$.moves') AS each;
",
    "
    CREATE TABLE live (
        tournament INTEGER NOT NULL PRIMARY KEY REFERENCES tournaments (id) ON DELETE CASCADE,
        told       INTEGER NOT NULL, -- milliseconds since 1970
        games      TEXT NOT NULL CHECK (json_valid(games)) -- those under way
    ) STRICT;
",
    "
    CREATE TABLE measurements (
        key   TEXT NOT NULL PRIMARY KEY, -- what was measured, and everything it depends on
        value TEXT NOT NULL CHECK (json_valid(value)),
        made  INTEGER NOT NULL -- seconds since 1970
    ) STRICT, WITHOUT ROWID;
",
    "
    CREATE TABLE page_games (
        id      TEXT NOT NULL PRIMARY KEY, -- known to its players only
        owner   INTEGER NOT NULL, -- a number for whoever began it
        changed INTEGER NOT NULL, -- seconds since 1970
        record  TEXT NOT NULL CHECK (json_valid(record))
    ) STRICT, WITHOUT ROWID;
",
    "
    ALTER TABLE live ADD workers TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(workers)); -- other machines that play
",
];

/// Whether a file that begins so is a store of ours.
pub(crate) fn is_store(header: &[u8; 100]) -> bool {
    // The fields of the header are those of <https://www.sqlite.org/fileformat2.html>.
    header.starts_with(b"SQLite format 3\0") && header[68..72] == (APPLICATION as u32).to_be_bytes()
}

/// What a file is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// A store of this version; 0: a new file.
    Ours(i64),
    /// The database of some other program.
    Foreign,
}

/// Looks what a file is without changing it.
pub(super) fn kind(connection: &Connection) -> rusqlite::Result<Kind> {
    // One view of the file for all three questions: another process may be making the tables.
    let view = connection.unchecked_transaction()?;
    let number = |sql: &str| view.query_row(sql, [], |row| row.get::<_, i64>(0));
    let version = number("PRAGMA user_version")?;
    let application = number("PRAGMA application_id")?;
    let empty = number("SELECT count(*) FROM sqlite_schema")? == 0;
    Ok(match application {
        APPLICATION => Kind::Ours(version),
        0 if empty && version == 0 => Kind::Ours(0),
        _ => Kind::Foreign,
    })
}

/// Turns on the write-ahead log: readers and the writer do not wait for each other, and a kill between two games costs
/// none of them. It stays on in the file.
pub(super) fn write_ahead(connection: &Connection, patience: Duration) -> rusqlite::Result<()> {
    // The one change for which the database does not wait by itself while another process uses the file.
    patiently(patience, || connection.pragma_update(None, "journal_mode", "wal"))
}

/// Whether somebody else holds the file.
pub(super) fn busy(error: &rusqlite::Error) -> bool {
    use ErrorCode::{DatabaseBusy, DatabaseLocked, FileLockingProtocolFailed};
    error
        .sqlite_error_code()
        .is_some_and(|code| [DatabaseBusy, DatabaseLocked, FileLockingProtocolFailed].contains(&code))
}

/// Does something again and again while somebody else holds the file, a backup or another program: a game that was
/// played is worth waiting for.
pub(super) fn patiently<T>(
    patience: Duration,
    mut attempt: impl FnMut() -> rusqlite::Result<T>,
) -> rusqlite::Result<T> {
    let began = Instant::now();
    loop {
        match attempt() {
            Err(error) if busy(&error) && began.elapsed() < patience => std::thread::sleep(Duration::from_millis(5)),
            done => return done,
        }
    }
}

/// Runs the migrations a file has not seen.
pub(super) fn migrate(connection: &mut Connection, migrations: &[&str]) -> rusqlite::Result<()> {
    // Whoever comes second waits here and then finds nothing left to do.
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let version: i64 = transaction.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    for migration in migrations.iter().skip(version as usize) {
        transaction.execute_batch(migration)?;
    }
    if (version as usize) < migrations.len() {
        transaction.pragma_update(None, "user_version", migrations.len() as i64)?;
        transaction.pragma_update(None, "application_id", APPLICATION)?;
    }
    transaction.commit()
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEPS: &[&str] = &["CREATE TABLE a (x)", "ALTER TABLE a ADD y; INSERT INTO a VALUES (7, 8)"];

    fn version(connection: &Connection) -> i64 {
        connection.query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap()
    }

    #[test]
    fn a_file_of_any_version_sees_what_it_misses_once() {
        for old in 0..=STEPS.len() {
            let mut connection = Connection::open_in_memory().unwrap();
            migrate(&mut connection, &STEPS[..old]).unwrap();
            migrate(&mut connection, STEPS).unwrap();
            migrate(&mut connection, STEPS).unwrap();
            assert_eq!(version(&connection), 2);
            let rows: i64 = connection.query_row("SELECT count(*) FROM a WHERE y = 8", [], |row| row.get(0)).unwrap();
            assert_eq!(rows, 1, "from version {old}");
            assert_eq!(kind(&connection).unwrap(), Kind::Ours(2));
        }
    }

    #[test]
    fn a_file_that_others_hold_is_waited_for() {
        let busy = || rusqlite::Error::SqliteFailure(rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_BUSY), None);
        let mut held = 3;
        let tried = patiently(Duration::from_secs(60), || {
            held -= 1;
            if held > 0 { Err(busy()) } else { Ok(held) }
        });
        assert_eq!(tried.unwrap(), 0);
        patiently(Duration::ZERO, || Err::<(), _>(busy())).unwrap_err();
    }

    #[test]
    fn a_migration_that_fails_leaves_the_old_version() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection, &STEPS[..1]).unwrap();
        let broken = [STEPS[0], STEPS[1], "CREATE TABLE b (x); CREATE NONSENSE"];
        migrate(&mut connection, &broken).unwrap_err();
        assert_eq!(version(&connection), 1);
        let columns: i64 =
            connection.query_row("SELECT count(*) FROM pragma_table_info('a')", [], |row| row.get(0)).unwrap();
        assert_eq!(columns, 1);
        migrate(&mut connection, STEPS).unwrap();
        assert_eq!(version(&connection), 2);
    }
}
