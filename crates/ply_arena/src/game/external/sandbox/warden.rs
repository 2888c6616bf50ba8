//! The first stage: starts the program, waits, and lets nothing of it live on.
//!
//! Behind a fence the warden copies itself: the copy is the first process of the new namespaces, and whatever is left
//! in them dies with it. Without one the warden is a subreaper, to which every orphan of the program comes back.
//!
//! A signal from the arena stops and continues all that runs.

use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::os::fd::{AsFd as _, FromRawFd as _, OwnedFd};
use std::os::unix::fs::MetadataExt as _;
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{ExitCode, ExitStatus};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{
    Pid, Signal, WaitOptions, WaitStatus, getpid, kill_process_group, set_child_subreaper,
    set_parent_process_death_signal, wait, waitpid,
};

use super::root::{Given, Root};
use super::{NOT_STARTED, Plan, cgroup, confine, fence, hidden};
use crate::external::tree;

/// How often the arena is looked for; everything else wakes the warden at once.
const ROUND: Timespec = Timespec { tv_sec: 0, tv_nsec: 500_000_000 };

/// What comes with the signal; each is obeyed in its turn, as signals of the same number come in the order they were sent.
const STOP: i32 = 1;
const GO_ON: i32 = 0;

/// Tells a warden to stop everything or to let it go on.
pub(crate) fn stop(warden: Pid, stop: bool) -> io::Result<()> {
    let word = if stop { STOP } else { GO_ON };
    let value = libc::sigval { sival_ptr: std::ptr::without_provenance_mut(word as usize) };
    // SAFETY: a plain system call; nobody takes the value for a pointer.
    match unsafe { libc::sigqueue(warden.as_raw_pid(), libc::SIGRTMIN(), value) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Ends as the program did, after everything that came from it is gone.
pub(super) fn run(mut plan: Plan) -> io::Result<ExitCode> {
    let user = fence::private_user();
    if let Some(group) = &plan.group {
        cgroup::join(group)?;
    }
    plan.hidden.extend(hidden::stores_in(&plan.own));
    plan.read.retain(|place| !plan.hidden.contains(place));
    let plan = &plan;
    if !plan.fenced {
        set_child_subreaper(Some(getpid()))?;
        if let Some(user) = user {
            std::os::unix::fs::chown(&plan.scratch, Some(user), Some(user))?;
        }
        return Ok(end_as(guard(plan, user)?));
    }
    let inside = |root: &Root<'_>| root.enter().and_then(|()| guard(plan, user));
    let given = Given { read: &plan.read, hidden: &plan.hidden, folder: &plan.folder, memory: plan.memory };
    Ok(end_as(behind_fence(&plan.own, given, inside)?))
}

/// Whether a program could be fenced here, which is tried out.
pub(super) fn try_fence() -> io::Result<()> {
    let root = |root: &Root<'_>| root.enter().map(|()| ExitStatus::default());
    let given = Given { read: &[], hidden: &[], folder: Path::new("/"), memory: 1 << 20 };
    let status = behind_fence(Path::new("/"), given, root)?;
    if status.success() { Ok(()) } else { Err(io::Error::other("no namespaces")) }
}

/// Does something as the first process of new namespaces, and gives back how that ended.
fn behind_fence(
    own: &Path,
    given: Given<'_>,
    inside: impl FnOnce(&Root<'_>) -> io::Result<ExitStatus>,
) -> io::Result<ExitStatus> {
    let user = fence::private_user();
    let look = user.and_then(|user| {
        let owner = std::fs::metadata(own).ok().filter(|_| !fence::is_open(own))?;
        fence::look_of_ownership((owner.uid(), owner.gid()), user).ok()
    });
    fence::enter(user.is_some())?;
    let (mut hear, mut tell) = io::pipe()?;
    let Some(first) = fence::fork()? else {
        drop(hear);
        let _ = set_parent_process_death_signal(Some(Signal::KILL));
        let own_users = user.is_none();
        let user = user.unwrap_or_else(|| rustix::process::geteuid().as_raw());
        let root = Root { given, user, own_users, look: look.as_ref() };
        let status = inside(&root).unwrap_or_else(|error| {
            eprintln!("the fence could not be built: {error}");
            ExitStatus::from_raw(i32::from(NOT_STARTED) << 8)
        });
        let _ = tell.write_all(&status.into_raw().to_ne_bytes());
        fence::leave(0);
    };
    drop(tell);
    close_pipes()?;
    let mut status = [0; 4];
    let told = hear.read_exact(&mut status);
    waitpid(Some(first), WaitOptions::empty())?;
    // Whoever is killed before it could tell was killed from outside.
    Ok(ExitStatus::from_raw(told.map_or(libc::SIGKILL, |()| i32::from_ne_bytes(status))))
}

/// Closes whatever this process was born with beside its three pipes: a folder that somebody has open outside would be a
/// way out.
pub(super) fn close_all_but_pipes() {
    // SAFETY: this process has just begun, and nothing in it has a descriptor of its own.
    if unsafe { libc::syscall(libc::SYS_close_range, 3, u32::MAX, 0) } != 0 {
        let entries = std::fs::read_dir("/proc/self/fd").into_iter().flatten().flatten();
        let open: Vec<i32> = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect();
        for descriptor in open.into_iter().filter(|descriptor| *descriptor > 2) {
            // SAFETY: as above; one that is closed already is no harm.
            unsafe { libc::close(descriptor) };
        }
    }
}

/// The arena must see when the program closes its pipes: no other process may hold them.
fn close_pipes() -> io::Result<()> {
    let null = File::options().read(true).write(true).open("/dev/null")?;
    rustix::stdio::dup2_stdin(&null)?;
    Ok(rustix::stdio::dup2_stdout(&null)?)
}

/// Starts the program and stays until it or the arena is gone; then ends all that is left, unless the kernel does.
fn guard(plan: &Plan, user: Option<u32>) -> io::Result<ExitStatus> {
    let signals = listen_for_signals()?;
    let arena = rustix::process::getppid();
    let Some(program) = fence::fork()? else {
        eprintln!("{}", confine::become_program(plan, user));
        fence::leave(i32::from(NOT_STARTED));
    };
    // The pipe to the program's standard input hangs up when the arena closes it, or dies.
    let stdin = io::stdin().as_fd().try_clone_to_owned()?;
    close_pipes()?;
    let mut ended = None;
    while ended.is_none() {
        let mut events = [PollFd::new(&signals, PollFlags::IN), PollFd::new(&stdin, PollFlags::empty())];
        let waited = poll(&mut events, Some(&ROUND));
        let closed = waited.is_ok() && events[1].revents().contains(PollFlags::HUP);
        obey(&signals, plan.fenced);
        bury(program, &mut ended);
        if closed || rustix::process::getppid() != arena {
            break;
        }
    }
    if !plan.fenced {
        // One signal for the whole group, which no fork of a member can miss; then whoever left the group.
        let _ = kill_process_group(program, Signal::KILL);
        while bury(program, &mut ended) {
            tree::signal_below(std::process::id(), Signal::KILL);
            std::thread::sleep(Duration::from_millis(1));
        }
    }
    Ok(ExitStatus::from_raw(ended.map_or(0, WaitStatus::as_raw)))
}

/// Signals that come as lines of a file from now on; the program is started without that.
fn listen_for_signals() -> io::Result<OwnedFd> {
    // SAFETY: the set is made by `sigemptyset` before anything reads it, and the descriptor is new and nobody else's.
    unsafe {
        let mut set = std::mem::zeroed();
        libc::sigemptyset(&raw mut set);
        for signal in [libc::SIGCHLD, libc::SIGRTMIN()] {
            libc::sigaddset(&raw mut set, signal);
        }
        libc::sigprocmask(libc::SIG_BLOCK, &raw const set, std::ptr::null_mut());
        match libc::signalfd(-1, &raw const set, libc::SFD_NONBLOCK | libc::SFD_CLOEXEC) {
            -1 => Err(io::Error::last_os_error()),
            descriptor => Ok(OwnedFd::from_raw_fd(descriptor)),
        }
    }
}

/// Stops and continues the program as the arena wants it. One that stands cannot tell anybody to go on.
fn obey(signals: &OwnedFd, fenced: bool) {
    let mut bytes = [0; size_of::<libc::signalfd_siginfo>()];
    while rustix::io::read(signals, &mut bytes).is_ok_and(|read| read == bytes.len()) {
        // SAFETY: the kernel has filled in all of it, and any bits are a value of it.
        let told: libc::signalfd_siginfo = unsafe { std::mem::transmute(bytes) };
        if told.ssi_signo as i32 == libc::SIGCHLD {
            continue;
        }
        let signal = if told.ssi_int == STOP { Signal::STOP } else { Signal::CONT };
        if !fenced {
            tree::signal_below(std::process::id(), signal);
        } else if told.ssi_pid == 0 {
            // It came from outside. Everybody but this process gets the signal, at once, so that no fork escapes it.
            // SAFETY: a plain system call.
            unsafe { libc::kill(-1, signal.as_raw()) };
        }
    }
}

/// Takes note of every child that has ended; whether any is left.
fn bury(program: Pid, ended: &mut Option<WaitStatus>) -> bool {
    loop {
        match wait(WaitOptions::NOHANG) {
            Ok(Some((pid, status))) if pid == program => *ended = Some(status),
            Ok(Some(_)) | Err(rustix::io::Errno::INTR) => {}
            Ok(None) => return true,
            Err(_) => return false,
        }
    }
}

fn end_as(status: ExitStatus) -> ExitCode {
    let Some(signal) = status.signal() else { return ExitCode::from(status.code().unwrap_or(0) as u8) };
    // SAFETY: plain system calls. The handlers of Rust's runtime would take a violation of memory for their own.
    unsafe {
        libc::signal(signal, libc::SIG_DFL);
        libc::raise(signal);
    }
    // Reached when that signal does not end a process; shells report such ends so too.
    ExitCode::from((128 + signal) as u8)
}
