//! A built-in agent on a thread of its own: it may panic or never return, and the game goes on without it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use ply_agents::{AnyAgent, Decision, Turn};
use ply_game::Game;
use ply_search::{Budget, Cancel, Silent, Sink};

use crate::record::{Fault, Reason};
use crate::run_queue::RunQueue;
use crate::seat::{Answer, Ask, Seat};

/// How long an agent may take to answer once it was told to stop, before its thread is given up.
const PATIENCE: Duration = Duration::from_millis(500);

/// The name of agents' threads, by which their panics are kept from the screen.
const THREAD_NAME: &str = "agent";

/// What comes back from the agent's thread: its decision, or the message of its panic.
pub(crate) type Reply<M> = Result<Option<Decision<M>>, String>;

/// Where agents think: a panic there is an answer, not a message on the screen.
#[derive(Debug)]
pub struct AgentThread;

impl AgentThread {
    /// Starts a thread for an agent.
    pub fn spawn(work: impl FnOnce() + Send + 'static) -> std::io::Result<thread::JoinHandle<()>> {
        keep_panics_quiet();
        thread::Builder::new().name(THREAD_NAME.to_owned()).spawn(work)
    }

    /// Asks an agent for its move; a panic gives its message.
    pub fn think<G: Game>(agent: &mut AnyAgent<G>, turn: &Turn<G>, sink: &mut dyn Sink<G::Move>) -> Reply<G::Move> {
        catch_unwind(AssertUnwindSafe(|| agent.choose(turn, sink))).map_err(|panic| panic_message(panic.as_ref()))
    }
}

/// A reply as it leaves the agent's thread, and the time it took there without the time the thread had no core.
struct Sent<M> {
    reply: Reply<M>,
    took: Duration,
}

/// A built-in agent at the board.
pub struct ThreadSeat<G: Game> {
    turns: Sender<Turn<G>>,
    replies: Receiver<Sent<G::Move>>,
    /// Set when the agent's thread was given up or died; it is never asked again.
    gone: Option<Fault>,
}

impl<G: Game> ThreadSeat<G> {
    /// Seats an agent.
    pub fn new(mut agent: AnyAgent<G>) -> std::io::Result<Self> {
        let (turns, inbox) = channel::<Turn<G>>();
        let (outbox, replies) = channel();
        // The thread ends by itself when the seat is gone: it finds nobody to listen to or to answer.
        AgentThread::spawn(move || {
            let queue = RunQueue::of_this_thread();
            while let Ok(turn) = inbox.recv() {
                // Nothing falls between the two: what the clock counts, the queue counts too.
                let (waited, began) = (queue.waited(), Instant::now());
                let reply = AgentThread::think(&mut agent, &turn, &mut Silent);
                let died = reply.is_err();
                let took = began.elapsed();
                let took = took.saturating_sub(queue.waited().saturating_sub(waited));
                if outbox.send(Sent { reply, took }).is_err() || died {
                    break;
                }
            }
        })?;
        Ok(Self { turns, replies, gone: None })
    }

    fn give_up(&mut self, fault: Fault) -> Fault {
        self.gone = Some(fault.clone());
        fault
    }

    /// Waits until the deadline, then asks the agent to stop, then gives it up.
    fn wait(&mut self, ask: &Ask<'_, G>, cancel: &Cancel) -> Result<Sent<G::Move>, RecvTimeoutError> {
        let Some(deadline) = ask.deadline else {
            return self.replies.recv().map_err(|_| RecvTimeoutError::Disconnected);
        };
        match self.replies.recv_timeout(deadline.saturating_sub(ask.asked.elapsed())) {
            Err(RecvTimeoutError::Timeout) => {
                cancel.cancel();
                self.replies.recv_timeout(PATIENCE)
            }
            reply => reply,
        }
    }
}

impl<G: Game> Seat<G> for ThreadSeat<G> {
    fn ask(&mut self, ask: &Ask<'_, G>) -> Result<Answer<G::Move>, Fault> {
        if let Some(fault) = &self.gone {
            return Err(fault.clone());
        }
        let cancel = Cancel::default();
        let turn = Turn {
            position: ask.position.clone(),
            clock: ask.clocks[ask.player.index()],
            moves_made: ask.moves_made,
            budget: Budget { limits: ask.limits, started: ask.asked, cancel: cancel.clone() },
        };
        let died = || Fault::new(Reason::Crash, "the agent's thread is gone");
        if self.turns.send(turn).is_err() {
            return Err(self.give_up(died()));
        }
        let sent = match self.wait(ask, &cancel) {
            Ok(sent) => sent,
            Err(RecvTimeoutError::Timeout) => {
                let patience = PATIENCE.as_millis();
                let message = format!("no answer within {patience} ms of being told to stop; its thread was given up");
                return Err(self.give_up(Fault::new(Reason::Stall, message)));
            }
            Err(RecvTimeoutError::Disconnected) => return Err(self.give_up(died())),
        };
        match sent.reply {
            Ok(Some(decision)) => Ok(Answer {
                mv: decision.mv,
                score: decision.score.map(|score| score.points()),
                depth: decision.depth,
                used: Some(sent.took),
            }),
            Ok(None) => Err(Fault::new(Reason::NoMove, "the agent answered that it has no move")),
            Err(message) => Err(self.give_up(Fault::new(Reason::Crash, "the agent panicked").with_last_words(message))),
        }
    }
}

fn panic_message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic without words".to_owned())
}

/// An agent's panic is part of its game's record; on the screen it would tear the tables apart. Other threads' panics
/// are printed as ever.
fn keep_panics_quiet() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if thread::current().name() != Some(THREAD_NAME) {
                usual(info);
            }
        }));
    });
}
