//! Scratch folders on the host, where there is no fence: removed whatever a program did to them, and those of arenas
//! that were killed are removed by the next one.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::Once;

use rustix::io::Errno;
use rustix::process::{Pid, geteuid, test_kill_process};

/// How names of what an arena leaves behind begin; the number of its process and a dash follow.
pub(super) const PREFIX: &str = "plyground-";

/// A folder that is removed with everything in it when this value is gone.
#[derive(Debug)]
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    pub(crate) fn new() -> io::Result<Self> {
        static SWEEP: Once = Once::new();
        SWEEP.call_once(|| sweep(&std::env::temp_dir()));
        let prefix = format!("{PREFIX}{}-", std::process::id());
        let folder = tempfile::Builder::new().prefix(&prefix).tempdir()?.keep();
        Ok(Self(folder.canonicalize().unwrap_or(folder)))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        remove(&self.0);
    }
}

/// Removes the folders of arenas that are no more.
fn sweep(place: &Path) {
    for entry in fs::read_dir(place).into_iter().flatten().flatten() {
        let ours = entry.metadata().is_ok_and(|data| data.is_dir() && is_ours(data.uid()));
        if ours && is_left_behind(&entry.file_name()) {
            remove(&entry.path());
        }
    }
}

/// Whether something of this name was made by an arena that is no more.
pub(super) fn is_left_behind(name: &OsStr) -> bool {
    let arena = name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.split_once('-')?.0.parse::<i32>().ok());
    arena.and_then(Pid::from_raw).is_some_and(|arena| test_kill_process(arena) == Err(Errno::SRCH))
}

/// Root's programs ran as users of their own.
fn is_ours(owner: u32) -> bool {
    geteuid().is_root() || owner == geteuid().as_raw()
}

/// Removes a folder although folders in it may have been closed to their owner or are nested deeper than paths are long.
/// Whatever lies in a folder of it is moved to the top, until there are no folders left. Links are not followed.
fn remove(folder: &Path) {
    if fs::remove_dir_all(folder).is_ok() {
        return;
    }
    let open = |folder: &Path| {
        // Root needs no mode.
        if !geteuid().is_root() {
            let _ = fs::set_permissions(folder, fs::Permissions::from_mode(0o700));
        }
    };
    let is_folder = |entry: &fs::DirEntry| entry.file_type().is_ok_and(|kind| kind.is_dir());
    let entries = |folder: &Path| fs::read_dir(folder).into_iter().flatten().flatten();
    open(folder);
    let mut moved = 0_u64;
    loop {
        let mut left = false;
        for entry in entries(folder) {
            let path = entry.path();
            if !is_folder(&entry) {
                let _ = fs::remove_file(path);
                continue;
            }
            open(&path);
            for inner in entries(&path) {
                // A folder that is closed to us cannot be moved.
                if is_folder(&inner) {
                    open(&inner.path());
                }
                moved += 1;
                left |= fs::rename(inner.path(), folder.join(format!("moved-{moved}"))).is_ok();
            }
            let _ = fs::remove_dir(path);
        }
        if !left {
            break;
        }
    }
    let _ = fs::remove_dir(folder);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_arenas_that_are_gone_are_removed_whatever_their_modes() {
        let place = tempfile::tempdir().unwrap();
        // No process has such a number.
        let old = place.path().join(format!("{PREFIX}{}-x", 1 << 23));
        let own = place.path().join(format!("{PREFIX}{}-y", std::process::id()));
        let foreign = place.path().join("plyground-notes");
        for folder in [&old, &own, &foreign] {
            fs::create_dir_all(folder.join("closed/inner")).unwrap();
            fs::write(folder.join("closed/inner/file"), "x").unwrap();
        }
        fs::set_permissions(old.join("closed"), fs::Permissions::from_mode(0o000)).unwrap();
        sweep(place.path());
        assert!(!old.exists() && own.exists() && foreign.exists());
    }

    #[test]
    fn a_scratch_folder_is_removed_although_paths_in_it_are_longer_than_the_system_allows() {
        let scratch = Scratch::new().unwrap();
        let path = scratch.path().to_owned();
        let name = "x".repeat(200);
        // Each time what is there becomes the inside of a new folder.
        for _ in 0..1500 {
            fs::create_dir(path.join("new")).unwrap();
            if path.join(&name).exists() {
                fs::rename(path.join(&name), path.join("new").join(&name)).unwrap();
            }
            fs::rename(path.join("new"), path.join(&name)).unwrap();
        }
        std::os::unix::fs::symlink("/", path.join("link")).unwrap();
        drop(scratch);
        assert!(!path.exists() && Path::new("/").exists());
    }

    #[test]
    fn a_scratch_folder_is_removed_although_its_program_closed_it() {
        let scratch = Scratch::new().unwrap();
        let path = scratch.path().to_owned();
        fs::create_dir_all(path.join("a/b")).unwrap();
        fs::set_permissions(path.join("a"), fs::Permissions::from_mode(0o000)).unwrap();
        drop(scratch);
        assert!(!path.exists());
    }
}
