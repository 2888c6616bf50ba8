//! A game in progress that many may look at: its state behind a lock, and news of every change.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::sync::watch;

use super::drive;
use super::state::SessionState;
use crate::problem::Problem;
use crate::routes::AppState;

/// What is new: counted, so that a slow reader skips to the newest.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct News {
    pub(crate) state: u64,
    pub(crate) report: u64,
    /// The game was dropped.
    pub(crate) gone: bool,
}

/// A game in progress.
pub(crate) struct Session {
    id: String,
    state: Mutex<SessionState>,
    news: watch::Sender<News>,
    touched: Mutex<Instant>,
    megabytes: u64,
}

impl Session {
    pub(crate) fn new(id: String, state: SessionState) -> Self {
        let megabytes = state.game.megabytes();
        let touched = Mutex::new(Instant::now());
        Self { id, state: Mutex::new(state), news: watch::Sender::default(), touched, megabytes }
    }

    /// What the agents' tables may grow to.
    pub(crate) fn megabytes(&self) -> u64 {
        self.megabytes
    }

    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// The state; held for moments only.
    pub(crate) fn state(&self) -> MutexGuard<'_, SessionState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Everything about it.
    pub(crate) fn describe(&self) -> Value {
        self.state().describe(&self.id)
    }

    /// Somebody asked for it.
    pub(crate) fn touch(&self) {
        *self.touched.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    /// How long nobody has asked for it.
    pub(crate) fn idle(&self) -> Duration {
        if self.is_watched() {
            return Duration::ZERO;
        }
        self.touched.lock().unwrap_or_else(PoisonError::into_inner).elapsed()
    }

    /// Somebody has a stream of its events.
    pub(crate) fn is_watched(&self) -> bool {
        self.news.receiver_count() > 0
    }

    pub(crate) fn is_thinking(&self) -> bool {
        self.state().thought.is_some()
    }

    /// Hears of every change from now on.
    pub(crate) fn listen(&self) -> watch::Receiver<News> {
        self.news.subscribe()
    }

    /// Tells everybody that the state has changed.
    pub(crate) fn tell_state(&self) {
        self.news.send_modify(|news| news.state += 1);
    }

    /// Tells everybody that the agent has said something.
    pub(crate) fn tell_report(&self) {
        self.news.send_modify(|news| news.report += 1);
    }

    /// Stops everything: the game is dropped.
    pub(crate) fn end(&self) {
        self.news.send_modify(|news| news.gone = true);
        self.state().begin_turn();
    }

    pub(crate) fn is_gone(&self) -> bool {
        self.news.borrow().gone
    }

    /// Changes the state, tells everybody, and lets whoever is to move begin. Gives everything about it.
    pub(crate) fn change(
        self: &Arc<Self>,
        app: &AppState,
        change: impl FnOnce(&mut SessionState) -> Result<(), Problem>,
    ) -> Result<Value, Problem> {
        let changed = change(&mut self.state());
        self.tell_state();
        drive::play_on(self, app);
        changed.map(|()| self.describe())
    }
}
