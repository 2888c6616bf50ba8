//! What a program may see beside the system: the folder it came in, the files it is given, where its interpreter is
//! installed, what the plan adds, and few environment variables.
//!
//! The *own folder* of a program is that of the first argument that names a file or folder (`python3 ada/agent.py`:
//! `ada`); else that of the program itself, if it was typed with its folder (`./chen/agent` and `./chen/bin/agent`:
//! `chen`) and is not of the system; else the folder it is started in (`python3 -m agent`).

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::external::Program;

/// Without a fence: where systems keep programs, libraries, settings and devices that everybody may read.
pub(super) const SYSTEM: [&str; 15] = [
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
    "/sys/devices/system/cpu",
    "/dev/null",
    "/dev/random",
    "/dev/urandom",
];

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

/// What one program may see.
pub(super) struct Grants {
    /// The folder it came in.
    pub(super) own: PathBuf,
    /// That and the others.
    read: Vec<PathBuf>,
    /// The program itself.
    file: PathBuf,
}

impl Grants {
    pub(super) fn new(program: &Program, file: &Path, folder: &Path) -> Self {
        let named = named(program.command.args(), folder);
        let typed = program.command.program().contains('/') && !SYSTEM.iter().any(|place| file.starts_with(place));
        let own = match named.first() {
            Some(path) if path.is_dir() && !leads_out(path) => path.clone(),
            Some(path) => path.parent().unwrap_or(path).to_owned(),
            None if typed => installation(file).or_else(|| Some(file.parent()?.to_owned())).unwrap_or_default(),
            None => folder.to_owned(),
        };
        let mut read: Vec<PathBuf> = folder_or_nothing(&own).into_iter().collect();
        let real = file.canonicalize().unwrap_or_else(|_| file.to_owned());
        // A link to an interpreter is followed: both ends are needed, as in virtual environments. A link that came with
        // the program is not.
        if !(typed && named.is_empty() && leads_out(file)) {
            for file in [file, &real] {
                read.extend(installation(file));
                read.push(file.to_owned());
            }
        }
        for path in named.iter().filter(|path| !leads_out(path)).chain(&program.limits.read) {
            read.extend(path.canonicalize().ok().filter(|path| path.is_file() || folder_or_nothing(path).is_some()));
        }
        Self { own: own.canonicalize().unwrap_or(own), read, file: real }
    }

    /// Those of some files that the program would see. It may see itself, whoever has it open.
    pub(super) fn hidden(&self, files: Vec<PathBuf>) -> Vec<PathBuf> {
        let seen = |file: &PathBuf| self.read.iter().any(|place| file.starts_with(place));
        files.into_iter().filter(|file| seen(file) && *file != self.file).collect()
    }

    /// Files and folders that exist, folders before what lies in them; with the system's where there is no fence.
    pub(super) fn readable(self, fenced: bool) -> Vec<PathBuf> {
        let mut paths = self.read;
        if !fenced {
            paths.extend(SYSTEM.map(PathBuf::from));
        }
        paths.retain(|path| path.exists());
        paths.sort();
        paths.dedup();
        paths
    }
}

/// The files and folders that a command line names; those of a class path are joined by `:`.
fn named(args: &[String], folder: &Path) -> Vec<PathBuf> {
    let mut paths = Vec::new();
    let mut class_path = false;
    for word in args {
        let parts: Vec<&str> = if class_path { word.split(':').collect() } else { vec![word] };
        paths.extend(parts.into_iter().filter(|part| !part.is_empty()).map(|part| folder.join(part)));
        class_path = ["-cp", "-classpath", "--class-path"].contains(&word.as_str());
    }
    paths.retain(|path| path.exists());
    paths
}

/// Whether a path is a link to something that does not lie beside it or below: whoever wrote a program could have made
/// it, to be given another's.
fn leads_out(path: &Path) -> bool {
    let beside = || Some(path.canonicalize().ok()?.starts_with(path.parent()?.canonicalize().ok()?));
    path.is_symlink() && beside() != Some(true)
}

/// Where a program is installed with its libraries: `/x` for one in `/x/bin`, and `/x` for `/x/dotnet`. Nothing for one
/// in a folder that holds more than a toolchain: the home folder and what is above it, `~/.local`.
fn installation(file: &Path) -> Option<PathBuf> {
    let folder = file.parent()?;
    let name = folder.file_name()?.to_str()?;
    let whole = match () {
        () if ["bin", "shims", "sbin"].contains(&name) => folder.parent().and_then(folder_or_nothing)?,
        () if file.ends_with("dotnet") => folder_or_nothing(folder)?,
        () => return None,
    };
    let shared = home().is_some_and(|home| whole == home.join(".local"));
    (!shared).then_some(whole)
}

