//! Programs from outside: starters for new ones, and bridges to those that were written for a course.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};

use super::programs_at_play::ProgramArgs;
use super::shared::Format;

/// A new agent.
#[derive(ClapArgs, Debug)]
pub struct NewAgentArgs {
    /// The game
    pub game: String,
    /// What it is written in
    #[arg(long, value_enum, default_value_t = Language::Python)]
    pub language: Language,
    /// Where it goes: a new or an empty folder
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

/// A language that has a starter.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    Python,
    Rust,
    C,
    Javascript,
    Java,
}

/// A course's own agent.
#[derive(ClapArgs, Debug)]
pub struct BridgeArgs {
    /// The game
    pub game: String,
    /// The agent: its file, or the folder of the course's project with the agent in it
    pub path: PathBuf,
    /// Which one, if there are several: MODULE:CLASS, or a class of Java or C#
    pub agent: Option<String>,
    /// What runs it: a python, java or dotnet; that of the agent's virtual environment or of PATH if left out
    #[arg(long, value_name = "PROGRAM")]
    pub with: Option<PathBuf>,
    /// Also needed: a folder or jar of Java classes, a folder of Python modules, an assembly; may be repeated
    #[arg(long, value_name = "PATH")]
    pub add: Vec<PathBuf>,
    /// What a ColorShapeLinks thinker is set up with
    #[arg(long, value_name = "TEXT")]
    pub params: Option<String>,
    /// Where the bridge is written; to the user's data folder if left out
    #[arg(long, value_name = "FOLDER")]
    pub to: Option<PathBuf>,
    /// Run it here and now instead of printing its cmd:, without a sandbox
    #[arg(long)]
    pub run: bool,
    /// Print the lines that add it to a tournament file under this name
    #[arg(long, value_name = "NAME")]
    pub plan: Option<String>,
    #[command(flatten)]
    pub format: Format,
}

/// A program to be checked.
#[derive(ClapArgs, Debug)]
pub struct CheckAgentArgs {
    /// The game
    pub game: String,
    /// The program: cmd:PROGRAM ARGS...
    pub agent: String,
    /// The time it has for a move, with a unit; from 500ms to 1s by the length of the game if left out
    #[arg(long, value_name = "T", allow_hyphen_values = true, value_parser = ply_search::parse_duration)]
    pub time: Option<std::time::Duration>,
    #[command(flatten)]
    pub programs: ProgramArgs,
    #[command(flatten)]
    pub format: Format,
}
