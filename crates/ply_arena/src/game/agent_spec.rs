//! Who plays, as text: a built-in agent `NAME[:key=value,...]`, a program `cmd:PROGRAM ARGS...`, a guest `guest:NAME`, or
//! `human`.

use std::fmt;
use std::str::FromStr;

use ply_game::{BoardGame, Spec, SpecError, harmless_line, is_harmless_line};

use crate::external::CommandLine;

/// How a guest is spelled: this and its name.
const GUEST: &str = "guest:";

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
    Program(CommandLine),
    /// Somebody whom the program that runs the arena brings along; nobody else can seat it.
    Guest(String),
    /// A person.
    Human,
}

impl FromStr for AgentSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        if text.starts_with(CommandLine::PREFIX) {
            let command: Result<CommandLine, _> = text.parse();
            let wrong = |reason: String| SpecError::Together { owner: "a program".to_owned(), reason };
            return command.map(Self::Program).map_err(|error| wrong(error.to_string()));
        }
        if let Some(name) = text.strip_prefix(GUEST) {
            let form = || SpecError::Form(harmless_line(text, 60));
            return if is_harmless_line(name) && !name.is_empty() {
                Ok(Self::Guest(name.to_owned()))
            } else {
                Err(form())
            };
        }
        if text == "human" { Ok(Self::Human) } else { text.parse().map(Self::BuiltIn) }
    }
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BuiltIn(spec) => spec.fmt(f),
            Self::Program(command) => command.fmt(f),
            Self::Guest(name) => write!(f, "{GUEST}{name}"),
            Self::Human => f.write_str("human"),
        }
    }
}

impl AgentSpec {
    /// An agent as it is typed where it may be given a name: `NAME=SPEC`, or its spec alone. What comes before the first
    /// `=` is a name unless it has a colon, as every spec with an option does.
    ///
    /// ```
    /// use ply_arena::AgentSpec;
    /// assert_eq!(AgentSpec::split_name("Ada=cmd:./ada depth=4"), (Some("Ada"), "cmd:./ada depth=4"));
    /// assert_eq!(AgentSpec::split_name("minimax:depth=4"), (None, "minimax:depth=4"));
    /// ```
    pub fn split_name(text: &str) -> (Option<&str>, &str) {
        match text.split_once('=') {
            Some((name, spec)) if !name.contains(':') => (Some(name), spec),
            _ => (None, text),
        }
    }

    /// What it is called on one line, without its options.
    pub fn name(&self) -> String {
        match self {
            Self::BuiltIn(spec) => spec.name.clone(),
            Self::Program(command) => harmless_line(&command.to_string(), 1000),
            Self::Guest(name) => name.clone(),
            Self::Human => "a person".to_owned(),
        }
    }

    /// The full spelling for a game: a built-in agent's options are read and its defaults filled in.
    pub fn full<G: BoardGame>(&self) -> Result<Self, SpecError> {
        match self {
            Self::BuiltIn(spec) => ply_agents::agent::<G>(spec, 0).map(|(full, _)| Self::BuiltIn(full)),
            Self::Program(_) | Self::Guest(_) | Self::Human => Ok(self.clone()),
        }
    }
}
