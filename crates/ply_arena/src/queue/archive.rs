//! A folder as one file and back: `tar` under `gzip`, with nothing in it but files and folders below the place it is
//! unpacked at. The same folder always gives the same bytes.

use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Component, Path, PathBuf};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use ring::digest::{SHA256, digest as hash};
use tar::{Archive, Builder, EntryType, Header};

use crate::game::external::sandbox::begins_as_store;
use crate::tournament::contents::{self, MOST_BYTES, MOST_FILES, too_large};

pub(super) use crate::tournament::contents::make_folder;

/// Bytes of an archive.
pub(super) const MOST_PACKED: usize = 64 << 20;
/// Bytes of an archive that is not compressed.
pub(super) const MOST_TAR: u64 = 2 * MOST_BYTES;

/// The SHA-256 of an archive, in hexadecimal digits.
pub(super) fn digest(bytes: &[u8]) -> String {
    hash(&SHA256, bytes).as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Packs a folder at a place in the archive, without these files, and with others beside it.
pub(super) fn pack(
    folder: &Path,
    place: &Path,
    without: &[PathBuf],
    beside: &[(PathBuf, PathBuf)],
) -> Result<Vec<u8>, String> {
    let tar = Builder::new(GzEncoder::new(Vec::new(), Compression::default()));
    let mut packer = Packer { root: folder, tar, bytes: 0 };
    for file in contents::list(folder, without)? {
        packer.file(&file.path, &place.join(file.place))?;
    }
    for (file, place) in beside {
        packer.file(file, place)?;
    }
    let bytes = packer.tar.into_inner().and_then(GzEncoder::finish).map_err(|error| error.to_string())?;
    if bytes.len() > MOST_PACKED { Err(too_large(folder)) } else { Ok(bytes) }
}

struct Packer<'a> {
    root: &'a Path,
    tar: Builder<GzEncoder<Vec<u8>>>,
    bytes: u64,
}

impl Packer<'_> {
    fn file(&mut self, path: &Path, place: &Path) -> Result<(), String> {
        let wrong = |error: io::Error| format!("'{}': {error}", path.display());
        if begins_as_store(path) {
            return Ok(());
        }
        let file = File::open(path).map_err(wrong)?;
        let data = file.metadata().map_err(wrong)?;
        self.bytes += data.len();
        if self.bytes > MOST_BYTES {
            return Err(too_large(self.root));
        }
        let mut header = Header::new_gnu();
        header.set_entry_type(EntryType::Regular);
        header.set_mode(if contents::is_executable(&data) { 0o755 } else { 0o644 });
        header.set_size(data.len());
        self.tar.append_data(&mut header, place, file.take(data.len())).map_err(wrong)
    }
}

/// Unpacks an archive into a folder that is made for it; only files and folders below it, and not too much.
pub(super) fn unpack(bytes: &[u8], folder: &Path) -> Result<(), String> {
    unpack_plain(GzDecoder::new(bytes), folder)
}

