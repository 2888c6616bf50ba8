//! What a program consists of: the files of its folder, their hash, and a copy of them.
//!
//! The stores, plans and openings that lie there do not belong to it, nor what tools make anew. Links out of the folder,
//! devices and the like are refused, and so is what is too large.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use crate::AgentSpec;
use crate::external::{CommandLine, Program};
use crate::game::external::sandbox::{self, Belongings, begins_as_store};
use crate::plan::{Plan, PlanAgent};
use crate::store::Fnv;

/// Bytes of all files.
pub(crate) const MOST_BYTES: u64 = 256 << 20;
/// Files and folders.
pub(crate) const MOST_FILES: usize = 10_000;
/// Folders that every tool makes anew.
const LEFT_OUT: [&str; 2] = [".git", "__pycache__"];

/// One file of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ContentFile {
    /// Where it is.
    pub(crate) path: PathBuf,
    /// Its place in the folder.
    pub(crate) place: PathBuf,
}

/// The files of a folder without these, in an order that depends on their names only.
pub(crate) fn list(folder: &Path, without: &[PathBuf]) -> Result<Vec<ContentFile>, String> {
    let mut walk = Walk { root: folder, without, files: Vec::new(), entries: 0, bytes: 0 };
    walk.folder(folder, Path::new(""))?;
    Ok(walk.files)
}

pub(crate) fn too_large(folder: &Path) -> String {
    format!(
        "its folder '{}' is larger than {} MiB or has more than {MOST_FILES} files: give the agent a folder of its own",
        folder.display(),
        MOST_BYTES >> 20
    )
}

struct Walk<'a> {
    root: &'a Path,
    without: &'a [PathBuf],
    files: Vec<ContentFile>,
    entries: usize,
    bytes: u64,
}

impl Walk<'_> {
    fn folder(&mut self, folder: &Path, place: &Path) -> Result<(), String> {
        let wrong = |error: io::Error| format!("'{}': {error}", folder.display());
        let mut entries: Vec<_> = fs::read_dir(folder).map_err(wrong)?.collect::<Result<_, _>>().map_err(wrong)?;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let (path, place) = (entry.path(), place.join(entry.file_name()));
            self.entries += 1;
            if self.entries > MOST_FILES {
                return Err(too_large(self.root));
            }
            let kind = entry.file_type().map_err(wrong)?;
            let real = path.canonicalize().unwrap_or_else(|_| path.clone());
            if self.without.contains(&real) || LEFT_OUT.iter().any(|name| entry.file_name() == *name) {
                continue;
            }
            if kind.is_dir() {
                self.folder(&path, &place)?;
            } else if kind.is_file() || kind.is_symlink() && real.is_file() && real.starts_with(self.root) {
                if begins_as_store(&real) {
                    continue;
                }
                self.bytes += fs::metadata(&real).map_err(wrong)?.len();
                if self.bytes > MOST_BYTES {
                    return Err(too_large(self.root));
                }
                self.files.push(ContentFile { path: real, place });
            } else {
                let what = if kind.is_symlink() { "a link that leads out of the folder" } else { "no file" };
                return Err(format!("'{}' is {what}, and cannot travel", path.display()));
            }
        }
        Ok(())
    }
}

/// A hash of names, contents and whether they can be executed.
pub(crate) fn digest(files: &[ContentFile]) -> Result<String, String> {
    let mut hash = Fnv::default();
    let mut buffer = vec![0; 1 << 16];
    for ContentFile { path, place } in files {
        let wrong = |error: io::Error| format!("'{}': {error}", path.display());
        let mut file = File::open(path).map_err(wrong)?;
        let data = file.metadata().map_err(wrong)?;
        let name = place.as_os_str().as_encoded_bytes();
        // Lengths keep neighbours apart.
        for number in [name.len() as u64, data.len(), u64::from(is_executable(&data))] {
            hash.add(&number.to_le_bytes());
        }
        hash.add(name);
        loop {
            match file.read(&mut buffer).map_err(wrong)? {
                0 => break,
                count => hash.add(&buffer[..count]),
            }
        }
    }
    Ok(format!("{:032x}", hash.0))
}

