//! What a program wanted and the sandbox did not show it, as far as its last words tell.

use std::path::{Path, PathBuf};

use super::grants::{Grants, SYSTEM};
use crate::external::{Launcher, Program};

/// How a program that died with these words could be given what it missed; nothing where the sandbox has no part in it.
pub(crate) fn advice(program: &Program, last_words: &str) -> Option<String> {
    if last_words.is_empty() || program.launcher == Launcher::Bare {
        return None;
    }
    let folder = match &program.folder {
        Some(folder) => folder.canonicalize().ok()?,
        None => std::env::current_dir().ok()?.canonicalize().ok()?,
    };
    let file = program.command.find(&folder)?;
    let seen = Grants::new(program, &file, &folder).readable(false);
    let hidden = |path: &PathBuf| !seen.iter().any(|place| path.starts_with(place));
    if let Some(path) = named(last_words, &folder).find(hidden) {
        return Some(format!(
            "the sandbox hides '{0}' from it: grant it by --read '{0}', or by 'read' in the plan",
            path.display()
        ));
    }
    if last_words.contains("find or load main class") && std::env::var_os("CLASSPATH").is_some() {
        return Some("the variable CLASSPATH does not reach it: name the class path by -cp".to_owned());
    }
    let place = user_module(last_words)?;
    let place = place.display();
    Some(format!("the sandbox hides '{place}' from it: set PYTHONPATH='{place}' and grant it by --read '{place}'"))
}

/// The files and folders of this machine that a text names, by their real names; those of the system left out, which
/// everybody sees.
fn named<'a>(text: &'a str, folder: &'a Path) -> impl Iterator<Item = PathBuf> {
    const MOST: usize = 200;
    let parts = text.split(|c: char| c.is_whitespace() || "'\"`()[]<>,;:=".contains(c));
    let parts = parts.filter(|part| part.contains(['/', '.']) && part.chars().any(char::is_alphanumeric));
    let real = parts.take(MOST).filter_map(|part| folder.join(part).canonicalize().ok());
    real.filter(|path| !SYSTEM.iter().any(|place| path.starts_with(place)) && path.parent().is_some())
}

/// Where a Python module that was not found is installed for this user alone.
fn user_module(text: &str) -> Option<PathBuf> {
    let module = text.split("No module named '").nth(1)?.split(['\'', '.']).next()?;
    let libraries = std::env::home_dir()?.join(".local/lib");
    let places = std::fs::read_dir(libraries).ok()?.flatten().map(|entry| entry.path().join("site-packages"));
    places.into_iter().find(|place| place.join(module).exists() || place.join(format!("{module}.py")).exists())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_the_sandbox_hides_is_named_and_no_other() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().canonicalize().unwrap();
        for file in ["ada/agent.py", "models/big model.bin", "models/small.bin", "ada/own.bin"] {
            std::fs::create_dir_all(place.join(file).parent().unwrap()).unwrap();
            std::fs::write(place.join(file), "").unwrap();
        }
        let command = "cmd:/bin/sh ada/agent.py".parse().unwrap();
        let launcher = Launcher::Confined("/bin/true".into());
        let mut program = Program { folder: Some(place.clone()), launcher, ..Program::new(command) };
        let words = "File \"ada/agent.py\", line 3\nNo such file or directory: 'models/small.bin'";
        let said = advice(&program, words).unwrap();
        assert!(said.contains(&format!("--read '{}'", place.join("models/small.bin").display())), "{said}");
        for words in ["", "ValueError: 1.5", "ada/own.bin", "models/none.bin", "/usr/bin: no", "../.."] {
            assert_eq!(advice(&program, words), None, "{words}");
        }
        program.limits.read = vec![place.join("models")];
        assert_eq!(advice(&program, words), None);
    }
}
