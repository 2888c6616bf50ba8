//! The three courses in Python: which class or function an agent is, and where it is imported from.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use super::{Bridge, choose, files, real, word};
use crate::args::BridgeArgs;

/// How a course's agents look.
pub struct Course {
    /// The bridge's file.
    script: &'static str,
    /// Methods of the class; a function of the module where there is no class.
    methods: &'static [&'static str],
    function: Option<&'static str>,
    /// What is looked for, in words.
    what: &'static str,
    /// Modules of the course itself, which are nobody's agents.
    own: &'static [&'static str],
    /// The module an agent has if nobody says otherwise.
    usual: &'static [&'static str],
}

pub const COLOSSEUM: Course = Course {
    script: "colosseum.py",
    methods: &["step"],
    function: None,
    what: "a class with the method 'step(chess_board, my_pos, adv_pos, max_step)' in a Python file",
    own: &["agents.agent", "agents.human_agent", "agents.random_agent", "agent", "world", "simulator"],
    usual: &["agents.student_agent", "student_agent"],
};

pub const INFEXION: Course = Course {
    script: "infexion.py",
    methods: &["action", "turn"],
    function: None,
    what: "a class with the methods 'action' and 'turn' in a Python file",
    own: &["referee"],
    usual: &["agent.program", "agent"],
};

pub const DOTS_AND_BOXES: Course = Course {
    script: "dots_and_boxes.py",
    methods: &[],
    function: Some("calculate_move"),
    what: "a function 'calculate_move(gamestate)' in a Python file",
    own: &[],
    usual: &[],
};

pub fn bridge(args: &BridgeArgs, path: &Path, course: &Course) -> Result<Bridge> {
    let (root, sources) = if path.is_dir() {
        (root_of(path), files::with_ending(path, ".py"))
    } else {
        (root_of(path.parent().unwrap_or(path)), vec![path.to_owned()])
    };
    if std::env::home_dir().and_then(|home| home.canonicalize().ok()).is_some_and(|home| home.starts_with(&root)) {
        bail!("the sandbox shows no program the home folder: move the agent to a folder of its own");
    }
    let mut all = Vec::new();
    for file in &sources {
        let Some(module) = module(&root, file) else { continue };
        if course.own.iter().any(|own| module == *own || module.starts_with(&format!("{own}."))) && path.is_dir() {
            continue;
        }
        let text = fs::read(file).with_context(|| format!("cannot read '{}'", file.display()))?;
        let names = agents_in(&String::from_utf8_lossy(&text), course);
        all.extend(names.into_iter().map(|name| format!("{module}:{name}")));
    }
    let usual = |agent: &str| course.usual.iter().any(|module| agent.split(':').next() == Some(module));
    let (agent, others) = choose(all, args.agent.as_deref(), usual, course.what)?;
    let program = files::write_out("python", args)?.join(course.script);
    let python = match &args.with {
        Some(python) => word(python)?,
        None => word(&interpreter(&root))?,
    };
    let mut words = vec![python, word(&program)?, word(&root)?, agent.clone()];
    for folder in real(&args.add)? {
        words.push(word(&folder)?);
    }
    Ok(Bridge { words, agent, others })
}

/// The folder from which the course's own program would import: above all packages.
fn root_of(folder: &Path) -> PathBuf {
    let outside = |folder: &&Path| !folder.join("__init__.py").is_file();
    folder.ancestors().find(outside).unwrap_or(folder).to_owned()
}

/// `agents/student_agent.py` is `agents.student_agent`; nothing for a file that cannot be imported by a name.
fn module(root: &Path, file: &Path) -> Option<String> {
    let relative = file.strip_prefix(root).ok()?.with_extension("");
    let mut parts: Vec<&str> = relative.iter().map(|part| part.to_str()).collect::<Option<_>>()?;
    if parts.len() > 1 {
        parts.pop_if(|last| *last == "__init__");
    }
    let named = |part: &&str| !part.is_empty() && part.chars().all(|c| c.is_alphanumeric() || c == '_');
    parts.iter().all(named).then(|| parts.join("."))
}

/// The project's virtual environment, or what `PATH` has.
fn interpreter(root: &Path) -> PathBuf {
    let own = [".venv", "venv", "env"].map(|folder| root.join(folder).join("bin/python"));
    own.into_iter().find(|python| python.is_file()).unwrap_or_else(|| "python3".into())
}

/// The names of the agents in a text, by the look of it.
fn agents_in(text: &str, course: &Course) -> Vec<String> {
    let name_after = |line: &str, word: &str| {
        let rest = line.strip_prefix(word)?.trim_start();
        Some(rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default().to_owned())
    };
    if let Some(function) = course.function {
        let defined = text.lines().any(|line| name_after(line, "def ").as_deref() == Some(function));
        return if defined { vec![function.to_owned()] } else { Vec::new() };
    }
    let mut agents: Vec<(String, Vec<String>)> = Vec::new();
    for line in text.lines() {
        if let Some(class) = name_after(line, "class ") {
            agents.push((class, Vec::new()));
        } else if line.starts_with(char::is_whitespace)
            && let (Some(method), Some((_, methods))) = (name_after(line.trim_start(), "def "), agents.last_mut())
        {
            methods.push(method);
        }
    }
    let whole = |methods: &[String]| course.methods.iter().all(|method| methods.iter().any(|own| own == method));
    agents.into_iter().filter(|(_, methods)| whole(methods)).map(|(class, _)| class).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agents_are_known_by_their_methods() {
        let text = "class Helper:\n    def turn(self): ...\n\nclass Mine(Base):\n    async_ = 1\n    def __init__(self): ...\n\
                    \n    def action(self, **referee):\n        def turn(): ...\n    def turn(self, color, action): ...\n\
                    \ndef action(): ...\n";
        assert_eq!(agents_in(text, &INFEXION), ["Mine"]);
        assert_eq!(agents_in("x = 1\ndef calculate_move(gamestate):\n", &DOTS_AND_BOXES), ["calculate_move"]);
        assert!(agents_in("    def calculate_move(gamestate):\n", &DOTS_AND_BOXES).is_empty());
    }

    #[test]
    fn a_module_has_the_name_that_the_course_imports_it_by() {
        let name = |file: &str| module(Path::new("/x"), &Path::new("/x").join(file));
        assert_eq!(name("agents/student_agent.py").as_deref(), Some("agents.student_agent"));
        assert_eq!(name("agent/__init__.py").as_deref(), Some("agent"));
        assert_eq!(name("my-agent.py"), None);
    }
}
