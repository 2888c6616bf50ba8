//! Matches and tournaments: who plays whom, under which clock, and what came of it.
//!
//! The referee owns the position, checks every move itself and never trusts an agent about legality, results or time.

mod adjudication;
mod agent_spec;
pub mod describe;
pub mod export;
pub mod external;
mod hall;
mod live;
mod opening;
pub mod plan;
pub mod points;
mod record;
mod referee;
mod run_queue;
pub mod schedule;
mod seat;
pub mod standings;
pub mod stats;
pub mod store;
mod thread_seat;
mod time_control;
mod tournament;

pub use adjudication::Adjudication;
pub use agent_spec::AgentSpec;
pub use external::{
    CommandError, CommandLine, Finding, Launcher, Level, ProcessSeat, Program, ProgramLimits, Restart, check_agent,
};
pub use hall::{Hall, Task, match_tasks};
pub use live::{Glimpse, LiveGame};
pub use opening::opening;
pub use record::{Ending, Fault, GameRecord, MoveRecord, Reason};
pub use referee::{Fixture, HouseRules, Policy, referee};
pub use seat::{Answer, Ask, Seat};
pub use thread_seat::{AgentThread, ThreadSeat};
pub use time_control::{TimeControl, TimeControlError};
pub use tournament::{Progress, TournamentError, ratings, run_tournament};
