//! Games in progress: persons and agents at one board, under a clock, kept on the server.

mod drive;
mod game;
pub(crate) mod routes;
mod session;
mod state;

use std::collections::HashMap;
use std::hash::{BuildHasher as _, RandomState};
use std::sync::{Arc, Mutex, PoisonError};

use crate::config::Limits;
use crate::problem::Problem;
pub(crate) use game::Begin;
pub(crate) use session::Session;
pub(crate) use state::SessionState;

/// All games in progress, by their numbers.
pub(crate) struct Sessions {
    all: Mutex<HashMap<String, Arc<Session>>>,
    limits: Limits,
}

impl Sessions {
    pub(crate) fn new(limits: Limits) -> Self {
        Self { all: Mutex::default(), limits }
    }

    /// Keeps a new game; drops those that were forgotten, and the longest idle ones where there are too many or their
    /// agents need too much memory.
    pub(crate) fn keep(&self, state: SessionState) -> Result<Arc<Session>, Problem> {
        let limits = &self.limits;
        let megabytes = state.game.megabytes();
        let session = Arc::new(Session::new(fresh_id(), state));
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|_, session| session.idle() < limits.forgotten || session.is_thinking());
        let mut used: u64 = all.values().map(|session| session.megabytes()).sum();
        while all.len() >= limits.sessions || used + megabytes > limits.all_memory {
            let idle = |session: &&Arc<Session>| {
                let helps = all.len() >= limits.sessions || session.megabytes() > 0;
                helps && !session.is_thinking() && !session.is_watched() && session.idle() >= limits.idle
            };
            let Some(idlest) = all.values().filter(idle).max_by_key(|session| session.idle()).cloned() else {
                let count = all.len();
                return Err(Problem::busy(format!("{count} games are in progress already; try again later")));
            };
            idlest.end();
            all.remove(idlest.id());
            used -= idlest.megabytes();
        }
        all.insert(session.id().to_owned(), session.clone());
        Ok(session)
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.all.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// The game of a number.
    pub(crate) fn find(&self, id: &str) -> Result<Arc<Session>, Problem> {
        let all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        let session = all.get(id).cloned();
        let session =
            session.ok_or_else(|| Problem::missing("there is no such game, or it was dropped after a long rest"))?;
        session.touch();
        Ok(session)
    }

    /// Drops a game.
    pub(crate) fn drop(&self, id: &str) -> Result<(), Problem> {
        let session = self.find(id)?;
        session.end();
        self.all.lock().unwrap_or_else(PoisonError::into_inner).remove(id);
        Ok(())
    }
}

/// A number nobody can guess: 64 bits of a keyed hash whose key is the process's own, and 64 more.
fn fresh_id() -> String {
    let random = || RandomState::new().hash_one(0);
    format!("{:016x}{:016x}", random(), random())
}
