//! Who plays the games of a runner: threads of this process, or whoever else takes tasks and gives records back.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::game::log::Logs;
use crate::game::record::GameRecord;
use crate::plan::Plan;
use crate::schedule::Pairing;
use crate::tournament::line_up::LineUp;
use crate::tournament::live::{Live, LiveGame, WorkerSeen};
use crate::tournament::task::{DrawnOpenings, Premises, Task, TaskError};

/// Plays tasks.
pub trait Executor {
    /// How many games it wants to have at a time.
    fn capacity(&self) -> usize;

    /// Takes the games of an opening pair, or the one that is missing of it. They are played on one machine. Does not wait
    /// for anything.
    fn begin(&mut self, pair: Vec<Task>);

    /// The next game that ends, waited for so long at most; `None` if none did. Games come in any order, and one may
    /// come twice: whoever keeps them knows them apart by their pairing.
    fn next(&mut self, patience: Duration) -> Result<Option<Ended>, ExecutorError>;

    /// Every game that [`next`](Executor::next) gave so far is stored: whoever else has it may forget it.
    fn kept(&mut self) {}

    /// Nothing more shall begin: gives back the games that nobody has begun. Asked again and again while others are under
    /// way; what is given back may end all the same.
    fn withdraw(&mut self) -> Vec<Pairing> {
        Vec::new()
    }

    /// The games under way, as far as they are known here.
    fn live(&self) -> Vec<LiveGame> {
        Vec::new()
    }

    /// The machines that play, as far as there are others than this one.
    fn workers(&self) -> Vec<WorkerSeen> {
        Vec::new()
    }
}

/// A game that has ended.
#[derive(Clone, PartialEq, Debug)]
pub struct Ended {
    /// Its place in the schedule.
    pub pairing: Pairing,
    /// The game, unless nobody could play it.
    pub game: Result<GameRecord, GivenUp>,
}

/// Nobody could play a game, and nobody will until the run is taken up again: why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct GivenUp(pub String);

/// Where the games of a plan are played.
pub trait Venue {
    /// Makes ready for a plan.
    fn open(&self, plan: &Plan, line_up: &LineUp) -> Result<Box<dyn Executor>, ExecutorError>;

    /// The machines that play, as far as there are others than this one.
    fn workers(&self) -> Vec<WorkerSeen> {
        Vec::new()
    }
}

/// This process: so many games at a time, logged if anybody wants to look inside.
#[derive(Clone, Default, Debug)]
pub struct Here {
    /// Games at a time.
    pub games: usize,
    /// Where what is said goes.
    pub logs: Logs,
}

impl Here {
    /// So many games at a time, which nobody logs.
    pub fn new(games: usize) -> Self {
        Self { games, logs: Logs::default() }
    }
}

impl Venue for Here {
    fn open(&self, _plan: &Plan, _line_up: &LineUp) -> Result<Box<dyn Executor>, ExecutorError> {
        let premises = Premises { logs: self.logs.clone(), ..Premises::default() };
        let threads = Threads::at(self.games, premises).map_err(|error| ExecutorError::Other(error.to_string()))?;
        Ok(Box::new(threads))
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
    /// Anything else.
    #[error("{0}")]
    Other(String),
}

/// Threads of this process, each with one game at a time.
#[derive(Debug)]
pub struct Threads {
    capacity: usize,
    tasks: Sender<Task>,
    /// The other end of it, which the threads share.
    inbox: Arc<Mutex<Receiver<Task>>>,
    games: Receiver<(Pairing, Result<GameRecord, TaskError>)>,
    live: Arc<Live>,
}

impl Threads {
    /// So many threads, at least one. They end when this value is gone, after their games.
    pub fn new(threads: usize) -> std::io::Result<Self> {
        Self::at(threads, Premises::default())
    }

    /// The same where guests play too and games are logged.
    pub fn at(threads: usize, premises: Premises) -> std::io::Result<Self> {
        let capacity = threads.max(1);
        let (tasks, inbox) = channel::<Task>();
        let (outbox, games) = channel();
        let inbox = Arc::new(Mutex::new(inbox));
        let (live, drawn) = (Arc::new(Live::default()), Arc::new(DrawnOpenings::default()));
        for _ in 0..capacity {
            let (inbox, outbox, live, drawn) = (inbox.clone(), outbox.clone(), live.clone(), drawn.clone());
            let premises = premises.clone();
            thread::Builder::new().name("referee".to_owned()).spawn(move || {
                loop {
                    let task = inbox.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok(task) = task else { break };
                    let record = task.play_at(&premises, &drawn, &mut |glimpse| live.tell(&task.pairing, glimpse));
                    live.forget(&task.pairing);
                    if outbox.send((task.pairing, record)).is_err() {
                        break;
                    }
                }
            })?;
        }
        Ok(Self { capacity, tasks, inbox, games, live })
    }
}

impl Executor for Threads {
    fn capacity(&self) -> usize {
        self.capacity
    }

    fn begin(&mut self, pair: Vec<Task>) {
        for task in pair {
            // Threads that are gone are noticed when a game is awaited.
            let _gone = self.tasks.send(task);
        }
    }

    fn next(&mut self, patience: Duration) -> Result<Option<Ended>, ExecutorError> {
        match self.games.recv_timeout(patience) {
            Ok((pairing, record)) => Ok(Some(Ended { pairing, game: Ok(record?) })),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(ExecutorError::Gone),
        }
    }

    fn withdraw(&mut self) -> Vec<Pairing> {
        // A thread that waits for a task holds the inbox, and then there is none in it.
        let Ok(inbox) = self.inbox.try_lock() else { return Vec::new() };
        inbox.try_iter().map(|task| task.pairing).collect()
    }

    fn live(&self) -> Vec<LiveGame> {
        self.live.list()
    }
}
