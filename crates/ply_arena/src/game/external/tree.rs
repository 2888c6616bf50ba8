//! A process and everything below it, as `/proc` shows them: what they use, and an end to them.
//!
//! One look reads `/proc/PID/stat` of every process of the machine, some microseconds each. Where there is no `/proc`
//! the tree looks empty and nothing can be counted.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, BufRead as _};
use std::os::unix::fs::MetadataExt as _;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use crate::external::sandbox;

/// Where a program stands in the tree of its starter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// It is the root itself.
    Bare,
    /// The root is its warden.
    Warded,
    /// The root is a warden, whose only child is another, behind a fence.
    Fenced,
}

/// What a program and all it started use.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Usage {
    /// Bytes of memory that no file backs, what was swapped out, page tables and what was written to folders in memory included.
    pub(crate) memory: u64,
    /// Processes, zombies not counted.
    pub(crate) processes: usize,
    /// Locks on parts of files, counted behind a fence, up to one more than [`MOST_LOCKS`].
    pub(crate) locks: usize,
}

/// Locks on parts of files: each is memory of the kernel, and there is no limit on their number.
pub(crate) const MOST_LOCKS: usize = 1000;

/// What a socket may hold of unread data, as Linux has it unless told otherwise.
const SOCKET_BUFFER: u64 = 212_992;

/// A line of `/proc/PID/stat`, as far as it matters here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stat {
    pid: u32,
    parent: u32,
    zombie: bool,
    /// CPU time of its own.
    ticks: u64,
    /// CPU time of the children it has waited for.
    waited: u64,
    /// When it was started: numbers of processes come back.
    started: u64,
}

impl Stat {
    fn read(pid: u32) -> Option<Self> {
        Self::parse(pid, &fs::read_to_string(format!("/proc/{pid}/stat")).ok()?)
    }

    /// The second field, the program's name in brackets, may hold anything, brackets too.
    fn parse(pid: u32, text: &str) -> Option<Self> {
        let fields: Vec<&str> = text.get(text.rfind(')')? + 1..)?.split_ascii_whitespace().collect();
        let number = |place: usize| fields.get(place)?.parse::<u64>().ok();
        Some(Self {
            pid,
            parent: fields.get(1)?.parse().ok()?,
            zombie: fields[0] == "Z",
            ticks: number(11)? + number(12)?,
            waited: number(13)? + number(14)?,
            started: number(19)?,
        })
    }
}

/// Every process of the machine.
pub(crate) fn all() -> Vec<Stat> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| Stat::read(entry.file_name().to_str()?.parse().ok()?)).collect()
}

/// Those below `root`, parents before their children.
fn below(all: &[Stat], root: u32) -> Vec<Stat> {
    let mut found: Vec<Stat> = Vec::new();
    let mut parents = vec![root];
    while let Some(parent) = parents.pop() {
        for stat in all.iter().filter(|stat| stat.parent == parent) {
            found.push(*stat);
            parents.push(stat.pid);
        }
    }
    found
}

/// What a program uses that was started as `root` or by it.
pub(crate) fn usage(all: &[Stat], root: u32, place: Place) -> Usage {
    let below = below(all, root);
    let inner = below.first().map(|stat| stat.pid).filter(|_| place == Place::Fenced);
    let alive = below.iter().filter(|stat| !stat.zombie && Some(stat.pid) != inner).map(|stat| stat.pid);
    let alive: Vec<u32> = alive.chain((place == Place::Bare).then_some(root)).collect();
    let kept = inner.map_or(0, |inner| written(inner) + sockets(inner) * SOCKET_BUFFER);
    let memory = alive.iter().map(|pid| memory(*pid, place != Place::Fenced)).sum::<u64>() + kept;
    Usage { memory, processes: alive.len(), locks: inner.map_or(0, locks) }
}

/// The process that can stop all others of a program: the warden nearest to it.
pub(crate) fn guard(root: u32, place: Place) -> Pid {
    let inner = || all().into_iter().find(|stat| stat.parent == root).map(|stat| stat.pid);
    let guard = if place == Place::Fenced { inner().unwrap_or(root) } else { root };
    Pid::from_raw(guard as i32).expect("processes have numbers from one")
}

/// CPU time of a tree, as seen by looking often: that of processes that are gone is not forgotten, whoever waited for
/// them. Counted in ticks, mostly of 10 ms.
#[derive(Default, Debug)]
pub(crate) struct CpuLedger {
    /// Those that were there at the last look, by number and start, with their own time.
    seen: BTreeMap<(u32, u64), u64>,
    /// Time of those that are gone, as it was last seen.
    gone: u64,
    most: u64,
}

impl CpuLedger {
    pub(crate) fn look(&mut self, all: &[Stat], root: u32) -> Duration {
        let mut tree = below(all, root);
        tree.extend(all.iter().filter(|stat| stat.pid == root));
        let seen: BTreeMap<_, _> = tree.iter().map(|stat| ((stat.pid, stat.started), stat.ticks)).collect();
        self.gone += self.seen.iter().filter(|(key, _)| !seen.contains_key(key)).map(|(_, ticks)| ticks).sum::<u64>();
        let own: u64 = seen.values().sum();
        let waited: u64 = tree.iter().map(|stat| stat.waited).sum();
        // Both are too low: children that ended between two looks, and children that nobody waited for.
        self.most = self.most.max(own + self.gone).max(own + waited);
        self.seen = seen;
        Duration::from_secs_f64(self.most as f64 / rustix::param::clock_ticks_per_second() as f64)
    }
}

