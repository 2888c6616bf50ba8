//! `cmd:PROGRAM ARGS...`: the command line of a program, split as a shell would, without a shell.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use ply_game::{harmless, harmless_line};

/// The command line of a program.
///
/// ```
/// use ply_arena::CommandLine;
/// let line: CommandLine = "cmd:python3 'my agent.py' --fast".parse().unwrap();
/// assert_eq!(line.program(), "python3");
/// assert_eq!(line.args(), ["my agent.py", "--fast"]);
/// assert_eq!(line.to_string(), "cmd:python3 'my agent.py' --fast");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CommandLine {
    program: String,
    args: Vec<String>,
}

/// Why a text is not a command line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CommandError {
    /// It does not begin with `cmd:`.
    #[error("expected cmd:PROGRAM ARGS..., got '{0}'")]
    Form(String),
    /// A quote is not closed, or a backslash ends the line.
    #[error("a quote is not closed in '{0}'")]
    Quotes(String),
    /// Nothing to start.
    #[error("expected a program after 'cmd:', got nothing")]
    Empty,
}

impl CommandLine {
    /// How such specs begin.
    pub const PREFIX: &'static str = "cmd:";

    /// From a program and its arguments, of which there is at least the program.
    pub fn new(words: impl IntoIterator<Item = String>) -> Self {
        let mut words = words.into_iter();
        Self { program: words.next().expect("a command line begins with a program"), args: words.collect() }
    }

    /// What is started.
    pub fn program(&self) -> &str {
        &self.program
    }

    /// What it is given.
    pub fn args(&self) -> &[String] {
        &self.args
    }

    /// The file that would be started from `folder`: the program itself if its name has a slash, or what `PATH` knows.
    pub fn find(&self, folder: &Path) -> Option<PathBuf> {
        if self.program.contains('/') {
            let file = folder.join(&self.program);
            return file.is_file().then_some(file);
        }
        let path = std::env::var_os("PATH")?;
        std::env::split_paths(&path).map(|place| place.join(&self.program)).find(|file| file.is_file())
    }
}

impl FromStr for CommandLine {
    type Err = CommandError;

    fn from_str(text: &str) -> Result<Self, CommandError> {
        let shown = || harmless_line(text, 60);
        // A NUL cannot be part of an argument, and whoever types other control characters means harm.
        let line = text.strip_prefix(Self::PREFIX).filter(|line| harmless(line) == *line);
        let line = line.ok_or_else(|| CommandError::Form(shown()))?;
        let mut words = shlex::split(line).ok_or_else(|| CommandError::Quotes(shown()))?.into_iter();
        let program = words.next().filter(|word| !word.is_empty()).ok_or(CommandError::Empty)?;
        Ok(Self { program, args: words.collect() })
    }
}

impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = std::iter::once(&self.program).chain(&self.args).map(String::as_str);
        write!(f, "{}{}", Self::PREFIX, shlex::try_join(words).map_err(|_| fmt::Error)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_line_is_split_as_a_shell_would() {
        let line: CommandLine = r#"cmd:./run "a b" c\ d 'e "f"' $HOME ; rm"#.parse().unwrap();
        assert_eq!(line.args(), ["a b", "c d", "e \"f\"", "$HOME", ";", "rm"]);
        assert_eq!(line.to_string().parse::<CommandLine>().unwrap(), line);
    }

    #[test]
    fn errors_say_what_was_expected() {
        let said = |text: &str| text.parse::<CommandLine>().unwrap_err().to_string();
        assert_eq!(said("python3 x.py"), "expected cmd:PROGRAM ARGS..., got 'python3 x.py'");
        assert_eq!(said("cmd:"), "expected a program after 'cmd:', got nothing");
        assert_eq!(said("cmd:a 'b"), "a quote is not closed in 'cmd:a 'b'");
    }
}
