//! Programs that go wrong in every way: each is judged, none stalls, nothing of it is left.

use std::process::Command;
use std::time::{Duration, Instant};

use crate::common::{self, Table, processes, program, table};
use ply_arena::external::sandbox;
use ply_arena::{Launcher, Reason};

/// Plays one question and tells what came of it; checks that nothing is left afterwards.
fn judged(mode: &str, launcher: Launcher) -> (Reason, String, String) {
    let mut table = table(mode, launcher);
    let fault = table.ask().expect_err("the program is at fault");
    let token = table.token.clone();
    drop(table);
    assert_eq!(processes(&token), 0, "processes left by {mode}");
    (fault.reason, fault.message, fault.last_words)
}

fn both(mode: &str, reason: Reason, message: &str) {
    for launcher in [common::confined(), Launcher::Bare] {
        let (found, said, _) = judged(mode, launcher);
        assert_eq!(found, reason, "{mode}: {said}");
        assert!(said.contains(message), "{mode}: {said}");
    }
}

#[test]
fn a_program_that_behaves_plays_a_whole_game_and_another() {
    for launcher in [common::confined(), Launcher::Bare] {
        let mut table = Table::new(program("good", launcher, "good"));
        for _ in 0..2 {
            table.restart();
            while table.goes_on() {
                table.ask().unwrap();
            }
        }
    }
}

#[test]
fn a_program_that_cannot_be_started_forfeits() {
    let mut missing = program("good", common::confined(), "missing");
    missing.command = "cmd:no-such-program-anywhere".parse().unwrap();
    let fault = Table::new(missing).ask().unwrap_err();
    assert_eq!(fault.to_string(), "crash: cannot start 'no-such-program-anywhere': it is not in PATH");
}

#[test]
fn death_before_ugiok_is_a_crash_with_last_words() {
    both("dies-at-once", Reason::Crash, "exited with code 3 before 'ugiok'");
    assert_eq!(judged("dies-at-once", common::confined()).2, "no weights found");
}

#[test]
fn death_before_readyok_is_a_crash() {
    both("no-readyok", Reason::Crash, "exited with code 4 before 'readyok'");
}

#[test]
fn a_program_that_never_got_ready_is_not_started_again() {
    let mut table = table("silent", common::confined());
    let fault = table.ask().unwrap_err();
    assert_eq!(fault.reason, Reason::Stall);
    // Started again it would be silent for another while, and end up with another time in its message.
    assert_eq!(table.ask().unwrap_err(), fault);
    assert_eq!(processes(&table.token), 0);
}

#[test]
fn silence_at_the_start_is_a_stall_and_babble_a_breach_of_protocol() {
    both("silent", Reason::Stall, "expected 'ugiok' within");
    both("no-ugiok", Reason::Protocol, "got 'hello, I am a chess program'");
}

#[test]
fn death_while_thinking_is_a_crash_that_names_code_or_signal() {
    both("exits", Reason::Crash, "exited with code 7 while thinking");
    assert!(judged("exits", common::confined()).2.ends_with("IndexError"));
    both("aborts", Reason::Crash, "was ended by signal 6 (abort) while thinking");
}

#[test]
fn silence_after_stop_is_a_stall() {
    both("hangs", Reason::Stall, "got nothing in");
    both("half-line", Reason::Stall, "half a line: 'bestmo'");
    both("ignores-signals", Reason::Stall, "got nothing in");
}

#[test]
fn an_answer_after_its_time_is_a_timeout_and_the_program_plays_on() {
    let mut table = table("late", common::confined());
    for _ in 0..2 {
        let fault = table.ask().unwrap_err();
        assert_eq!(fault.reason, Reason::Timeout, "{fault}");
    }
}

#[test]
fn floods_are_dammed() {
    for mode in ["floods", "huge-line", "floods-stderr"] {
        both(mode, Reason::OutputFlood, "wrote more than 1048576 bytes while thinking");
    }
}

#[test]
fn garbage_is_passed_over() {
    let mut table = table("garbage", common::confined());
    let answer = table.ask().unwrap();
    assert_eq!((answer.thought.score, answer.thought.depth), (Some(17), Some(3)));
}

#[test]
fn moves_that_are_none_are_named() {
    both("nonsense", Reason::IllegalMove, "answered 'e2e4\\u{1b}[2J': ");
    both("illegal", Reason::IllegalMove, "answered 'h9,9': ");
    both("no-move", Reason::NoMove, "answered that it has no move");
}

#[test]
fn a_program_that_asks_is_told_the_legal_moves() {
    let mut table = table("asks", common::confined());
    while table.goes_on() {
        table.ask().unwrap();
    }
}

#[test]
fn a_program_that_asks_without_end_is_at_fault() {
    for mode in ["asks-for-ever", "asks-and-never-reads"] {
        both(mode, Reason::Protocol, "asked for the legal moves of one position more than 100 times");
    }
}

