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
        let args = steady(text(&store), &["--concurrency", "1"]);
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
    assert_eq!(json(&steady(text(&store), &[])), wanted);
    // Over and over: nothing is left to play, by file or by name.
    assert_eq!(json(&steady(text(&store), &["--resume"])), wanted);
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
    let when_asked = |answer: &str| {
        format!(
            "while read line; do case $line in ugi) echo ugiok;; isready) echo readyok;; go*) {answer};; esac; done"
        )
    };
    let programs = [
        program("crash.sh", &when_asked("exit 3")),
        program("flood.sh", &when_asked("while :; do echo info string flood; done")),
        program("garbage.sh", &when_asked("echo bestmove zzz")),
        program("dead.sh", "exit 3"),
    ];
    let faults = ["no-move", "illegal", "repeat", "panic"].map(|how| format!("faulty:how={how},after=1"));
    let mut args = vec!["tournament", "dots-and-boxes:rows=2,cols=2", "random", "greedy"];
    args.extend(faults.iter().chain(&programs).map(String::as_str));
    args.extend(["--store", text(&store), "--name", "faults", "--time", "200ms", "--pairs", "1", "--json"]);
    let value = json(&args);
    assert_eq!((&value["games"], &value["complete"]), (&Value::from(9 * 8), &Value::Bool(true)));
    // The one that does not even start takes no part.
    assert!(names(&value, "set_aside")[0].ends_with("dead.sh"), "{value}");
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
    assert_eq!(error(&args("one")), said);
    first.kill().expect("it can be killed");
    first.wait().expect("it ends");
    let mut other = args("one");
    other[5] = "200ms";
    let taken = error(&other);
    assert!(taken.contains("'one' was begun with games = [{ spec = ") && taken.contains("--delete"), "{taken}");
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

/// A program that plays legally: the first or the last of the legal moves that the arena tells it.
fn student(folder: &Path, last: bool) {
    let choice = if last { "${line##* }" } else { "$2" };
    let code = format!(
        "while read -r line; do case $line in ugi) echo ugiok;; isready) echo readyok;; quit) exit;; \
         go*) echo legalmoves;; legalmoves*) set -- $line; echo bestmove {choice};; esac; done\n"
    );
    program(folder, &code);
}

fn program(folder: &Path, code: &str) {
    std::fs::create_dir_all(folder).expect("a folder");
    std::fs::write(folder.join("agent.sh"), code).expect("it can be written");
}

/// The plan of a class whose students have these names, with this at its end.
fn class(folder: &Path, names: &[&str], more: &str) -> String {
    let agent = |name: &&str| {
        let file = folder.join("students").join(name).join("agent.sh");
        format!("{{ name = '{name}', spec = \"cmd:sh {}\" }}", file.display())
    };
    let agents: Vec<String> = names.iter().map(agent).collect();
    let file = folder.join("class.toml");
    let plan = format!(
        "name = 'class'\ngame = 'dots-and-boxes:rows=1,cols=2'\ntime = '2s'\npairs = 2\nqualify = 2\n\
         agents = [{}, 'random']\n{more}",
        agents.join(", ")
    );
    std::fs::write(&file, plan).expect("it can be written");
    text(&file).to_owned()
}

fn names(value: &Value, list: &str) -> Vec<String> {
    let mut names: Vec<String> =
        value[list].as_array().expect("a list").iter().map(|line| line["agent"].as_str().unwrap().to_owned()).collect();
    names.sort();
    names
}

fn ids(store: &str) -> std::collections::BTreeSet<String> {
    let output = plyground(&["results", "class", "--store", store, "--games"]);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let table = text.split("won by").nth(1).expect("a table of games").lines().skip(2).map(str::to_owned);
    table.filter(|line| !line.is_empty()).filter_map(|line| line.split_whitespace().nth(1).map(str::to_owned)).collect()
}

