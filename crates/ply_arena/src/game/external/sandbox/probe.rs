//! Which layers this machine can enforce, to be said once and kept with the results.

use std::fmt;
use std::path::Path;

use serde::Serialize;

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
    let outside = if confined { "resource limits" } else { "resource limits, set just after the start" };
    Layers(vec![
        layer("memory of a process", limits, outside, "no resource limits"),
        layer("memory of all processes", proc, "watched", "no /proc"),
        layer("number of processes", proc, if root { "watched" } else { "watched and limited" }, "no /proc"),
        layer("CPU, file size, open files", limits, outside, "no resource limits"),
        layer("files", confined && landlock(false), "landlock", "no landlock in this kernel"),
        layer("signals", confined && landlock(true), "landlock", "landlock is missing or too old"),
        layer("network", confined && seccomp(), "seccomp", "no seccomp in this kernel"),
        layer("system calls", confined && seccomp(), "seccomp", "no seccomp in this kernel"),
        layer("nothing outlives the program", confined, "subreaper", "only its process group is ended"),
    ])
}

#[cfg(target_os = "linux")]
fn landlock(signals: bool) -> bool {
    super::confine::has_landlock(if signals { landlock::ABI::V6 } else { landlock::ABI::V1 })
}

#[cfg(not(target_os = "linux"))]
fn landlock(_signals: bool) -> bool {
    false
}

fn seccomp() -> bool {
    Path::new("/proc/sys/kernel/seccomp/actions_avail").exists()
        && ["x86_64", "aarch64", "riscv64"].contains(&std::env::consts::ARCH)
}