/// The same for one that is not compressed.
pub(super) fn unpack_plain(bytes: impl io::Read, folder: &Path) -> Result<(), String> {
    let wrong = |error: io::Error| format!("the archive cannot be unpacked: {error}");
    make_folder(folder).map_err(wrong)?;
    let (mut left, mut files) = (MOST_BYTES, 0);
    let mut archive = Archive::new(bytes.take(MOST_TAR));
    for entry in archive.entries().map_err(wrong)? {
        let mut entry = entry.map_err(wrong)?;
        files += 1;
        let place = entry.path().map_err(wrong)?.into_owned();
        let shown = || ply_game::harmless_line(&place.to_string_lossy(), 200);
        if !place.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
            return Err(format!("the archive has '{}' in it, which leads out of its folder", shown()));
        }
        if entry.header().entry_type() == EntryType::Directory {
            // Those with something in them are made for that.
            continue;
        }
        if entry.header().entry_type() != EntryType::Regular {
            return Err(format!("the archive has '{}' in it, which is no file", shown()));
        }
        let size = entry.size();
        if size > left || files > MOST_FILES {
            return Err(format!("the archive has more than {} MiB or {MOST_FILES} files in it", MOST_BYTES >> 20));
        }
        left -= size;
        let path = folder.join(&place);
        make_folder(path.parent().unwrap_or(folder)).map_err(wrong)?;
        let executable = entry.header().mode().is_ok_and(|mode| mode & 0o111 != 0);
        let mode = if executable { 0o755 } else { 0o644 };
        // An archive that has a file twice is none.
        let mut file = fs::OpenOptions::new().write(true).create_new(true).mode(mode).open(path).map_err(wrong)?;
        io::copy(&mut entry, &mut file).and_then(|_| file.flush()).map_err(wrong)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn packed(entries: &[(&str, EntryType, &[u8])]) -> Vec<u8> {
        let mut tar = Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
        for (name, kind, contents) in entries {
            let mut header = Header::new_gnu();
            header.set_entry_type(*kind);
            header.set_size(contents.len() as u64);
            // As somebody would who means harm: `set_path` refuses such names.
            header.as_mut_bytes()[..name.len()].copy_from_slice(name.as_bytes());
            if matches!(kind, EntryType::Symlink | EntryType::Link) {
                header.set_link_name("/etc/passwd").unwrap();
            }
            header.set_cksum();
            tar.append(&header, *contents).unwrap();
        }
        tar.into_inner().unwrap().finish().unwrap()
    }

    #[test]
    fn a_folder_comes_back_and_always_has_the_same_digest() {
        let folder = tempfile::tempdir().unwrap();
        let own = folder.path().canonicalize().unwrap().join("ada");
        fs::create_dir_all(own.join("data")).unwrap();
        fs::write(own.join("agent.py"), "print()").unwrap();
        fs::set_permissions(own.join("agent.py"), fs::Permissions::from_mode(0o775)).unwrap();
        fs::write(own.join("data/book.txt"), "a book").unwrap();
        fs::write(own.join("plan.toml"), "secret").unwrap();
        drop(crate::store::Store::open(&own.join("old.db")).unwrap());
        let pack = || pack(&own, Path::new("ada"), &[own.join("plan.toml")], &[]).unwrap();
        assert_eq!(digest(&pack()), digest(&pack()));
        let here = folder.path().join("unpacked");
        unpack(&pack(), &here).unwrap();
        assert_eq!(fs::read_to_string(here.join("ada/data/book.txt")).unwrap(), "a book");
        assert_eq!(fs::metadata(here.join("ada/agent.py")).unwrap().permissions().mode() & 0o777, 0o755);
        assert!(!here.join("ada/plan.toml").exists() && !here.join("ada/old.db").exists());
    }

    #[test]
    fn links_out_of_the_folder_do_not_travel() {
        let folder = tempfile::tempdir().unwrap();
        let own = folder.path().canonicalize().unwrap();
        fs::write(own.join("a"), "x").unwrap();
        std::os::unix::fs::symlink("a", own.join("b")).unwrap();
        pack(&own, Path::new(""), &[], &[]).unwrap();
        std::os::unix::fs::symlink("/etc/passwd", own.join("c")).unwrap();
        let said = pack(&own, Path::new(""), &[], &[]).unwrap_err();
        assert!(said.contains("a link that leads out of the folder"), "{said}");
    }

    #[test]
    fn an_archive_that_means_harm_is_refused() {
        for (entries, expected) in [
            (vec![("../evil", EntryType::Regular, &b"x"[..])], "leads out of its folder"),
            (vec![("/tmp/evil", EntryType::Regular, b"x")], "leads out of its folder"),
            (vec![("a/../../evil", EntryType::Regular, b"x")], "leads out of its folder"),
            (vec![("link", EntryType::Symlink, b"")], "is no file"),
            (vec![("hard", EntryType::Link, b"")], "is no file"),
            (vec![("device", EntryType::Char, b"")], "is no file"),
            (vec![("a", EntryType::Regular, b"x"), ("a", EntryType::Regular, b"y")], "cannot be unpacked"),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let said = unpack(&packed(&entries), &folder.path().join("here")).unwrap_err();
            assert!(said.contains(expected), "{said}");
            assert!(!folder.path().join("evil").exists());
        }
        let folder = tempfile::tempdir().unwrap();
        assert!(unpack(b"no archive at all", &folder.path().join("here")).is_err());
    }

    #[test]
    fn an_archive_that_is_too_large_is_refused() {
        let mut header = Header::new_gnu();
        header.set_entry_type(EntryType::Regular);
        header.set_path("large").unwrap();
        header.set_size(MOST_BYTES + 1);
        header.set_cksum();
        let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
        packer.write_all(header.as_bytes()).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let said = unpack(&packer.finish().unwrap(), &folder.path().join("here")).unwrap_err();
        assert!(said.contains("more than 256 MiB"), "{said}");
    }
}
