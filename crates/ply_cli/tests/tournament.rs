//! Tournaments from outside: faults, kills and a second arena cost nothing but the games they concern.

mod common;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use common::{BINARY, error, json, plyground};
use serde_json::Value;

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// Agents whose games depend on nothing but their seed.
const STEADY: [&str; 5] =
    ["random", "random:seed=1", "greedy", "alpha-beta:table=1,nodes=300", "mcts:memory=1,nodes=60"];

fn steady<'a>(store: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let mut args = vec!["tournament", "simplexity"];
    args.extend(STEADY);
    args.extend(["--name", "steady", "--store", store, "--pairs", "4", "--time", "10s", "--seed", "5", "--json"]);
    args.extend(more);
    args
}

#[test]
fn a_tournament_killed_at_twenty_moments_ends_as_an_undisturbed_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let undisturbed = folder.path().join("undisturbed.db");
    let wanted = json(&steady(text(&undisturbed), &[]));
    let games = wanted["games"].as_u64().expect("a number");
    assert_eq!((games, &wanted["complete"]), (80, &Value::Bool(true)));

    let store = folder.path().join("killed.db");
    let mut kills = 0;
    for moment in 0..20u64 {
        let mut args = steady(text(&store), &["--concurrency", "1"]);
        if store.exists() {
            args.push("--resume");
        }
        let mut child =
            Command::new(BINARY).args(&args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
        std::thread::sleep(Duration::from_millis(5 + moment * 7 % 60));
        kills += u32::from(child.try_wait().expect("it can be asked").is_none());
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
    }
    assert!(kills > 0, "every run was over before it was killed");
    // The first run may have been killed before the tournament was made.
    let results = ["results", "steady", "--store", text(&store)];
    let there = plyground(&results).status.success();
    if there {
        let so_far = json(&[&results[..], &["--json"]].concat());
        let all_are_played = so_far["games"] == 80;
        assert_eq!((&so_far["games_total"], &so_far["complete"]), (&Value::from(80), &Value::Bool(all_are_played)));
        let said = String::from_utf8(plyground(&results).stdout).expect("UTF-8");
        assert_eq!(said.lines().next().is_some_and(|line| line.ends_with(" of 80 games")), !all_are_played, "{said}");
    }
    let last = if there { steady(text(&store), &["--resume"]) } else { steady(text(&store), &[]) };
    assert_eq!(json(&last), wanted);
    let lines = |store: &Path| {
        let output = plyground(&["results", "steady", "--store", text(store), "--export", "jsonl"]);
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        let mut games: Vec<String> = text
            .lines()
            .map(|line| {
                let game: Value = serde_json::from_str(line).expect("JSON");
                let moves = game["moves"].as_array().expect("moves").iter().map(|mv| mv["move"].to_string());
                format!("{} {} {}", game["agents"], game["opening"], moves.collect::<String>())
            })
            .collect();
        games.sort();
        games
    };
    assert_eq!(lines(&store), lines(&undisturbed), "the same games, move for move, none twice");
}

#[test]
fn a_tournament_with_every_fault_in_it_goes_on_to_its_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = folder.path().join("faults.db");
    let program = |name: &str, code: &str| {
        let file = folder.path().join(name);
        std::fs::write(&file, code).expect("it can be written");
        format!("cmd:sh {}", file.display())
    };
    let programs = [
        program("crash.sh", "exit 3"),
        program("flood.sh", "while :; do echo info string flood; done"),
        program(
            "garbage.sh",
            "while read line; do case $line in ugi) echo ugiok;; isready) echo readyok;; go*) echo bestmove zzz;; esac; done",
        ),
    ];
    let faults = ["no-move", "illegal", "repeat", "panic"].map(|how| format!("faulty:how={how},after=1"));
    let mut args = vec!["tournament", "dots-and-boxes:rows=2,cols=2", "random", "greedy"];
    args.extend(faults.iter().chain(&programs).map(String::as_str));
    args.extend(["--store", text(&store), "--name", "faults", "--time", "200ms", "--pairs", "1", "--json"]);
    let value = json(&args);
    assert_eq!((&value["games"], &value["complete"]), (&Value::from(9 * 8), &Value::Bool(true)));
    for line in value["standings"].as_array().expect("lines") {
        let agent = line["agent"].as_str().expect("a name");
        let faulty = agent.starts_with("faulty") || agent.starts_with("cmd:");
        assert_eq!(line["forfeits"].as_u64() > Some(0), faulty, "{line}");
    }
}

#[test]
fn a_second_arena_on_the_same_tournament_is_refused_and_a_name_is_taken_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = folder.path().join("two.db");
    let args = |name: &'static str| {
        let mut args = vec!["tournament", "simplexity", "alpha-beta:table=1", "mcts:memory=1"];
        args.extend(["--time", "300ms", "--pairs", "50", "--name", name, "--store", text(&store)]);
        args
    };
    let mut first =
        Command::new(BINARY).args(args("one")).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
    let mut said = String::new();
    for _ in 0..100 {
        std::thread::sleep(Duration::from_millis(50));
        said = error(&["tournament", "--resume", "--name", "one", "--store", text(&store)]);
        if said.contains("already being played") {
            break;
        }
    }
    assert!(said.contains("tournament 'one' is already being played"), "{said}");
    // The name alone will do.
    assert_eq!(error(&["tournament", "--resume", "one", "--store", text(&store)]), said);
    let unknown = error(&["tournament", "--resume", "simplexity", "--store", text(&store)]);
    assert!(unknown.contains("no tournament 'simplexity' in the store; known: one"), "{unknown}");
    let taken = error(&args("one"));
    assert!(taken.contains("tournament 'one' is already in the store"), "{taken}");
    first.kill().expect("it can be killed");
    first.wait().expect("it ends");
}

#[test]
fn wrong_files_and_stores_are_told_and_nothing_is_made() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = folder.path().join("none.db");
    let file = folder.path().join("wrong.toml");
    std::fs::write(&file, "name = 'x'\ngame = 'simplexity'\nagents = ['random', 'gredy']\n")
        .expect("it can be written");
    let said = error(&["tournament", text(&file), "--store", text(&store)]);
    assert!(said.contains("agents[1]") && said.contains("did you mean 'greedy'?"), "{said}");
    std::fs::write(&file, "name = 'x'\ngame = 'simplexity'\nagnets = ['random']\n").expect("it can be written");
    let said = error(&["tournament", text(&file), "--store", text(&store)]);
    assert!(said.contains("agents"), "{said}");
    std::fs::write(&file, "name = ").expect("it can be written");
    error(&["tournament", text(&file), "--store", text(&store)]);
    std::fs::write(&store, "this is no database, it is a text of some length").expect("it can be written");
    assert!(error(&["results", "--store", text(&store)]).contains("no database"));
    assert!(error(&["results", "--store", "no/such/store.db"]).contains("no such file"));
    error(&["tournament", "simplexity", "random", "--store", text(&folder.path().join("one.db"))]);
    error(&[
        "tournament",
        "simplexity",
        "random",
        "greedy",
        "--format",
        "league",
        "--store",
        text(&folder.path().join("a.db")),
    ]);
}
