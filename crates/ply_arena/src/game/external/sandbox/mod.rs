//! What keeps a program to its limits: layers around it, each as far as the machine has it.
//!
//! The arena does not start the program itself but its own binary with the subcommand [`SUBCOMMAND`]. That process, the
//! *warden*, puts up a fence of namespaces, starts the program behind it and stays until the program ends, or the arena
//! closes its pipe or dies. Limits are put on by a copy of the warden before it becomes the program, and no program can
//! take them off again. The warden has one thread, so that nothing is forbidden between its `fork` and `exec`.
//!
//! | layer | holds |
//! |---|---|
//! | namespaces | the program sees no file but the system's and its own, no process, no network but itself; all of it ends with its first process; what it writes is in memory, counted, and gone with it |
//! | user | where the arena is root: one of its own, without rights |
//! | resource limits | data memory, CPU, file size, open files, tasks, no core files |
//! | landlock | files (only the scratch folder is written), signals, TCP |
//! | seccomp | no sockets but pairs, nothing of other processes, no tracing, mounting, namespaces, no memory that nobody counts |
//! | warden | own session; no process outlives the program, however it hides |
//! | control group | where one is delegated: CPU time, memory and number of all processes, counted by the kernel |
//! | watch | memory and number of all processes together, by looking every 50 ms, whoever is to move |
//! | environment | only what runtimes need; `HOME` and `TMPDIR` are the scratch folder |
//!
//! What the arena itself uses is hidden from programs, wherever it lies.
//!
//! Without namespaces the other layers stay: then the scratch folder is one of the host, and seccomp also refuses to
//! change the modes and owners of files.

mod cgroup;
#[cfg(target_os = "linux")]
mod confine;
#[cfg(target_os = "linux")]
mod fence;
mod grants;
mod hidden;
mod probe;
#[cfg(target_os = "linux")]
mod root;
mod scratch;
#[cfg(target_os = "linux")]
mod syscalls;
mod unseen;
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

pub(crate) use cgroup::Group;
pub(crate) use hidden::hide;
pub(crate) use hidden::{begins_as_store, files_in_use};
pub(crate) use probe::fence as fenced;
pub use probe::{Layer, Layers, probe};
pub(crate) use scratch::Scratch;
pub(crate) use unseen::advice;

use crate::external::{Launcher, Program, ProgramLimits, tree};

/// The hidden subcommand of the binary through which programs are started.
pub const SUBCOMMAND: &str = "sandbox-exec";

/// The first word after the subcommand: to start a program, or only to find out whether one can be fenced.
const WARDEN: &str = "warden";
const TRY: &str = "try";

/// The scratch folder behind a fence.
pub(crate) const SCRATCH: &str = "/tmp";
/// Where a program behind a fence has all that it wrote, of which its scratch folder is a part. The folder itself may be
/// hidden behind the program's own.
pub(crate) const WRITTEN: &str = "/scratch";

/// What the launched binary is told, as JSON.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Plan {
    program: PathBuf,
    args: Vec<String>,
    /// The folder it is started in.
    folder: PathBuf,
    /// The folder it came in.
    own: PathBuf,
    /// Files and folders that may be read and executed.
    read: Vec<PathBuf>,
    /// The one folder that may be written.
    scratch: PathBuf,
    /// Bytes that may be written there.
    memory: u64,
    limits: Vec<(Limit, u64)>,
    /// Files in these folders that are nevertheless not there.
    hidden: Vec<PathBuf>,
    /// The folder of the control group to join.
    group: Option<PathBuf>,
    fenced: bool,
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
    RealTime,
    Nice,
    Signals,
    Queues,
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
            Self::RealTime => Resource::Rtprio,
            Self::Nice => Resource::Nice,
            Self::Signals => Resource::Sigpending,
            Self::Queues => Resource::Msgqueue,
        }
    }

    fn all(limits: &ProgramLimits, confined: bool) -> Vec<(Self, u64)> {
        let mut all = vec![
            // Somewhat above the watched limit: the watch names the reason, this stops only what is too quick for it.
            (Self::Data, limits.memory.saturating_add(limits.memory / 4)),
            (Self::FileSize, limits.file_size),
            (Self::OpenFiles, limits.open_files),
            // A limit of 0 is not heard by a handler of core dumps; 1 means to the kernel that there shall be none.
            (Self::Core, 1),
            // Some users may have more of these, and share them among all their programs.
            (Self::RealTime, 0),
            (Self::Nice, 0),
            (Self::Signals, SIGNALS),
            (Self::Queues, 0),
        ];
        // In whole seconds, and a second later than the watch, which counts all processes and names the reason.
        all.extend(limits.cpu.map(|cpu| (Self::Cpu, cpu.as_secs_f64().ceil() as u64 + 1)));
        // The system counts the threads of the user, not those of one program; root is not counted at all.
        const THREADS: u64 = cgroup::THREADS;
        let others = match (rustix::process::geteuid().is_root(), confined) {
            (true, true) => Some(0),
            (true, false) => None,
            (false, _) => Some(tree::tasks_of_this_user()),
        };
        all.extend(others.map(|others| (Self::Tasks, others + limits.processes as u64 + THREADS)));
        all
    }
}

#[cfg(target_os = "linux")]
fn rlimit(most: u64) -> Rlimit {
    Rlimit { current: Some(most), maximum: Some(most) }
}

/// Signals and timers that wait to be heard.
const SIGNALS: u64 = 1024;

