//! One arena per tournament: a lock of the operating system on a file beside the store.
//!
//! The system drops the lock with the process that holds it, however that ends; a file left behind by a killed arena
//! means nothing. The file holds the process's number for the message only.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};

/// Held as long as it lives.
#[derive(Debug)]
pub struct Lock {
    file: File,
    path: PathBuf,
}

/// Why there is no lock.
#[derive(Debug)]
pub(super) enum NoLock {
    /// Somebody has it: who, in words.
    Held(String),
    /// The file cannot be made or locked.
    Io(std::io::Error),
}

impl Lock {
    /// Takes the lock, or says who has it.
    pub(super) fn take(path: PathBuf) -> Result<Self, NoLock> {
        loop {
            let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
            let mut file = options.map_err(NoLock::Io)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(NoLock::Held(holder(&mut file))),
                Err(TryLockError::Error(error)) => return Err(NoLock::Io(error)),
            }
            // The former holder may have removed the file between our opening and our locking it: a lock on a file
            // without a name keeps nobody out.
            if is_at(&file, &path) {
                // The number is only for messages: without it the lock is as good.
                let _unimportant = file.set_len(0).and_then(|()| write!(file, "{}", std::process::id()));
                return Ok(Self { file, path });
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        if cfg!(unix) {
            // Removed while it is locked, so that nobody else can hold it at this moment.
            let _unimportant = std::fs::remove_file(&self.path);
        }
        let _released_with_the_file = self.file.unlock();
    }
}

fn holder(file: &mut File) -> String {
    let mut text = String::new();
    let _unimportant = file.rewind().and_then(|()| file.take(20).read_to_string(&mut text));
    match text.trim().parse::<u32>() {
        Ok(process) => format!("process {process}"),
        Err(_) => "another process".to_owned(),
    }
}

#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |metadata: std::fs::Metadata| (metadata.dev(), metadata.ino());
    matches!((file.metadata().map(place), std::fs::metadata(path).map(place)), (Ok(one), Ok(other)) if one == other)
}

/// Files are not removed here: see [`Lock::drop`].
#[cfg(not(unix))]
fn is_at(_file: &File, _path: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn a_lock_is_held_once_and_free_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        let lock = Lock::take(path.clone()).unwrap();
        let Err(NoLock::Held(holder)) = Lock::take(path.clone()) else { panic!("held twice") };
        assert_eq!(holder, format!("process {}", std::process::id()));
        drop(lock);
        assert!(!path.exists() || !cfg!(unix));
        Lock::take(path).unwrap();
    }

    #[test]
    fn a_file_left_behind_locks_nobody_out() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        std::fs::write(&path, "4294967295").unwrap();
        Lock::take(path).unwrap();
    }

    #[test]
    fn many_who_want_it_have_it_one_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        let (inside, taken) = (AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..500 {
                        if let Ok(lock) = Lock::take(path.clone()) {
                            assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0);
                            taken.fetch_add(1, Ordering::SeqCst);
                            inside.fetch_sub(1, Ordering::SeqCst);
                            drop(lock);
                        }
                    }
                });
            }
        });
        assert!(taken.into_inner() > 0);
    }
}
