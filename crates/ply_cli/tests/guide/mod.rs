//! The guide keeps its word: every command in a fenced block is one that can be typed, and what stands below the quick ones
//! is what they print, but for what depends on time.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use super::common::BINARY;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// A command of the guide.
struct Example {
    /// `page.md:12`.
    place: String,
    command: String,
    /// What the guide says it prints; nothing for commands without output.
    expected: Vec<String>,
}

/// The pages of the guide and the README.
fn pages() -> Vec<PathBuf> {
    let mut pages = vec![Path::new(ROOT).join("README.md")];
    let mut folders = vec![Path::new(ROOT).join("docs/src")];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(folder).expect("a folder of the guide").map(|entry| entry.expect("an entry").path());
        let (below, files): (Vec<PathBuf>, Vec<PathBuf>) = entries.partition(|path| path.is_dir());
        folders.extend(below);
        pages.extend(files.into_iter().filter(|file| file.extension().is_some_and(|end| end == "md")));
    }
    pages.sort();
    pages
}

/// Every command in a fenced block of a page: lines that begin with `$ `, and in blocks of a shell those that begin with
/// the program's name.
fn examples(page: &Path) -> Vec<Example> {
    let text = fs::read_to_string(page).expect("a page");
    let name = page.strip_prefix(ROOT).unwrap_or(page).display().to_string();
    let mut examples: Vec<Example> = Vec::new();
    let (mut language, mut open) = (None, false);
    for (index, line) in text.lines().enumerate() {
        if let Some(fence) = line.strip_prefix("```") {
            (language, open) = (if language.is_none() { Some(fence.to_owned()) } else { None }, false);
            continue;
        }
        let Some(language) = &language else { continue };
        let typed = line.strip_prefix("$ ").or_else(|| (language == "sh").then_some(line));
        match typed.filter(|typed| typed.starts_with("plyground ") || typed.contains("| plyground ")) {
            Some(command) => {
                let (place, command) = (format!("{name}:{}", index + 1), without_comment(command).to_owned());
                examples.push(Example { place, command, expected: Vec::new() });
                open = language != "sh";
            }
            None if line.starts_with("$ ") => open = false,
            None if open => examples.last_mut().expect("it was opened").expected.push(line.to_owned()),
            None => {}
        }
    }
    examples
}

/// A command without the words behind two blanks and a `#`.
fn without_comment(command: &str) -> &str {
    command.split("  #").next().unwrap_or(command).trim_end()
}

/// Runs a line as a shell would, with our binary as `plyground`.
fn shell(line: &str, place: &Path) -> Output {
    let folder = Path::new(BINARY).parent().expect("the binary is in a folder");
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default());
    let mut command = Command::new("sh");
    command.args(["-c", line]).env("PATH", path).env("LC_ALL", "C.UTF-8").env("NO_COLOR", "1").current_dir(place);
    command.output().expect("a shell")
}

#[test]
fn every_command_of_the_guide_can_be_typed() {
    let all: Vec<Example> = pages().iter().flat_map(|page| examples(page)).collect();
    assert!(all.len() > 60, "{}", all.len());
    // Errors are shown on purpose.
    let known = |example: &&Example| !example.expected.iter().any(|line| line.starts_with("error:"));
    let folder = tempfile::tempdir().expect("a folder");
    for example in all.iter().filter(known) {
        // Help ends the reading of a line without doing anything; what stands before it has been read.
        let line = match example.command.split_once(" | ") {
            Some((_, line)) => line,
            None => &example.command,
        };
        let output = shell(&format!("{line} --help"), folder.path());
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}: {}\n{said}", example.place, example.command);
    }
}

/// What these verbs print does not depend on time, or only here and there.
const QUICK: [&str; 12] =
    ["games", "show", "agents", "perft", "analyze", "ugi", "sprt", "openings", "solve", "table", "book", "verify"];

#[test]
fn what_the_guide_shows_is_what_is_printed() {
    let is_quick = |example: &Example| {
        let verb = example.command.split("plyground ").nth(1).and_then(|rest| rest.split(' ').next());
        let is_error = example.expected.iter().any(|line| line.starts_with("error:"));
        !example.expected.is_empty() && (is_error || verb.is_some_and(|verb| QUICK.contains(&verb)))
    };
    let quick: Vec<Example> = pages().iter().flat_map(|page| examples(page)).filter(is_quick).collect();
    assert!(quick.len() > 12, "{}", quick.len());
    let folder = tempfile::tempdir().expect("a folder");
    for example in quick {
        let output = shell(&example.command, folder.path());
        let printed = [output.stdout, output.stderr].concat();
        let printed = String::from_utf8_lossy(&printed);
        let printed: Vec<String> = printed.lines().map(shape).filter(|line| !line.is_empty()).collect();
        let expected: Vec<String> = example.expected.iter().map(|line| shape(line)).collect();
        let Example { place, command, .. } = &example;
        if let Err(missing) = found_in_order(&printed, &expected) {
            panic!("{place}: {command}\nexpected: {missing}\nprinted:\n{}", printed.join("\n"));
        }
    }
}

/// Each line comes after the one before it. A line that ends with `…` goes on, and one that is `…` stands for any others.
fn found_in_order(printed: &[String], expected: &[String]) -> Result<(), String> {
    let mut rest = printed.iter();
    for line in expected.iter().filter(|line| !["", "…", "..."].contains(&line.as_str())) {
        let fits = |printed: &String| match line.strip_suffix('…') {
            Some(beginning) => printed.starts_with(beginning.trim_end()),
            None => printed == line,
        };
        rest.find(|printed| fits(printed)).ok_or_else(|| line.clone())?;
    }
    Ok(())
}

/// A line without what depends on time: blanks and rules are one, and numbers beside a unit of time or speed are `#`.
fn shape(line: &str) -> String {
    let mut text = line.replace(['─', '-'], " ");
    let timed = [" s ", "/s", " ms", " time ", " Elo", "llr "].iter().any(|unit| format!("{line} ").contains(unit));
    if timed {
        let digit = |letter: char| letter.is_ascii_digit();
        text = text.replace(digit, "#").replace(['+', '.', ',', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'], "");
        text = text.replace(" k", " ").replace(" M", " ").replace(" G", " ").replace(" /s", "/s");
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut text = words.join(" ");
    while timed && text.contains("##") {
        text = text.replace("##", "#");
    }
    text
}
