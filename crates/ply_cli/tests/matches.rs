//! Two agents from outside: matches, tests of a gain, openings, and what programs do wrong.

mod common;

use std::path::Path;
use std::process::Command;

use common::{BINARY, error, json, plyground};
use serde_json::Value;

#[test]
fn a_match_is_counted_saved_and_replayed() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.jsonl");
    let file = file.to_str().expect("UTF-8");
    let value = json(&[
        "match",
        "simplexity",
        "Ada=random",
        "Bob=faulty:how=no-move,after=1",
        "--games",
        "4",
        "--seed",
        "5",
        "--concurrency",
        "1",
        "--time",
        "nodes=1",
        "--save",
        file,
        "--json",
    ]);
    assert_eq!((&value["games"], &value["a"]["wins"], &value["b"]["losses"]), (&4.into(), &4.into(), &4.into()));
    assert_eq!((&value["a"]["forfeits"], &value["b"]["forfeits"]), (&0.into(), &4.into()));
    assert_eq!(value["pentanomial"], serde_json::json!([0, 0, 0, 0, 2]));
    assert_eq!((&value["score"], &value["elo"]), (&1.0.into(), &Value::Null));
    assert!(value["elo_low"].as_f64().is_some_and(|low| low > 0.0) && value["elo_high"].is_null());
    let record = json(&["replay", file, "--game", "3", "--json"]);
    assert_eq!(record["run"], serde_json::json!({"seed": 5, "opening": 1, "names": ["Ada", "Bob"]}));
    let replayed = plyground(&["replay", file, "--game", "4"]);
    let text = String::from_utf8(replayed.stdout).expect("UTF-8");
    assert!(text.contains("by forfeit: no-move"), "{text}");
    assert!(error(&["replay", file, "--game", "5"]).contains("has 4 games, there is no game 5"));
    assert!(error(&["replay", "no-such-file"]).contains("no-such-file"));
}

#[test]
fn a_test_of_a_clear_gain_is_accepted_and_of_a_clear_loss_rejected() {
    let test = |new: &str, base: &str| {
        let args = ["sprt", "simplexity", new, base, "--elo1", "200", "--time", "nodes=50", "--json"];
        let output = plyground(&args);
        let value: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        (output.status.code(), value["decision"].clone())
    };
    assert_eq!(test("alpha-beta:table=1", "random"), (Some(0), "accept-h1".into()));
    assert_eq!(test("random", "alpha-beta:table=1"), (Some(1), "accept-h0".into()));
    assert!(
        error(&["sprt", "simplexity", "random", "random", "--elo0", "5", "--elo1", "0"]).contains("elo0 below elo1")
    );
}

#[test]
fn a_test_against_a_base_that_forfeits_is_no_gain() {
    let folder = tempfile::tempdir().expect("a folder");
    let plot = folder.path().join("llr.svg");
    let faulty = "Base=faulty:how=no-move,after=1";
    let args = ["sprt", "simplexity", "New=random", faulty, "--time", "nodes=1", "--concurrency", "1", "--json"];
    let output = plyground(&[&args[..], &["--plot", plot.to_str().expect("UTF-8")]].concat());
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("Base forfeited 2 of 2 games (no-move"), "{said}");
    let value: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&value["decision"], &value["forfeits"]["base"]), (&"continue".into(), &2.into()));
    assert_eq!(value["names"], serde_json::json!(["New", "Base"]));
    assert!(value["match"]["elo_low"].is_number() && value["match"]["elo"].is_null(), "{value}");
    assert!(std::fs::read_to_string(&plot).expect("a picture").starts_with("<svg"));
    assert!(std::fs::read_to_string(plot.with_extension("csv")).expect("its table").starts_with("games,llr\n2,"));
    let args = ["--max-forfeits", "1", "--games", "4", "--elo1", "200"];
    let output = plyground(&[&["sprt", "simplexity", "random", faulty, "--time", "nodes=1"], &args[..]].concat());
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        text.contains("Elo above +") && text.contains("forfeits 0 and 4") && text.contains("Base: 4 x no-move"),
        "{text}"
    );
}

