//! Which layers this machine can enforce, to be said once and kept with the results.

use std::fmt;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

use ply_game::harmless_line;
use serde::Serialize;

use super::{SUBCOMMAND, TRY};
use crate::external::Launcher;

/// One layer of the sandbox.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Layer {
    /// What it holds.
    pub name: &'static str,
    /// Whether it is enforced.
    pub enforced: bool,
    /// How, or why not.
    pub note: String,
}

/// All layers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Layers(pub Vec<Layer>);

impl Layers {
    /// The names of all layers, the strongest first.
    pub const NAMES: [&'static str; 12] = [
        "namespaces",
        "files",
        "network",
        "signals",
        "system calls",
        "cgroup",
        "memory of a process",
        "memory of all processes",
        "number of processes",
        "CPU time of all processes",
        "CPU, file size, open files",
        "nothing outlives the program",
    ];

    /// Whether the layer of this name is enforced.
    pub fn enforces(&self, name: &str) -> bool {
        self.0.iter().any(|layer| layer.name == name && layer.enforced)
    }
}

impl fmt::Display for Layers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, enforced) in [true, false].into_iter().enumerate() {
            let layers = self.0.iter().filter(|layer| layer.enforced == enforced);
            let list: Vec<String> = layers.map(|layer| format!("{} ({})", layer.name, layer.note)).collect();
            let list = if list.is_empty() { "nothing".to_owned() } else { list.join(", ") };
            let (word, gap) = if index == 0 { ("enforced", "") } else { ("not enforced", "\n") };
            write!(f, "{gap}{word}: {list}")?;
        }
        Ok(())
    }
}

/// Which layers hold programs that are started this way on this machine.
///
/// ```
/// use ply_arena::{Launcher, external::sandbox};
/// let layers = sandbox::probe(&Launcher::Bare);
/// assert!(!layers.enforces("files"));
/// assert!(layers.to_string().contains("not enforced: "));
/// ```
pub fn probe(launcher: &Launcher) -> Layers {
    let confined = matches!(launcher, Launcher::Confined(_)) && cfg!(target_os = "linux");
    let proc = Path::new("/proc/self/stat").exists();
    let root = rustix::process::geteuid().is_root();
    let bare = "programs are started bare";
    let layer = |name, enforced: bool, how: &str, why_not: &str| {
        let note = if enforced {
            how
        } else if confined {
            why_not
        } else {
            bare
        };
        Layer { name, enforced, note: note.to_owned() }
    };
    let limits = cfg!(target_os = "linux");
    let no_fence = fence(launcher).err();
    let fenced = no_fence.is_none();
    let without = |how: &'static str| if fenced { "namespaces" } else { how };
    let outside = if confined { "resource limits" } else { "resource limits, set just after the start" };
    Layers(vec![
        layer("namespaces", fenced, "own root folder, processes and network", no_fence.as_deref().unwrap_or_default()),
        cgroup_layer(confined),
        layer("memory of a process", limits, outside, "no resource limits"),
        layer("memory of all processes", proc, "watched", "no /proc"),
        layer(
            "number of processes",
            proc,
            if root && !confined { "watched" } else { "watched and limited" },
            "no /proc",
        ),
        layer(
            "CPU time of all processes",
            confined && super::cgroup::parent().is_ok(),
            "counted by the kernel",
            "watched, so that short-lived children nobody waits for can be missed",
        ),
        layer("CPU, file size, open files", limits, outside, "no resource limits"),
        layer("files", fenced || confined && landlock(false), without("landlock"), "no landlock in this kernel"),
        layer("signals", fenced || confined && landlock(true), without("landlock"), "landlock is missing or too old"),
        layer("network", fenced || confined && seccomp(), without("seccomp"), "no seccomp in this kernel"),
        layer("system calls", confined && seccomp(), "seccomp", "no seccomp in this kernel"),
        layer("nothing outlives the program", confined, without("subreaper"), "only its process group is ended"),
    ])
}

/// Without the controllers there is still the CPU time.
fn cgroup_layer(confined: bool) -> Layer {
    let (enforced, note) = match super::cgroup::parent() {
        _ if !confined => (false, "programs are started bare".to_owned()),
        Ok(parent) if parent.fences => (true, "memory, tasks and CPU time".to_owned()),
        Ok(_) => (false, "counts CPU time; memory and pids are not delegated".to_owned()),
        Err(why) => (false, why.clone()),
    };
    Layer { name: "cgroup", enforced, note }
}

/// Whether programs that are started this way are fenced, or why not. Tried out once: what the machine allows does not
/// change while the arena runs.
pub(crate) fn fence(launcher: &Launcher) -> Result<(), String> {
    static TRIED: OnceLock<Result<(), String>> = OnceLock::new();
    let Launcher::Confined(binary) = launcher else { return Err("programs are started bare".to_owned()) };
    TRIED
        .get_or_init(|| {
            let tried = Command::new(binary).args([SUBCOMMAND, TRY]).output().map_err(|error| error.to_string())?;
            let said = String::from_utf8_lossy(&tried.stderr);
            let first = said.lines().next().unwrap_or("not on this system");
            let why = || harmless_line(first.split_once(": ").map_or(first, |(_, why)| why), 200);
            if tried.status.success() { Ok(()) } else { Err(why()) }
        })
        .clone()
}

#[cfg(target_os = "linux")]
fn landlock(signals: bool) -> bool {
    super::confine::has_landlock(if signals { landlock::ABI::V6 } else { landlock::ABI::V1 })
}

#[cfg(not(target_os = "linux"))]
fn landlock(_signals: bool) -> bool {
    false
}

/// Whether this kernel has seccomp, and we know its calls.
pub(super) fn seccomp() -> bool {
    Path::new("/proc/sys/kernel/seccomp/actions_avail").exists()
        && ["x86_64", "aarch64", "riscv64"].contains(&std::env::consts::ARCH)
}