#[test]
fn a_class_is_killed_gets_late_submissions_and_a_repair_and_loses_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path();
    let students = place.join("students");
    let mut class_list = vec!["ada", "bela", "chen", "crash", "empty", "illegal"];
    for (number, name) in class_list[..3].iter().enumerate() {
        student(&students.join(name), number % 2 == 1);
    }
    program(&students.join("crash"), "echo no such module >&2; exit 3");
    std::fs::create_dir_all(students.join("empty")).expect("a folder");
    let illegal = "while read -r line; do case $line in ugi) echo ugiok;; isready) echo readyok;; go*) echo bestmove h9,9;; esac; done";
    program(&students.join("illegal"), illegal);
    let store = place.join("class.db");
    let store = text(&store);
    let file = class(place, &class_list, "");
    for moment in [250, 400] {
        let mut child = Command::new(BINARY)
            .args(["tournament", &file, "--store", store, "--concurrency", "1"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        std::thread::sleep(Duration::from_millis(moment));
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
    }
    let run = |file: &str| json(&["tournament", file, "--store", store, "--json"]);
    let value = run(&file);
    // Three students and random play: six meetings of two pairs.
    assert_eq!((&value["games"], &value["complete"]), (&24.into(), &true.into()));
    assert_eq!(names(&value, "standings"), ["ada", "bela", "chen", "random"]);
    assert_eq!(names(&value, "set_aside"), ["crash", "empty", "illegal"]);
    let reasons = value["set_aside"].to_string();
    assert!(reasons.contains("no such module") && reasons.contains("illegal-move"), "{reasons}");
    let before = ids(store);
    assert_eq!(before.len(), 24);

    // Two late submissions; one who could not play can now; one is withdrawn.
    student(&students.join("dora"), true);
    student(&students.join("emil"), false);
    student(&students.join("crash"), true);
    class_list.extend(["dora", "emil"]);
    class_list.retain(|name| *name != "bela");
    let file = class(place, &class_list, "");
    let value = run(&file);
    assert_eq!(names(&value, "standings"), ["ada", "chen", "crash", "dora", "emil", "random"]);
    assert_eq!(names(&value, "set_aside"), ["bela", "empty", "illegal"]);
    let after = ids(store);
    // Fifteen meetings of those who are there, and the twelve games of the one who left.
    assert_eq!((after.len(), &value["complete"]), (60 + 12, &true.into()));
    assert!(before.is_subset(&after));

    // A repair of one that has played.
    student(&students.join("ada"), true);
    let said = error(&["tournament", &file, "--store", store]);
    assert!(said.contains("ada changed since") && said.contains("--again 'ada'"), "{said}");
    let value = json(&["tournament", &file, "--store", store, "--again", "ada", "--json"]);
    assert_eq!(names(&value, "set_aside"), ["ada (version 1)", "bela", "empty", "illegal"]);
    let again = ids(store);
    assert_eq!(again.len(), after.len() + 5 * 4);
    assert!(after.is_subset(&again));
    // Said again, nothing is played again.
    assert_eq!(json(&["tournament", &file, "--store", store, "--again", "ada", "--json"])["games"], value["games"]);

    // Everything else is refused by name.
    let said = error(&["tournament", &class(place, &class_list, "seed = 4\n"), "--store", store]);
    assert!(said.contains("'class' was begun with seed = 0, not 4"), "{said}");
    assert!(error(&["results", "class", "class", "--store", store]).contains("'class' is named twice"));
    let said = error(&["results", "class", "--store", store, "--delete"]);
    assert!(said.contains("nobody to ask"), "{said}");
    assert!(plyground(&["results", "class", "--store", store, "--delete", "--yes"]).status.success());
    assert!(error(&["results", "class", "--store", store]).contains("no tournament 'class'"));
}

/// Asks again and again until it is so.
fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    for _ in 0..600 {
        if is_so() {
            return;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    panic!("{what} did not happen within a minute");
}

#[test]
fn a_ladder_takes_what_is_handed_in_and_goes_on_after_a_kill() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path();
    let (file, store) = (place.join("term.toml"), place.join("term.db"));
    let submissions = place.join("submissions");
    let plan = "name = 'term'\ngame = 'dots-and-boxes:rows=1,cols=2'\ntime = '2s'\nformat = 'ladder'\nagents = ['random']\n\
                submissions = { folder = 'submissions', command = 'sh agent.sh', settle = '300ms' }\n";
    std::fs::write(&file, plan).expect("it can be written");
    student(&submissions.join("ada"), false);
    student(&submissions.join("bela"), true);
    program(&submissions.join("crash"), "echo no such module >&2; exit 3");
    let start = || {
        let mut command = Command::new(BINARY);
        command.args(["tournament", text(&file), "--store", text(&store)]);
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts")
    };
    let results = || {
        let output = plyground(&["results", "term", "--store", text(&store), "--json"]);
        serde_json::from_slice::<Value>(&output.stdout).unwrap_or_default()
    };
    let line = |value: &Value, name: &str| {
        let lines = value["standings"].as_array().cloned().unwrap_or_default();
        lines.into_iter().find(|line| line["agent"] == name).unwrap_or_default()
    };
    let mut ladder = start();
    // Each newcomer meets all who are there: three meetings of a pair.
    until("the first meetings", || results()["games"] == 6);
    let value = results();
    assert_eq!(names(&value, "standings"), ["ada", "bela", "random"]);
    assert_eq!(names(&value, "set_aside"), ["crash"]);
    assert!(value["set_aside"][0]["reason"].as_str().unwrap().contains("no such module"), "{value}");
    ladder.kill().expect("it can be killed");
    ladder.wait().expect("it ends");

    // While it is down ada and the broken one are handed in anew; and bela something that does not work.
    student(&submissions.join("ada"), true);
    student(&submissions.join("crash"), false);
    program(&submissions.join("bela"), "exit 1");
    let mut ladder = start();
    until("the new versions", || {
        let value = results();
        line(&value, "ada")["version"] == 2 && line(&value, "crash")["games"] == 6 && value["games"] == 16
    });
    let value = results();
    assert_eq!(names(&value, "standings"), ["ada", "bela", "crash", "random"]);
    assert_eq!(names(&value, "set_aside"), ["ada (version 1)", "bela (version 2)", "crash (version 1)"]);
    assert_eq!(line(&value, "bela")["version"], 1);
    let process = ladder.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &process]).status().expect("kill").success());
    assert!(ladder.wait().expect("it ends").success());
}

