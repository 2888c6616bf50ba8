//! All games in progress of the server, by their numbers.

use std::collections::HashMap;
use std::hash::{BuildHasher as _, RandomState};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::keeper::Keeper;
use super::session::Session;
use super::{SessionState, game, is_id};
use crate::allowance::{Allowance, share};
use crate::config::Limits;
use crate::problem::Problem;
use crate::routes::App;
use crate::visitor::Visitor;

/// All games in progress, by their numbers.
pub(crate) struct Sessions {
    all: Mutex<HashMap<String, Arc<Session>>>,
    moves: Arc<Allowance>,
    limits: Limits,
    pub(super) keeper: Keeper,
}

impl Sessions {
    pub(crate) fn new(limits: Limits, store: Option<PathBuf>) -> Self {
        let moves = Allowance::new("moves in games", limits.moves);
        Self { all: Mutex::default(), moves, keeper: Keeper::new(store, &limits), limits }
    }

    fn all(&self) -> MutexGuard<'_, HashMap<String, Arc<Session>>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a game in, unless one of this number is there; drops those that were forgotten, and the longest idle ones
    /// where there are too many. What is dropped here is still in the store.
    pub(super) fn take_in(&self, id: String, owner: Visitor, state: SessionState) -> Result<Arc<Session>, Problem> {
        let limits = &self.limits;
        let mut all = self.all();
        if let Some(there) = all.get(&id) {
            return Ok(there.clone());
        }
        all.retain(|_, session| session.idle() < limits.forgotten || session.is_thinking());
        let own = share(limits.sessions);
        let theirs = |session: &Session| session.owner() == owner;
        if all.values().filter(|session| theirs(session)).count() >= own {
            let full = || format!("one visitor may have {own} games in progress; end one or try again later");
            make_room(&mut all, limits, theirs).ok_or_else(|| Problem::busy(full()))?;
        }
        if all.len() >= limits.sessions {
            let count = all.len();
            let full = || format!("{count} games are in progress already; try again later");
            make_room(&mut all, limits, |_| true).ok_or_else(|| Problem::full(full()))?;
        }
        let moves = self.moves.take(owner, state.game.move_count())?;
        let session = Arc::new(Session::new(id, owner, state, moves));
        all.insert(session.id().to_owned(), session.clone());
        Ok(session)
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.all().len()
    }

    /// Drops a game for good.
    pub(super) fn drop(&self, session: &Session) {
        session.end();
        self.all().remove(session.id());
        self.keeper.drop(session.id());
    }
}

/// Drops the longest idle game of some; nothing if none is idle.
fn make_room(all: &mut HashMap<String, Arc<Session>>, limits: &Limits, of: impl Fn(&Session) -> bool) -> Option<()> {
    let idle = |session: &&Arc<Session>| {
        of(session) && !session.is_thinking() && !session.is_watched() && session.idle() >= limits.idle
    };
    let idlest = all.values().filter(idle).max_by_key(|session| session.idle()).cloned()?;
    idlest.end();
    all.remove(idlest.id());
    Some(())
}

impl App {
    /// The game of a number: in progress, or in the store.
    pub(crate) async fn session(&self, id: &str, visitor: Visitor) -> Result<Arc<Session>, Problem> {
        let there = self.sessions.all().get(id).cloned();
        let session = match there {
            Some(session) => session,
            None => self.restore(id, visitor).await?,
        };
        session.touch();
        Ok(session)
    }

    async fn restore(&self, id: &str, visitor: Visitor) -> Result<Arc<Session>, Problem> {
        let missing = || Problem::missing("there is no such game, or it was dropped after a long rest");
        let record = if is_id(id) { self.sessions.keeper.find(id).await } else { None };
        let record = record.ok_or_else(missing)?;
        let (limits, memory) = (self.config.limits, self.memory.clone());
        let game = self.desk.work(visitor, move || game::restore(&record, &limits, &memory)).await?;
        self.sessions.take_in(id.to_owned(), visitor, SessionState::new(game))
    }
}

/// A number nobody can guess: 64 bits of a keyed hash whose key is the process's own, and 64 more.
pub(super) fn fresh_id() -> String {
    let random = || RandomState::new().hash_one(0);
    format!("{:016x}{:016x}", random(), random())
}