#[test]
fn two_builds_of_one_program_are_compared_by_their_files() {
    // It starts, and has no move.
    const PROGRAM: &str = "while read -r line; do case $line in ugi) echo ugiok;; isready) echo readyok;; \
                           go*) echo 'bestmove (none)';; quit) exit;; esac; done\n";
    let folder = tempfile::tempdir().expect("a folder");
    let script = |name: &str| {
        let file = folder.path().join(name);
        std::fs::write(&file, PROGRAM).expect("it can be written");
        file.to_str().expect("UTF-8").to_owned()
    };
    let new = format!("cmd:sh {} --fast", script("new.sh"));
    let kept = folder.path().join("kept.sh");
    let baseline = ["--baseline", kept.to_str().expect("UTF-8")];
    assert!(error(&[&["sprt", "infexion", &new], &baseline[..]].concat()).contains("keep a build there with: cp "));
    script("kept.sh");
    assert!(error(&[&["sprt", "infexion", "random"], &baseline[..]].concat()).contains("expected NEW to be a program"));
    let output = plyground(&[&["sprt", "infexion", &new, "--json"], &baseline[..]].concat());
    let value: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(value["names"][1], "baseline");
    assert_eq!(value["base"], format!("cmd:sh {} --fast", kept.display()));
}

#[test]
fn openings_that_are_made_are_read_by_a_match() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("fair.openings");
    let file = file.to_str().expect("UTF-8");
    let make =
        ["openings", "simplexity", "--count", "3", "--plies", "2", "--nodes", "300", "--seed", "4", "--out", file];
    let made = json(&[&make[..], &["--json"]].concat());
    assert_eq!((&made["count"], made["openings"].as_array().map(Vec::len)), (&3.into(), Some(3)));
    assert!(error(&make).contains("is there already: --force writes over it"));
    let games = folder.path().join("games.jsonl");
    let games = games.to_str().expect("UTF-8");
    let with = ["--games", "6", "--time", "nodes=1", "--openings", file, "--save", games, "--positions"];
    json(&[&["match", "simplexity", "random", "greedy", "--concurrency", "1", "--json"], &with[..]].concat());
    let text = std::fs::read_to_string(games).expect("they are saved");
    for (number, line) in text.lines().enumerate() {
        let record: Value = serde_json::from_str(line).expect("JSON");
        let opening: Vec<&str> = record["opening"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        assert_eq!(made["openings"][number / 2]["moves"], opening.join(" "));
        assert_eq!(record["run"]["opening"], number / 2);
        let after = json(&["show", "simplexity", "--moves", &opening.join(" "), "--json"]);
        assert_eq!(record["moves"][0]["position"], after["position"]);
    }
    // Of the four edges of one box only one is new, and then there are no more.
    let output = plyground(&["openings", "dots-and-boxes:rows=1,cols=1", "--plies", "1", "--balance", "0.5"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().filter(|line| !line.starts_with('#')).count(), 1);
}

/// A program that greets, and does this when it is to move.
fn agent(folder: &Path, name: &str, on_go: &str) -> String {
    let code = format!(
        "while read line; do case $line in ugi) echo ugiok;; isready) echo readyok;; go*) {on_go};; quit) exit;; esac; done\n"
    );
    let file = folder.join(name);
    std::fs::write(&file, code).expect("it can be written");
    format!("cmd:sh {}", file.display())
}

fn hides_files() -> bool {
    ply_arena::external::sandbox::probe(&ply_arena::Launcher::Confined(BINARY.into())).enforces("files")
}

/// Plays the first legal move.
const FIRST: &str = "echo legalmoves; read word first rest; echo bestmove $first";

const TINY: &str = "dots-and-boxes:rows=1,cols=2";

#[test]
fn a_program_that_cannot_be_started_is_an_error_before_the_first_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let dies = folder.path().join("dies.sh");
    std::fs::write(&dies, "echo no weights >&2; exit 3\n").expect("it can be written");
    let dies = format!("cmd:sh {}", dies.display());
    let store = folder.path().join("none.db");
    for command in ["match", "sprt"] {
        let said = error(&[command, TINY, "random", "cmd:/nonexistent", "--store", store.to_str().expect("UTF-8")]);
        assert!(said.contains("cannot play: crash: cannot start '/nonexistent': there is no such file"), "{said}");
        let said = error(&[command, TINY, &dies, "random"]);
        assert!(said.contains("exited with code 3 before 'ugiok'; its last words:\nno weights"), "{said}");
    }
    assert!(!store.exists(), "nothing is stored of a match that cannot be played");
    let told = plyground(&["match", TINY, "random", &dies, "--games", "2", "--json"]);
    let value: Value = serde_json::from_slice(&told.stdout).expect("JSON all the same");
    assert_eq!((told.status.code(), &value["b"]["forfeits"], &value["a"]["wins"]), (Some(2), &2.into(), &2.into()));
    let said = error(&["tune", "simplexity", "simpai", "--opponents", "cmd:/nonexistent"]);
    assert!(said.contains("cannot start '/nonexistent'"), "{said}");
    let checked = plyground(&["check-agent", TINY, "cmd:/nonexistent"]);
    assert_eq!(checked.status.code(), Some(2));
}

