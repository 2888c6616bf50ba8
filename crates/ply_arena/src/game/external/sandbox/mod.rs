//! What keeps a program to its limits: layers around it, each as far as the machine has it.
//!
//! The arena does not start the program itself but its own binary with the subcommand [`SUBCOMMAND`], twice. The first
//! process, the *warden*, stays: orphans of the program come back to it (it is a subreaper), and when the program ends
//! or the arena closes its pipe or dies, it ends all that is left. The second puts the limits on itself, which no
//! program can take off again, and becomes the program. No code runs between `fork` and `exec`. A start with its end
//! costs about four milliseconds more than that of a bare program (7.3 against 3.5 on two busy cores), a move nothing.
//!
//! | layer | holds |
//! |---|---|
//! | resource limits | data memory, CPU, file size, open files, no core files; processes unless the user is root |
//! | landlock | files: the system and the program's folders read-only, only the scratch folder written; signals; TCP |
//! | seccomp | no sockets but local ones, no tracing, mounting, namespaces, kernel modules |
//! | warden | own session; no process outlives the program, however it hides |
//! | watch | memory and number of all processes together, by looking every 50 ms |
//! | environment | only what runtimes need; `HOME` and `TMPDIR` are the scratch folder |

#[cfg(target_os = "linux")]
mod confine;
mod grants;
mod probe;
#[cfg(target_os = "linux")]
mod syscalls;
#[cfg(target_os = "linux")]
mod warden;

use std::ffi::OsString;
use std::io;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;

#[cfg(target_os = "linux")]
use rustix::process::{Pid, Resource, Rlimit};
use serde::{Deserialize, Serialize};

pub use probe::{Layer, Layers, probe};

use crate::external::{Launcher, Program, ProgramLimits, tree};

/// The hidden subcommand of the binary through which programs are started.
pub const SUBCOMMAND: &str = "sandbox-exec";

/// The first word after the subcommand.
const WARDEN: &str = "warden";
#[cfg(target_os = "linux")]
const CONFINE: &str = "confine";

/// What the launched binary is told, as JSON.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Plan {
    program: PathBuf,
    args: Vec<String>,
    /// Files and folders that may be read and executed.
    read: Vec<PathBuf>,
    /// Those that may be written too.
    write: Vec<PathBuf>,
    limits: Vec<(Limit, u64)>,
}

/// A resource limit that every process of the program gets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum Limit {
    Data,
    Cpu,
    FileSize,
    OpenFiles,
    Core,
    Tasks,
}

impl Limit {
    #[cfg(target_os = "linux")]
    fn resource(self) -> Resource {
        match self {
            Self::Data => Resource::Data,
            Self::Cpu => Resource::Cpu,
            Self::FileSize => Resource::Fsize,
            Self::OpenFiles => Resource::Nofile,
            Self::Core => Resource::Core,
            Self::Tasks => Resource::Nproc,
        }
    }

    fn all(limits: &ProgramLimits) -> Vec<(Self, u64)> {
        let mut all = vec![
            // Somewhat above the watched limit: the watch names the reason, this stops only what is too quick for it.
            (Self::Data, limits.memory.saturating_add(limits.memory / 4)),
            (Self::FileSize, limits.file_size),
            (Self::OpenFiles, limits.open_files),
            (Self::Core, 0),
        ];
        all.extend(limits.cpu.map(|cpu| (Self::Cpu, cpu.as_secs_f64().ceil() as u64)));
        if !rustix::process::geteuid().is_root() {
            // The system counts the threads of the user, not those of one program.
            const THREADS: u64 = 256;
            all.push((Self::Tasks, tree::tasks_of_this_user() + limits.processes as u64 + THREADS));
        }
        all
    }
}

#[cfg(target_os = "linux")]
fn rlimit(most: u64) -> Rlimit {
    Rlimit { current: Some(most), maximum: Some(most) }
}

/// What is started for a program: piped, in its own process group, with a scrubbed environment.
pub(crate) fn command(program: &Program, scratch: &Path) -> io::Result<Command> {
    let folder = match &program.folder {
        Some(folder) => folder.canonicalize()?,
        None => std::env::current_dir()?,
    };
    let file = program.command.find(&folder).ok_or_else(|| {
        let where_to =
            if program.command.program().contains('/') { "there is no such file" } else { "it is not in PATH" };
        io::Error::new(io::ErrorKind::NotFound, where_to)
    })?;
    let mut command = match &program.launcher {
        Launcher::Confined(binary) => {
            let plan = Plan {
                read: grants::readable(&program.command, &file, &folder),
                write: grants::writable(scratch),
                program: file,
                args: program.command.args().to_vec(),
                limits: Limit::all(&program.limits),
            };
            let mut command = Command::new(binary);
            command.arg(SUBCOMMAND).arg(WARDEN).arg(serde_json::to_string(&plan)?);
            command
        }
        Launcher::Bare => {
            let mut command = Command::new(file);
            command.args(program.command.args());
            command
        }
    };
    grants::scrub_environment(&mut command, scratch);
    command.current_dir(folder).process_group(0);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    Ok(command)
}

/// Puts the limits that can be set from outside on a program that runs bare. What it did before is not undone.
pub(crate) fn limit_from_outside(pid: u32, limits: &ProgramLimits) {
    #[cfg(target_os = "linux")]
    for (limit, most) in Limit::all(limits) {
        // A limit above the one in force is refused, and then the one in force holds.
        let _ = rustix::process::prlimit(Pid::from_raw(pid as i32), limit.resource(), rlimit(most));
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (pid, limits);
}

/// The subcommand [`SUBCOMMAND`] of the binary: `args` are the words after it. Comes back only when it failed or the
/// program has ended. The process must have no other threads.
pub fn enter_and_exec(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let words: Vec<String> = args.into_iter().filter_map(|word| word.into_string().ok()).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let failed = match words.as_slice() {
        #[cfg(target_os = "linux")]
        [WARDEN, plan] => match warden::run(plan) {
            Ok(code) => return code,
            Err(error) => format!("the sandbox could not start: {error}"),
        },
        #[cfg(target_os = "linux")]
        [CONFINE, plan] => match serde_json::from_str::<Plan>(plan) {
            Ok(plan) => confine::become_program(&plan),
            Err(error) => format!("expected a plan: {error}"),
        },
        _ => "this subcommand is for the arena's own use".to_owned(),
    };
    eprintln!("{failed}");
    ExitCode::from(NOT_STARTED)
}

/// The exit code that shells use for a program that could not be started.
pub(crate) const NOT_STARTED: u8 = 127;

/// How long the warden is given to end everything before the arena does it.
pub(crate) const WARDEN_NEEDS: Duration = Duration::from_secs(1);
