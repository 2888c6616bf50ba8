//! A running program: lines to it, lines from it, an eye on what it uses, and its end.
//!
//! Everything waits with a time limit. The pipes are non-blocking and read by `poll` from the thread that waits, so
//! there is no reader that could outlive the program.

use std::io::{self, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, kill_process_group};

use crate::external::buffers::{Lines, Tail, shown};
use crate::external::ending::describe;
use crate::external::sandbox::{self, Group, Scratch};
use crate::external::tree::{self, Place};
use crate::external::watch::Watched;
use crate::external::{Launcher, Program};
use crate::game::fault::{Fault, Reason};

/// Bytes read at a time.
const CHUNK: usize = 1 << 14;

/// A running program. Dropped, it is ended with everything it started.
#[derive(Debug)]
pub(crate) struct Process {
    program: Program,
    child: Child,
    /// Nothing after it has been ended: closing it tells the warden.
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    lines: Lines,
    tail: Tail,
    /// What it has written to its standard error of lines that the log has not.
    complaint: Lines,
    place: Place,
    /// Bytes it may write for one question.
    output: u64,
    /// Bytes written since the last [`new_question`](Process::new_question).
    written: u64,
    watched: Arc<Watched>,
    /// It may think while others are to move.
    ponders: bool,
    stopped: bool,
    /// Who can stop it and let it go on, once that was needed.
    guard: Option<Pid>,
    /// Where it writes, if that is a folder of the host; removed at the end.
    _scratch: Option<Scratch>,
}

impl Process {
    /// Starts a program.
    pub(crate) fn start(program: &Program) -> Result<Self, Fault> {
        let cannot = |error: io::Error| {
            Fault::new(Reason::Crash, format!("cannot start {}: {error}", shown(program.command.program())))
        };
        let confined = matches!(program.launcher, Launcher::Confined(_));
        let scratch = if sandbox::fenced(&program.launcher).is_ok() { None } else { Some(Scratch::new()) };
        let scratch = scratch.transpose().map_err(cannot)?;
        let place = match (confined, &scratch) {
            (false, _) => Place::Bare,
            (true, Some(_)) => Place::Warded,
            (true, None) => Place::Fenced,
        };
        let group = confined.then(|| Group::new(&program.limits)).flatten();
        let folder = scratch.as_ref().map(Scratch::path);
        let mut command = sandbox::command(program, folder, group.as_ref()).map_err(cannot)?;
        let mut child = command.spawn().map_err(cannot)?;
        if !confined {
            sandbox::limit_from_outside(child.id(), &program.limits);
        }
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let watched = Watched::new(child.id(), place, program.limits.clone(), group);
        let process = Self {
            program: program.clone(),
            child,
            stdin,
            stdout,
            stderr,
            lines: Lines::default(),
            tail: Tail::default(),
            complaint: Lines::default(),
            place,
            output: program.limits.output,
            written: 0,
            watched,
            ponders: program.limits.ponders,
            stopped: false,
            guard: None,
            _scratch: scratch,
        };
        process.set_non_blocking().map_err(cannot)?;
        Ok(process)
    }

    fn set_non_blocking(&self) -> io::Result<()> {
        let missing = || io::Error::other("a pipe is missing");
        rustix::io::ioctl_fionbio(self.stdin.as_ref().ok_or_else(missing)?, true)?;
        rustix::io::ioctl_fionbio(self.stdout.as_ref().ok_or_else(missing)?, true)?;
        rustix::io::ioctl_fionbio(self.stderr.as_ref().ok_or_else(missing)?, true)?;
        Ok(())
    }

    /// The bytes a program may write are counted from here. It goes on if it was stopped.
    pub(crate) fn new_question(&mut self, doing: &'static str) {
        self.go_on();
        self.watched.does(doing);
        self.written = 0;
    }

    /// What it is doing, for messages.
    pub(crate) fn does(&self, doing: &'static str) {
        self.watched.does(doing);
    }

    /// Others are to move. Unless it may ponder, it is stopped meanwhile.
    pub(crate) fn rest(&mut self) {
        self.watched.does("while its opponent was to move");
        if !self.ponders && !self.stopped && self.place != Place::Bare {
            let (root, place) = (self.child.id(), self.place);
            let guard = self.guard.get_or_insert_with(|| tree::guard(root, place));
            self.stopped = sandbox::stop(*guard, true).is_ok();
        }
    }

