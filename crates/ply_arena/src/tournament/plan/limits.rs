//! What a plan lets programs use.

use std::time::Duration;

use crate::external::ProgramLimits;

/// What a program may use; nothing: what the arena allows by itself.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct AskedLimits {
    /// Bytes of memory.
    pub memory: Option<u64>,
    /// CPU time for a whole game.
    pub cpu: Option<Duration>,
    /// Processes and threads.
    pub processes: Option<u64>,
    /// Open files.
    pub files: Option<u64>,
    /// Bytes it may write for a move.
    pub output: Option<u64>,
}

impl AskedLimits {
    /// The arena's own limits, but for those that were asked for.
    pub fn over_default(&self) -> ProgramLimits {
        let usual = ProgramLimits::default();
        ProgramLimits {
            memory: self.memory.unwrap_or(usual.memory),
            cpu: self.cpu.or(usual.cpu),
            processes: self.processes.map_or(usual.processes, |processes| processes as usize),
            open_files: self.files.unwrap_or(usual.open_files),
            output: self.output.unwrap_or(usual.output),
            ..usual
        }
    }
}
