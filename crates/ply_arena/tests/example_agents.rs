//! The example agents, each played and checked where its interpreter or compiler exists.

mod common;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use common::{Table, confined};
use ply_arena::{Level, Program, check_agent};
use ply_games::dots_and_boxes::DotsAndBoxes;

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/agents").canonicalize().unwrap()
}

fn exists(tool: &str) -> bool {
    let started = Command::new(tool).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    let exists = started.is_ok_and(|status| status.success());
    if !exists {
        println!("skipped: there is no {tool}");
    }
    exists
}

/// A whole game, both sides, and the walk through the protocol.
fn plays(command: &str) {
    let program = Program { launcher: confined(), ..Program::new(command.parse().unwrap()) };
    let mut table = Table::new(program.clone());
    while table.goes_on() {
        table.ask().unwrap();
    }
    let small = DotsAndBoxes::<u64>::new(2, 3);
    let findings = check_agent(&program, &"dots-and-boxes:rows=2,cols=3".parse().unwrap(), &small, 1);
    assert!(findings.iter().all(|finding| finding.level == Level::Ok), "{findings:#?}");
}

#[test]
fn the_python_agent_plays() {
    if exists("python3") {
        plays(&format!("cmd:python3 '{}'", examples().join("python/random_agent.py").display()));
    }
}

#[test]
fn the_javascript_agent_plays() {
    if exists("node") {
        plays(&format!("cmd:node '{}'", examples().join("javascript/random_agent.mjs").display()));
    }
}

/// Compiles an example to a folder of its own, and plays.
fn compiled(compiler: &str, args: &[&str], source: &str) {
    if exists(compiler) {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("random_agent");
        let mut command = Command::new(compiler);
        command.args(args).arg("-o").arg(&program).arg(examples().join(source));
        assert!(command.status().unwrap().success());
        plays(&format!("cmd:'{}'", program.display()));
    }
}

#[test]
fn the_c_agent_plays() {
    compiled("cc", &["-O2", "-Wall", "-Wextra", "-Werror"], "c/random_agent.c");
}

#[test]
fn the_rust_agent_plays() {
    compiled("rustc", &["-O", "--edition", "2024", "-D", "warnings"], "rust/random_agent.rs");
}
