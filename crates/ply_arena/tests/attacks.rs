//! Programs that attack: the machine, their opponent, the arena's accounting. Each is refused or judged, and nothing
//! stays. Where the kernel lacks a layer the test says that it was skipped.

use std::fs;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::common::{self, FIXTURE, Table, enforced, processes, program, table};
use ply_arena::plan::Plan;
use ply_arena::store::Store;
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

/// Answers only after its CPU time.
fn times_out_by_cpu(attack: &str) {
    let mut program = program(attack, common::confined(), attack);
    program.stop_within = Duration::from_secs(10);
    let mut table = Table::new(program);
    table.cpu = true;
    let fault = table.ask().unwrap_err();
    assert_eq!(fault.reason, Reason::Timeout, "{fault}");
}

#[test]
fn cpu_time_of_children_counts_though_nobody_waits_for_them() {
    times_out_by_cpu("hides-cpu");
}

#[test]
fn cpu_time_of_short_lived_children_counts_where_the_kernel_counts_it() {
    if enforced("CPU time of all processes") {
        times_out_by_cpu("hides-short-cpu");
    }
}

#[test]
fn an_answer_after_its_cpu_time_is_a_timeout() {
    times_out_by_cpu("computes-until-stop");
}

#[test]
fn cpu_time_of_a_game_is_limited_to_the_millisecond() {
    let mut program = program("computes", common::confined(), "computes");
    program.limits.cpu = Some(Duration::from_millis(200));
    let fault = Table::new(program).ask().unwrap_err();
    assert_eq!(fault.reason, Reason::Timeout, "{fault}");
    assert!(fault.message.contains("ms of CPU time in all, allowed 200 ms"), "{fault}");
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
    for file in ["ada/notes", "bob/agent.py", "models/weights", "plan.toml", "store.db", "store.db-wal", "store.db-shm"]
    {
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
    if rustix::process::geteuid().is_root() {
        gets_it_when_bare("wants-root", "");
    }
}

#[test]
fn what_the_arena_uses_cannot_be_opened_or_locked_although_it_lies_beside_the_program() {
    if !enforced("files") {
        return;
    }
    let start = tempfile::tempdir().unwrap();
    let place = start.path().canonicalize().unwrap();
    fs::copy(FIXTURE, place.join("agent")).unwrap();
    let toml = "name = 'x'\ngame = 'infexion'\nagents = ['random', 'greedy']";
    fs::write(place.join("plan.toml"), toml).unwrap();
    let plan = Plan::from_file(&place.join("plan.toml")).unwrap();
    drop(Store::open(&place.join("old.db")).unwrap());
    let store = Store::open(&place.join("store.db")).unwrap();
    let tournament = store.create(&plan).unwrap();
    let _lock = store.lock(&tournament).unwrap();
    let _saved = fs::File::create(place.join("saved.jsonl")).unwrap();
    let names = ["plan.toml", "old.db", "store.db", "store.db-wal", "store.db-shm", "store.db.1.lock", "saved.jsonl"];
    for name in names {
        assert!(place.join(name).exists(), "{name}");
    }
    let sit = |launcher: Launcher| {
        let command = format!("cmd:./agent opens-hidden x files={}", names.join(":"));
        let folder = Some(place.clone());
        Table::new(Program { command: command.parse().unwrap(), folder, ..program("good", launcher, "x") })
    };
    let mut table = sit(common::confined());
    if let Err(fault) = table.ask() {
        panic!("{fault}: {}", fault.last_words);
    }
    // It still runs, and the store can be written to.
    drop(Store::open(&place.join("store.db")).unwrap().create(&Plan { name: "y".into(), ..plan }).unwrap());
    assert_eq!(sit(Launcher::Bare).ask().unwrap_err().reason, Reason::NoMove);
}

#[test]
fn what_was_open_outside_is_not_inherited() {
    let folder = fs::File::open("/").unwrap();
    // Kept open for whatever this process starts, as some shells and terminals do.
    let kept = rustix::io::dup(&folder).unwrap();
    rustix::io::fcntl_setfd(&kept, rustix::io::FdFlags::empty()).unwrap();
    gets_nothing("inherits", "", "nothing outlives the program");
    gets_it_when_bare("inherits", "");
}

#[test]
fn the_warden_is_neither_seen_nor_signalled() {
    gets_nothing("signals-warden", "", "namespaces");
    gets_nothing("looks-at-warden", "", "namespaces");
}

#[test]
fn nobody_makes_others_wait_for_a_file() {
    gets_nothing("leases", "", "system calls");
    gets_it_when_bare("leases", "");
}

#[test]
fn the_kernel_offers_nothing_beside_files_and_processes() {
    // Never without a sandbox: as root it would set the clock and stop the first process of the machine.
    gets_nothing("calls-kernel", "", "namespaces");
}

#[test]
fn nothing_becomes_writable_by_another_name() {
    gets_nothing("mounts-again", "", "namespaces");
    gets_nothing("digs", "", "namespaces");
}

#[test]
fn the_kernels_own_memory_is_bounded() {
    gets_nothing("watches", "", "namespaces");
    gets_nothing("hoards-attributes", "", "namespaces");
    if enforced("namespaces") {
        for attack in ["hoards-locks", "hoards-sockets"] {
            let fault = table(attack, common::confined()).ask().unwrap_err();
            assert_eq!(fault.reason, Reason::Memory, "{attack}: {fault}");
        }
    }
}

#[test]
fn who_stops_itself_or_hears_no_more_has_not_answered() {
    for attack in ["stops-itself", "closes-stdin"] {
        let fault = table(attack, common::confined()).ask().unwrap_err();
        assert_eq!(fault.reason, Reason::Stall, "{attack}: {fault}");
    }
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
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/agents/c/agent.c");
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
        plays(&format!("cmd:java -Xmx256m '{}/../../examples/agents/java/Agent.java'", env!("CARGO_MANIFEST_DIR")));
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
