//! The line in which searches wait for a core: first come, first served, whoever asks.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

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
pub(crate) struct Turn {
    _permit: OwnedSemaphorePermit,
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
    pub(crate) async fn turn(&self, cost: Cost) -> Result<Turn, Problem> {
        let (lane, cores) = match cost {
            Cost::Quick => (&self.quick, 1),
            Cost::Search(threads) => (&self.cores, threads.clamp(1, self.count)),
        };
        let _place = Place::take(&self.waiting, self.most_waiting)?;
        let permit = lane.clone().acquire_many_owned(cores as u32).await;
        let closed = |_| Problem::busy("the server is ending");
        Ok(Turn { _permit: permit.map_err(closed)? })
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
struct Place<'a>(&'a AtomicUsize);

impl<'a> Place<'a> {
    fn take(waiting: &'a AtomicUsize, most: usize) -> Result<Self, Problem> {
        let before = waiting.fetch_add(1, Ordering::Relaxed);
        let place = Self(waiting);
        if before >= most {
            return Err(Problem::busy(format!("{before} searches are waiting already; try again later")));
        }
        Ok(place)
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
