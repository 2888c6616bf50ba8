//! Games on the page are kept in the store, after each move: a server that was ended, or killed, goes on with them.
//!
//! One thread writes, in the order of the moves. Whoever moved hears of it when the move is kept; a store that cannot be
//! written to, or takes too long, stops no game.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use ply_arena::GameRecord;
use ply_arena::store::{PageGames, Store, StoreError};
use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::allowance::share;
use crate::config::Limits;
use crate::visitor::Visitor;

/// How long a player waits for the store.
const PATIENCE: Duration = Duration::from_secs(2);
/// After so many games, old ones are looked for.
const SOME: usize = 16;

/// The way to the thread that writes; none without a store.
pub(crate) struct Keeper {
    jobs: Option<Sender<Job>>,
}

enum Job {
    Keep { id: String, owner: Visitor, record: Box<GameRecord>, done: oneshot::Sender<()> },
    Find { id: String, found: oneshot::Sender<Option<GameRecord>> },
    Drop { id: String },
}

/// A game on its way to the store.
pub(crate) struct Keeping(Option<oneshot::Receiver<()>>);

impl Keeping {
    /// Waits until the game is kept, or cannot be.
    pub(crate) async fn kept(self) {
        if let Some(done) = self.0 {
            let _late_or_lost = timeout(PATIENCE, done).await;
        }
    }
}

impl Keeper {
    pub(crate) fn new(store: Option<PathBuf>, limits: &Limits) -> Self {
        let most = PageGames { count: limits.kept, each: share(limits.kept), age: limits.kept_for };
        let start = |path: PathBuf| {
            let (jobs, inbox) = channel();
            let thread = std::thread::Builder::new().name("keeper".to_owned());
            thread.spawn(move || work(&path, most, &inbox)).ok().map(|_| jobs)
        };
        Self { jobs: store.and_then(start) }
    }

    fn send(&self, job: Job) {
        // A thread that is gone keeps nothing, as without a store.
        let _gone = self.jobs.as_ref().map(|jobs| jobs.send(job));
    }

    /// Keeps a game as it stands. Called in the order of its moves.
    pub(crate) fn keep(&self, id: &str, owner: Visitor, record: impl FnOnce() -> GameRecord) -> Keeping {
        if self.jobs.is_none() {
            return Keeping(None);
        }
        let (done, kept) = oneshot::channel();
        self.send(Job::Keep { id: id.to_owned(), owner, record: Box::new(record()), done });
        Keeping(Some(kept))
    }

    /// A game that was kept.
    pub(crate) async fn find(&self, id: &str) -> Option<GameRecord> {
        self.jobs.as_ref()?;
        let (sender, found) = oneshot::channel();
        self.send(Job::Find { id: id.to_owned(), found: sender });
        found.await.ok().flatten()
    }

    /// Keeps a game no longer.
    pub(crate) fn drop(&self, id: &str) {
        self.send(Job::Drop { id: id.to_owned() });
    }
}

/// Does what comes. The store is opened when it is needed first; one that cannot be is tried again.
fn work(path: &Path, most: PageGames, inbox: &Receiver<Job>) {
    let mut open: Option<Store> = None;
    let mut kept = 0;
    while let Ok(job) = inbox.recv() {
        let makes = matches!(job, Job::Keep { .. });
        if open.is_none() && (makes || path.exists()) {
            open = Store::open(path).ok();
        }
        let Some(store) = &open else { continue };
        let done = match job {
            Job::Keep { id, owner, record, done } => {
                let wrote = store.keep_page_game(&id, owner.number(), &record);
                let _gone = done.send(());
                kept += 1;
                let forget = kept % SOME == 1;
                wrote.and_then(|()| if forget { store.forget_page_games(&most) } else { Ok(()) })
            }
            Job::Find { id, found } => store.page_game(&id).map(|record| drop(found.send(record))),
            Job::Drop { id } => store.drop_page_game(&id),
        };
        // Another process may have put another file there.
        if matches!(done, Err(StoreError::Open { .. } | StoreError::Foreign { .. } | StoreError::Database { .. })) {
            open = None;
        }
    }
}
