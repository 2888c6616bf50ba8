//! Whoever thinks about the game on the screen: an agent of ours or a program, on a thread of its own.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use ply_agents::AnyAgent;
use ply_arena::{AgentSpec, Chosen, Fault, GameUnderWay, Pending, ProcessSeat, Program, Reason, Seat, Thinker, choose};
use ply_game::{BoardGame, Spec};
use ply_search::{Cancel, Clock, Limits, Report};

/// Somebody who can be asked for moves.
pub struct Mover<G: BoardGame>(Thinker<Kind<G>>);

enum Kind<G: BoardGame> {
    Agent(AnyAgent<G>),
    Program(Box<ProcessSeat>),
}

/// A question under way. Whoever drops it no longer waits for the answer.
pub struct Question<M> {
    pub pending: Pending<Chosen<M>, Report<M>>,
    pub cancel: Cancel,
}

impl<M> Drop for Question<M> {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

impl<G: BoardGame> Mover<G> {
    /// Seats an agent, or starts a program.
    pub fn new(agent: &AgentSpec, game: &Spec, seed: u64) -> Result<Self> {
        let kind = match agent {
            AgentSpec::BuiltIn(spec) => Kind::Agent(ply_agents::agent::<G>(spec, seed)?.1),
            AgentSpec::Program(command) => {
                let mut seat = Box::new(ProcessSeat::new(Program::new(command.clone()), game)?);
                Seat::<G>::prepare(seat.as_mut()).with_context(|| command.to_string())?;
                Kind::Program(seat)
            }
            AgentSpec::Guest(name) => bail!("nobody has brought the guest '{name}'"),
            AgentSpec::Human => bail!("a person does not think on a thread"),
        };
        Ok(Self(Thinker::new(kind)?))
    }

    /// Asks for a move, under the game's clock or with a time of its own.
    pub fn ask(&self, game: &GameUnderWay<G>, time: Option<Duration>) -> Question<G::Move> {
        let (game, cancel, asked) = (game.clone(), Cancel::default(), Instant::now());
        let stop = cancel.clone();
        let pending = self.0.ask(move |kind, aloud| {
            let over = || Fault::new(Reason::NoMove, "the game is over");
            let mut ask = game.question(asked).ok_or_else(over)?;
            if let Some(time) = time {
                (ask.clocks, ask.limits) = ([Clock::per_move(time); 2], Limits::default());
                ask.deadline = Some(time + game.rules().grace);
            }
            match kind {
                Kind::Agent(agent) => choose(agent, &ask.turn(stop), &mut |report: &Report<_>| aloud(report.clone())),
                Kind::Program(seat) => seat.ask(&ask),
            }
        });
        Question { pending, cancel }
    }
}
