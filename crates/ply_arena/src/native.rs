//! What needs an operating system, its processes, threads and files: programs as players, tournaments, the store. In a
//! browser there is none of it; a game is played there by the same rules.

pub use crate::game::agent_seat::{AgentSeat, heard};
pub use crate::game::external::{
    self, Check, CheckSettings, Finding, Launcher, Level, ProcessSeat, Program, ProgramLimits, check_agent, try_out,
};
pub use crate::game::guest::{Guest, GuestPlayer, GuestTurn, Guests};
pub use crate::game::log::{Aloud, Ear, Logs};
pub use crate::game::thinker::{Answered, News, Pending, Thinker};
pub use crate::results::fault_tally::{FaultSeen, FaultTally};
pub use crate::results::match_tally::MatchTally;
pub use crate::results::sprt_match::{LlrPoint, SprtMatch};
pub use crate::results::{export, standings, stats};
pub use crate::tournament::contents::hash_programs;
pub use crate::tournament::executor::{Ended, Executor, ExecutorError, GivenUp, Here, Threads, Venue};
pub use crate::tournament::ladder::{LadderEvent, run_ladder};
pub use crate::tournament::line_up::{LineUp, LineUpError};
pub use crate::tournament::live::{LiveGame, WorkerSeen};
pub use crate::tournament::qualify::{Unqualified, qualify};
pub use crate::tournament::runner::{Agenda, Kept, Progress, RunError, run, run_agenda};
pub use crate::tournament::task::{DrawnOpenings, Opening, Premises, Seated, Task, TaskError};
pub use crate::tournament::{plan, points, schedule, store};
