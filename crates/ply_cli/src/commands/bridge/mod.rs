//! `plyground bridge`: a course's own agent, as it is, as a program of the arena.
//!
//! A bridge is a small program inside this binary that speaks UGI outside and the course's interface inside. It is
//! written to a folder that programs in the sandbox may read, and what is printed is the `cmd:` that runs it. Nothing of
//! the agent is run to find it: its files are only looked at.

mod csharp;
mod files;
mod java;
mod python;

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use ply_arena::CommandLine;
use ply_game::Spec;
use serde::Serialize;

use crate::args::BridgeArgs;
use crate::commands::new_agent::Known;
use crate::output::{print, print_json, tell};

/// The course's only board.
const INFEXION_SIZE: &str = "7";

/// What was found, and how it is run.
struct Bridge {
    /// The program and its arguments.
    words: Vec<String>,
    /// The agent: `MODULE:NAME`, or a class.
    agent: String,
    /// Other agents that are there.
    others: Vec<String>,
}

#[derive(Serialize)]
struct Found<'a> {
    cmd: String,
    agent: &'a str,
    others: &'a [String],
}

pub fn run(args: &BridgeArgs) -> Result<()> {
    let game: Spec = args.game.parse()?;
    let game = ply_games::visit(&game, None, Known)?;
    let path = args.path.canonicalize().with_context(|| format!("cannot find '{}'", args.path.display()))?;
    let Bridge { words, agent, others } = match game.name.as_str() {
        "colosseum" => python::bridge(args, &path, &python::COLOSSEUM)?,
        "infexion" if game.option("size") != Some(INFEXION_SIZE) => {
            bail!("agents of this course can only play on the torus of {INFEXION_SIZE}x{INFEXION_SIZE}")
        }
        "infexion" => python::bridge(args, &path, &python::INFEXION)?,
        "dots-and-boxes" => python::bridge(args, &path, &python::DOTS_AND_BOXES)?,
        "pentago-swap" => java::bridge(args, &path)?,
        "simplexity" => csharp::bridge(args, &path)?,
        name => bail!(
            "no course has agents for {name}; there are bridges for simplexity, pentago-swap, colosseum, \
             dots-and-boxes and infexion"
        ),
    };
    if args.run {
        return replace_this_process(&words);
    }
    let cmd = CommandLine::new(words).to_string();
    if args.format.json {
        return print_json(&Found { cmd, agent: &agent, others: &others });
    }
    if let Some(name) = &args.plan {
        // A text of JSON is one of TOML too.
        let (name, spec) = (serde_json::to_string(name)?, serde_json::to_string(&cmd)?);
        print(&format!("[[agents]]\nname = {name}\nspec = {spec}\n"));
        return Ok(());
    }
    if !others.is_empty() {
        tell(format!("{agent}; also there: {}", others.join(", ")));
    }
    print(&format!("{cmd}\n"));
    Ok(())
}

#[cfg(unix)]
fn replace_this_process(words: &[String]) -> Result<()> {
    use std::os::unix::process::CommandExt as _;
    let error = Command::new(&words[0]).args(&words[1..]).exec();
    Err(error).with_context(|| format!("cannot start '{}'", words[0]))
}

#[cfg(not(unix))]
fn replace_this_process(words: &[String]) -> Result<()> {
    let status = Command::new(&words[0]).args(&words[1..]).status();
    status.with_context(|| format!("cannot start '{}'", words[0])).map(drop)
}

/// The agent that was asked for, or the only one, or the one that `usual` names; with it the others.
fn choose(
    mut all: Vec<String>,
    asked: Option<&str>,
    usual: impl Fn(&str) -> bool,
    what: &str,
) -> Result<(String, Vec<String>)> {
    let among = |test: &dyn Fn(&str) -> bool| {
        let fits: Vec<usize> = (0..all.len()).filter(|index| test(&all[*index])).collect();
        if let [only] = fits[..] { Some(only) } else { None }
    };
    let index = match asked {
        Some(name) => {
            let part = |agent: &str| agent.split([':', '.']).any(|part| part == name);
            among(&|agent| agent == name)
                .or_else(|| among(&|agent| agent.split(':').any(|half| half == name)))
                .or_else(|| among(&part))
        }
        None if all.len() == 1 => Some(0),
        None => among(&usual),
    };
    match index {
        Some(index) => {
            let chosen = all.remove(index);
            Ok((chosen, all))
        }
        None if all.is_empty() => bail!("expected {what}, found none"),
        None if asked.is_some() => bail!("found no agent '{}'; there are: {}", asked.unwrap_or(""), all.join(", ")),
        None => bail!("several agents are there, name one after the path: {}", all.join(", ")),
    }
}

/// A path as a word of a command line.
fn word(path: &Path) -> Result<String> {
    let text = path.to_str().with_context(|| format!("'{}' is not UTF-8", path.display()))?;
    Ok(text.to_owned())
}

/// Paths that exist, by their real names.
fn real(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    paths.iter().map(|path| path.canonicalize().with_context(|| format!("cannot find '{}'", path.display()))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_agent_is_chosen_by_its_name_by_being_alone_or_by_custom() {
        let all = || ["agent.program:Agent", "agent_two.program:Agent", "tests:Fake"].map(str::to_owned).to_vec();
        let chosen = |asked: Option<&str>| choose(all(), asked, |name| name.starts_with("agent."), "an agent");
        assert_eq!(chosen(None).unwrap().0, "agent.program:Agent");
        assert_eq!(chosen(Some("agent_two")).unwrap().0, "agent_two.program:Agent");
        assert_eq!(chosen(Some("Fake")).unwrap(), ("tests:Fake".to_owned(), all()[..2].to_vec()));
        let error = chosen(Some("Agent")).unwrap_err().to_string();
        assert_eq!(
            error,
            "found no agent 'Agent'; there are: agent.program:Agent, agent_two.program:Agent, tests:Fake"
        );
        let none = choose(Vec::new(), None, |_| true, "a class with 'step'").unwrap_err();
        assert_eq!(none.to_string(), "expected a class with 'step', found none");
        let several = choose(all(), None, |_| true, "an agent").unwrap_err().to_string();
        assert!(several.starts_with("several agents are there, name one after the path: agent.program:Agent, "));
    }
}
