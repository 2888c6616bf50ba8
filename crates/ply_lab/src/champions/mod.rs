//! How good the champions are where the truth is known.
//!
//! - *Results kept*: in positions whose result is proven ([`KnownPosition`]), does the move that a champion makes keep it?
//! - *Falls*: in its own games, how often does its score go from even or better to lost from one of its moves to the
//!   next? ([`Falls`])
//! - *Odds*: what a champion with a twentieth of the time makes against everybody else ([`odds()`]).
//!
//! Results are proven by [`Prover`]; the positions come from [`collect()`].

mod collect;
mod falls;
mod known;
mod odds;
mod prover;

pub use collect::collect;
pub use falls::{Falls, fell, self_play};
pub use known::{Known, KnownError, KnownPosition, judge};
pub use odds::{Odds, odds};
pub use prover::Prover;

use std::time::Duration;

use ply_arena::plan::PlanError;
use ply_arena::{LineUpError, RunError};
use ply_game::SpecError;

/// Why games of a measurement cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum GamesError {
    /// There is no such game or agent.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// They are no tournament.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// Nobody plays so.
    #[error(transparent)]
    LineUp(#[from] LineUpError),
    /// Something happened on the way.
    #[error(transparent)]
    Run(#[from] RunError),
}

/// What thinking about moves took.
#[derive(Clone, Copy, Default, Debug)]
pub struct Effort {
    moves: u64,
    depth: u64,
    nodes: u64,
    time: Duration,
}

impl Effort {
    /// Adds a move.
    pub fn add(&mut self, depth: u32, nodes: u64, time: Duration) {
        self.moves += 1;
        self.depth += u64::from(depth);
        self.nodes += nodes;
        self.time += time;
    }

    /// Adds the moves of another one.
    pub fn merge(&mut self, other: Self) {
        self.moves += other.moves;
        self.depth += other.depth;
        self.nodes += other.nodes;
        self.time += other.time;
    }

    /// The mean depth; `None` before the first move.
    pub fn mean_depth(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.depth as f64 / self.moves as f64)
    }

    /// Nodes a second; `None` where there is nothing to divide.
    pub fn nodes_per_second(&self) -> Option<f64> {
        (!self.time.is_zero()).then(|| self.nodes as f64 / self.time.as_secs_f64())
    }
}
