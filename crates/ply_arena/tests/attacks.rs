//! Programs that attack: the machine, their opponent, the arena's accounting. Each is refused or judged, and nothing
//! stays. Where the kernel lacks a layer the test says that it was skipped.

mod common;

use std::fs;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use common::{FIXTURE, Table, enforced, processes, program, table};
use ply_arena::{Launcher, Program, Reason};

/// Plays if the program got nothing.
fn gets_nothing(attack: &str, argument: &str, layer: &str) {
    if !enforced(layer) {
        return;
    }
    let mut program = program(attack, common::confined(), attack);
    program.command = format!("{} {argument}", program.command).parse().unwrap();
    if let Err(fault) = Table::new(program).ask() {
        panic!("{attack}: {fault}: {}", fault.last_words);
    }
}

/// The same program without a sandbox does get it, so that the test would see it.
fn gets_it_when_bare(attack: &str, argument: &str) {
    let mut program = program(attack, Launcher::Bare, attack);
    program.command = format!("{} {argument}", program.command).parse().unwrap();
    assert_eq!(Table::new(program).ask().unwrap_err().reason, Reason::NoMove, "{attack}");
}

#[test]
fn sockets_outside_cannot_be_reached_and_none_has_a_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("socket");
    let _listener = UnixListener::bind(&path).unwrap();
    gets_nothing("connects", &format!("socket={}", path.display()), "system calls");
    gets_it_when_bare("connects", &format!("socket={}", path.display()));
}

#[test]
fn limits_and_priorities_of_other_processes_are_their_own() {
    let argument = format!("pid={}", std::process::id());
    gets_nothing("sets-limits", &argument, "system calls");
    gets_it_when_bare("sets-limits", &argument);
}

#[test]
fn modes_owners_times_and_attributes_of_files_stay() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let argument = format!("file={}", file.path().display());
    gets_nothing("changes-files", &argument, "system calls");
    gets_it_when_bare("changes-files", &argument);
}

#[test]
fn there_is_no_memory_that_nobody_counts() {
    gets_nothing("hides-memory", "", "system calls");
    gets_it_when_bare("hides-memory", "");
}

#[test]
fn what_is_written_counts_as_memory() {
    if !enforced("namespaces") {
        return;
    }
    for attack in ["fills-scratch", "fills-shared-memory"] {
        let fault = table(attack, common::confined()).ask().unwrap_err();
        assert_eq!(fault.reason, Reason::Memory, "{attack}: {fault}");
    }
}

#[test]
fn files_are_numbered_and_none_is_left() {
    gets_nothing("litters", "", "namespaces");
    let ours = format!("plyground-{}-", std::process::id());
    let left = fs::read_dir(std::env::temp_dir()).unwrap().flatten();
    let mut left = left.filter(|entry| entry.file_name().to_string_lossy().starts_with(&ours));
    assert!(!left.any(|entry| entry.path().join("closed").exists()));
}

#[test]
fn cpu_time_of_children_counts_though_nobody_waits_for_them() {
    let mut program = program("hides-cpu", common::confined(), "hides-cpu");
    program.stop_within = Duration::from_secs(10);
    let mut table = Table::new(program);
    table.cpu = true;
    let fault = table.ask().unwrap_err();
    assert_eq!(fault.reason, Reason::Timeout, "{fault}");
}

#[test]
fn an_answer_after_its_cpu_time_is_a_timeout() {
    let mut program = program("computes-until-stop", common::confined(), "computes-until-stop");
    program.stop_within = Duration::from_secs(10);
    let mut table = Table::new(program);
    table.cpu = true;
    let fault = table.ask().unwrap_err();
    assert_eq!(fault.reason, Reason::Timeout, "{fault}");
}

#[test]
fn processes_are_counted_while_the_opponent_is_to_move() {
    let mut table = table("multiplies-later", common::confined());
    table.ask().unwrap();
    wait_until(|| processes(&table.token) == 0);
    let fault = table.ask().unwrap_err();
    assert_eq!(fault.reason, Reason::Crash);
    assert!(fault.message.contains("processes while its opponent was to move, allowed 16"), "{fault}");
}

#[test]
fn a_program_that_may_not_ponder_stands_still_between_its_moves() {
    let token = common::new_token();
    let mut program = program("good", common::confined(), &token);
    program.limits.ponders = false;
    let mut table = Table::new(program);
    for _ in 0..3 {
        table.ask().unwrap();
        wait_until(|| common::states(&token).contains(&'T'));
    }
}

#[test]
fn a_program_sees_its_own_folder_and_what_the_plan_grants() {
    if !enforced("namespaces") {
        return;
    }
    let start = tempfile::tempdir().unwrap();
    for folder in ["ada", "bob", "models"] {
        fs::create_dir(start.path().join(folder)).unwrap();
    }
    for file in ["ada/notes", "bob/agent.py", "models/weights", "plan.toml"] {
        fs::write(start.path().join(file), "x").unwrap();
    }
    fs::copy(FIXTURE, start.path().join("ada/agent")).unwrap();
    let mut ada = Program {
        command: "cmd:ada/agent looks-around x".parse().unwrap(),
        folder: Some(start.path().to_owned()),
        ..program("good", common::confined(), "x")
    };
    ada.limits.read = vec![start.path().join("models")];
    if let Err(fault) = Table::new(ada).ask() {
        panic!("{fault}: {}", fault.last_words);
    }
}

#[test]
fn nobody_is_root_inside() {
    gets_nothing("wants-root", "", "namespaces");
}

#[test]
fn a_violation_of_memory_is_told_as_such() {
    let mut program = program("good", common::confined(), "x");
    program.command = "cmd:sh -c 'kill -SEGV $$'".parse().unwrap();
    let fault = Table::new(program).ask().unwrap_err();
    assert_eq!(fault.message, "was ended by signal 11 (segmentation fault) before 'ugiok'");
}

#[test]
fn a_static_program_starts_inside() {
    let folder = tempfile::tempdir().unwrap();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/agents/c/random_agent.c");
    let program = folder.path().join("agent");
    let built = Command::new("cc").arg("-static").arg("-o").arg(&program).arg(source).status();
    if built.is_ok_and(|status| status.success()) {
        plays(&format!("cmd:'{}'", program.display()));
    } else {
        println!("skipped: no compiler for static programs");
    }
}

#[test]
fn a_java_program_starts_inside() {
    if Command::new("javac").arg("-version").output().is_ok_and(|output| output.status.success()) {
        plays(&format!("cmd:java -Xmx256m '{}/tests/fixture/Agent.java'", env!("CARGO_MANIFEST_DIR")));
    } else {
        println!("skipped: no javac");
    }
}

fn plays(command: &str) {
    let program = Program { launcher: common::confined(), ..Program::new(command.parse().unwrap()) };
    let mut table = Table::new(program);
    for _ in 0..4 {
        table.ask().unwrap();
    }
}

fn wait_until(mut done: impl FnMut() -> bool) {
    let began = Instant::now();
    while !done() {
        assert!(began.elapsed() < Duration::from_secs(20));
        std::thread::sleep(Duration::from_millis(5));
    }
}