/// A hash of each of a plan's programs: of its folder or, where that holds more than this program, of the files its
/// command line names. Nothing for other agents, and where the files cannot be read.
pub fn hash_programs(plan: &mut Plan) {
    let owned = |agent: &PlanAgent| match agent.spec.parse() {
        Ok(AgentSpec::Program(command)) => {
            let belongings = sandbox::belongings(&Program::new(command.clone())).ok()?;
            Some((command, belongings))
        }
        _ => None,
    };
    let all: Vec<Option<(CommandLine, Belongings)>> = plan.agents.iter().map(owned).collect();
    let here = std::env::current_dir().and_then(|folder| folder.canonicalize()).unwrap_or_default();
    for (place, agent) in plan.agents.iter_mut().enumerate() {
        let Some((command, Belongings { folder, own, hidden })) = &all[place] else { continue };
        let others =
            all.iter().enumerate().filter(|(other, _)| *other != place).filter_map(|(_, other)| other.as_ref());
        let shared = here.starts_with(own) || others.clone().any(|(_, other)| other.own.starts_with(own));
        let whole = if shared { None } else { list(own, hidden).ok() };
        agent.files = digest(&whole.unwrap_or_else(|| named(command, folder))).ok();
    }
}

/// The files that a command line names, but for those of the system.
fn named(command: &CommandLine, folder: &Path) -> Vec<ContentFile> {
    let words = std::iter::once(command.program()).filter(|program| program.contains('/'));
    let words = words.chain(command.args().iter().map(String::as_str));
    let files = words.filter_map(|word| {
        let path = folder.join(word).canonicalize().ok()?;
        let ours = path.is_file() && !sandbox::is_of_the_system(&path);
        ours.then(|| ContentFile { path, place: word.into() })
    });
    files.collect()
}

/// Copies files into a folder that is made for them, to be read by everybody: programs run as users of their own.
pub(crate) fn copy(files: &[ContentFile], folder: &Path) -> Result<(), String> {
    for ContentFile { path, place } in files {
        let to = folder.join(place);
        let wrong = |error: io::Error| format!("'{}': {error}", to.display());
        make_folder(to.parent().unwrap_or(folder)).map_err(wrong)?;
        fs::copy(path, &to).map_err(wrong)?;
        readable_for_all(&to).map_err(wrong)?;
    }
    Ok(())
}

/// Makes a folder, with those above it, that every user may look into.
pub(crate) fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o755);
    builder.recursive(true).create(folder)
}

#[cfg(unix)]
fn readable_for_all(file: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    let executable = is_executable(&fs::metadata(file)?);
    fs::set_permissions(file, fs::Permissions::from_mode(if executable { 0o755 } else { 0o644 }))
}

#[cfg(not(unix))]
fn readable_for_all(_file: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
pub(crate) fn is_executable(data: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    data.permissions().mode() & 0o111 != 0
}

#[cfg(not(unix))]
pub(crate) fn is_executable(_data: &fs::Metadata) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_change_of_a_file_changes_the_hash_and_a_copy_has_the_same() {
        let place = tempfile::tempdir().unwrap();
        let own = place.path().canonicalize().unwrap().join("ada");
        fs::create_dir_all(own.join("data")).unwrap();
        fs::write(own.join("agent.py"), "print()").unwrap();
        fs::write(own.join("data/book"), "a").unwrap();
        let hash = |folder: &Path| digest(&list(folder, &[]).unwrap()).unwrap();
        let before = hash(&own);
        copy(&list(&own, &[]).unwrap(), &place.path().join("copy")).unwrap();
        assert_eq!(hash(&place.path().join("copy")), before);
        fs::create_dir(own.join("__pycache__")).unwrap();
        fs::write(own.join("__pycache__/x"), "y").unwrap();
        assert_eq!(hash(&own), before);
        fs::write(own.join("data/book"), "b").unwrap();
        let after = hash(&own);
        assert_ne!(after, before);
        fs::rename(own.join("data/book"), own.join("data/boot")).unwrap();
        assert_ne!(hash(&own), after);
    }
}
