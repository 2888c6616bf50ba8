//! The courses' own agents, unmodified, in the sandbox: those that behave play, the others are judged.
//!
//! The agents are ours, each in its course's style; where a course's own classes are needed, small ones of the same names
//! stand in for them.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use common::{BINARY, error, json, plyground};
use serde_json::Value;

fn course(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/courses").join(name).to_str().expect("UTF-8").to_owned()
}

/// Where the bridges are written: once for all tests.
fn bridges() -> &'static str {
    static PLACE: OnceLock<PathBuf> = OnceLock::new();
    let place = PLACE.get_or_init(|| Path::new(env!("CARGO_TARGET_TMPDIR")).join("bridges"));
    place.to_str().expect("UTF-8")
}

/// The `cmd:` for an agent.
fn bridge(game: &str, path: &str, more: &[&str]) -> String {
    let output = plyground(&[&["bridge", game, path, "--to", bridges()], more].concat());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8").trim().to_owned()
}

fn matched(game: &str, agent: &str, games: &str, time: &str) -> Value {
    json(&["match", game, agent, "random", "--games", games, "--time", time, "--openings", "2", "--json"])
}

/// Twenty games without a fault.
fn plays(game: &str, agent: &str, time: &str) {
    let result = matched(game, agent, "20", time);
    assert_eq!((&result["games"], &result["a"]["forfeits"]), (&20.into(), &0.into()), "{agent}: {result:#}");
}

/// Each of these loses, for this reason, with these among its last words.
fn judged(game: &str, path: &str, with: &[&str], agents: &[(&str, &str, &str)]) {
    let folder = tempfile::tempdir().expect("a folder");
    for (agent, reason, words) in agents {
        let command = bridge(game, path, &[&[*agent], with].concat());
        let file = folder.path().join(agent);
        let file = file.to_str().expect("UTF-8");
        let played = ["match", game, &command, "random", "--games", "1", "--time", "300ms", "--save", file];
        assert_eq!(plyground(&played).status.code(), Some(0), "{agent}");
        let record: Value = serde_json::from_str(&fs::read_to_string(file).expect("a game")).expect("JSON");
        let ending = &record["ending"];
        assert_eq!(
            (&ending["fault"]["reason"], &ending["loser"]),
            (&(*reason).into(), &0.into()),
            "{agent}: {ending:#}"
        );
        assert!(ending.to_string().contains(words), "{agent}: {ending:#}");
    }
}

fn runs(program: &str, args: &[&str]) -> bool {
    let status = Command::new(program).args(args).stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

fn python() -> bool {
    let there = runs("python3", &["-c", "import sys; sys.exit(sys.version_info < (3, 10))"]);
    if !there {
        println!("skipped: there is no Python 3.10");
    }
    there
}

/// A Python that has NumPy: the usual one, or a virtual environment that is made here, once.
fn python_with_numpy() -> Option<&'static str> {
    static PYTHON: OnceLock<Option<String>> = OnceLock::new();
    let found = PYTHON.get_or_init(|| {
        let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("numpy");
        let own = place.join("bin/python").to_str().expect("UTF-8").to_owned();
        let has_numpy = |python: &str| runs(python, &["-c", "import numpy"]);
        if let Some(python) = ["python3", &own].into_iter().find(|python| has_numpy(python)) {
            return Some(python.to_owned());
        }
        let made = runs("python3", &["-m", "venv", place.to_str().expect("UTF-8")])
            && runs(&own, &["-m", "pip", "install", "--quiet", "numpy<2.3"]);
        (made && has_numpy(&own)).then_some(own)
    });
    if found.is_none() {
        println!("skipped: NumPy is not there and could not be installed");
    }
    found.as_deref()
}

#[test]
fn an_agent_of_colosseum_plays() {
    if let Some(python) = python_with_numpy() {
        plays("colosseum:size=6", &bridge("colosseum", &course("colosseum"), &["--with", python]), "2s");
    }
}

#[test]
fn what_agents_of_colosseum_do_wrong_is_judged() {
    let Some(python) = python_with_numpy() else { return };
    let agents = [
        ("Thrower", "no-move", "index 8 is out of bounds"),
        ("Sleeper", "stall", "after 'stop'"),
        ("Liar", "illegal-move", "answered '((99,'overthere'),7)'"),
        ("Quitter", "no-move", "I give up"),
        ("Asker", "no-move", "EOFError"),
        ("Silent", "no-move", "has no move"),
    ];
    judged("colosseum:size=6", &course("colosseum"), &["--with", python], &agents);
}

#[test]
fn an_agent_of_infexion_plays_without_the_courses_package() {
    if python() {
        plays("infexion", &bridge("infexion", &course("infexion"), &[]), "2s");
    }
}

