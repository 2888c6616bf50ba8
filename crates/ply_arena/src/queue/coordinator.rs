//! The runner's side of a queue: hands out pairs, hands in games. All talking to the server is done by a thread of its own.

mod crowd;
mod desk;
mod ledger;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use ply_game::{harmless_line, mix};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use super::error::QueueError;
use super::message::VERSION;
use super::programs::Carrier;
use super::speed;
use super::terms::{LONGEST_NAME, Terms};
use super::venue::Settings;
use crate::plan::Plan;
use crate::schedule::Pairing;
use crate::tournament::executor::{Ended, Executor, ExecutorError};
use crate::tournament::line_up::LineUp;
use crate::tournament::live::WorkerSeen;
use crate::tournament::task::Task;
use desk::Desk;

/// What the thread is asked to do.
enum Order {
    /// To have a pair played.
    Begin(Vec<Task>),
    /// So many of the games that were handed in are stored.
    Kept(u64),
    /// To hand out nothing more.
    Stop,
}

/// What both sides look at.
#[derive(Default, Debug)]
struct Shared {
    /// Games that shall be under way.
    capacity: AtomicUsize,
    /// Who plays them.
    workers: Arc<Mutex<Vec<WorkerSeen>>>,
    /// Games that nobody has begun, after a stop.
    withdrawn: Mutex<Vec<Pairing>>,
}

/// An executor whose games are played by the workers of a queue.
#[derive(Debug)]
pub(super) struct Coordinator {
    orders: Option<UnboundedSender<Order>>,
    heard: Receiver<Result<Ended, QueueError>>,
    /// Games handed in so far.
    taken: u64,
    stopped: bool,
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

impl Coordinator {
    /// Takes the queue for a plan, whose programs go there first.
    pub(super) fn new(
        settings: &Settings,
        plan: &Plan,
        line_up: &LineUp,
        workers: Arc<Mutex<Vec<WorkerSeen>>>,
    ) -> Result<Self, QueueError> {
        let digest = plan.to_toml().bytes().fold(mix(1), |print, byte| mix(print ^ u64::from(byte)));
        let terms = Terms {
            plyground: VERSION,
            tournament: harmless_line(&plan.name, LONGEST_NAME),
            run: format!("{digest:016x}"),
            build: settings.build.clone(),
            require: plan.require.clone(),
            reference: settings.normalise.then(|| speed::measure(1)),
            held: true,
        };
        let mut carrier = Carrier::new(plan);
        let present = plan.present();
        for agent in (0..plan.games.len()).flat_map(|game| present.iter().map(move |agent| (game, *agent))) {
            carrier.carried(line_up.game(agent.0), line_up.agent(agent.0, agent.1))?;
        }
        let shared = Arc::new(Shared { capacity: AtomicUsize::new(ledger::LEAST), workers, ..Shared::default() });
        let (orders, inbox) = unbounded_channel();
        let (outbox, heard) = channel();
        let (opened, ready) = channel();
        let (settings, seen) = (settings.clone(), shared.clone());
        let server = settings.server.to_string();
        let no_thread = |error: std::io::Error| QueueError::Other { server, reason: error.to_string() };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(no_thread.clone())?;
        let thread = std::thread::Builder::new().name("queue".to_owned()).spawn(move || {
            runtime.block_on(async move {
                match Desk::open(settings, terms, carrier, outbox, seen).await {
                    Ok(desk) => {
                        let _heard = opened.send(Ok(()));
                        desk.run(inbox).await;
                    }
                    Err(error) => drop(opened.send(Err(error))),
                }
            });
        });
        let thread = Some(thread.map_err(no_thread.clone())?);
        ready.recv().map_err(|_| no_thread(std::io::Error::other("the thread of the queue ended")))??;
        Ok(Self { orders: Some(orders), heard, taken: 0, stopped: false, shared, thread })
    }

    fn order(&self, order: Order) {
        // A thread that is gone is noticed when a game is awaited.
        let _gone = self.orders.as_ref().map(|orders| orders.send(order));
    }
}

impl Executor for Coordinator {
    fn capacity(&self) -> usize {
        self.shared.capacity.load(Ordering::Relaxed)
    }

    fn begin(&mut self, pair: Vec<Task>) {
        self.order(Order::Begin(pair));
    }

    fn next(&mut self, patience: Duration) -> Result<Option<Ended>, ExecutorError> {
        match self.heard.recv_timeout(patience) {
            Ok(Ok(ended)) => {
                self.taken += 1;
                Ok(Some(ended))
            }
            Ok(Err(error)) => Err(ExecutorError::Other(error.to_string())),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(ExecutorError::Gone),
        }
    }

    fn kept(&mut self) {
        self.order(Order::Kept(self.taken));
    }

    fn withdraw(&mut self) -> Vec<Pairing> {
        if !std::mem::replace(&mut self.stopped, true) {
            self.order(Order::Stop);
        }
        std::mem::take(&mut self.shared.withdrawn.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn workers(&self) -> Vec<WorkerSeen> {
        self.shared.workers.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for Coordinator {
    fn drop(&mut self) {
        // Without orders to come the thread gives the queue back, if nothing is left to be played, and ends.
        self.orders = None;
        if let Some(thread) = self.thread.take() {
            let _ended = thread.join();
        }
    }
}
