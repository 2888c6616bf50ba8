//! The line in which searches wait for a core: first come, first served, whoever asks.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use ply_arena::{Answered, Thinker};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use crate::problem::Problem;

/// The line.
pub(crate) struct Queue {
    cores: Arc<Semaphore>,
    count: usize,
    /// Thoughts that end at once have a lane of their own.
    quick: Arc<Semaphore>,
    waiting: AtomicUsize,
    most_waiting: usize,
}

/// The right to think; given back when it is dropped.
pub(crate) struct Permit {
    _cores: OwnedSemaphorePermit,
}

impl Permit {
    /// Does something on a thread of its own, which keeps the permit until it really ends. Nothing is answered where there
    /// can be no thread.
    pub(crate) fn think<T: Send + 'static>(
        self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> oneshot::Receiver<Answered<T>> {
        let (sender, answer) = oneshot::channel();
        if let Ok(thinker) = Thinker::new(()) {
            let done = move |answered| {
                drop(self);
                let _nobody_waits = sender.send(answered);
            };
            thinker.ask_then(move |()| work(), done);
        }
        answer
    }
}

/// What a thought costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cost {
    /// It ends at once.
    Quick,
    /// It takes its time on so many threads.
    Search(usize),
}

impl Queue {
    /// So many quick thoughts at a time for each search.
    const QUICK: usize = 4;

    pub(crate) fn new(cores: usize, most_waiting: usize) -> Self {
        let count = cores.max(1);
        Self {
            cores: Arc::new(Semaphore::new(count)),
            count,
            quick: Arc::new(Semaphore::new(count * Self::QUICK)),
            waiting: AtomicUsize::new(0),
            most_waiting,
        }
    }

    /// Waits for its turn. Dropped while it waits, it leaves the line.
    pub(crate) async fn acquire(&self, cost: Cost) -> Result<Permit, Problem> {
        let (lane, cores) = match cost {
            Cost::Quick => (&self.quick, 1),
            Cost::Search(threads) => (&self.cores, threads.clamp(1, self.count)),
        };
        let _waiting = Waiting::begin(&self.waiting, self.most_waiting)?;
        let cores = lane.clone().acquire_many_owned(cores as u32).await;
        let closed = |_| Problem::busy("the server is ending");
        Ok(Permit { _cores: cores.map_err(closed)? })
    }

    /// Cores that are searching.
    pub(crate) fn searching(&self) -> usize {
        self.count - self.cores.available_permits()
    }

    /// Searches in the line.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }
}

/// A place in the line, left when dropped.
struct Waiting<'a>(&'a AtomicUsize);

impl<'a> Waiting<'a> {
    fn begin(waiting: &'a AtomicUsize, most: usize) -> Result<Self, Problem> {
        let before = waiting.fetch_add(1, Ordering::Relaxed);
        let begun = Self(waiting);
        if before >= most {
            return Err(Problem::busy(format!("{before} searches are waiting already; try again later")));
        }
        Ok(begun)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
