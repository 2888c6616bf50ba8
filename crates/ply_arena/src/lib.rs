//! Matches and tournaments: who plays whom, under which clock, and what came of it.
//!
//! Three parts: a game, a tournament, and the results of both. The referee owns the position, checks every move
//! itself and never trusts an agent about legality, results or time.

mod game;
#[cfg(feature = "queue")]
pub mod queue;
mod results;
mod tournament;

pub use game::adjudication::Adjudication;
pub use game::agent_seat::{AgentSeat, Chosen, choose, heard};
pub use game::agent_spec::AgentSpec;
pub use game::external::{
    self, Check, CheckSettings, CommandError, CommandLine, Finding, Launcher, Level, ProcessSeat, Program,
    ProgramLimits, check_agent, try_out,
};
pub use game::fault::{Fault, Reason};
pub use game::guest::{Guest, GuestPlayer, GuestTurn, Guests};
pub use game::log::{Aloud, Ear, Logs};
pub use game::opening::{Umpire, draw_moves, opening};
pub use game::record::{Ending, GameRecord, MoveRecord, RunOrigin, Thought};
pub use game::referee::referee;
pub use game::rules::{ArenaRules, Policy, parse_grace};
pub use game::seat::{Answer, Ask, Seat};
pub use game::thinker::{Answered, News, Pending, Thinker};
pub use game::time_control::{TimeControl, TimeControlError};
pub use game::under_way::{Fixture, GameUnderWay, Glimpse, RecordError};
pub use results::fault_tally::{FaultSeen, FaultTally};
pub use results::match_tally::MatchTally;
pub use results::sprt_match::{LlrPoint, SprtMatch};
pub use results::{describe, export, standings, stats};
pub use tournament::contents::hash_programs;
pub use tournament::executor::{Ended, Executor, ExecutorError, GivenUp, Here, Threads, Venue};
pub use tournament::ladder::{LadderEvent, run_ladder};
pub use tournament::line_up::{LineUp, LineUpError};
pub use tournament::live::{LiveGame, WorkerSeen};
pub use tournament::qualify::{Unqualified, qualify};
pub use tournament::runner::{Agenda, Kept, Progress, RunError, run, run_agenda};
pub use tournament::task::{DrawnOpenings, Opening, Premises, Seated, Task, TaskError};
pub use tournament::{plan, points, schedule, store};
