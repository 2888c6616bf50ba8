//! A control group for each program, where the arena may make one: the kernel then counts the CPU time of all that ran
//! in it, however short it lived and whoever waited for it, and fences its memory and its number of tasks.
//!
//! Groups are made below the arena's own in the second hierarchy (`cgroup2`). CPU time is counted in every group; memory
//! and tasks only where these controllers are delegated. A group with controllers below it may hold no process itself:
//! an arena that is alone in its group moves one level down.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::scratch::{PREFIX, is_left_behind};
use crate::external::ProgramLimits;

/// What has to be delegated for the fence.
const CONTROLLERS: [&str; 2] = ["memory", "pids"];
/// Threads of a program beside its processes: the kernel counts both.
pub(super) const THREADS: u64 = 256;
/// Memory of the wardens, which are in the group too.
const WARDENS: u64 = 16 << 20;

/// Where groups are made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Parent {
    folder: PathBuf,
    /// Memory and tasks can be limited.
    pub(super) fences: bool,
}

/// The parent of all groups of this arena, or why there is none. Found once.
pub(super) fn parent() -> &'static Result<Parent, String> {
    static PARENT: OnceLock<Result<Parent, String>> = OnceLock::new();
    PARENT.get_or_init(|| {
        let folder = own_group().ok_or("no cgroup2 is mounted")?;
        Parent::new(folder)
    })
}

/// The group this process is in, as a folder.
fn own_group() -> Option<PathBuf> {
    let mounts = fs::read_to_string("/proc/self/mountinfo").ok()?;
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    let own = groups.lines().find_map(|line| line.strip_prefix("0::/"))?;
    let mount =
        mounts.lines().find(|line| line.split(" - ").nth(1).is_some_and(|kind| kind.starts_with("cgroup2 ")))?;
    let place = mount.split(' ').nth(4)?;
    Some(Path::new(place).join(own)).filter(|folder| folder.is_dir())
}

impl Parent {
    /// Groups below this one, if some can be made.
    fn new(folder: PathBuf) -> Result<Self, String> {
        sweep(&folder);
        let trial = folder.join(format!("{PREFIX}{}-try", std::process::id()));
        let made = fs::create_dir(&trial).and_then(|()| fs::remove_dir(&trial));
        made.map_err(|error| format!("no group of its own is delegated: {error}"))?;
        let fences = delegates(&folder) || (has_controllers(&folder) && enable(&folder).is_ok());
        Ok(Self { folder, fences })
    }

    fn make(&self, limits: &ProgramLimits) -> io::Result<Group> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let name = format!("{PREFIX}{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let group = Group { folder: self.folder.join(name), fences: self.fences };
        fs::create_dir(&group.folder)?;
        if self.fences {
            // Above the watched limit: the watch names the reason, this stops what is too quick for it.
            let memory = limits.memory.saturating_add(limits.memory / 4).saturating_add(WARDENS);
            group.set("memory.max", memory)?;
            group.set("memory.oom.group", 1)?;
            group.set("pids.max", limits.processes as u64 + THREADS)?;
            // Not there on machines without swap.
            let _ = group.set("memory.swap.max", 0);
        }
        Ok(group)
    }
}

fn words_of(folder: &Path, file: &str) -> String {
    fs::read_to_string(folder.join(file)).unwrap_or_default()
}

fn names_all(text: &str) -> bool {
    CONTROLLERS.iter().all(|wanted| text.split_ascii_whitespace().any(|word| word == *wanted))
}

/// Whether groups below this one have the controllers.
fn delegates(folder: &Path) -> bool {
    names_all(&words_of(folder, "cgroup.subtree_control"))
}

fn has_controllers(folder: &Path) -> bool {
    names_all(&words_of(folder, "cgroup.controllers"))
}

/// Gives groups below this one the controllers. Only an arena that is alone moves: others' processes are theirs.
fn enable(folder: &Path) -> io::Result<()> {
    let own = std::process::id();
    if words_of(folder, "cgroup.procs").split_ascii_whitespace().any(|pid| pid != own.to_string()) {
        return Err(io::Error::other("other processes are in the arena's group"));
    }
    let leaf = folder.join(format!("{PREFIX}{own}-arena"));
    fs::create_dir(&leaf)?;
    let moved = fs::write(leaf.join("cgroup.procs"), own.to_string());
    let control = CONTROLLERS.map(|name| format!("+{name}")).join(" ");
    moved.and_then(|()| fs::write(folder.join("cgroup.subtree_control"), control))
}

/// Removes the groups of arenas that are no more.
fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if is_left_behind(&entry.file_name()) {
            let _ = fs::remove_dir(entry.path());
        }
    }
}

