//! Files that are there whole or not at all, and tell when they are damaged.

use std::fs::{self, File};
use std::io::{BufWriter, Result, Write as _};
use std::path::Path;

use ply_game::mix;

/// Writes a file under another name and then gives it its own: whoever is killed meanwhile leaves what was there before,
/// and whoever fails leaves nothing else. A link stays one, to a file with the new contents; a device or a pipe is written
/// to as it is.
pub fn write_whole(path: &Path, write: impl FnOnce(&mut BufWriter<File>) -> Result<()>) -> Result<()> {
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if path.metadata().is_ok_and(|there| !there.is_file()) {
        let mut file = BufWriter::new(File::options().write(true).open(path)?);
        write(&mut file)?;
        return file.flush();
    }
    let mut beside = path.as_os_str().to_owned();
    beside.push(format!(".{}.part", std::process::id()));
    let beside = Path::new(&beside);
    let written = File::create(beside).and_then(|file| {
        let mut file = BufWriter::new(file);
        write(&mut file)?;
        file.flush()?;
        file.get_ref().sync_all()?;
        fs::rename(beside, path)
    });
    if written.is_err() {
        // Why it could not be written matters more than that a part of it stays.
        let _ = fs::remove_file(beside);
    }
    written
}

/// A digest of what is kept in a file and of the game it is about: a damaged file has another, but for one in 2^64.
pub fn digest(game: &str, contents: &[u8]) -> u64 {
    let mut digest = Digest::new(game, contents.len() as u64);
    let (words, rest) = contents.as_chunks::<8>();
    words.iter().for_each(|word| digest.add(u64::from_le_bytes(*word)));
    rest.iter().for_each(|&byte| digest.add(u64::from(byte)));
    digest.value()
}

/// The same, word by word, of what is too long to be held at once.
#[derive(Clone, Copy, Debug)]
pub struct Digest(u64);

impl Digest {
    /// Of a file about this game with contents of this length.
    pub fn new(game: &str, length: u64) -> Self {
        Self(mix(game.bytes().fold(length, |digest, byte| mix(digest ^ u64::from(byte)))))
    }

    /// Goes on with a word.
    pub fn add(&mut self, word: u64) {
        self.0 = mix(self.0 ^ word);
    }

    /// The digest so far.
    pub fn value(self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_written_whole_or_stays_as_it_was() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("kept.part");
        write_whole(&path, |file| file.write_all(b"first")).expect("it can be written");
        let failed = write_whole(&path, |file| {
            file.write_all(b"second")?;
            Err(std::io::Error::other("no room"))
        });
        assert!(failed.is_err());
        assert_eq!(fs::read(&path).expect("it is there"), b"first");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_and_a_device_a_device() {
        let folder = tempfile::tempdir().expect("a folder");
        let [path, link, device] = ["kept", "link", "device"].map(|name| folder.path().join(name));
        fs::write(&path, "first").expect("it can be written");
        std::os::unix::fs::symlink(&path, &link).expect("a link");
        std::os::unix::fs::symlink("/dev/null", &device).expect("a link");
        for to in [&link, &device] {
            write_whole(to, |file| file.write_all(b"second")).expect("it can be written");
            assert!(to.is_symlink());
        }
        assert_eq!(fs::read(&path).expect("it is there"), b"second");
        assert!(!Path::new("/dev/null").is_file());
    }
}
