//! The API without a server, for one visitor in a browser: the same questions and the same answers.
//!
//! There are no threads in it. [`Local`] answers at once and hands out what agents are to think about; [`Thoughts`], in
//! another worker of the browser, thinks as long as that takes and is simply ended where nobody wants the thought any more.

mod address;
mod games;
mod thoughts;

pub use games::Local;
pub use thoughts::Thoughts;

use http::StatusCode;
use ply_arena::{Answer, Chosen, Fault, Thought};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::time::Duration;

use crate::config::Limits;
use crate::problem::Problem;

/// What is answered: a status of HTTP and a body of JSON.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LocalAnswer {
    /// The status.
    pub status: u16,
    /// The body; empty where there is none.
    pub body: String,
}

impl LocalAnswer {
    fn new(status: StatusCode, body: String) -> Self {
        Self { status: status.as_u16(), body }
    }

    fn of(answer: Result<Self, Problem>) -> Self {
        answer.unwrap_or_else(|problem| Self::new(problem.status, problem.value().to_string()))
    }
}

/// What an agent is to think about.
#[derive(Serialize, Deserialize, Debug)]
struct Task {
    /// The game's number.
    id: String,
    /// Counts what makes the thoughts of before pointless.
    epoch: u64,
    /// The game so far.
    record: Value,
}

/// What an agent has answered.
#[derive(Serialize, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
enum Said {
    Move { text: String, thought: Thought, used_ms: f64 },
    Fault(Fault),
}

impl Said {
    fn new(chosen: Chosen<String>, used: Duration) -> Self {
        match chosen {
            Ok(Answer { mv, thought, .. }) => Self::Move { text: mv, thought, used_ms: used.as_secs_f64() * 1e3 },
            Err(fault) => Self::Fault(fault),
        }
    }

    fn chosen(self) -> Chosen<String> {
        match self {
            Self::Move { text, thought, used_ms } => {
                let used = Duration::try_from_secs_f64(used_ms / 1e3).ok();
                Ok(Answer { mv: text, thought, used })
            }
            Self::Fault(fault) => Err(fault),
        }
    }
}

/// What one visitor of its own machine may ask for: one thread, and the memory that browsers give a page.
fn limits() -> Limits {
    Limits { threads: 1, searches: 1, ..Limits::default() }
}