/// A program's group, to be removed after it has ended.
#[derive(Debug)]
pub(crate) struct Group {
    folder: PathBuf,
    fences: bool,
}

impl Group {
    /// A group for a program, where groups can be made.
    pub(crate) fn new(limits: &ProgramLimits) -> Option<Self> {
        parent().as_ref().ok()?.make(limits).ok()
    }

    /// Where it is, for whoever joins it.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    fn set(&self, file: &str, value: u64) -> io::Result<()> {
        fs::write(self.folder.join(file), value.to_string())
    }

    /// A number of a file that has a name and a number on each line.
    fn number(&self, file: &str, name: &str) -> Option<u64> {
        let text = fs::read_to_string(self.folder.join(file)).ok()?;
        text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')?.parse().ok())
    }

    /// CPU time of all that ever ran in it, its wardens included.
    pub(crate) fn cpu(&self) -> Option<Duration> {
        self.number("cpu.stat", "usage_usec").map(Duration::from_micros)
    }

    /// Whether it was ended because there was no memory left for it.
    pub(crate) fn ran_out_of_memory(&self) -> bool {
        self.fences && self.number("memory.events", "oom_kill").is_some_and(|kills| kills > 0)
    }

    /// Removes it once nothing runs in it any more.
    pub(crate) fn remove(&self) {
        // What has just been killed may still be leaving. What stays is removed by the next arena.
        for _ in 0..200 {
            if fs::remove_dir(&self.folder).is_ok() || !self.folder.exists() {
                return;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// Puts this process, and all that come from it, into a group.
pub(super) fn join(folder: &Path) -> io::Result<()> {
    fs::write(folder.join("cgroup.procs"), "0")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder that looks like a group to which controllers are delegated. It does not make files in new folders as
    /// the kernel does, so that what is written shows.
    fn looks_delegated(control: &str) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (file, text) in [
            ("cgroup.controllers", "cpu memory pids"),
            ("cgroup.subtree_control", control),
            ("cgroup.procs", &std::process::id().to_string()),
        ] {
            fs::write(folder.path().join(file), text).unwrap();
        }
        folder
    }

    #[test]
    fn memory_and_tasks_are_limited_where_the_controllers_are_delegated() {
        let folder = looks_delegated("memory pids");
        let parent = Parent::new(folder.path().to_owned()).unwrap();
        assert!(parent.fences);
        let limits = ProgramLimits { memory: 1 << 30, processes: 8, ..ProgramLimits::default() };
        let group = parent.make(&limits).unwrap();
        let said = |file: &str| fs::read_to_string(group.folder().join(file)).unwrap();
        assert_eq!(said("memory.max"), ((1_u64 << 30) / 4 * 5 + WARDENS).to_string());
        assert_eq!(
            (said("pids.max"), said("memory.swap.max"), said("memory.oom.group")),
            ("264".into(), "0".into(), "1".into())
        );
        fs::write(group.folder().join("cpu.stat"), "usage_usec 1500\nuser_usec 900\n").unwrap();
        fs::write(group.folder().join("memory.events"), "oom 1\noom_kill 1\noom_group_kill 1\n").unwrap();
        assert_eq!(group.cpu(), Some(Duration::from_micros(1500)));
        assert!(group.ran_out_of_memory());
        join(group.folder()).unwrap();
        assert_eq!(said("cgroup.procs"), "0");
    }

    #[test]
    fn an_arena_that_is_alone_in_its_group_makes_room_and_another_does_not() {
        let alone = looks_delegated("");
        assert!(Parent::new(alone.path().to_owned()).unwrap().fences);
        assert_eq!(words_of(alone.path(), "cgroup.subtree_control"), "+memory +pids");
        let shared = looks_delegated("");
        fs::write(shared.path().join("cgroup.procs"), format!("1\n{}", std::process::id())).unwrap();
        let parent = Parent::new(shared.path().to_owned()).unwrap();
        assert!(!parent.fences);
        assert!(!parent.make(&ProgramLimits::default()).unwrap().folder().join("memory.max").exists());
        assert!(Parent::new("/proc/self".into()).is_err());
    }

    #[test]
    fn groups_of_arenas_that_are_gone_are_removed() {
        let folder = looks_delegated("memory pids");
        // No process has such a number.
        let old = folder.path().join(format!("{PREFIX}{}-0", 1 << 23));
        let own = folder.path().join(format!("{PREFIX}{}-0", std::process::id()));
        fs::create_dir(&old).unwrap();
        fs::create_dir(&own).unwrap();
        sweep(folder.path());
        assert!(!old.exists() && own.exists());
    }
}
