//! The store: one SQLite file with tournaments, their agents and their games, with measurements and games on the page.
//!
//! A game is inserted once, under an identity that is a hash of what makes it that game; whoever delivers it again
//! changes nothing. Standings are not stored but computed. Each insertion is a transaction of its own in the
//! write-ahead log (about 0.1 ms): an arena that is killed loses the games in flight and no other. Readers do not wait
//! for the writer.

mod error;
mod identity;
mod live;
mod lock;
mod measurements;
mod page_games;
mod place;
mod schema;

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use ply_game::{Outcome, Player, nearest};
use rusqlite::{Connection, OpenFlags, OptionalExtension, Row, params};

use crate::game::record::GameRecord;
use crate::plan::Plan;
use crate::schedule::{Pairing, Results};
use lock::NoLock;
use schema::{Kind, MIGRATIONS};

pub use error::StoreError;
pub(crate) use identity::Fnv;
pub use identity::GameId;
pub use lock::Lock;
pub use page_games::PageGames;
pub use place::{data_dir, default_path};
pub(crate) use schema::is_store;

/// How long a writer waits for another.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long a game that was played waits to be stored.
const LONG_PATIENCE: Duration = Duration::from_secs(600);

/// An open store.
///
/// ```
/// # let folder = tempfile::tempdir().unwrap();
/// # let path = folder.path().join("my.db");
/// use ply_arena::{plan::Plan, store::Store};
/// let plan = Plan::from_toml("name = 'spring'\ngame = 'infexion'\nagents = ['random', 'greedy']").unwrap();
/// let store = Store::open(&path).unwrap();
/// let tournament = store.create(&plan).unwrap();
/// let lock = store.lock(&tournament).unwrap(); // held while it is played
/// assert_eq!(store.find("spring").unwrap().plan().unwrap(), plan);
/// ```
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    path: PathBuf,
}

/// A stored tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tournament {
    /// Its number in this store.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// Its plan as TOML.
    pub plan: String,
    /// When it was made, in seconds since 1970.
    pub created: u64,
    /// How many games are stored.
    pub games: u64,
}

impl Tournament {
    /// Its plan.
    pub fn plan(&self) -> Result<Plan, crate::plan::PlanError> {
        Plan::from_toml(&self.plan)
    }
}

/// A stored game.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredGame {
    /// Its identity.
    pub id: GameId,
    /// Its place in the schedule.
    pub pairing: Pairing,
    /// When it was stored, in seconds since 1970.
    pub played: u64,
    /// The game itself.
    pub record: GameRecord,
}

