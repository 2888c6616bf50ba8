//! A worker: takes pairs from a queue, plays them, and tells what came of it.

mod counter;
mod hands;
mod shift;

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use super::error::QueueError;
use super::server::Server;
use super::speed;
use super::status::host;
use super::terms::Build;
use super::venue::Tell;
use crate::external::Launcher;
use crate::external::sandbox;
use shift::Shift;

/// How a worker works.
#[derive(Clone)]
pub struct WorkerSettings {
    /// Where the queue is.
    pub server: Server,
    /// What the worker is called; nothing: as its machine.
    pub name: Option<String>,
    /// Games at a time.
    pub concurrency: usize,
    /// Thousands of positions a thread looks at in a second; nothing: that is measured first.
    pub speed: Option<f64>,
    /// Which plyground this is.
    pub build: Build,
    /// How often it was told to end: once, and it finishes the games it has begun; twice, and it gives them back.
    pub interrupts: Arc<AtomicUsize>,
    /// Is told what goes on.
    pub tell: Tell,
}

impl std::fmt::Debug for WorkerSettings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WorkerSettings").field("server", &self.server).field("name", &self.name).finish_non_exhaustive()
    }
}

/// Plays games until it is told to end; how many.
pub async fn work(settings: WorkerSettings) -> Result<u64, QueueError> {
    let concurrency = settings.concurrency.max(1);
    let client = settings.server.connect("plyground worker", settings.tell.clone()).await?;
    let layers = sandbox::probe(&Launcher::this_binary());
    let speed = settings.speed.unwrap_or_else(|| speed::measure(concurrency));
    let name = settings.name.clone().unwrap_or_else(host);
    let shift = Shift::new(WorkerSettings { concurrency, name: Some(name), ..settings }, client, layers, speed)?;
    shift.run().await
}
