//! The workers of a queue as a place where games are played.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::coordinator::Coordinator;
use super::server::Server;
use super::terms::Build;
use crate::plan::Plan;
use crate::tournament::executor::{Executor, ExecutorError, Venue};
use crate::tournament::line_up::LineUp;
use crate::tournament::live::WorkerSeen;

/// Is told a sentence for people.
pub type Tell = Arc<dyn Fn(&str) + Send + Sync>;

/// Tells nobody.
pub(super) fn silence() -> Tell {
    Arc::new(|_| ())
}

/// How a queue is used.
#[derive(Clone)]
pub struct Settings {
    /// Where it is.
    pub server: Server,
    /// Which plyground this is.
    pub build: Build,
    /// How long a worker may be silent before its games are given to another.
    pub patience: Duration,
    /// Every worker's clocks are scaled by its speed.
    pub normalise: bool,
    /// Is told who comes and goes.
    pub tell: Tell,
}

impl std::fmt::Debug for Settings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Settings").field("server", &self.server).finish_non_exhaustive()
    }
}

/// The workers of a queue.
#[derive(Debug)]
pub struct QueueVenue {
    settings: Settings,
    workers: Arc<Mutex<Vec<WorkerSeen>>>,
}

impl QueueVenue {
    /// Nothing is connected yet.
    pub fn new(settings: Settings) -> Self {
        Self { settings, workers: Arc::default() }
    }
}

impl Venue for QueueVenue {
    fn open(&self, plan: &Plan, line_up: &LineUp) -> Result<Box<dyn Executor>, ExecutorError> {
        let coordinator = Coordinator::new(&self.settings, plan, line_up, self.workers.clone());
        Ok(Box::new(coordinator.map_err(|error| ExecutorError::Other(error.to_string()))?))
    }

    fn workers(&self) -> Vec<WorkerSeen> {
        self.workers.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
