//! A process and everything below it, as `/proc` shows them: what they use, and an end to them.
//!
//! One look reads `/proc/PID/stat` of every process of the machine, some microseconds each. Where there is no `/proc`
//! the tree looks empty and nothing can be counted.

use std::fs;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

/// What a process tree uses.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Usage {
    /// Bytes of memory that no file backs.
    pub(crate) memory: u64,
    /// CPU time, that of ended and awaited children included. Counted in ticks, mostly of 10 ms.
    pub(crate) cpu: Duration,
    /// Processes below the root, zombies not counted.
    pub(crate) processes: usize,
}

/// A line of `/proc/PID/stat`, as far as it matters here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stat {
    pid: u32,
    parent: u32,
    zombie: bool,
    ticks: u64,
}

impl Stat {
    fn read(pid: u32) -> Option<Self> {
        Self::parse(pid, &fs::read_to_string(format!("/proc/{pid}/stat")).ok()?)
    }

    /// The second field, the program's name in brackets, may hold anything, brackets too.
    fn parse(pid: u32, text: &str) -> Option<Self> {
        let fields: Vec<&str> = text.get(text.rfind(')')? + 1..)?.split_ascii_whitespace().collect();
        let ticks = fields.get(11..15)?.iter().filter_map(|field| field.parse::<u64>().ok()).sum();
        Some(Self { pid, parent: fields.get(1)?.parse().ok()?, zombie: fields[0] == "Z", ticks })
    }
}

/// Every process of the machine.
fn all() -> Vec<Stat> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| Stat::read(entry.file_name().to_str()?.parse().ok()?)).collect()
}

/// Those below `root`, parents before their children.
fn below(root: u32) -> Vec<Stat> {
    let all = all();
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

/// What the tree under and with `root` uses.
pub(crate) fn usage(root: u32) -> Usage {
    let below = below(root);
    let ticks: u64 = Stat::read(root).iter().chain(&below).map(|stat| stat.ticks).sum();
    let alive = || below.iter().filter(|stat| !stat.zombie).map(|stat| stat.pid);
    Usage {
        memory: alive().chain([root]).map(memory).sum(),
        cpu: Duration::from_secs_f64(ticks as f64 / rustix::param::clock_ticks_per_second() as f64),
        processes: alive().count(),
    }
}

/// Memory of one process that no file backs, in bytes.
fn memory(pid: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let kilobytes = status.lines().filter_map(|line| {
        let value = line.strip_prefix("RssAnon:").or_else(|| line.strip_prefix("RssShmem:"))?;
        value.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()
    });
    kilobytes.sum::<u64>() * 1024
}

/// Ends everything below `root` that can be seen now, but not `root` itself.
pub(crate) fn kill_below(root: u32) {
    for stat in below(root) {
        if let Some(pid) = Pid::from_raw(stat.pid as i32) {
            // It may have ended by itself meanwhile.
            let _ = kill_process(pid, Signal::KILL);
        }
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

    #[test]
    fn a_program_cannot_hide_behind_its_name() {
        let line = "7 (a) R 1 (b) S 3 0 0 0 0 0 0 0 0 0 10 5 2 1 20 0 1 0 9";
        assert_eq!(Stat::parse(7, line), Some(Stat { pid: 7, parent: 3, zombie: false, ticks: 18 }));
        assert_eq!(Stat::parse(7, "7 (x"), None);
    }

    #[test]
    fn a_child_is_seen_and_ended() {
        let mut child = std::process::Command::new("sleep").arg("60").spawn().unwrap();
        let own = std::process::id();
        assert!(below(own).iter().any(|stat| stat.pid == child.id()));
        assert!(usage(own).processes >= 1 && usage(own).memory > 0);
        assert_eq!(usage(child.id()).processes, 0);
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(below(own).iter().all(|stat| stat.pid != child.id()));
    }
}
