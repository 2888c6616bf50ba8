//! Matches and tournaments: who plays whom, under which clock, and what came of it.
//!
//! The referee owns the position, checks every move itself and never trusts an agent about legality, results or time.

pub mod external;
mod record;
mod seat;
mod time_control;

pub use external::{
    CommandError, CommandLine, Finding, Launcher, Level, ProcessSeat, Program, ProgramLimits, Restart, check_agent,
};
pub use record::{Ending, Fault, GameRecord, MoveRecord, Reason};
pub use seat::{Answer, Ask, Seat};
pub use time_control::{TimeControl, TimeControlError};
