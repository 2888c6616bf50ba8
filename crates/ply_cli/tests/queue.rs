//! Games over a real NATS server: the same as without one, whoever sends garbage, and a sentence for everything that can be
//! wrong.
#![cfg(feature = "queue")]

mod common;

use std::path::Path;
use std::process::Command;

use common::nats::{Nats, Process, games, patiently};
use common::{error, json, plyground};
use serde_json::Value;

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// A tournament in which nothing depends on time.
fn steady<'a>(store: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    let mut args =
        vec!["tournament", "simplexity:rows=4,cols=4", "random", "greedy", "alpha-beta:table=1", "mcts:memory=1"];
    args.extend(["--time", "nodes=200", "--pairs", "5", "--name", "steady", "--store", text(store), "--json"]);
    args.extend(more);
    args
}

#[test]
fn games_over_a_queue_are_those_of_local_play() {
    let Some(server) = Nats::start(&[]) else { return };
    let (folder, url) = (tempfile::tempdir().expect("a folder"), server.url(""));
    let worker =
        |name| Process::start(folder.path(), &["worker", "--queue", &url, "--concurrency", "1", "--name", name]);
    let _workers = ["ada", "bo"].map(worker);
    let (here, there) = (folder.path().join("here.db"), folder.path().join("there.db"));
    let local = json(&steady(&here, &[]));
    let mut queued = json(&steady(&there, &["--queue", &url]));
    queued["created"] = local["created"].clone();
    assert_eq!(queued["standings"], local["standings"]);
    assert_eq!(games(&here, "steady").len(), 60);
    assert_eq!(games(&there, "steady"), games(&here, "steady"));
    // The queue is free again, and a match without a store may have it.
    let played = |queue: &[&str]| {
        let words = ["match", "infexion", "random", "greedy", "--games", "6", "--time", "nodes=50", "--json"];
        json(&[&words[..], queue].concat())
    };
    assert_eq!(played(&["--queue", &url])["pentanomial"], played(&[])["pentanomial"]);
    let seen = json(&["workers", "--queue", &url, "--json"]);
    let names: Vec<&str> =
        seen["workers"].as_array().expect("a list").iter().filter_map(|one| one["name"].as_str()).collect();
    assert_eq!((names, &seen["tournament"], &seen["pairs"]), (vec!["ada", "bo"], &Value::Null, &Value::from(0)));
    let all: u64 = seen["workers"].as_array().expect("a list").iter().filter_map(|one| one["games"].as_u64()).sum();
    assert!(all >= 66, "{seen}");
}

