//! Who plays, as text: a built-in agent `NAME[:key=value,...]`, a program `cmd:PROGRAM ARGS...`, or `human`.

use std::fmt;
use std::str::FromStr;

use ply_game::{BoardGame, Spec, SpecError};

/// Who plays.
///
/// ```
/// use ply_arena::AgentSpec;
/// let agent: AgentSpec = "cmd:python3 my_agent.py".parse().unwrap();
/// assert_eq!(agent.to_string(), "cmd:python3 my_agent.py");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum AgentSpec {
    /// An agent of ours.
    BuiltIn(Spec),
    /// A program that speaks UGI, with its arguments.
    Program(String),
    /// A person.
    Human,
}

impl FromStr for AgentSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        match text.strip_prefix("cmd:") {
            Some(command) if command.trim().is_empty() => Err(SpecError::Form(text.to_owned())),
            Some(command) => Ok(Self::Program(command.trim().to_owned())),
            None if text == "human" => Ok(Self::Human),
            None => text.parse().map(Self::BuiltIn),
        }
    }
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BuiltIn(spec) => spec.fmt(f),
            Self::Program(command) => write!(f, "cmd:{command}"),
            Self::Human => f.write_str("human"),
        }
    }
}

impl AgentSpec {
    /// The full spelling for a game: a built-in agent's options are read and its defaults filled in.
    pub fn full<G: BoardGame>(&self) -> Result<Self, SpecError> {
        match self {
            Self::BuiltIn(spec) => ply_agents::agent::<G>(spec, 0).map(|(full, _)| Self::BuiltIn(full)),
            Self::Program(_) | Self::Human => Ok(self.clone()),
        }
    }
}