#[test]
fn walkovers_can_be_void_and_tournaments_ranked_together() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = folder.path().join("void.db");
    let file = folder.path().join("void.toml");
    let write = |name: &str, more: &str| {
        let agents = "agents = ['random', 'greedy', 'faulty:how=no-move', 'faulty:how=panic']";
        let plan = format!("name = '{name}'\ngame = 'dots-and-boxes:rows=1,cols=2'\ntime = '2s'\n{agents}\n{more}");
        std::fs::write(&file, plan).expect("it can be written");
    };
    let points = |value: &Value| {
        let lines = value["standings"].as_array().expect("lines").iter();
        lines
            .map(|line| (line["agent"].as_str().unwrap().to_owned(), line["points"].as_f64().unwrap()))
            .collect::<Vec<_>>()
    };
    let run = || json(&["tournament", text(&file), "--store", text(&store), "--json"]);
    write("void", "walkovers = 'void'\n");
    let void = run();
    let broken: f64 =
        points(&void).iter().filter(|(name, _)| name.starts_with("faulty")).map(|(_, points)| points).sum();
    assert_eq!((broken, &void["games"]), (0.0, &12.into()));
    write("qualified", "qualify = 2\n");
    let qualified = run();
    assert_eq!(qualified["games"], 2);
    assert_eq!(names(&qualified, "set_aside"), ["faulty:how=no-move", "faulty:how=panic"]);
    let both = json(&["results", "void", "qualified", "--store", text(&store), "--json"]);
    let games = |value: &Value| {
        value["standings"].as_array().unwrap().iter().map(|l| l["games"].as_u64().unwrap()).sum::<u64>()
    };
    assert_eq!(games(&both), games(&void) + games(&qualified));
}

#[test]
fn the_loop_of_the_guide_says_the_same_twice() {
    let page = include_str!("../../../docs/src/organisers.md");
    let code = page.split("```sh\n").nth(1).and_then(|code| code.split("```").next()).expect("the guide's loop");
    let folder = tempfile::tempdir().expect("a folder");
    for (name, agent) in [("ada", "exec sh \"${0%/*}/agent.sh\"\n"), ("dora", "exit 1\n")] {
        let own = folder.path().join("students").join(name);
        student(&own, false);
        std::fs::write(own.join("agent"), format!("#!/bin/sh\n{agent}")).expect("it can be written");
        let made = Command::new("chmod").arg("+x").arg(own.join("agent")).status();
        assert!(made.expect("chmod").success());
    }
    let own = Path::new(BINARY).parent().expect("a folder");
    let path = format!("{}:{}", own.display(), std::env::var("PATH").expect("a path"));
    for _ in 0..2 {
        let output = Command::new("sh").args(["-c", code]).current_dir(folder.path()).env("PATH", &path).output();
        let said = String::from_utf8(output.expect("a shell").stdout).expect("UTF-8");
        assert_eq!(said, "ada can play\ndora: see checks/dora.txt\n");
    }
}