#[test]
fn what_cannot_be_read_stops_nobody_and_is_among_the_dead_letters() {
    let Some(server) = Nats::start(&[]) else { return };
    let (folder, url) = (tempfile::tempdir().expect("a folder"), server.url(""));
    let store = folder.path().join("garbage.db");
    let mut run = Process::start(folder.path(), &steady(&store, &["--queue", &url]));
    patiently(|| (json(&["workers", "--queue", &url, "--json"])["tournament"] == "steady").then_some(()));
    for subject in ["plyground.work", "plyground.results"] {
        server.publish(subject, b"\xff\xfe garbage \x1b[2J");
        server.publish(subject, br#"{"version":7,"run":"x","games":[]}"#);
        server.publish(subject, &vec![b'['; 100_000]);
    }
    server.publish("plyground.status", b"who am I?");
    server.publish("plyground.stop", b"everybody");
    let _worker = Process::start(folder.path(), &["worker", "--queue", &url, "--concurrency", "2"]);
    assert!(run.0.wait().expect("it ends").success());
    assert_eq!(games(&store, "steady").len(), 60);
    let letters = patiently(|| {
        let seen = json(&["workers", "--queue", &url, "--json"]);
        let letters = seen["dead_letters"].as_array().expect("a list").clone();
        (letters.len() >= 6).then_some(letters)
    });
    assert!(letters.iter().any(|letter| letter["log"][0] == "expected messages of version 1, got 7"), "{letters:?}");
    assert!(
        !String::from_utf8(plyground(&["workers", "--queue", &url, "--dead-letters"]).stdout)
            .expect("UTF-8")
            .contains('\u{1b}')
    );
}

#[test]
fn a_program_travels_with_its_folder_and_plays_elsewhere() {
    let Some(server) = Nats::start(&[]) else { return };
    let (home, elsewhere, url) =
        (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"), server.url(""));
    std::fs::create_dir(home.path().join("ada")).expect("a folder");
    // Plays the only move there is on a board of one box, as its book says.
    let code = "read_move() { sed -n \"$1p\" ada/book; }\nn=0\nwhile read word rest; do case $word in\n\
                ugi) echo ugiok;;\nisready) echo readyok;;\nposition) set -- $rest; n=0; for w in $rest; do case $w in [hv]*) n=$((n+1));; esac; done;;\n\
                go) echo bestmove $(read_move $((n+1)));;\nquit) exit;;\nesac; done\n";
    std::fs::write(home.path().join("ada/agent.sh"), code).expect("it can be written");
    std::fs::write(home.path().join("ada/book"), "h0,0\nh1,0\nv0,0\nv0,1\n").expect("it can be written");
    let _worker = Process::start(elsewhere.path(), &["worker", "--queue", &url, "--concurrency", "1"]);
    let save = home.path().join("games.jsonl");
    let mut args = vec!["match", "dots-and-boxes:rows=1,cols=1", "cmd:sh ada/agent.sh", "cmd:sh ada/agent.sh"];
    args.extend(["--games", "4", "--openings", "0", "--time", "2s", "--queue", &url, "--save", text(&save)]);
    let done =
        Command::new(env!("CARGO_BIN_EXE_plyground")).args(&args).current_dir(home.path()).output().expect("it runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let saved = std::fs::read_to_string(save).expect("the games");
    let endings: Vec<Value> = saved.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(endings.len(), 4);
    for game in endings {
        assert_eq!(
            (&game["ending"]["by"], &game["agents"][0]),
            (&"rule".into(), &"cmd:sh ada/agent.sh".into()),
            "{game}"
        );
    }
    let missing = ["match", "infexion", "random", "cmd:no-such-interpreter agent.xyz", "--games", "2", "--queue", &url];
    let output =
        Command::new(env!("CARGO_BIN_EXE_plyground")).args(missing).current_dir(home.path()).output().expect("it runs");
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(
        said.contains("'no-such-interpreter' is not there on this machine") && said.contains("0 of 2 games"),
        "{said}"
    );
}

#[test]
fn there_is_a_sentence_for_everything_that_can_be_wrong() {
    let nowhere = {
        let free = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        format!("nats://ada:geheim@{}", free.local_addr().expect("an address"))
    };
    let words = ["match", "infexion", "random", "greedy", "--games", "2", "--queue"];
    let said = |url: &str| error(&[&words[..], &[url]].concat());
    let no_server = said(&nowhere);
    assert!(
        no_server.contains("no NATS server answers at nats://127.0.0.1:") && !no_server.contains("geheim"),
        "{no_server}"
    );
    assert!(said("ftp://x").contains("expected nats://HOST[:PORT]"));
    assert!(error(&["worker", "--queue", &nowhere]).contains("no NATS server answers"));
    assert!(error(&["workers", "--queue", &nowhere]).contains("no NATS server answers"));
    let Some(locked) = Nats::start(&["--user", "ada", "--pass", "geheim"]) else { return };
    for credentials in ["", "ada:falsch@", "token@"] {
        let refused = said(&locked.url(credentials));
        assert!(refused.contains("does not let us in") && !refused.contains("falsch"), "{refused}");
    }
    json(&["workers", "--queue", &locked.url("ada:geheim@"), "--json"]);
    json(&["workers", "--queue", &locked.url(""), "--queue-user", "ada", "--queue-password", "geheim", "--json"]);
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, contents: String| {
        let path = folder.path().join(name);
        std::fs::write(&path, contents).expect("it can be written");
        path
    };
    let plain = file("plain.conf", String::new());
    let plain = Nats::start(&["-c", text(&plain)]).expect("a server");
    assert!(said(&plain.url("")).contains("has JetStream turned off"), "{}", said(&plain.url("")));
    let tiny = format!("jetstream {{ store_dir: '{}', max_file_store: 1MB }}", folder.path().join("tiny").display());
    let tiny = file("tiny.conf", tiny);
    let tiny = Nats::start(&["-c", text(&tiny)]).expect("a server");
    assert!(said(&tiny.url("")).contains("has no space left for the queue"), "{}", said(&tiny.url("")));
}

#[test]
fn a_queue_belongs_to_one_tournament_until_it_is_finished_or_given_up() {
    let Some(server) = Nats::start(&[]) else { return };
    let (folder, url) = (tempfile::tempdir().expect("a folder"), server.url(""));
    let (store, other) = (folder.path().join("one.db"), folder.path().join("other.db"));
    let mut run = Process::start(folder.path(), &steady(&store, &["--queue", &url]));
    patiently(|| json(&["workers", "--queue", &url, "--json"])["coordinator"].is_string().then_some(()));
    let second = error(&["match", "infexion", "random", "greedy", "--store", text(&other), "--queue", &url]);
    assert!(second.contains("is in use by the tournament 'steady', played by process"), "{second}");
    assert!(error(&["workers", "--queue", &url, "--clear"]).contains("is in use by"));
    // Another queue of the same server is another one.
    json(&["workers", "--queue", &url, "--queue-prefix", "elsewhere", "--json"]);
    run.0.kill().expect("it can be killed");
    run.0.wait().expect("it ends");
    let second =
        error(&["match", "infexion", "random", "greedy", "--store", text(&other), "--name", "x", "--queue", &url]);
    assert!(second.contains("belongs to the tournament 'steady', which was broken off"), "{second}");
    let _worker = Process::start(folder.path(), &["worker", "--queue", &url]);
    let resumed = ["tournament", "--resume", "steady", "--store", text(&store), "--queue", &url, "--json"];
    assert_eq!(json(&resumed)["complete"], true);
    assert_eq!(games(&store, "steady").len(), 60);
    assert!(plyground(&["workers", "--queue", &url, "--clear"]).status.success());
}

#[test]
fn an_interrupted_worker_finishes_what_it_has_begun_and_gives_back_the_rest() {
    let Some(server) = Nats::start(&[]) else { return };
    let (folder, url) = (tempfile::tempdir().expect("a folder"), server.url(""));
    let store = folder.path().join("long.db");
    let worker = || Process::start(folder.path(), &["worker", "--queue", &url, "--concurrency", "1"]);
    let mut first = worker();
    let mut args = vec!["tournament", "infexion", "alpha-beta:table=1", "mcts:memory=1", "--time", "nodes=3000"];
    args.extend([
        "--pairs",
        "6",
        "--name",
        "long",
        "--store",
        text(&store),
        "--queue",
        &url,
        "--queue-patience",
        "600s",
    ]);
    let mut run = Process::start(folder.path(), &args);
    let played = || json(&["workers", "--queue", &url, "--json"])["workers"][0]["games"].as_u64();
    patiently(|| played().filter(|games| *games > 0));
    let interrupt = Command::new("kill").args(["-INT", &first.0.id().to_string()]).status().expect("kill runs");
    assert!(interrupt.success() && first.0.wait().expect("it ends").success());
    // With ten minutes of patience nobody else would get them if they had not been given back.
    let _second = worker();
    assert!(run.0.wait().expect("it ends").success());
    assert_eq!(games(&store, "long").len(), 12);
}

#[test]
fn a_program_that_has_to_be_built_is_built_by_the_worker() {
    let Some(server) = Nats::start(&[]) else { return };
    let (home, elsewhere, url) =
        (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"), server.url(""));
    std::fs::create_dir(home.path().join("ada")).expect("a folder");
    let code = "#!/bin/sh\nwhile read word rest; do case $word in ugi) echo ugiok;; isready) echo readyok;; go) echo bestmove zzz;; quit) exit;; esac; done";
    std::fs::write(home.path().join("ada/source"), code).expect("it can be written");
    let plan = "name = 'built'\ngame = 'infexion'\npairs = 1\n\
                agents = ['random', { spec = 'cmd:./ada/agent', build = 'cp source agent && chmod +x agent' }]";
    std::fs::write(home.path().join("plan.toml"), plan).expect("it can be written");
    let _worker = Process::start(elsewhere.path(), &["worker", "--queue", &url, "--concurrency", "1"]);
    let args = ["tournament", "plan.toml", "--store", "built.db", "--queue", &url, "--json"];
    let done =
        Command::new(env!("CARGO_BIN_EXE_plyground")).args(args).current_dir(home.path()).output().expect("it runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let played = games(&home.path().join("built.db"), "built");
    // It runs, and loses by its own fault.
    assert!(played.len() == 2 && played.iter().all(|game| game.contains("\"illegal-move\"")), "{played:?}");
}
