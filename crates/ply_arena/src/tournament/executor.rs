//! Who plays the games of a runner: threads of this process, or whoever else takes tasks and gives records back.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::game::guest::Guests;
use crate::game::record::GameRecord;
use crate::schedule::Pairing;
use crate::tournament::live::{Live, LiveGame};
use crate::tournament::task::{DrawnOpenings, Task, TaskError};

/// Plays tasks. The runner hands out the two games of an opening pair one after the other.
pub trait Executor {
    /// How many tasks it wants to have at a time.
    fn capacity(&self) -> usize;

    /// Takes a task. Does not wait for anything.
    fn begin(&mut self, task: Task);

    /// The next game that ends, waited for so long at most; `None` if none did. Games come in any order, and one may
    /// come twice: whoever keeps them knows them apart by their pairing.
    fn next(&mut self, patience: Duration) -> Result<Option<(Pairing, GameRecord)>, ExecutorError>;

    /// The games under way, as far as they are known here.
    fn live(&self) -> Vec<LiveGame> {
        Vec::new()
    }
}

/// Why games cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ExecutorError {
    /// A task is none.
    #[error(transparent)]
    Task(#[from] TaskError),
    /// Nobody is there to play.
    #[error("the threads that play the games are gone")]
    Gone,
}

/// Threads of this process, each with one game at a time.
#[derive(Debug)]
pub struct Threads {
    capacity: usize,
    tasks: Sender<Task>,
    games: Receiver<(Pairing, Result<GameRecord, TaskError>)>,
    live: Arc<Live>,
}

impl Threads {
    /// So many threads, at least one. They end when this value is gone, after their games.
    pub fn new(threads: usize) -> std::io::Result<Self> {
        Self::with_guests(threads, Guests::default())
    }

    /// The same where guests play too.
    pub fn with_guests(threads: usize, guests: Guests) -> std::io::Result<Self> {
        let capacity = threads.max(1);
        let (tasks, inbox) = channel::<Task>();
        let (outbox, games) = channel();
        let inbox = Arc::new(Mutex::new(inbox));
        let (live, drawn) = (Arc::new(Live::default()), Arc::new(DrawnOpenings::default()));
        for _ in 0..capacity {
            let (inbox, outbox, live, drawn) = (inbox.clone(), outbox.clone(), live.clone(), drawn.clone());
            let guests = guests.clone();
            thread::Builder::new().name("referee".to_owned()).spawn(move || {
                loop {
                    let task = inbox.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok(task) = task else { break };
                    let record = task.play_with(&guests, &drawn, &mut |glimpse| live.tell(&task.pairing, glimpse));
                    live.forget(&task.pairing);
                    if outbox.send((task.pairing, record)).is_err() {
                        break;
                    }
                }
            })?;
        }
        Ok(Self { capacity, tasks, games, live })
    }
}

impl Executor for Threads {
    fn capacity(&self) -> usize {
        self.capacity
    }

    fn begin(&mut self, task: Task) {
        // Threads that are gone are noticed when a game is awaited.
        let _gone = self.tasks.send(task);
    }

    fn next(&mut self, patience: Duration) -> Result<Option<(Pairing, GameRecord)>, ExecutorError> {
        match self.games.recv_timeout(patience) {
            Ok((pairing, record)) => Ok(Some((pairing, record?))),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(ExecutorError::Gone),
        }
    }

    fn live(&self) -> Vec<LiveGame> {
        self.live.list()
    }
}