#[test]
fn what_agents_of_infexion_do_wrong_is_judged() {
    if !python() {
        return;
    }
    let agents = [
        ("ThrowsAtTheStart", "no-move", "no weights"),
        ("AnswersNothing", "no-move", "has no move"),
        ("AnswersWords", "illegal-move", "answered 'SPAWN33'"),
        ("SpawnsTwice", "illegal-move", "answered '3,3'"),
        ("Sleeps", "stall", "after 'stop'"),
    ];
    judged("infexion", &course("infexion/bad"), &[], &agents);
}

#[test]
fn a_bot_of_aigaming_plays_and_what_it_does_wrong_is_judged() {
    if !python() {
        return;
    }
    let folder = course("dots-and-boxes");
    plays("dots-and-boxes:rows=3,cols=4", &bridge("dots-and-boxes", &folder, &["bot"]), "2s");
    let agents = [("wrong", "no-move", "IndexError"), ("far", "illegal-move", "[[0,0],[3,3]]")];
    judged("dots-and-boxes", &folder, &[], &agents);
}

/// The bridge counts boxes by itself; the rules say whether it counts well.
#[test]
fn a_bot_of_aigaming_is_told_the_score_of_our_rules() {
    if !python() {
        return;
    }
    let opening = "h0,0 h1,0 v0,0 v0,1 h1,1 v0,2 h0,1 v1,0";
    let shown = json(&["show", "dots-and-boxes:rows=2,cols=2", "--moves", opening, "--json"]);
    let lines = format!(
        "setoption name Game value dots-and-boxes:rows=2,cols=2\nisready\nposition startpos moves {opening}\ngo\nquit\n"
    );
    let mut command = Command::new(BINARY);
    let bot = course("dots-and-boxes/bot.py");
    command.args(["bridge", "dots-and-boxes", &bot, "--to", bridges(), "--run"]);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    std::io::Write::write_all(&mut child.stdin.take().expect("a pipe"), lines.as_bytes()).expect("it listens");
    let output = child.wait_with_output().expect("it ends");
    let (said, printed) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("readyok\nbestmove "), "{said}{printed}");
    let scores = [&shown["scores"][0], &shown["scores"][1]];
    let (own, other) = if shown["to_move"] == "first" { (0, 1) } else { (1, 0) };
    assert!(printed.contains(&format!("1 scores {} {}", scores[own], scores[other])), "{printed}{shown:#}");
}

/// The course's classes and the players, compiled.
fn pentago_classes() -> Option<&'static str> {
    static CLASSES: OnceLock<Option<String>> = OnceLock::new();
    let found = CLASSES.get_or_init(|| {
        let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pentago-classes").to_str().expect("UTF-8").to_owned();
        let sources = format!("$(find '{}' -name '*.java')", course("pentago-swap"));
        runs("sh", &["-c", &format!("javac -d '{place}' {sources}")]).then_some(place)
    });
    if found.is_none() {
        println!("skipped: there is no javac");
    }
    found.as_deref()
}

#[test]
fn a_player_of_pentago_swap_plays_and_what_it_does_wrong_is_judged() {
    let Some(classes) = pentago_classes() else { return };
    plays("pentago-swap", &bridge("pentago-swap", classes, &[]), "2s");
    let agents = [
        ("Thrower", "no-move", "ArrayIndexOutOfBoundsException: 7"),
        ("Sleeper", "stall", "after 'stop'"),
        ("Liar", "illegal-move", "answered '9,9,TL-TL'"),
        ("Silent", "no-move", "has no move"),
    ];
    judged("pentago-swap", classes, &[], &agents);
}

/// The framework and the thinkers, compiled once by the .NET SDK of PATH.
fn thinkers() -> Option<&'static str> {
    static THINKERS: OnceLock<Option<String>> = OnceLock::new();
    THINKERS.get_or_init(compiled_thinkers).as_deref()
}

fn compiled_thinkers() -> Option<String> {
    let path = std::env::var_os("PATH")?;
    let dotnet = std::env::split_paths(&path).map(|place| place.join("dotnet"));
    let home = dotnet.filter_map(|file| file.canonicalize().ok()?.parent().map(Path::to_owned)).next()?;
    let version = |folder: &str| fs::read_dir(home.join(folder)).ok()?.flatten().map(|entry| entry.path()).max();
    let compiler = version("sdk")?.join("Roslyn/bincore/csc.dll").to_str()?.to_owned();
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("thinkers");
    fs::create_dir_all(&place).ok()?;
    let system = fs::read_dir(version("shared/Microsoft.NETCore.App")?).ok()?.flatten().map(|entry| entry.path());
    let managed = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("");
        name.ends_with(".dll") && (name.starts_with("System.") || name == "netstandard.dll")
    };
    let system: Vec<String> = system.filter(managed).map(|path| format!("-r:{}", path.display())).collect();
    for (out, references) in [("Framework", None), ("Thinkers", Some("Framework"))] {
        let mut command = Command::new(home.join("dotnet"));
        command.env("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "1").arg(&compiler).args(["-nologo", "-target:library"]);
        command.arg(format!("-out:{}", place.join(out).with_extension("dll").display())).args(&system);
        command.args(references.map(|name| format!("-r:{}", place.join(name).with_extension("dll").display())));
        let built = command.arg(course(&format!("simplexity/{out}.cs"))).status();
        assert!(built.ok()?.success());
    }
    place.join("Thinkers.dll").to_str().map(str::to_owned)
}

