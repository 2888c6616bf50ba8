//! Files that are there whole or not at all, and tell when they are damaged.

use std::fs::{self, File};
use std::io::{BufWriter, Result, Write as _};
use std::path::Path;

use ply_game::mix;

/// Writes a file under another name and then gives it its own: whoever is killed meanwhile leaves what was there before,
/// and whoever fails leaves nothing else.
pub fn write_whole(path: &Path, write: impl FnOnce(&mut BufWriter<File>) -> Result<()>) -> Result<()> {
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
    let mut digest = mix(game.bytes().fold(contents.len() as u64, |digest, byte| mix(digest ^ u64::from(byte))));
    let (words, rest) = contents.as_chunks::<8>();
    for word in words {
        digest = mix(digest ^ u64::from_le_bytes(*word));
    }
    rest.iter().fold(digest, |digest, &byte| mix(digest ^ u64::from(byte)))
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
}
