//! The threads of a worker, each with one pair at a time, and the pairs that wait for them.

use std::collections::{HashSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::mpsc::UnboundedSender;

use crate::game::record::GameRecord;
use crate::schedule::Pairing;
use crate::tournament::task::{DrawnOpenings, Task};

/// After so many pairs the openings drawn so far are forgotten: there may be millions.
const OPENINGS_FOR: usize = 1000;

/// A pair to be played.
pub(super) struct Job {
    /// Its place in the worker's hands.
    pub(super) ticket: u64,
    /// The pair's number.
    pub(super) number: u64,
    pub(super) tasks: Vec<Task>,
}

/// A pair that was played, or could not be.
pub(super) struct Played {
    pub(super) ticket: u64,
    pub(super) games: Result<Vec<(Pairing, GameRecord)>, String>,
    pub(super) took: Duration,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Job>,
    begun: HashSet<(u64, u64)>,
    closed: bool,
}

/// The threads and what waits for them.
#[derive(Clone, Default)]
pub(super) struct Hands {
    shared: Arc<(Mutex<State>, Condvar)>,
}

impl Hands {
    /// So many threads, which send what they have played.
    pub(super) fn new(threads: usize, played: &UnboundedSender<Played>) -> std::io::Result<Self> {
        let hands = Self::default();
        for _ in 0..threads {
            let (mine, played) = (hands.clone(), played.clone());
            thread::Builder::new().name("referee".to_owned()).spawn(move || mine.play(&played))?;
        }
        Ok(hands)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.shared.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn play(&self, played: &UnboundedSender<Played>) {
        let (mut drawn, mut pairs) = (DrawnOpenings::default(), 0);
        while let Some(job) = self.take() {
            let begin = Instant::now();
            let games = play(&job.tasks, &drawn);
            self.state().begun.remove(&(job.ticket, job.number));
            if played.send(Played { ticket: job.ticket, games, took: begin.elapsed() }).is_err() {
                return;
            }
            pairs += 1;
            if pairs % OPENINGS_FOR == 0 {
                drawn = DrawnOpenings::default();
            }
        }
    }

    /// The next pair, waited for; nothing: there will be none.
    fn take(&self) -> Option<Job> {
        let mut state = self.state();
        loop {
            if let Some(job) = state.waiting.pop_front() {
                state.begun.insert((job.ticket, job.number));
                return Some(job);
            }
            if state.closed {
                return None;
            }
            state = self.shared.1.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    pub(super) fn put(&self, job: Job) {
        self.state().waiting.push_back(job);
        self.shared.1.notify_one();
    }

    /// The tickets of the pairs that nobody has begun; nobody will.
    pub(super) fn take_waiting(&self) -> Vec<u64> {
        self.state().waiting.drain(..).map(|job| job.ticket).collect()
    }

    /// The numbers of the pairs that are being played.
    pub(super) fn begun(&self) -> Vec<u64> {
        self.state().begun.iter().map(|(_, number)| *number).collect()
    }

    /// The threads end after their games.
    pub(super) fn close(&self) {
        self.state().closed = true;
        self.shared.1.notify_all();
    }
}

fn play(tasks: &[Task], drawn: &DrawnOpenings) -> Result<Vec<(Pairing, GameRecord)>, String> {
    let game = |task: &Task| task.play(drawn, &mut |_| ()).map(|record| (task.pairing, record));
    let all = || tasks.iter().map(game).collect::<Result<Vec<_>, _>>();
    match catch_unwind(AssertUnwindSafe(all)) {
        Ok(games) => games.map_err(|error| error.to_string()),
        Err(panic) => {
            let words = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
            Err(format!("the referee panicked: {}", words.unwrap_or("without a word")))
        }
    }
}