impl Store {
    /// Opens a store, makes it where there is none, and brings it to our version. Its folder has to be there, but for
    /// the usual place of this user.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        if let Some(folder) = path.parent().filter(|_| default_path().as_deref() == Some(path)) {
            std::fs::create_dir_all(folder).map_err(|error| StoreError::open(path, error))?;
        }
        Self::open_with(path, OpenFlags::SQLITE_OPEN_CREATE)
    }

    /// Opens a store that is there.
    pub fn open_existing(path: &Path) -> Result<Self, StoreError> {
        if !path.exists() {
            return Err(StoreError::open(path, "there is no such file"));
        }
        Self::open_with(path, OpenFlags::empty())
    }

    /// Opens a store that is there, to be looked at only: also one that may not be written to. Where not even the folder
    /// may be, what another process is just writing is not seen.
    pub fn open_to_read(path: &Path) -> Result<Self, StoreError> {
        match Self::open_existing(path) {
            Err(StoreError::Open { .. }) if path.is_file() => Self::open_immutable(path),
            opened => opened,
        }
    }

    fn open_immutable(path: &Path) -> Result<Self, StoreError> {
        let wrong = |error: rusqlite::Error| StoreError::of(path, &error);
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
        let absolute = std::path::absolute(path).map_err(|error| StoreError::open(path, error))?;
        let escaped: String = absolute.to_string_lossy().replace('%', "%25").replace('?', "%3f").replace('#', "%23");
        let connection = Connection::open_with_flags(format!("file:{escaped}?immutable=1"), flags).map_err(wrong)?;
        match schema::kind(&connection).map_err(wrong)? {
            Kind::Ours(version) if version == MIGRATIONS.len() as i64 => Ok(Self { connection, path: path.to_owned() }),
            Kind::Ours(_) => Err(StoreError::open(path, "it is of another version and may not be written to")),
            Kind::Foreign => Err(StoreError::open(path, "it is the database of another program")),
        }
    }

    fn open_with(path: &Path, create: OpenFlags) -> Result<Self, StoreError> {
        if path.is_dir() {
            return Err(StoreError::open(path, "it is a folder"));
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | create;
        // An absolute path: names such as ':memory:' mean something else to the library.
        let absolute = std::path::absolute(path).map_err(|error| StoreError::open(path, error))?;
        let connection = Connection::open_with_flags(absolute, flags);
        let wrong = |error: rusqlite::Error| StoreError::of(path, &error);
        let mut connection = connection.map_err(wrong)?;
        connection.busy_timeout(PATIENCE).map_err(wrong)?;
        let newest = MIGRATIONS.len() as i64;
        match schema::kind(&connection).map_err(wrong)? {
            Kind::Foreign => {
                let reason = "it is the database of another program".to_owned();
                return Err(StoreError::Foreign { path: path.to_owned(), reason });
            }
            Kind::Ours(found) if found > newest => {
                return Err(StoreError::Newer { path: path.to_owned(), found, known: newest });
            }
            Kind::Ours(version) => {
                schema::write_ahead(&connection, PATIENCE).map_err(wrong)?;
                connection.pragma_update(None, "synchronous", "normal").map_err(wrong)?;
                connection.pragma_update(None, "foreign_keys", true).map_err(wrong)?;
                if version < newest {
                    schema::migrate(&mut connection, MIGRATIONS).map_err(wrong)?;
                }
            }
        }
        Ok(Self { connection, path: path.to_owned() })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn wrong(&self, error: rusqlite::Error) -> StoreError {
        StoreError::of(&self.path, &error)
    }

    /// A new tournament and its agents.
    pub fn create(&self, plan: &Plan) -> Result<Tournament, StoreError> {
        match self.insert_tournament(plan) {
            Ok(()) => self.find(&plan.name),
            Err(error) => Err(match self.by_name(&plan.name)? {
                Some(there) => StoreError::Exists { name: there.name, games: there.games },
                None => self.wrong(error),
            }),
        }
    }

    fn insert_tournament(&self, plan: &Plan) -> rusqlite::Result<()> {
        let transaction = self.connection.unchecked_transaction()?;
        transaction.execute(
            "INSERT INTO tournaments (name, plan, created) VALUES (?1, ?2, ?3)",
            params![plan.name, plan.to_toml(), now()],
        )?;
        let id = transaction.last_insert_rowid();
        insert_agents(&transaction, id, plan)?;
        transaction.commit()
    }

    /// Gives a tournament another plan: one with more agents, or with some that are set aside. None may be missing.
    pub fn change(&self, tournament: &Tournament, plan: &Plan) -> Result<Tournament, StoreError> {
        self.change_plan(tournament.id, plan).map_err(|error| self.wrong(error))?;
        self.find(&plan.name)
    }

    fn change_plan(&self, id: i64, plan: &Plan) -> rusqlite::Result<()> {
        let transaction = self.connection.unchecked_transaction()?;
        transaction.execute("UPDATE tournaments SET plan = ?2 WHERE id = ?1", params![id, plan.to_toml()])?;
        // Names may be exchanged: no two are equal at any time.
        transaction.execute("UPDATE agents SET name = char(0) || number WHERE tournament = ?1", [id])?;
        insert_agents(&transaction, id, plan)?;
        transaction.commit()
    }

    /// Forgets a tournament with all its games.
    pub fn delete(&self, tournament: &Tournament) -> Result<(), StoreError> {
        let done = self.connection.execute("DELETE FROM tournaments WHERE id = ?1", [tournament.id]);
        done.map(drop).map_err(|error| self.wrong(error))
    }

    /// The tournament of a name or, where there is no such name, of a number.
    pub fn find(&self, name: &str) -> Result<Tournament, StoreError> {
        if let Some(tournament) = self.by_name(name)? {
            return Ok(tournament);
        }
        let all = self.list()?;
        let number = name.parse::<i64>().ok();
        if let Some(tournament) = all.iter().find(|tournament| Some(tournament.id) == number) {
            return Ok(tournament.clone());
        }
        let names = || all.iter().map(|tournament| tournament.name.as_str());
        let known = if all.is_empty() { "none".to_owned() } else { names().collect::<Vec<_>>().join(", ") };
        Err(StoreError::Unknown { name: name.to_owned(), nearest: nearest(name, names()), known })
    }

    /// The tournament of a name, if there is one.
    pub fn by_name(&self, name: &str) -> Result<Option<Tournament>, StoreError> {
        let sql = format!("{TOURNAMENTS} WHERE name = ?1");
        self.connection.query_row(&sql, [name], tournament).optional().map_err(|error| self.wrong(error))
    }

    /// Every tournament, the oldest first.
    pub fn list(&self) -> Result<Vec<Tournament>, StoreError> {
        let all = || {
            let mut statement = self.connection.prepare(&format!("{TOURNAMENTS} ORDER BY id"))?;
            statement.query_map([], tournament)?.collect::<rusqlite::Result<Vec<_>>>()
        };
        all().map_err(|error| self.wrong(error))
    }

    /// Makes this process the only one that plays a tournament, as long as the lock lives.
    pub fn lock(&self, tournament: &Tournament) -> Result<Lock, StoreError> {
        let mut path = self.path.clone().into_os_string();
        path.push(format!(".{}.lock", tournament.id));
        Lock::take(path.into()).map_err(|problem| match problem {
            NoLock::Held(holder) => StoreError::Locked { name: tournament.name.clone(), holder },
            NoLock::Io(error) => StoreError::open(&self.path, format!("its lock cannot be taken: {error}")),
        })
    }

    /// Stores games in one transaction: all of them or, if one cannot be, none.
    pub fn insert_all<'a>(
        &self,
        tournament: &Tournament,
        games: impl Iterator<Item = (&'a Pairing, &'a GameRecord)>,
    ) -> Result<(), StoreError> {
        let mut games = games.peekable();
        if games.peek().is_none() {
            return Ok(());
        }
        let begin = || self.connection.execute_batch("BEGIN IMMEDIATE");
        schema::patiently(LONG_PATIENCE, begin).map_err(|error| self.wrong(error))?;
        let inserted = games.try_for_each(|(pairing, record)| self.insert(tournament, pairing, record).map(drop));
        let end = if inserted.is_ok() { "COMMIT" } else { "ROLLBACK" };
        // What failed may have ended the transaction already.
        let ended = self.connection.execute_batch(end).map_err(|error| self.wrong(error));
        inserted.and(ended)
    }

    /// Stores a game. `false`: it was there already, and stays as it was.
    pub fn insert(&self, tournament: &Tournament, pairing: &Pairing, record: &GameRecord) -> Result<bool, StoreError> {
        let id = GameId::of(&tournament.name, pairing, record).to_string();
        let text = serde_json::to_string(record).map_err(|error| self.unreadable(&id, error))?;
        let forfeit = record.forfeit();
        let Pairing { round, index, game, agents: [first, second], opening, seed } = *pairing;
        let insert = || {
            self.connection.prepare_cached(INSERT)?.execute(params![
                id,
                tournament.id,
                round as i64,
                index as i64,
                game as i64,
                first as i64,
                second as i64,
                opening.cast_signed(),
                seed.cast_signed(),
                record.outcome.map(|outcome| outcome.to_string()),
                forfeit.map(|(loser, _)| loser.index() as i64),
                forfeit.map(|(_, fault)| fault.reason.word()),
                now(),
                text,
            ])
        };
        schema::patiently(LONG_PATIENCE, insert).map(|rows| rows == 1).map_err(|error| self.wrong(error))
    }

    fn unreadable(&self, game: &str, error: impl ToString) -> StoreError {
        StoreError::Record { path: self.path.clone(), game: game.to_owned(), reason: error.to_string() }
    }

    /// How the games of a tournament ended, without reading them whole.
    pub fn results(&self, tournament: &Tournament) -> Result<Results, StoreError> {
        let rows = || {
            let mut statement = self.connection.prepare(OUTCOMES)?;
            statement.query_map([tournament.id], |row| Ok((pairing(row)?, row.get(8)?)))?.collect()
        };
        let rows: rusqlite::Result<Vec<(Pairing, String)>> = rows();
        let rows = rows.map_err(|error| self.wrong(error))?;
        Ok(rows.into_iter().filter_map(|(pairing, word)| Some((pairing, outcome(&word)?))).collect())
    }

    /// The games of a tournament, in the order of the schedule.
    pub fn games(&self, tournament: &Tournament) -> Result<Vec<StoredGame>, StoreError> {
        let rows = || {
            let order = "WHERE tournament = ?1 ORDER BY round, number, first, second, id";
            let mut statement = self.connection.prepare(&format!("{GAMES} {order}"))?;
            statement.query_map([tournament.id], raw_game)?.collect::<rusqlite::Result<Vec<_>>>()
        };
        let rows = rows().map_err(|error| self.wrong(error))?;
        rows.into_iter().map(|raw| self.read(raw)).collect()
    }

    /// One game of any tournament, by its identity or by enough of its beginning.
    pub fn game(&self, id: &str) -> Result<Option<StoredGame>, StoreError> {
        let rows = || {
            let mut statement = self.connection.prepare(&format!("{GAMES} WHERE substr(id, 1, ?2) = ?1 LIMIT 2"))?;
            let length = id.chars().count() as i64;
            statement.query_map(params![id, length], raw_game)?.collect::<rusqlite::Result<Vec<_>>>()
        };
        let mut rows = rows().map_err(|error| self.wrong(error))?;
        if rows.len() > 1 {
            return Err(StoreError::Ambiguous { path: self.path.clone(), id: id.to_owned() });
        }
        rows.pop().map(|raw| self.read(raw)).transpose()
    }

    fn read(&self, raw: RawGame) -> Result<StoredGame, StoreError> {
        let record = serde_json::from_str(&raw.record).map_err(|error| self.unreadable(&raw.id, error))?;
        let id = raw.id.parse().map_err(|error| self.unreadable(&raw.id, error))?;
        Ok(StoredGame { id, pairing: raw.pairing, played: raw.played, record })
    }
}

