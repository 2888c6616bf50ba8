//! Who plays, as text: a built-in agent `NAME[:key=value,...]`, a program `cmd:PROGRAM ARGS...`, a guest `guest:NAME`, or
//! `human`.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use ply_game::{BoardGame, Spec, SpecError, harmless_line, is_harmless_line};

use crate::game::command::CommandLine;

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
        if text == "human" {
            return Ok(Self::Human);
        }
        match program_without_cmd(text) {
            Some(reason) => Err(SpecError::Together { owner: format!("'{}'", harmless_line(text, 60)), reason }),
            None => text.parse().map(Self::BuiltIn),
        }
    }
}

/// What to write for a text that is a program's file or command line without `cmd:`, and no agent of ours could be.
fn program_without_cmd(text: &str) -> Option<String> {
    let first = text.split_whitespace().next()?;
    let ending = Path::new(first).extension().and_then(|ending| ending.to_str());
    let runner = match ending {
        Some("py") => "python3 ",
        Some("js" | "mjs") => "node ",
        Some("jar") => "java -jar ",
        Some("sh") => "sh ",
        _ if first.contains('/') => "",
        _ => "./",
    };
    let is_spec = first.contains([':', '=']);
    let is_command = text.trim().contains(char::is_whitespace) || first.contains('/');
    let is_file = ending.is_some() && Path::new(first).is_file();
    if is_spec || !(is_command || is_file || !["", "./"].contains(&runner)) {
        return None;
    }
    let command = if is_command && !first.contains('/') { text.to_owned() } else { format!("{runner}{text}") };
    Some(format!("no agent is called so; a program is named by its command: \"cmd:{}\"", harmless_line(&command, 60)))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_without_cmd_is_told_how_to_be_named() {
        let said = |text: &str| text.parse::<AgentSpec>().map(|_| ()).map_err(|error| error.to_string());
        for (text, command) in [
            ("simp.py", "cmd:python3 simp.py"),
            ("python3 simp.py", "cmd:python3 simp.py"),
            ("./agent", "cmd:./agent"),
            ("bots/ada.js --fast", "cmd:node bots/ada.js --fast"),
        ] {
            let told = said(text).unwrap_err();
            assert!(told.contains(&format!("\"{command}\"")), "{told}");
        }
        for text in ["random", "alpha-beta:weights=./w.toml", "minimax:depth=4", "simpai"] {
            assert_eq!(said(text), Ok(()), "{text}");
        }
    }
}