    /// Lets it go on.
    fn go_on(&mut self) {
        if let Some(guard) = self.guard.filter(|_| std::mem::take(&mut self.stopped)) {
            // If it is gone, so is the program, and the next question finds out.
            let _ = sandbox::stop(guard, false);
        }
    }

    /// Sends lines, each with its end. What the program writes meanwhile is kept.
    pub(crate) fn send(&mut self, lines: &str, until: Instant) -> Result<(), Fault> {
        if let Some(log) = &self.program.log {
            log.sent(lines);
        }
        let mut rest = lines.as_bytes();
        while !rest.is_empty() {
            let Some(stdin) = &mut self.stdin else { return Err(self.over("was ended")) };
            match stdin.write(rest) {
                Ok(sent) => rest = &rest[sent..],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    if Instant::now() >= until {
                        return Err(self.fault(Reason::Stall, "does not read what it is sent"));
                    }
                    // It may itself be waiting for its output to be read.
                    self.wait(Instant::now() + Duration::from_millis(1))?;
                }
                Err(_) => return Err(self.over("closed its standard input")),
            }
        }
        Ok(())
    }

    /// The next line it writes, or `None` when the time is up. A fault means that it has been ended.
    pub(crate) fn hear(&mut self, until: Instant) -> Result<Option<String>, Fault> {
        loop {
            if let Some(line) = self.take_line() {
                return Ok(Some(line));
            }
            if self.stdout.is_none() {
                return Err(self.over("closed its standard output"));
            }
            let late = Instant::now() >= until;
            self.wait(until)?;
            if late {
                return Ok(self.take_line());
            }
        }
    }

    fn take_line(&mut self) -> Option<String> {
        let line = self.lines.take()?;
        if let Some(log) = &self.program.log {
            log.said(&line);
        }
        Some(line)
    }

    /// Waits for output until then, or for the next look at what the program uses, and keeps what came.
    fn wait(&mut self, until: Instant) -> Result<(), Fault> {
        let timeout = until.saturating_duration_since(Instant::now());
        // Nobody tells when a program without a warden ends: it is looked at.
        let timeout = if self.place == Place::Bare { timeout.min(Duration::from_millis(50)) } else { timeout };
        let timeout = Timespec { tv_sec: timeout.as_secs() as _, tv_nsec: timeout.subsec_nanos() as _ };
        let mut events = Vec::with_capacity(2);
        events.extend(self.stdout.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        events.extend(self.stderr.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        // An interrupted wait is begun anew by the caller.
        let _ = poll(&mut events, Some(&timeout));
        self.read_output();
        if self.written > self.output {
            let message = format!("wrote more than {} bytes {}", self.output, self.watched.doing());
            return Err(self.fault(Reason::OutputFlood, message));
        }
        if self.place == Place::Bare && self.stdout.is_some() && self.ended().is_some() {
            // A child it left behind may hold the pipe open for ever.
            self.read_output();
            self.stdout = None;
        }
        Ok(())
    }

    fn read_output(&mut self) {
        let mut bytes = [0; CHUNK];
        let (heard, open) = read_some(self.stdout.as_mut(), &mut bytes);
        self.lines.push(&bytes[..heard]);
        self.written += heard as u64;
        if !open {
            self.stdout = None;
        }
        let (heard, open) = read_some(self.stderr.as_mut(), &mut bytes);
        self.complains(&bytes[..heard]);
        self.written += heard as u64;
        if !open {
            self.stderr = None;
        }
    }

    /// Takes in what it wrote to its standard error.
    fn complains(&mut self, bytes: &[u8]) {
        self.tail.push(bytes);
        if let Some(log) = &self.program.log {
            self.complaint.push(bytes);
            // Nobody waits for the end of a line for ever.
            if self.complaint.half_bytes() > CHUNK {
                self.complaint.push(b"\n");
            }
            while let Some(line) = self.complaint.take() {
                log.complained(&line);
            }
        }
    }

    /// CPU time that the program and all it started have used.
    pub(crate) fn cpu(&self) -> Duration {
        self.watched.cpu()
    }

    /// The most memory that was seen to be used by it with all it started; nothing where nothing could be seen.
    pub(crate) fn peak_memory(&self) -> Option<u64> {
        self.watched.peak()
    }

    /// Ends the program for a fault.
    pub(crate) fn fault(&mut self, reason: Reason, message: impl AsRef<str>) -> Fault {
        self.end();
        let last_words = self.last_words();
        let message = match sandbox::advice(&self.program, &last_words) {
            Some(advice) => format!("{} ({advice})", message.as_ref()),
            None => message.as_ref().to_owned(),
        };
        Fault::new(reason, message).with_last_words(last_words)
    }

    /// The fault of a program that closed a pipe: it died, or it did only that.
    fn over(&mut self, what: &str) -> Fault {
        const UNTIL_DEAD: Duration = Duration::from_secs(1);
        let status = self.wait_for_end(UNTIL_DEAD);
        let how = status.map_or_else(|| what.to_owned(), describe);
        if let Some((reason, message)) = self.watched.excess() {
            return self.fault(reason, message);
        }
        let fault = self.fault(Reason::Protocol, format!("{how} {}", self.watched.doing()));
        match status {
            None => fault,
            Some(_) if self.died_of_memory(&fault.last_words) => Fault { reason: Reason::Memory, ..fault },
            Some(_) => Fault { reason: Reason::Crash, ..fault },
        }
    }

    /// A program that is refused memory dies by its own hand; it mostly says why, or was close to the limit.
    fn died_of_memory(&self, last_words: &str) -> bool {
        const WORDS: [&str; 5] = ["MemoryError", "OutOfMemory", "out of memory", "bad_alloc", "memory allocation of"];
        self.watched.was_close() || WORDS.iter().any(|words| last_words.contains(words))
    }

    /// The end of what it wrote to its standard error.
    pub(crate) fn last_words(&mut self) -> String {
        for _ in 0..16 {
            let mut bytes = [0; CHUNK];
            let (heard, _) = read_some(self.stderr.as_mut(), &mut bytes);
            self.complains(&bytes[..heard]);
            if heard == 0 {
                break;
            }
        }
        self.tail.text()
    }

    /// What it wrote of a line that it has not finished.
    pub(crate) fn half_line(&self) -> String {
        self.lines.half_line()
    }

    /// Waits until the program has ended by itself.
    pub(crate) fn wait_for_end(&mut self, most: Duration) -> Option<std::process::ExitStatus> {
        let began = Instant::now();
        loop {
            if let Some(status) = self.ended() {
                return Some(status);
            }
            if began.elapsed() >= most {
                return None;
            }
            std::thread::sleep(Duration::from_micros(200));
        }
    }

    /// How the program ended, if it did. Its number may be another's from then on.
    fn ended(&mut self) -> Option<std::process::ExitStatus> {
        let watched = self.watched.clone();
        watched.ended(|| self.child.try_wait().ok().flatten())
    }

    /// Ends the program and everything it started. Takes a second and a half at most, mostly a millisecond.
    fn end(&mut self) {
        self.stdin = None;
        let confined = self.place != Place::Bare;
        if confined && self.wait_for_end(sandbox::WARDEN_NEEDS).is_some() {
            return;
        }
        self.watched.end();
        tree::signal_below(self.child.id(), Signal::KILL);
        if confined && self.wait_for_end(sandbox::WARDEN_NEEDS / 2).is_some() {
            return;
        }
        if let Some(group) = Pid::from_raw(self.child.id() as i32) {
            // The group is there as long as its leader has not been waited for.
            if matches!(self.child.try_wait(), Ok(None)) {
                let _ = kill_process_group(group, Signal::KILL);
            }
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
        self.watched.remove_group();
        if self.program.log.is_some() {
            // What it said at its end, and the line it did not finish.
            self.last_words();
            if self.complaint.half_bytes() > 0 {
                self.complains(b"\n");
            }
        }
    }
}

/// Reads what is there: how much, and whether more may come.
fn read_some(pipe: Option<&mut impl Read>, bytes: &mut [u8]) -> (usize, bool) {
    let Some(pipe) = pipe else { return (0, false) };
    match pipe.read(bytes) {
        Ok(0) => (0, false),
        Ok(heard) => (heard, true),
        Err(error) => (0, matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted)),
    }
}
