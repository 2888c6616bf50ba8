//! Files that are there whole or not at all.

use std::fs::{self, File};
use std::io::{BufWriter, Result, Write as _};
use std::path::Path;

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
