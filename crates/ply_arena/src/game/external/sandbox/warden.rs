//! The first stage: starts the second, waits, and lets nothing of it live on.

use std::fs::File;
use std::io;
use std::os::fd::AsFd as _;
use std::os::unix::process::CommandExt as _;
use std::process::{Command, ExitCode};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{
    Pid, PidfdFlags, Signal, WaitOptions, WaitStatus, getpid, getppid, kill_process, kill_process_group, pidfd_open,
    set_child_subreaper, wait,
};

use super::{CONFINE, SUBCOMMAND};
use crate::external::tree;

/// How often zombies that came back are buried and the arena is looked for; everything else wakes the warden at once.
const ROUND: Timespec = Timespec { tv_sec: 0, tv_nsec: 500_000_000 };

/// Ends as the program did, after everything that came from it is gone.
pub(super) fn run(plan: &str) -> io::Result<ExitCode> {
    set_child_subreaper(Some(getpid()))?;
    let arena = getppid();
    let second = Command::new("/proc/self/exe").arg0("sandbox").arg(SUBCOMMAND).arg(CONFINE).arg(plan).spawn()?;
    let program = Pid::from_child(&second);
    let watched = pidfd_open(program, PidfdFlags::empty())?;
    // The arena must see when the program closes its output.
    rustix::stdio::dup2_stdout(File::options().write(true).open("/dev/null")?)?;

    let mut ended = None;
    let stdin = io::stdin();
    while ended.is_none() {
        // The pipe to the program's standard input hangs up when the arena closes it, or dies.
        let mut events =
            [PollFd::new(&watched, PollFlags::IN), PollFd::from_borrowed_fd(stdin.as_fd(), PollFlags::empty())];
        let waited = poll(&mut events, Some(&ROUND));
        let closed = waited.is_ok() && events[1].revents().contains(PollFlags::HUP);
        bury(program, &mut ended);
        if closed || getppid() != arena {
            break;
        }
    }
    // One signal for the whole group, which no fork of a member can miss; then whoever left the group.
    let _ = kill_process_group(program, Signal::KILL);
    while bury(program, &mut ended) {
        tree::kill_below(std::process::id());
        std::thread::sleep(Duration::from_millis(1));
    }
    Ok(end_as(ended))
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

fn end_as(status: Option<WaitStatus>) -> ExitCode {
    let signal = status.and_then(WaitStatus::terminating_signal);
    if let Some(name) = signal.and_then(Signal::from_named_raw) {
        let _ = kill_process(getpid(), name);
    }
    // Reached also when that signal does not end this process; shells report such ends so too.
    let code = signal.map_or_else(|| status.and_then(WaitStatus::exit_status).unwrap_or(0), |signal| 128 + signal);
    ExitCode::from(code as u8)
}
