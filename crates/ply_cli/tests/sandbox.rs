//! The sandbox from outside: programs in folders of their own, as the guide says, and beside what the arena uses.

mod common;

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use common::{BINARY, error, plyground};
use ply_arena::Launcher;
use ply_arena::external::sandbox::{Layers, probe};

fn enforced(layer: &str) -> bool {
    let enforced = probe(&Launcher::Confined(BINARY.into())).enforces(layer);
    if !enforced {
        println!("skipped: this machine cannot enforce '{layer}'");
    }
    enforced
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// A program that crashes if it can read or list one of these, and else loses by an illegal move.
fn spy(file: &Path, wanted: &[&str]) -> PathBuf {
    let tries: String = wanted.iter().map(|place| format!("cat '{place}' || ls '{place}'/* ||")).collect();
    let code = format!(
        "#!/bin/sh\nwhile read line; do case $line in ugi) echo ugiok;; isready) echo readyok;;\n\
         go*) if {{ {tries} false; }} >/dev/null 2>&1; then exit 9; fi; echo bestmove zzz;; esac; done\n"
    );
    fs::create_dir_all(file.parent().expect("a folder")).expect("it can be made");
    fs::write(file, code).expect("it can be written");
    fs::set_permissions(file, fs::Permissions::from_mode(0o755)).expect("it is ours");
    file.to_owned()
}

fn said(output: Output) -> String {
    String::from_utf8(output.stdout).expect("UTF-8") + &String::from_utf8(output.stderr).expect("UTF-8")
}

#[test]
fn a_students_program_reads_no_other_code_no_plan_and_no_store() {
    if !enforced("files") {
        return;
    }
    let start = tempfile::tempdir().expect("a folder");
    let place = start.path().canonicalize().expect("it is there");
    let wanted: Vec<String> =
        ["bob/agent.sh", "bob", "course.toml", "course.db", "course.db-wal", "course.db-shm", "notes"]
            .iter()
            .map(|name| text(&place.join(name)).to_owned())
            .collect();
    let wanted: Vec<&str> = wanted.iter().map(String::as_str).collect();
    spy(&place.join("ada/agent.sh"), &wanted);
    spy(&place.join("bob/agent.sh"), &[text(&place.join("ada"))]);
    fs::write(place.join("notes"), "x").expect("it can be written");
    let plan = "name = 'course'\ngame = 'dots-and-boxes:rows=1,cols=1'\ntime = '2s'\n\
                agents = ['cmd:./ada/agent.sh', 'cmd:sh bob/agent.sh']";
    fs::write(place.join("course.toml"), plan).expect("it can be written");
    let mut command = Command::new(BINARY);
    let played = command.args(["tournament", "course.toml", "--store", "course.db"]).current_dir(&place).output();
    let played = said(played.expect("it runs"));
    let games = said(plyground(&["results", "course", "--games", "--store", text(&place.join("course.db"))]));
    assert!(games.contains("illegal-move") && !games.contains("crash"), "{played}{games}");
}

#[test]
fn a_program_installed_for_a_user_does_not_read_what_else_the_user_has() {
    if !enforced("files") {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let home = folder.path().canonicalize().expect("it is there");
    for file in [".local/share/plyground/store.db", ".ssh/id", "letters"] {
        let file = home.join(file);
        fs::create_dir_all(file.parent().expect("a folder")).expect("it can be made");
        fs::write(file, "x").expect("it can be written");
    }
    let wanted = [".local/share/plyground/store.db", ".local/share", ".ssh/id", "letters"];
    let wanted: Vec<String> = wanted.iter().map(|name| text(&home.join(name)).to_owned()).collect();
    let agent = spy(&home.join(".local/bin/agent"), &wanted.iter().map(String::as_str).collect::<Vec<_>>());
    let game = "dots-and-boxes:rows=1,cols=1";
    let mut command = Command::new(BINARY);
    command.args(["match", game, &format!("cmd:{}", text(&agent)), "random", "--games", "2", "--time", "2s"]);
    let said = said(command.env("HOME", &home).current_dir("/").output().expect("it runs"));
    assert!(said.contains("illegal-move") && !said.contains("crash"), "{said}");
}

#[test]
fn a_program_beside_the_store_cannot_stop_the_tournament_by_a_lock() {
    if !enforced("files") {
        return;
    }
    if !Command::new("python3").arg("-c").arg("").status().is_ok_and(|status| status.success()) {
        println!("skipped: no python3");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let code = "import fcntl, os, sys\nheld = []\nfor line in sys.stdin:\n    word = line.split()[0]\n    \
                if word == 'ugi': print('ugiok', flush=True)\n    if word == 'isready': print('readyok', flush=True)\n    \
                if word == 'go':\n        for name in os.listdir('.'):\n            if name == 'agent.py': continue\n            \
                try:\n                held.append(open(name, 'rb'))\n                \
                fcntl.lockf(held[-1], fcntl.LOCK_SH | fcntl.LOCK_NB)\n            except OSError: pass\n        \
                if held: os._exit(9)\n        print('bestmove zzz', flush=True)\n    if word == 'quit': break\n";
    fs::write(folder.path().join("agent.py"), code).expect("it can be written");
    let mut command = Command::new(BINARY);
    command.args(["tournament", "dots-and-boxes:rows=1,cols=1", "cmd:python3 agent.py", "random", "greedy"]);
    command.args(["--pairs", "1", "--time", "5s", "--store", "here.db", "--name", "here"]);
    let played = command.current_dir(folder.path()).output().expect("it runs");
    assert_eq!(played.status.code(), Some(0), "{}", said(played));
    let games = said(plyground(&["results", "here", "--games", "--store", text(&folder.path().join("here.db"))]));
    assert!(games.contains("illegal-move") && !games.contains("crash"), "{games}");
}

#[test]
fn a_plan_that_requires_a_layer_is_played_only_where_there_is_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let layers = probe(&Launcher::Confined(BINARY.into()));
    for layer in Layers::NAMES {
        let store = folder.path().join("none.db");
        let file = folder.path().join("plan.toml");
        let plan = format!(
            "name = 'x'\ngame = 'dots-and-boxes:rows=1,cols=1'\nagents = ['random', 'greedy']\nrequire = ['{layer}']"
        );
        fs::write(&file, plan).expect("it can be written");
        let args = ["tournament", text(&file), "--store", text(&store)];
        if layers.enforces(layer) {
            assert_eq!(plyground(&args).status.code(), Some(0), "{layer}");
            fs::remove_file(&store).expect("it was made");
        } else {
            let said = error(&args);
            assert!(said.contains(&format!("require: '{layer}' cannot be enforced here: ")), "{said}");
            assert!(!store.exists());
        }
    }
}

#[test]
fn a_grace_is_read_alike_in_a_file_and_on_the_command_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("plan.toml");
    for (grace, fine) in [("0ms", true), ("0s", true), ("5ms", true), ("0", false), ("-1ms", false), ("x", false)] {
        let game = "dots-and-boxes:rows=1,cols=1";
        let typed = plyground(&["match", game, "random", "greedy", "--games", "1", &format!("--grace={grace}")]);
        assert_eq!(typed.status.success(), fine, "{grace}: {}", said(typed));
        fs::write(&file, format!("name = 'x'\ngame = '{game}'\nagents = ['random', 'greedy']\ngrace = '{grace}'"))
            .expect("it can be written");
        let store = folder.path().join(format!("{grace}.db"));
        let read = plyground(&["tournament", text(&file), "--store", text(&store)]);
        assert_eq!(read.status.success(), fine, "{grace}: {}", said(read));
    }
}
