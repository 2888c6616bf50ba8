//! Starters, as a student meets them: what is written, and that its README can be followed to the letter.

mod common;

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use common::{BINARY, error, plyground};
use serde_json::Value;

fn exists(tool: &str) -> bool {
    let started = Command::new(tool).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    let exists = started.is_ok_and(|status| status.success());
    if !exists {
        println!("skipped: there is no {tool}");
    }
    exists
}

/// One line of a shell in a folder, with this binary in its path.
fn shell(folder: &Path, line: &str) -> Output {
    let own = Path::new(BINARY).parent().expect("a folder");
    let path = format!("{}:{}", own.display(), std::env::var("PATH").expect("a path"));
    let output = Command::new("sh").args(["-c", line]).current_dir(folder).env("PATH", path).output().expect("a shell");
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{line}: {said}");
    output
}

/// The lines of the shell in a page.
fn commands(page: &str) -> Vec<&str> {
    page.split("```sh\n").skip(1).flat_map(|part| part.split("```").next().unwrap_or("").lines()).collect()
}

/// Writes a starter and does what its README says; a game against a person is only begun.
fn followed(language: &str, game: &str) {
    let place = tempfile::tempdir().expect("a folder");
    let folder = place.path().join("mine");
    shell(place.path(), &format!("plyground new-agent {game} --language {language} mine"));
    let readme = fs::read_to_string(folder.join("README.md")).expect("a README");
    assert!(!readme.contains('{'), "{readme}");
    let rules = fs::read_to_string(folder.join("RULES.md")).expect("the rules");
    assert!(rules.to_lowercase().contains("moves"), "{rules}");
    let lines = commands(&readme);
    assert!(lines.len() >= 4, "{lines:?}");
    for line in lines {
        if line.starts_with("plyground match") {
            let output = shell(&folder, &format!("{line} --json"));
            let result: Value = serde_json::from_slice(&output.stdout).expect("JSON");
            assert_eq!((&result["games"], &result["a"]["forfeits"]), (&20.into(), &0.into()), "{result:#}");
        } else if line.starts_with("plyground check-agent") {
            let said = String::from_utf8(shell(&folder, line).stdout).expect("UTF-8");
            assert!(said.contains("asking for the legal moves") && !said.contains('⚠'), "{said}");
        } else if line.starts_with("plyground play") {
            shell(&folder, &format!("echo quit | {line} --plain"));
        } else {
            shell(&folder, line);
        }
    }
}

#[test]
fn the_python_starter_plays() {
    if exists("python3") {
        followed("python", "colosseum:size=6");
    }
}

#[test]
fn the_javascript_starter_plays() {
    if exists("node") {
        followed("javascript", "pentago-swap");
    }
}

#[test]
fn the_c_starter_plays() {
    if exists("cc") && exists("make") {
        followed("c", "dots-and-boxes:rows=3,cols=3");
    }
}

#[test]
fn the_rust_starter_plays() {
    if exists("cargo") {
        followed("rust", "infexion");
    }
}

#[test]
fn the_java_starter_plays() {
    if exists("javac") {
        followed("java", "simplexity");
    }
}

#[test]
fn nothing_is_written_over_and_unknown_names_are_answered() {
    let place = tempfile::tempdir().expect("a folder");
    let folder = place.path().to_str().expect("UTF-8");
    assert_eq!(plyground(&["new-agent", "infexion", folder]).status.code(), Some(0));
    let said = error(&["new-agent", "infexion", folder]);
    assert!(said.starts_with("error: expected a new or an empty folder, got "), "{said}");
    let said = error(&["new-agent", "infecion", "never-written"]);
    assert!(said.contains("did you mean 'infexion'?"), "{said}");
    let said = error(&["new-agent", "infexion", "--language", "cobol", "never-written"]);
    assert!(said.contains("python, rust, c, javascript, java"), "{said}");
    assert!(!Path::new("never-written").exists());
}
