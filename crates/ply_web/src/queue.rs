//! The line in which searches wait for a core.
//!
//! Each visitor has a line of its own, from which so many searches as there are cores stand in the line of all, first come,
//! first served: whoever asks for a hundred searches at once delays the others by a few. So it is with thoughts that end at
//! once, which have a lane of their own.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use ply_arena::{Answered, Thinker};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use crate::allowance::{Allowance, Taking, share};
use crate::config::Limits;
use crate::problem::Problem;
use crate::thinking::Cost;
use crate::visitor::Visitor;

/// The line.
pub(crate) struct Queue {
    cores: Arc<Semaphore>,
    count: usize,
    /// Thoughts that end at once have a lane of their own.
    quick: Arc<Semaphore>,
    waiting: Arc<Allowance>,
    /// Megabytes of one visitor's searches under way.
    megabytes: usize,
    own: Mutex<HashMap<Visitor, Weak<OwnLine>>>,
}

/// The line of one visitor.
struct OwnLine {
    cores: Arc<Semaphore>,
    megabytes: Arc<Semaphore>,
    quick: Arc<Semaphore>,
}

/// The right to think; given back when it is dropped.
pub(crate) struct Permit {
    _cores: OwnedSemaphorePermit,
    /// The visitor's own line, which is there as long as somebody of it thinks.
    _own: (Arc<OwnLine>, Vec<OwnedSemaphorePermit>),
    /// How far it stands back behind answers.
    niceness: i32,
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
            let niceness = self.niceness;
            let done = move |answered| {
                drop(self);
                let _nobody_waits = sender.send(answered);
            };
            let work = move |(): &mut ()| {
                step_back(niceness);
                work()
            };
            thinker.ask_then(work, done);
        }
        answer
    }
}

/// Answers go before thoughts: this thread, and those it starts, get a core when no other wants it.
#[cfg_attr(not(target_os = "linux"), expect(unused_variables, reason = "only Linux has threads with a niceness"))]
fn step_back(niceness: i32) {
    #[cfg(target_os = "linux")]
    let _not_allowed = (niceness > 0).then(|| rustix::process::setpriority_process(None, niceness));
}

/// A place in the line.
pub(crate) struct Place {
    _waiting: Taking,
    own: Arc<OwnLine>,
}

impl Queue {
    /// So many quick thoughts at a time for each search.
    const QUICK: usize = 4;
    /// Searches go after answers; quick thoughts that look ahead as well, but before searches.
    const SEARCH: i32 = 10;
    const LOOK: i32 = 5;

    pub(crate) fn new(limits: &Limits) -> Self {
        let count = limits.searches.max(1);
        Self {
            cores: Arc::new(Semaphore::new(count)),
            count,
            quick: Arc::new(Semaphore::new(count * Self::QUICK)),
            waiting: Allowance::new("waiting searches", limits.waiting),
            megabytes: share(limits.all_memory as usize),
            own: Mutex::default(),
        }
    }

    /// Takes a place in the line, if there is one for this visitor.
    pub(crate) fn enter(&self, visitor: Visitor) -> Result<Place, Problem> {
        Ok(Place { _waiting: self.waiting.take(visitor, 1)?, own: self.own_line(visitor) })
    }

    fn own_line(&self, visitor: Visitor) -> Arc<OwnLine> {
        let mut lines = self.own.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(line) = lines.get(&visitor).and_then(Weak::upgrade) {
            return line;
        }
        lines.retain(|_, line| line.strong_count() > 0);
        let shares = [self.count, self.megabytes, share(self.count * Self::QUICK)];
        let [cores, megabytes, quick] = shares.map(|most| Arc::new(Semaphore::new(most)));
        let line = Arc::new(OwnLine { cores, megabytes, quick });
        lines.insert(visitor, Arc::downgrade(&line));
        line
    }

    /// Waits for its turn. Dropped while it waits, it leaves the line.
    pub(crate) async fn turn(&self, place: Place, cost: Cost) -> Permit {
        let Some(threads) = cost.threads else {
            // Who has tables looks ahead, if not far.
            let niceness = if cost.megabytes > 0 { Self::LOOK } else { 0 };
            let own = vec![take(&place.own.quick, 1).await];
            return Permit { _cores: take(&self.quick, 1).await, _own: (place.own, own), niceness };
        };
        let threads = threads.clamp(1, self.count);
        let megabytes = (cost.megabytes as usize).min(self.megabytes);
        let own = vec![take(&place.own.cores, threads).await, take(&place.own.megabytes, megabytes).await];
        Permit { _cores: take(&self.cores, threads).await, _own: (place.own, own), niceness: Self::SEARCH }
    }

    /// Cores that are searching.
    pub(crate) fn searching(&self) -> usize {
        self.count - self.cores.available_permits()
    }

    /// Searches in the line.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.count()
    }
}

async fn take(of: &Arc<Semaphore>, count: usize) -> OwnedSemaphorePermit {
    let taken = of.clone().acquire_many_owned(count as u32).await;
    taken.expect("the semaphore is never closed")
}