#[test]
fn a_move_nobody_asked_for_is_not_taken_for_the_next_one() {
    let mut table = table("twice", common::confined());
    for _ in 0..3 {
        table.ask().unwrap();
    }
}

#[test]
fn a_closed_output_is_a_breach_of_protocol() {
    both("closes-stdout", Reason::Protocol, "closed its standard output while thinking");
}

#[test]
fn nothing_outlives_a_program_that_hides_its_children() {
    let (reason, message, _) = judged("leaves-children", common::confined());
    assert_eq!((reason, message.as_str()), (Reason::Crash, "exited with code 0 while thinking"));
    let mut table = table("plays-with-children", common::confined());
    table.ask().unwrap();
    let token = table.token.clone();
    assert!(processes(&token) >= 3);
    drop(table);
    assert_eq!(processes(&token), 0);
}

#[test]
fn a_program_deaf_to_quit_is_ended() {
    let mut table = table("deaf", common::confined());
    table.ask().unwrap();
    let token = table.token.clone();
    drop(table);
    assert_eq!(processes(&token), 0);
}

#[test]
fn nothing_outlives_an_arena_that_was_killed() {
    let token = common::new_token();
    // It cannot remove its scratch folder any more.
    let folder = tempfile::tempdir().unwrap();
    let mut arena = Command::new(common::FIXTURE).args(["arena", &token]).env("TMPDIR", folder.path()).spawn().unwrap();
    wait_until(|| processes(&token) >= 3);
    arena.kill().unwrap();
    arena.wait().unwrap();
    wait_until(|| processes(&token) == 0);
}

fn wait_until(mut done: impl FnMut() -> bool) {
    let began = Instant::now();
    while !done() {
        assert!(began.elapsed() < Duration::from_secs(20));
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_hoard_of_memory_is_found() {
    both("hoards", Reason::Memory, "of memory while thinking, allowed 64.0 MiB");
    both("hoards-at-once", Reason::Memory, "while thinking");
}

#[test]
fn too_many_processes_are_ended_together() {
    let (reason, message, _) = judged("multiplies", common::confined());
    assert_eq!(reason, Reason::Crash);
    assert!(message.contains("processes while thinking, allowed 16"), "{message}");
}

#[test]
fn the_network_is_closed_where_the_machine_can_close_it() {
    if !common::enforced("network") {
        return;
    }
    let server = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = server.local_addr().unwrap().to_string();
    table_with("opens-sockets", common::confined(), &address).ask().unwrap();
    assert_eq!(table_with("opens-sockets", Launcher::Bare, &address).ask().unwrap_err().reason, Reason::NoMove);
}

#[test]
fn other_peoples_files_are_closed_where_the_machine_can_close_them() {
    if !common::enforced("files") {
        return;
    }
    let home = tempfile::tempdir().unwrap();
    std::fs::write(home.path().join("secret"), "x").unwrap();
    let folder = format!("folder={}", home.path().display());
    table_with("reads-home", common::confined(), &folder).ask().unwrap();
    assert!(!home.path().join("new").exists());
    assert_eq!(table_with("reads-home", Launcher::Bare, &folder).ask().unwrap_err().reason, Reason::NoMove);
}

#[test]
fn what_lies_beside_a_program_is_not_memory_that_it_uses() {
    // Its own folder is where the scratch folder would be.
    let beside = tempfile::tempdir_in("/tmp").unwrap();
    std::fs::write(beside.path().join("large"), vec![1; 80 << 20]).unwrap();
    let mut program = program("good", common::confined(), "beside");
    program.folder = Some("/tmp".into());
    Table::new(program).ask().unwrap();
}

fn table_with(mode: &str, launcher: Launcher, argument: &str) -> Table {
    let mut program = program(mode, launcher, mode);
    program.command = format!("{} {argument}", program.command).parse().unwrap();
    Table::new(program)
}

#[test]
fn the_environment_is_scrubbed() {
    table("sees-environment", common::confined()).ask().unwrap();
}

#[test]
fn cpu_time_is_counted_and_limited() {
    let mut computing = table("computes", common::confined());
    computing.cpu = true;
    let fault = computing.ask().unwrap_err();
    assert_eq!(fault.reason, Reason::Stall, "{fault}");
    let mut table = table("good", common::confined());
    table.cpu = true;
    assert!(table.ask().unwrap().used.unwrap() < Duration::from_secs(5));
}

#[test]
fn the_layers_are_told() {
    let confined = sandbox::probe(&common::confined());
    let bare = sandbox::probe(&Launcher::Bare);
    println!("{confined}\n{bare}");
    assert!(bare.0.iter().filter(|layer| layer.enforced).count() <= confined.0.iter().filter(|l| l.enforced).count());
}
