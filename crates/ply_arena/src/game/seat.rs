//! A seat at the board: whoever sits there is asked for a move and answers, or is found at fault.

use std::time::Duration;

use ply_game::{Game, Player};
use ply_search::{Clock, Instant, Limits};

use crate::game::fault::Fault;
use crate::game::record::Thought;

/// A question to a seat.
#[derive(Debug)]
pub struct Ask<'a, G: Game> {
    /// The position, with this seat to move.
    pub position: &'a G,
    /// The position the game began from.
    pub begun: &'a G,
    /// Every move since then, the opening's included.
    pub played: Vec<G::Move>,
    /// The text of the position the game began from, if it is not the game's start.
    pub start: Option<&'a str>,
    /// The moves as text.
    pub moves: &'a [String],
    /// Who sits here.
    pub player: Player,
    /// Both players' clocks as they stand.
    pub clocks: [Clock; 2],
    /// How many moves this seat has made.
    pub moves_made: usize,
    /// Limits on every move beside the clock.
    pub limits: Limits,
    /// When the time began to count.
    pub asked: Instant,
    /// When the answer is too late, grace included; nothing set: never.
    pub deadline: Option<Duration>,
    /// The deadline is in CPU time.
    pub cpu: bool,
}

/// What a seat answers.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer<M> {
    /// The move; the referee checks it.
    pub mv: M,
    /// What its maker told about it.
    pub thought: Thought,
    /// The time to be charged, where the seat knows better than the wall: CPU time where that was asked for, or the time
    /// without that in which the machine had no core for the agent.
    pub used: Option<Duration>,
}

impl<M> Answer<M> {
    /// A move without a word.
    pub fn plain(mv: M) -> Self {
        Self { mv, thought: Thought::default(), used: None }
    }
}

/// Whoever plays one side: an agent on a thread of its own, a program, a person.
pub trait Seat<G: Game>: Send {
    /// Gets ready for a new game, before any clock runs: a program is started here. A fault loses the game before its
    /// first move.
    fn prepare(&mut self) -> Result<(), Fault> {
        Ok(())
    }

    /// The most memory whoever sits here was seen to use, in bytes, where that is looked at.
    fn peak_memory(&mut self) -> Option<u64> {
        None
    }

    /// Asks for a move. Returns soon after the deadline whatever the other side does: a seat never blocks the referee.
    /// A late answer may be given back as it is: the referee measures the time itself.
    fn ask(&mut self, ask: &Ask<'_, G>) -> Result<Answer<G::Move>, Fault>;
}
