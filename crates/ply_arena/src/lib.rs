//! Matches and tournaments: who plays whom, under which clock, and what came of it.
//!
//! The referee owns the position, checks every move itself and never trusts an agent about legality, results or time.

pub mod export;
pub mod plan;
pub mod points;
mod record;
pub mod schedule;
mod seat;
pub mod standings;
pub mod store;
mod time_control;

pub use record::{Ending, Fault, GameRecord, MoveRecord, Reason};
pub use seat::{Answer, Ask, Seat};
pub use time_control::{TimeControl, TimeControlError};
