//! What the arena itself uses is not there for programs, although it may lie in a folder they see: a program could read
//! the openings of the next game, or hold a lock on the store that the arena would wait for.
//!
//! Hidden are the files that the arena has open (the store, its log and its lock, games being saved), those it was told
//! of (the plan, the openings, the folder of logs), and every store that lies beside the program. The last are looked for by the warden: a
//! process that closes a file gives up all locks it has on it, and the arena's databases rely on theirs.

use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::tournament::store::is_store;

/// Files that were read and closed again, and folders that are written to.
static TOLD: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// How a database's other files are called.
const BESIDE: [&str; 3] = ["-wal", "-shm", "-journal"];

/// More files of a folder are not looked into for stores.
const MOST_FILES: usize = 256;

/// Hides a file, or a folder with all that is in it, from all programs that are started from now on.
pub(crate) fn hide(place: &Path) {
    let Ok(file) = place.canonicalize() else { return };
    let mut told = TOLD.lock().unwrap_or_else(PoisonError::into_inner);
    if !told.contains(&file) {
        told.push(file);
    }
}

/// The files and folders that this process uses, by their real names.
pub(crate) fn files_in_use() -> Vec<PathBuf> {
    let told = TOLD.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let (folders, mut files): (Vec<PathBuf>, Vec<PathBuf>) = told.into_iter().partition(|place| place.is_dir());
    let open = fs::read_dir("/proc/self/fd").into_iter().flatten().flatten();
    files.extend(open.filter_map(|entry| fs::read_link(entry.path()).ok()).filter(|path| path.is_absolute()));
    files.retain(|file| !folders.iter().any(|folder| file.starts_with(folder)));
    [folders, with_their_own(files)].concat()
}

/// The stores in a folder. Not for a process that has databases open.
pub(super) fn stores_in(folder: &Path) -> Vec<PathBuf> {
    let beside = fs::read_dir(folder).into_iter().flatten().flatten().take(MOST_FILES).map(|entry| entry.path());
    with_their_own(beside.filter(|path| begins_as_store(path)).collect())
}

/// Files with those that databases of such names have; what is no file is left out.
fn with_their_own(mut files: Vec<PathBuf>) -> Vec<PathBuf> {
    let others: Vec<PathBuf> = files.iter().flat_map(|file| BESIDE.map(|ending| with_ending(file, ending))).collect();
    files.extend(others);
    files.retain(|file| is_file(file));
    files.sort();
    files.dedup();
    files
}

/// Links do not count: what they lead to is found by its own name.
fn is_file(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|data| data.is_file())
}

fn with_ending(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Whether a file is a store. Not for one that this process has open.
pub(crate) fn begins_as_store(path: &Path) -> bool {
    let mut header = [0; 100];
    is_file(path) && File::open(path).and_then(|mut file| file.read_exact(&mut header)).is_ok() && is_store(&header)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_arena_uses_is_hidden() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().canonicalize().unwrap();
        for name in ["plan.toml", "agent.py", "saved.jsonl", "saved.jsonl-wal"] {
            fs::write(place.join(name), "x").unwrap();
        }
        hide(&place.join("plan.toml"));
        fs::create_dir(place.join("logs")).unwrap();
        hide(&place.join("logs"));
        let _log = File::create(place.join("logs/1.log")).unwrap();
        let _open = File::open(place.join("saved.jsonl")).unwrap();
        drop(crate::store::Store::open(&place.join("old.db")).unwrap());
        let hidden = [files_in_use(), stores_in(&place)].concat();
        for (name, expected) in [
            ("plan.toml", true),
            ("agent.py", false),
            ("saved.jsonl-wal", true),
            ("old.db", true),
            ("logs", true),
            ("logs/1.log", false),
        ] {
            assert_eq!(hidden.contains(&place.join(name)), expected, "{name}");
        }
    }
}