/// The root folder that a process sees, unless it is the host's: until the fence is up.
fn own_root(pid: u32) -> Option<String> {
    let root = format!("/proc/{pid}/root/");
    let device = |place: &str| fs::metadata(place).map(|data| data.dev()).ok();
    device(&root).filter(|seen| Some(*seen) != device("/")).map(|_| root)
}

/// Bytes in the folders in memory that the process sees, a kilobyte for each file and for its attributes included.
fn written(pid: u32) -> u64 {
    let state = own_root(pid).and_then(|root| rustix::fs::statvfs(format!("{root}{}", sandbox::WRITTEN)).ok());
    state.map_or(0, |state| {
        let files = state.f_files.saturating_sub(state.f_ffree);
        state.f_blocks.saturating_sub(state.f_bfree) * state.f_frsize + files * 1024
    })
}

/// Sockets on the network that the process sees, which is its own.
fn sockets(pid: u32) -> u64 {
    let told = own_root(pid).and_then(|_| fs::read_to_string(format!("/proc/{pid}/net/sockstat")).ok());
    let used = told.and_then(|told| told.lines().next()?.strip_prefix("sockets: used ")?.trim().parse().ok());
    used.unwrap_or(0)
}

/// Locks on parts of files that processes have which the process sees. Read only as far as matters: there may be millions.
fn locks(pid: u32) -> usize {
    let file = own_root(pid).and_then(|root| fs::File::open(format!("{root}proc/locks")).ok());
    let lines = file.into_iter().flat_map(|file| io::BufReader::new(file).lines().map_while(Result::ok));
    lines.filter(|line| line.contains("POSIX")).take(MOST_LOCKS + 1).count()
}

/// Memory of one process that no file backs, in bytes. Shared memory is a file where it is counted as such.
fn memory(pid: u32, shared: bool) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let kilobytes = status.lines().filter_map(|line| {
        let own = ["RssAnon:", "VmSwap:", "HugetlbPages:", "VmPTE:"].iter().find_map(|name| line.strip_prefix(name));
        let value = own.or_else(|| line.strip_prefix("RssShmem:").filter(|_| shared))?;
        value.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()
    });
    kilobytes.sum::<u64>() * 1024
}

/// Sends a signal to everything below `root` that can be seen now, but not to `root` itself.
pub(crate) fn signal_below(root: u32, signal: Signal) {
    for pid in below(&all(), root).into_iter().filter_map(|stat| Pid::from_raw(stat.pid as i32)) {
        // It may have ended by itself meanwhile.
        let _ = kill_process(pid, signal);
    }
}

/// Tasks of this process's user, as its limit of processes counts them.
pub(crate) fn tasks_of_this_user() -> u64 {
    let own = format!("Uid:\t{}\t", rustix::process::getuid().as_raw());
    let tasks = all().into_iter().filter_map(|stat| {
        let status = fs::read_to_string(format!("/proc/{}/status", stat.pid)).ok()?;
        let threads = status.lines().find_map(|line| line.strip_prefix("Threads:"))?;
        status.contains(&own).then(|| threads.trim().parse::<u64>().ok())?
    });
    tasks.sum()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    fn stat(pid: u32, parent: u32, ticks: u64, waited: u64) -> Stat {
        Stat { pid, parent, zombie: false, ticks, waited, started: 0 }
    }

    #[test]
    fn a_program_cannot_hide_behind_its_name() {
        let line = "7 (a) R 1 (b) S 3 0 0 0 0 0 0 0 0 0 10 5 2 1 20 0 1 0 9";
        assert_eq!(Stat::parse(7, line), Some(Stat { started: 9, ..stat(7, 3, 15, 3) }));
        assert_eq!(Stat::parse(7, "7 (x"), None);
    }

    #[test]
    fn cpu_time_of_children_nobody_waited_for_is_not_forgotten() {
        let tick = Duration::from_secs_f64(1.0 / rustix::param::clock_ticks_per_second() as f64);
        let mut ledger = CpuLedger::default();
        assert_eq!(ledger.look(&[stat(1, 0, 2, 0), stat(2, 1, 30, 0), stat(9, 8, 100, 0)], 1), tick * 32);
        // The child is gone and its parent does not know its time; another has come, with the same number.
        let other = Stat { started: 5, ..stat(2, 1, 4, 0) };
        assert_eq!(ledger.look(&[stat(1, 0, 3, 0), other], 1), tick * 37);
        // Time that was waited for counts once.
        assert_eq!(ledger.look(&[stat(1, 0, 3, 40)], 1), tick * 43);
    }

    #[test]
    fn a_child_is_seen_and_ended() {
        let mut child = std::process::Command::new("sleep").arg("60").spawn().unwrap();
        let own = std::process::id();
        assert!(below(&all(), own).iter().any(|stat| stat.pid == child.id()));
        let usage = usage(&all(), child.id(), Place::Bare);
        assert!(usage.processes == 1 && usage.memory > 0);
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(below(&all(), own).iter().all(|stat| stat.pid != child.id()));
    }
}
