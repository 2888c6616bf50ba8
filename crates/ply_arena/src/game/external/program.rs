//! A program as a player: its command line, what it may use, and how long it is waited for.

use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::external::CommandLine;
use crate::game::log::Ear;

/// What a program and everything it starts may use together, unless said otherwise.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ProgramLimits {
    /// Bytes of memory.
    pub memory: u64,
    /// Processes at one time.
    pub processes: usize,
    /// CPU time of all processes together over the program's life, which is one game; nothing set: any.
    pub cpu: Option<Duration>,
    /// Bytes of each file it writes.
    pub file_size: u64,
    /// Open files of each process.
    pub open_files: u64,
    /// Bytes it may write to its standard output and error for one question.
    pub output: u64,
    /// Files and folders it may read beside its own, of which the system's are known.
    pub read: Vec<PathBuf>,
    /// Whether it may think while its opponent is to move; otherwise it is stopped meanwhile, where it has a warden.
    pub ponders: bool,
}

impl Default for ProgramLimits {
    fn default() -> Self {
        Self {
            memory: 2 << 30,
            processes: 64,
            cpu: None,
            file_size: 256 << 20,
            open_files: 256,
            output: 4 << 20,
            read: Vec::new(),
            ponders: true,
        }
    }
}

/// How a program is started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Launcher {
    /// By way of this binary, whose `sandbox-exec` subcommand calls
    /// [`sandbox::enter_and_exec`](crate::external::sandbox::enter_and_exec).
    Confined(PathBuf),
    /// As it is, with the limits that can be set from outside.
    Bare,
}

static STAND_IN: OnceLock<PathBuf> = OnceLock::new();

impl Launcher {
    /// By way of the binary that is running, or of the one that stands in for it; bare where there is no sandbox, which is
    /// everywhere but on Linux.
    pub fn this_binary() -> Self {
        match STAND_IN.get().cloned().map_or_else(std::env::current_exe, Ok) {
            Ok(binary) if cfg!(target_os = "linux") => Self::Confined(binary),
            _ => Self::Bare,
        }
    }

    /// Where the arena runs inside a program that is not ours, as an extension of Python is: the file that does what the
    /// binary's subcommand does. The first one holds.
    pub fn stand_in(binary: PathBuf) {
        let _known = STAND_IN.set(binary);
    }
}

/// A program as a player.
///
/// ```
/// use ply_arena::{Launcher, Program};
/// let program = Program::new("cmd:python3 agent.py".parse().unwrap());
/// assert_eq!(program.launcher, Launcher::this_binary());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// What is started.
    pub command: CommandLine,
    /// What it may use.
    pub limits: ProgramLimits,
    /// How it is started.
    pub launcher: Launcher,
    /// What it is told by `setoption` before it plays: names and values.
    pub options: Vec<(String, String)>,
    /// The folder it is started in; nothing set: the current one.
    pub folder: Option<PathBuf>,
    /// How long it may take until `ugiok`, and again until `readyok`. No clock runs meanwhile.
    pub start_within: Duration,
    /// How long after `stop` its move is waited for.
    pub stop_within: Duration,
    /// How long after `quit` it may still run.
    pub quit_within: Duration,
    /// The longest thought where no clock limits it.
    pub patience: Duration,
    /// Who hears all that is said to it and by it, if anybody does.
    pub log: Option<Ear>,
}

impl Program {
    /// A program with the limits most tournaments will want, started by way of the binary that is running.
    pub fn new(command: CommandLine) -> Self {
        Self {
            command,
            limits: ProgramLimits::default(),
            launcher: Launcher::this_binary(),
            options: Vec::new(),
            folder: None,
            start_within: Duration::from_secs(10),
            stop_within: Duration::from_millis(500),
            quit_within: Duration::from_millis(200),
            patience: Duration::from_secs(300),
            log: None,
        }
    }
}
