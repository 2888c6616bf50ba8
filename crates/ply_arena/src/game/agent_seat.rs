//! A built-in agent at the board, thinking on a thread of its own.

use std::sync::mpsc::RecvTimeoutError;

use ply_agents::{AnyAgent, Turn};
use ply_game::{BoardGame, Game};
use ply_search::{Cancel, Instant, Silent};

use crate::game::choice::{Chosen, choose};
use crate::game::fault::{Fault, Reason};
use crate::game::guest::{GuestPlayer, ask_guest};
use crate::game::rules::ArenaRules;
use crate::game::run_queue::waited;
use crate::game::seat::{Answer, Ask, Seat};
use crate::game::thinker::{Answered, Pending, Thinker};

/// What came from the thread: a panic is a fault too, and who did not say what it used is charged what it took.
pub fn heard<M>(answered: Answered<Chosen<M>>) -> Chosen<M> {
    let panicked = |message| Fault::new(Reason::Crash, "the agent panicked").with_last_words(message);
    let answer = answered.answer.map_err(panicked)??;
    Ok(Answer { used: answer.used.or(Some(answered.took)), ..answer })
}

/// Whoever chooses a move when asked, on a thread of its own.
type Chooser<G> = Box<dyn FnMut(&Turn<G>) -> Chosen<<G as Game>::Move> + Send>;

/// A built-in agent, or a guest, at the board.
pub struct AgentSeat<G: BoardGame> {
    thinker: Thinker<Chooser<G>>,
    /// Set when the agent's thread was given up or died; it is never asked again.
    gone: Option<Fault>,
}

impl<G: BoardGame> AgentSeat<G> {
    /// Seats an agent, ready to play.
    pub fn new(mut agent: AnyAgent<G>) -> std::io::Result<Self> {
        agent.prepare();
        Self::of(Box::new(move |turn| choose(&mut agent, turn, &mut Silent)))
    }

    /// Seats a guest.
    pub(crate) fn of_guest(mut player: GuestPlayer) -> std::io::Result<Self> {
        Self::of(Box::new(move |turn| ask_guest(&mut player, turn)))
    }

    fn of(chooser: Chooser<G>) -> std::io::Result<Self> {
        Ok(Self { thinker: Thinker::new(chooser)?, gone: None })
    }

    /// Waits until the deadline, then asks the agent to stop, then gives it up.
    fn wait(&self, ask: &Ask<'_, G>) -> Result<Answered<Chosen<G::Move>>, Fault> {
        let cancel = Cancel::default();
        let mut turn = ask.turn(cancel.clone());
        let pending: Pending<_> = self.thinker.ask(move |chooser, _| {
            // What is charged begins when the thread has a core, and is without the time in which it has none.
            turn.budget.started = Instant::now();
            turn.waited = Some(waited);
            chooser(&turn)
        });
        let mut answered = pending.wait(ask.deadline.map(|deadline| deadline.saturating_sub(ask.asked.elapsed())));
        if answered.as_ref().err() == Some(&RecvTimeoutError::Timeout) {
            cancel.cancel();
            answered = pending.wait(Some(ArenaRules::STOPPING));
        }
        answered.map_err(|error| match error {
            RecvTimeoutError::Disconnected => Fault::new(Reason::Crash, "the agent's thread is gone"),
            RecvTimeoutError::Timeout => {
                let patience = ArenaRules::STOPPING.as_millis();
                let message = format!("no answer within {patience} ms of being told to stop; its thread was given up");
                Fault::new(Reason::Stall, message)
            }
        })
    }
}

impl<G: BoardGame> Seat<G> for AgentSeat<G> {
    fn ask(&mut self, ask: &Ask<'_, G>) -> Result<Answer<G::Move>, Fault> {
        if let Some(fault) = &self.gone {
            return Err(fault.clone());
        }
        let answer = self.wait(ask).and_then(heard);
        // An agent without a move, or with one that makes no sense, can be asked again; one that panicked or was given up
        // cannot.
        let is_final = |fault: &&Fault| !matches!(fault.reason, Reason::NoMove | Reason::IllegalMove);
        self.gone = answer.as_ref().err().filter(is_final).cloned();
        answer
    }
}