#[test]
fn faults_are_counted_by_kind_with_last_words_also_where_they_cost_the_move_only() {
    let folder = tempfile::tempdir().expect("a folder");
    let wrong = agent(folder.path(), "wrong.sh", "echo Traceback: $$ >&2; echo bestmove h9,$$");
    let args = ["match", TINY, "random", &wrong, "--games", "2", "--time", "5s"];
    let text = String::from_utf8(plyground(&args).stdout).expect("UTF-8");
    assert!(text.contains(": 2 x illegal-move: answered 'h9,") && text.contains("\n    Traceback: "), "{text}");
    let value = json(&[&args[..], &["--json", "--random-move-instead"]].concat());
    assert_eq!((&value["b"]["forfeits"], &value["a"]["random_moves"]), (&0.into(), &0.into()));
    let faults = &value["b"]["faults"];
    assert_eq!((faults.as_array().map(Vec::len), &faults[0]["reason"]), (Some(1), &"illegal-move".into()), "{value}");
    assert_eq!(faults[0]["count"], value["b"]["random_moves"]);
    assert!(value["b"]["random_moves"].as_u64() > Some(1), "{value}");
    let text = String::from_utf8(plyground(&[&args[..], &["--random-move-instead"]].concat()).stdout).expect("UTF-8");
    assert!(text.contains(" of its moves were made at random instead of faults"), "{text}");
}

#[test]
fn a_log_has_all_that_was_said_and_programs_do_not_see_it() {
    let folder = tempfile::tempdir().expect("a folder");
    // Its own folder holds the logs: it would lose by a fault if it could read one.
    let spies = if hides_files() { "if cat logs/*.log; then exit 9; fi 2>/dev/null;" } else { "" };
    let spy = format!("{spies} echo note to myself >&2; {FIRST}");
    agent(folder.path(), "agent.sh", &spy);
    let mut command = Command::new(BINARY);
    command.args(["match", TINY, "cmd:sh agent.sh", "random", "--games", "4", "--time", "5s", "--log", "logs"]);
    let output =
        command.args(["--concurrency", "1", "--verbose"]).current_dir(folder.path()).output().expect("it runs");
    let verbose = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(verbose.contains("> ugi") && verbose.contains("! note to myself"), "{verbose}");
    let logs = folder.path().join("logs");
    let mut names: Vec<_> =
        std::fs::read_dir(&logs).expect("it is there").flatten().map(|entry| entry.path()).collect();
    names.retain(|name| !name.ends_with("start-1.log"));
    assert_eq!(names.len(), 4, "{names:?}");
    for name in names {
        let log = std::fs::read_to_string(&name).expect("a log");
        for part in [" > position startpos moves ", " < bestmove ", " ! note to myself", "move ", "\n# "] {
            assert!(log.contains(part), "{part}: {log}");
        }
        assert!(!log.contains("forfeit"), "{log}");
    }
    let said = error(&["match", TINY, "random", "random", "--log", "/dev/null/x"]);
    assert!(said.contains("--log: /dev/null/x"), "{said}");
}

#[test]
fn games_are_saved_over_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.jsonl");
    let args = ["match", TINY, "random", "greedy", "--games", "2", "--time", "nodes=1", "--save"];
    let args = [&args[..], &[file.to_str().expect("UTF-8")]].concat();
    assert_eq!(plyground(&args).status.code(), Some(0));
    assert!(error(&args).contains("is there already: --force writes over it"));
    assert_eq!(plyground(&[&args[..], &["--force"]].concat()).status.code(), Some(0));
}

#[test]
fn what_was_mistyped_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("spring.toml"), "").expect("it can be written");
    let typed = folder.path().join("spring.tml");
    let said = error(&["tournament", typed.to_str().expect("UTF-8")]);
    assert!(said.contains("spring.tml', did you mean '") && said.contains("spring.toml'?"), "{said}");
    for args in [&["check-agent", "simplexity", "simp.py"][..], &["match", "simplexity", "simp.py", "random"]] {
        let said = error(args);
        assert!(said.contains("a program is named by its command: \"cmd:python3 simp.py\""), "{said}");
    }
}