/// A row for each agent of a plan; those that are there get the name and spec of the plan.
fn insert_agents(connection: &Connection, tournament: i64, plan: &Plan) -> rusqlite::Result<()> {
    let mut statement = connection.prepare_cached(
        "INSERT INTO agents (tournament, number, name, spec) VALUES (?1, ?2, ?3, ?4) \
         ON CONFLICT (tournament, number) DO UPDATE SET name = excluded.name, spec = excluded.spec",
    )?;
    for (number, agent) in plan.agents.iter().enumerate() {
        statement.execute(params![tournament, number as i64, agent.name, agent.spec])?;
    }
    Ok(())
}

const TOURNAMENTS: &str = "SELECT id, name, plan, created, \
    (SELECT count(*) FROM games WHERE tournament = tournaments.id) FROM tournaments";

const OUTCOMES: &str =
    "SELECT id, round, number, game, first, second, opening, seed, outcome FROM games WHERE tournament = ?1";

const GAMES: &str = "SELECT id, round, number, game, first, second, opening, seed, played, record FROM games";

/// A game that is there is left as it is; any other conflict is an error.
const INSERT: &str = "INSERT INTO games \
    (id, tournament, round, number, game, first, second, opening, seed, outcome, loser, reason, played, record) \
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14) ON CONFLICT (id) DO NOTHING";