/// What is started for a program: piped, in its own process group, with a scrubbed environment. Without a scratch folder
/// of the host it is fenced.
pub(crate) fn command(program: &Program, scratch: Option<&Path>, group: Option<&Group>) -> io::Result<Command> {
    let folder = match &program.folder {
        Some(folder) => folder.canonicalize()?,
        None => std::env::current_dir()?,
    };
    let file = program.command.find(&folder).ok_or_else(|| {
        let where_to =
            if program.command.program().contains('/') { "there is no such file" } else { "it is not in PATH" };
        io::Error::new(io::ErrorKind::NotFound, where_to)
    })?;
    let fenced = scratch.is_none();
    let scratch = scratch.unwrap_or(Path::new(SCRATCH));
    let mut command = match &program.launcher {
        Launcher::Confined(binary) => {
            let grants = grants::Grants::new(program, &file, &folder);
            let (own, hidden) = (grants.own.clone(), grants.hidden(files_in_use()));
            let plan = Plan {
                own,
                read: grants.readable(fenced),
                hidden,
                group: group.map(|group| group.folder().to_owned()),
                scratch: scratch.to_owned(),
                program: file,
                args: program.command.args().to_vec(),
                memory: program.limits.memory,
                limits: Limit::all(&program.limits, true),
                folder: folder.clone(),
                fenced,
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

/// What a program that is run once wrote, its last words, and whether all went well.
#[cfg(feature = "queue")]
pub(crate) struct Written {
    pub(crate) stdout: Vec<u8>,
    pub(crate) last_words: String,
    pub(crate) success: bool,
}

/// Runs a program in the sandbox to its end, or for so long, and gives what it wrote, up to so many bytes.
#[cfg(feature = "queue")]
pub(crate) fn run_once(program: &Program, most: u64, within: Duration) -> io::Result<Written> {
    use std::io::Read as _;
    const LAST_WORDS: usize = 1000;
    let scratch = if fenced(&program.launcher).is_ok() { None } else { Some(Scratch::new()?) };
    let mut child = command(program, scratch.as_ref().map(Scratch::path), None)?.spawn()?;
    // The warden ends everything when this is closed.
    let stdin = child.stdin.take();
    let (Some(stdout), Some(mut stderr)) = (child.stdout.take(), child.stderr.take()) else {
        return Err(io::Error::other("a pipe is missing"));
    };
    let (over, ended) = std::sync::mpsc::channel::<()>();
    std::thread::spawn(move || {
        let _over_or_late = ended.recv_timeout(within);
        drop(stdin);
    });
    let words = std::thread::spawn(move || {
        let mut words = Vec::new();
        let _whatever_came = stderr.read_to_end(&mut words);
        let text = String::from_utf8_lossy(&words[words.len().saturating_sub(LAST_WORDS)..]).into_owned();
        ply_game::harmless(&text)
    });
    let mut written = Vec::new();
    stdout.take(most).read_to_end(&mut written)?;
    let status = child.wait()?;
    drop(over);
    let last_words = words.join().unwrap_or_default();
    Ok(Written { stdout: written, last_words, success: status.success() })
}

/// What belongs to a program and may travel with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Belongings {
    /// The folder it is started in.
    pub(crate) folder: PathBuf,
    /// The folder it came in.
    pub(crate) own: PathBuf,
    /// Files in it that are not for the program.
    pub(crate) hidden: Vec<PathBuf>,
}

/// What belongs to a program, whether it could be started here or not.
pub(crate) fn belongings(program: &Program) -> io::Result<Belongings> {
    let folder = match &program.folder {
        Some(folder) => folder.canonicalize()?,
        None => std::env::current_dir()?.canonicalize()?,
    };
    // It may have to be built first.
    let file = program.command.find(&folder).unwrap_or_else(|| folder.join(program.command.program()));
    let grants = grants::Grants::new(program, &file, &folder);
    let (own, hidden) = (grants.own.clone(), grants.hidden(files_in_use()));
    Ok(Belongings { folder, own, hidden })
}

/// Whether a path is one that every system has for itself.
pub(crate) fn is_of_the_system(path: &Path) -> bool {
    grants::SYSTEM.iter().any(|place| path.starts_with(place))
}

/// Puts the limits that can be set from outside on a program that runs bare. What it did before is not undone.
pub(crate) fn limit_from_outside(pid: u32, limits: &ProgramLimits) {
    #[cfg(target_os = "linux")]
    for (limit, most) in Limit::all(limits, false) {
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
    match told(&words) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("the sandbox could not start: {error}");
            ExitCode::from(NOT_STARTED)
        }
    }
}

#[cfg(target_os = "linux")]
fn told(words: &[String]) -> io::Result<ExitCode> {
    warden::close_all_but_pipes();
    match words {
        [word, plan] if word == WARDEN => warden::run(serde_json::from_str(plan)?),
        [word] if word == TRY => warden::try_fence().map(|()| ExitCode::SUCCESS),
        _ => Err(io::Error::other("this subcommand is for the arena's own use")),
    }
}

#[cfg(not(target_os = "linux"))]
fn told(_words: &[String]) -> io::Result<ExitCode> {
    Err(io::Error::other("there is none on this system"))
}

/// Tells a warden to stop everything or to let it go on.
#[cfg(target_os = "linux")]
pub(crate) use warden::stop;

#[cfg(not(target_os = "linux"))]
pub(crate) fn stop(_warden: rustix::process::Pid, _stop: bool) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// The exit code that shells use for a program that could not be started.
pub(crate) const NOT_STARTED: u8 = 127;

/// How long the warden is given to end everything before the arena does it.
pub(crate) const WARDEN_NEEDS: Duration = Duration::from_secs(1);