/// A folder that may be given as a whole: not the home folder and nothing above it.
fn folder_or_nothing(folder: &Path) -> Option<PathBuf> {
    let folder = folder.canonicalize().ok().filter(|folder| folder.is_dir())?;
    let too_much = folder.parent().is_none() || home().is_some_and(|home| home.starts_with(&folder));
    (!too_much).then_some(folder)
}

fn home() -> Option<PathBuf> {
    std::env::home_dir()?.canonicalize().ok()
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

    fn grants(command: &str, file: &str, folder: &Path) -> Grants {
        Grants::new(&Program::new(command.parse().unwrap()), Path::new(file), folder)
    }

    #[test]
    fn the_home_folder_is_never_given_as_a_whole() {
        let home = home().unwrap();
        assert_eq!(folder_or_nothing(&home), None);
        assert_eq!(folder_or_nothing(Path::new("/")), None);
        assert_eq!(installation(&home.join("bin/agent")), None);
        assert_eq!(installation(&home.join(".local/bin/agent")), None);
        assert_eq!(folder_or_nothing(Path::new("/usr")), Some(PathBuf::from("/usr")));
        assert_eq!(installation(Path::new("/usr/share/dotnet")), Some(PathBuf::from("/usr/share")));
        assert_eq!(installation(&home.join("dotnet")), None);
    }

    #[test]
    fn the_own_folder_is_that_of_the_script_else_of_the_program_else_where_it_starts() {
        let place = tempfile::tempdir().unwrap();
        let start = place.path().canonicalize().unwrap();
        std::fs::create_dir_all(start.join("ada/lib")).unwrap();
        std::fs::write(start.join("ada/agent.py"), "").unwrap();
        std::fs::write(start.join("weights"), "").unwrap();
        let script = grants("cmd:python3 -u ada/agent.py ./weights", "/usr/bin/python3", &start);
        assert_eq!(script.own, start.join("ada"));
        let read = script.readable(true);
        assert!(read.contains(&start.join("ada")) && read.contains(&start.join("weights")) && !read.contains(&start));
        assert_eq!(grants("cmd:java -cp ada/lib Main", "/usr/bin/java", &start).own, start.join("ada/lib"));
        let class_path = grants("cmd:java -cp ada/lib:weights:missing Main", "/usr/bin/java", &start);
        assert_eq!(class_path.own, start.join("ada/lib"));
        assert!(class_path.readable(true).contains(&start.join("weights")));
        let program = start.join("ada/agent.py");
        assert_eq!(grants("cmd:ada/agent.py --fast", program.to_str().unwrap(), &start).own, start.join("ada"));
        let nested = start.join("ada/bin/agent");
        std::fs::create_dir(start.join("ada/bin")).unwrap();
        std::fs::write(&nested, "").unwrap();
        assert_eq!(grants("cmd:ada/bin/agent", nested.to_str().unwrap(), &start).own, start.join("ada"));
        assert_eq!(grants("cmd:python3 -m agent", "/usr/bin/python3", &start).own, start);
    }

    #[test]
    fn links_out_of_its_folder_give_a_program_nothing() {
        let place = tempfile::tempdir().unwrap();
        let start = place.path().canonicalize().unwrap();
        for file in ["bob/bin/agent", "bob/agent.py", "ada/own.py", "tool"] {
            std::fs::create_dir_all(start.join(file).parent().unwrap()).unwrap();
            std::fs::write(start.join(file), "").unwrap();
        }
        let link = |to: &str, from: &str| std::os::unix::fs::symlink(to, start.join(from)).unwrap();
        link("../bob/agent.py", "ada/agent.py");
        link("../bob/bin/agent", "ada/agent");
        link("../bob", "ada/data");
        link("own.py", "ada/same.py");
        let bob = start.join("bob");
        for command in ["cmd:python3 ada/agent.py", "cmd:ada/agent", "cmd:python3 ada/own.py ada/data"] {
            let file = if command == "cmd:ada/agent" { start.join("ada/agent") } else { "/usr/bin/python3".into() };
            let read = grants(command, file.to_str().unwrap(), &start).readable(true);
            assert!(
                read.iter().all(|place| !place.starts_with(&bob) && !bob.starts_with(place)),
                "{command}: {read:?}"
            );
        }
        assert_eq!(grants("cmd:python3 ada/same.py", "/usr/bin/python3", &start).own, start.join("ada"));
        // An interpreter may be a link, as in virtual environments.
        link("../bob/bin/agent", "ada/python");
        let read =
            grants("cmd:ada/python ada/own.py", start.join("ada/python").to_str().unwrap(), &start).readable(true);
        assert!(read.contains(&bob));
    }

    #[test]
    fn a_plan_may_let_programs_read_more() {
        let place = tempfile::tempdir().unwrap();
        let models = place.path().canonicalize().unwrap();
        let mut program = Program::new("cmd:sh".parse().unwrap());
        program.limits.read = vec![models.clone()];
        let grants = Grants::new(&program, Path::new("/bin/sh"), Path::new("/usr"));
        assert!(grants.readable(true).contains(&models));
    }
}