#[test]
fn a_file_that_the_sandbox_hides_is_named_with_how_to_grant_it() {
    if !hides_files() {
        println!("skipped: this machine cannot hide files");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().canonicalize().expect("it is there");
    for name in ["ada", "models"] {
        std::fs::create_dir(place.join(name)).expect("a new folder");
    }
    let model = place.join("models/big.bin");
    std::fs::write(&model, "x").expect("it can be written");
    let model = model.to_str().expect("UTF-8");
    let program = agent(&place.join("ada"), "agent.sh", &format!("cat {model} >/dev/null || exit 1; {FIRST}"));
    let args = ["match", TINY, &program, "random", "--games", "2", "--time", "5s", "--json"];
    let value = json(&args);
    let said = value["a"]["faults"][0]["message"].to_string();
    assert!(said.contains(&format!("the sandbox hides '{model}' from it: grant it by --read '{model}'")), "{value}");
    assert_eq!(json(&[&args[..], &["--read", model]].concat())["a"]["forfeits"], 0);
}

#[test]
fn an_agent_is_checked_by_whole_games_and_a_program_analyses() {
    let folder = tempfile::tempdir().expect("a folder");
    let good = agent(folder.path(), "good.sh", FIRST);
    let value = json(&["check-agent", "dots-and-boxes:rows=2,cols=2", &good, "--json"]);
    assert_eq!((&value["can_play"], &value["games"]), (&true.into(), &5.into()), "{value:#}");
    assert!(value["moves"].as_u64() > Some(20) && value["slowest_ms"].as_f64() > Some(0.0), "{value:#}");
    let said =
        String::from_utf8(plyground(&["check-agent", "dots-and-boxes:rows=2,cols=2", &good]).stdout).expect("UTF-8");
    assert!(said.contains("\n5 games, ") && said.ends_with("This agent can play.\n"), "{said}");
    // Only near the end of a game it plays what was played before.
    let forgets = "echo legalmoves; read word a b c; if [ -z \"$c\" ]; then echo bestmove h0,0; \
                   else echo bestmove $a; fi";
    let forgets = agent(folder.path(), "forgets.sh", forgets);
    let checked = plyground(&["check-agent", "dots-and-boxes:rows=2,cols=2", &forgets]);
    let said = String::from_utf8(checked.stdout).expect("UTF-8");
    assert_eq!(checked.status.code(), Some(1), "{said}");
    assert!(said.contains("a whole game as first") && said.contains("plyground show 'dots-and-boxes:rows=2"), "{said}");

    let thinks = format!("echo info depth 3 score 7 nodes 42; {FIRST}");
    let thinks = agent(folder.path(), "thinks.sh", &thinks);
    let value = json(&["analyze", TINY, &thinks, "--moves", "h0,0", "--time", "5s", "--json"]);
    assert_eq!((&value["move"], &value["score"], &value["depth"]), (&"h0,1".into(), &7.into(), &3.into()), "{value}");
    assert_eq!((&value["nodes"], &value["pv"]), (&42.into(), &serde_json::json!(["h0,1"])), "{value}");
    assert!(error(&["analyze", TINY, "cmd:/nonexistent"]).contains("cannot start '/nonexistent'"));
}

#[test]
fn a_match_goes_on_with_the_programs_that_began_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = folder.path().join("store.db");
    let first = agent(folder.path(), "one", "echo legalmoves;; legalmoves*) set -- $line; echo bestmove $2");
    let args =
        ["match", "simplexity", &first, "random", "--games", "2", "--store", store.to_str().unwrap(), "--name", "m"];
    json(&[&args[..], &["--json"]].concat());
    json(&[&args[..], &["--resume", "--json"]].concat());
    agent(folder.path(), "one", "echo legalmoves;; legalmoves*) echo bestmove ${line##* }");
    let said = error(&[&args[..], &["--resume"]].concat());
    assert!(said.contains("changed since the games in the store were played"), "{said}");
}

#[test]
fn openings_longer_than_most_games_are_refused() {
    let said = error(&["match", "simplexity", "random", "random", "--games", "2", "--openings", "60"]);
    assert!(said.contains("are over after 60 random plies"), "{said}");
}
