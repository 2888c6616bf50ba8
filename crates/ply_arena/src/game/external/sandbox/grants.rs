//! What a program may see: folders it needs to run, a folder to write to, and few environment variables.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::external::CommandLine;

/// Where systems keep programs, libraries and settings that everybody may read.
const SYSTEM: [&str; 13] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/etc",
    "/opt",
    "/nix/store",
    "/gnu/store",
    "/proc",
    "/sys",
    "/dev",
];

/// Devices that swallow what is written.
const DEVICES: [&str; 3] = ["/dev/null", "/dev/zero", "/dev/full"];

/// Variables that runtimes need to find their parts.
const VARIABLES: [&str; 14] = [
    "PATH",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "TZ",
    "LD_LIBRARY_PATH",
    "JAVA_HOME",
    "NODE_PATH",
    "PYTHONPATH",
    "PYTHONHOME",
    "VIRTUAL_ENV",
    "PYENV_ROOT",
    "PYENV_VERSION",
    "DOTNET_ROOT",
];

/// The system, the folder the program runs in, the files it is given as arguments with their folders, and where the
/// program is installed.
pub(super) fn readable(command: &CommandLine, file: &Path, folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = SYSTEM.iter().map(PathBuf::from).collect();
    paths.extend(folder_or_nothing(folder));
    for path in command.args().iter().map(|arg| folder.join(arg)).filter(|path| path.exists()) {
        if path.is_dir() {
            paths.extend(folder_or_nothing(&path));
        } else {
            paths.push(path.clone());
            paths.extend(path.parent().and_then(folder_or_nothing));
        }
    }
    // A link is followed: both ends are needed, as in virtual environments.
    let real = file.canonicalize().unwrap_or_else(|_| file.to_owned());
    for file in [file, &real] {
        paths.push(file.to_owned());
        paths.extend(installation(file));
    }
    paths.retain(|path| path.exists());
    paths.sort();
    paths.dedup();
    paths
}

/// The folder of a program; `/x` for one in `/x/bin`, where its libraries are too.
fn installation(file: &Path) -> Option<PathBuf> {
    let folder = file.parent()?;
    let name = folder.file_name()?.to_str()?;
    let whole =
        if ["bin", "shims", "sbin"].contains(&name) { folder.parent().and_then(folder_or_nothing) } else { None };
    whole.or_else(|| folder_or_nothing(folder))
}

/// A folder that may be given as a whole: not the home folder and nothing above it.
fn folder_or_nothing(folder: &Path) -> Option<PathBuf> {
    let folder = folder.canonicalize().ok()?;
    let home = std::env::home_dir().and_then(|home| home.canonicalize().ok());
    let too_much = folder.parent().is_none() || home.is_some_and(|home| home.starts_with(&folder));
    (!too_much).then_some(folder)
}

pub(super) fn writable(scratch: &Path) -> Vec<PathBuf> {
    DEVICES.iter().map(PathBuf::from).chain([scratch.to_owned()]).collect()
}

/// Leaves only what runtimes need; home is the scratch folder.
pub(super) fn scrub_environment(command: &mut Command, scratch: &Path) {
    command.env_clear();
    command.envs(VARIABLES.iter().filter_map(|name| Some((name, std::env::var_os(name)?))));
    command.env("HOME", scratch).env("TMPDIR", scratch);
    // Answers must leave the program at once; Python holds them back when its output is a pipe.
    command.env("PYTHONUNBUFFERED", "1").env("PYTHONDONTWRITEBYTECODE", "1");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_home_folder_is_never_given_as_a_whole() {
        let home = std::env::home_dir().unwrap().canonicalize().unwrap();
        assert_eq!(folder_or_nothing(&home), None);
        assert_eq!(folder_or_nothing(Path::new("/")), None);
        assert_ne!(installation(&home.join("bin/agent")), Some(home));
        assert_eq!(folder_or_nothing(Path::new("/usr")), Some(PathBuf::from("/usr")));
    }

    #[test]
    fn a_script_may_be_read_with_its_folder() {
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join("agent.py");
        std::fs::write(&script, "").unwrap();
        let command: CommandLine = format!("cmd:sh {}", script.display()).parse().unwrap();
        let paths = readable(&command, Path::new("/bin/sh"), Path::new("/"));
        assert!(paths.contains(&folder.path().canonicalize().unwrap()));
        assert!(paths.contains(&PathBuf::from("/usr")) && !paths.contains(&PathBuf::from("/")));
    }
}
