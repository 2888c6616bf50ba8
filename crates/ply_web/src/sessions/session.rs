//! A game in progress that many may look at: its state behind a lock, and news of every change.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::sync::watch;

use super::drive;
use super::keeper::Keeping;
use super::state::SessionState;
use crate::allowance::Taking;
use crate::problem::Problem;
use crate::routes::{App, AppState};
use crate::visitor::Visitor;

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
    owner: Visitor,
    _moves: Taking,
}

impl Session {
    /// A game of somebody, who has taken its `moves`.
    pub(crate) fn new(id: String, owner: Visitor, state: SessionState, moves: Taking) -> Self {
        let touched = Mutex::new(Instant::now());
        Self { id, state: Mutex::new(state), news: watch::Sender::default(), touched, owner, _moves: moves }
    }

    /// Whoever began it, or took it up again: its thoughts are theirs.
    pub(crate) fn owner(&self) -> Visitor {
        self.owner
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

    /// Keeps the game as this state has it, which is locked: so moves are kept in their order.
    pub(crate) fn keep(&self, app: &App, state: &SessionState) -> Keeping {
        app.sessions.keeper.keep(&self.id, self.owner, || state.game.record())
    }

    /// Changes the state, keeps it, tells everybody, and lets whoever is to move begin.
    pub(crate) async fn change(
        self: &Arc<Self>,
        app: &AppState,
        change: impl FnOnce(&mut SessionState) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        let (changed, keeping) = {
            let mut state = self.state();
            let before = state.epoch;
            let changed = change(&mut state);
            (changed, (state.epoch != before).then(|| self.keep(app, &state)))
        };
        self.tell_state();
        drive::play_on(self, app);
        if let Some(keeping) = keeping {
            keeping.kept().await;
        }
        changed
    }
}
