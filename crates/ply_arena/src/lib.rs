//! Matches and tournaments: who plays whom, under which clock, and what came of it.
//!
//! Three parts: a game, a tournament, and the results of both. The referee owns the position, checks every move
//! itself and never trusts an agent about legality, results or time.

mod game;
#[cfg(not(target_family = "wasm"))]
mod native;
#[cfg(feature = "queue")]
pub mod queue;
mod results;
#[cfg(not(target_family = "wasm"))]
mod tournament;

pub use game::adjudication::Adjudication;
pub use game::agent_spec::AgentSpec;
pub use game::choice::{Chosen, choose};
pub use game::command::{CommandError, CommandLine};
pub use game::fault::{Fault, Reason};
pub use game::opening::{Umpire, draw_moves, opening};
pub use game::record::{Ending, GameRecord, MoveRecord, RunOrigin, Thought};
pub use game::referee::referee;
pub use game::rules::{ArenaRules, Policy, parse_grace};
pub use game::seat::{Answer, Ask, Seat};
pub use game::time_control::{TimeControl, TimeControlError};
pub use game::under_way::{Fixture, GameUnderWay, Glimpse, RecordError};
#[cfg(not(target_family = "wasm"))]
pub use native::*;
pub use results::describe;