#[test]
fn a_thinker_of_color_shape_links_plays_and_what_it_does_wrong_is_judged() {
    let Some(thinkers) = thinkers() else {
        println!("skipped: there is no .NET SDK");
        return;
    };
    plays("simplexity", &bridge("simplexity", thinkers, &["PrintingThinker", "--params", "17"]), "2s");
    let agents = [
        ("Resigner", "no-move", "has no move"),
        ("Thrower", "no-move", "IndexOutOfRangeException"),
        ("Sleeper", "stall", "after 'stop'"),
        ("Liar", "illegal-move", "answered 'o99'"),
    ];
    judged("simplexity", thinkers, &[], &agents);
}

#[test]
fn what_is_not_there_or_there_too_often_is_said() {
    let said = error(&["bridge", "infexion", &course("infexion/bad"), "--to", bridges()]);
    assert!(said.contains("several agents are there, name one after the path: bad.agents:"), "{said}");
    let said = error(&["bridge", "colosseum", &course("dots-and-boxes"), "--to", bridges()]);
    assert!(said.contains("expected a class with the method 'step("), "{said}");
    let said = error(&["bridge", "pentago-swap", &course("dots-and-boxes"), "--to", bridges()]);
    assert!(said.contains("expected a compiled class that extends PentagoPlayer"), "{said}");
    let said = error(&["bridge", "simplexity", &course("simplexity"), "--to", bridges()]);
    assert!(said.contains("expected the assembly of the thinkers"), "{said}");
    let said = error(&["bridge", "infexion:size=4", &course("infexion"), "--to", bridges()]);
    assert!(said.contains("agents of this course can only play on the torus of 7x7"), "{said}");
    let said = error(&["bridge", "infexion", "no-such-folder", "--to", bridges()]);
    assert!(said.contains("cannot find 'no-such-folder'"), "{said}");
    let found = json(&["bridge", "infexion", &course("infexion"), "--to", bridges(), "--json"]);
    assert_eq!(found["agent"], "agent.program:Agent");
    assert!(found["cmd"].as_str().expect("text").starts_with("cmd:python3 "), "{found:#}");
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("it can be made");
    for entry in fs::read_dir(from).expect("it is there").flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("it can be copied");
        }
    }
}

/// The first block of a page that begins with this.
fn block<'a>(page: &'a str, begin: &str) -> &'a str {
    page.split(begin).nth(1).and_then(|rest| rest.split("```").next()).expect("the page has such a block")
}

/// What the guide says about a course, done to the letter by two students who have the same agent. All games are played.
fn guided(page: &str, files: &Path, venv: Option<&str>) {
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/courses").join(page).with_extension("md");
    let guide = fs::read_to_string(guide).expect("a page");
    let place = tempfile::tempdir().expect("a folder");
    for student in ["ada", "bela"] {
        copy(files, &place.path().join(student));
        if let Some(python) = venv.filter(|python| python.contains('/')) {
            let venv = Path::new(python).parent().and_then(Path::parent).expect("a virtual environment");
            std::os::unix::fs::symlink(venv, place.path().join(student).join(".venv")).expect("it can be linked");
        }
    }
    let plan = block(&guide, "```toml\n# ");
    let (name, plan) = plan.split_once('\n').expect("the file's name");
    fs::write(place.path().join(name), plan).expect("it can be written");
    let own = Path::new(BINARY).parent().expect("a folder");
    let path = format!("{}:{}", own.display(), std::env::var("PATH").expect("a path"));
    let mut said = String::new();
    for line in block(&guide, "```sh\n").lines() {
        let mut command = Command::new("sh");
        command.args(["-c", line]).current_dir(place.path()).env("PATH", &path);
        let output = command.env("XDG_DATA_HOME", place.path().join("data")).output().expect("a shell");
        said = String::from_utf8_lossy(&output.stdout).into_owned();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && !errors.contains("forfeit"), "{line}: {said}{errors}");
    }
    assert!(said.contains("ada") && said.contains("bela") && said.contains("Elo"), "{said}");
}

#[test]
fn the_guides_commands_for_the_courses_in_python_work() {
    if python() {
        guided("infexion", Path::new(&course("infexion")), None);
        guided("dots-and-boxes", Path::new(&course("dots-and-boxes")), None);
    }
    if let Some(python) = python_with_numpy() {
        guided("colosseum", Path::new(&course("colosseum")), Some(python));
    }
}

#[test]
fn the_guides_commands_for_the_other_courses_work() {
    if pentago_classes().is_some() {
        guided("pentago-swap", Path::new(&course("pentago-swap")), None);
    }
    if let Some(thinkers) = thinkers() {
        guided("simplexity", Path::new(thinkers).parent().expect("a folder"), None);
    }
}