fn tournament(row: &Row<'_>) -> rusqlite::Result<Tournament> {
    Ok(Tournament {
        id: row.get(0)?,
        name: row.get(1)?,
        plan: row.get(2)?,
        created: row.get::<_, i64>(3)?.cast_unsigned(),
        games: row.get::<_, i64>(4)?.cast_unsigned(),
    })
}

/// A game before its record is read.
struct RawGame {
    id: String,
    pairing: Pairing,
    played: u64,
    record: String,
}

fn raw_game(row: &Row<'_>) -> rusqlite::Result<RawGame> {
    let played = row.get::<_, i64>(8)?.cast_unsigned();
    Ok(RawGame { id: row.get(0)?, pairing: pairing(row)?, played, record: row.get(9)? })
}

/// The pairing of a row that has it in the columns after the first.
fn pairing(row: &Row<'_>) -> rusqlite::Result<Pairing> {
    let number = |column: usize| row.get::<_, i64>(column).map(|number| number as usize);
    let bits = |column: usize| row.get::<_, i64>(column).map(i64::cast_unsigned);
    Ok(Pairing {
        round: number(1)?,
        index: number(2)?,
        game: number(3)?,
        agents: [number(4)?, number(5)?],
        opening: bits(6)?,
        seed: bits(7)?,
    })
}

/// The outcome of a column's word.
fn outcome(word: &str) -> Option<Outcome> {
    let known = [Outcome::Win(Player::First), Outcome::Win(Player::Second), Outcome::Draw];
    known.into_iter().find(|outcome| outcome.to_string() == word)
}

/// Seconds since 1970; a clock before that counts as 1970.
fn now() -> i64 {
    SystemTime::UNIX_EPOCH.elapsed().map(|time| time.as_secs() as i64).unwrap_or(0)
}

#[cfg(test)]
mod tests;
