//! Both sides of the protocol: our agents as engines, and the walk that checks a program.

use std::io::{BufReader, Read, pipe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::common::{Table, confined, program};
use ply_arena::external::ugi::{Engine, serve, serve_games};
use ply_arena::{Check, CheckSettings, Level, Program, check_agent};
use ply_game::{Notation as _, play_texts};
use ply_games::dots_and_boxes::DotsAndBoxes;
use ply_games::infexion::Infexion;

const GAME: &str = "dots-and-boxes:rows=4,cols=4";

fn engine() -> Engine<DotsAndBoxes<u64>> {
    Engine { name: "test".to_owned(), game: GAME.parse().unwrap(), start: DotsAndBoxes::default() }
}

/// What the engine says to these lines.
fn said(agent: &str, input: impl Read + Send) -> Vec<String> {
    let mut output = Vec::new();
    let spec = agent.parse().unwrap();
    let build = move || ply_agents::agent(&spec, 1).unwrap().1;
    serve(&engine(), build, BufReader::new(input), &mut output).unwrap();
    String::from_utf8(output).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn an_engine_greets_and_plays() {
    let lines = "ugi\nsetoption name Game value dots-and-boxes\nisready\nposition startpos moves h0,0\ngo depth 2\n";
    let said = said("alpha-beta", lines.as_bytes());
    assert_eq!(
        said[..4],
        [
            "id name Plyground test",
            "option name Game type string default dots-and-boxes:rows=4,cols=4",
            "ugiok",
            "readyok"
        ]
    );
    assert!(said.iter().any(|line| line.starts_with("info depth 2 score ") && line.contains(" pv ")));
    assert!(said.last().unwrap().starts_with("bestmove "));
}

/// Among equal moves the published program of Infexion chooses by the order in which cells were occupied.
#[test]
fn an_engine_knows_the_moves_that_led_to_the_position() {
    const MOVES: &str = "2,4 2,6 2,5 2,0 1,6 3,6 1,5 1,0 0,6 1,0,u";
    let engine = Engine { name: "test".to_owned(), game: "infexion".parse().unwrap(), start: Infexion::default() };
    let mut position = engine.start;
    play_texts(&mut position, MOVES).unwrap();
    let played = |told: &str| {
        let mut output = Vec::new();
        let build = || ply_agents::agent(&"coverage:published=on".parse().unwrap(), 1).unwrap().1;
        serve(&engine, build, format!("position {told}\ngo\n").as_bytes(), &mut output).unwrap();
        String::from_utf8(output).unwrap().lines().last().unwrap().to_owned()
    };
    assert_eq!(played(&format!("startpos moves {MOVES}")), "bestmove 2,4,dr");
    assert_eq!(played(&format!("fen {}", position.position_text())), "bestmove 0,6,ur");
}

#[test]
fn an_engine_survives_nonsense_and_says_what_is_wrong() {
    let lines = b"\xff\xfe\nhello world\nsetoption\nsetoption name Hash value 3\nsetoption name Game value infexion\n\
        go\nsetoption name Game value dots-and-boxes\nposition\nposition fen x\nposition startpos moves h0,0 h0,0\ngo\nposition startpos\ngo depth x what\n\n";
    let said = said("random", &lines[..]);
    for (line, expected) in said.iter().zip([
        "info string unknown command '\u{fffd}\u{fffd}'",
        "info string unknown command 'hello'",
        "info string expected setoption name NAME value VALUE",
        "info string unknown option 'Hash'",
        "info string this engine plays dots-and-boxes:rows=4,cols=4, not 'infexion'",
        "info string this engine plays dots-and-boxes:rows=4,cols=4, not 'infexion'",
        "bestmove (none)",
        "info string position refused: expected 'startpos' or 'fen POSITION', got ''",
        "info string position refused: ",
        "info string position refused: move 2 ('h0,0'): ",
        "info string position refused: move 2 ('h0,0'): ",
        "bestmove (none)",
        "info string passed over after go: 'depth' 'what'",
        "bestmove ",
    ]) {
        assert!(line.starts_with(expected), "{line}");
    }
    assert_eq!(said.len(), 14);
}

#[test]
fn an_engine_of_all_games_switches_or_ends_with_an_error() {
    let engine = |lines: &'static str| {
        let (agent, game) = ("greedy".parse().unwrap(), GAME.parse().unwrap());
        let mut output = Vec::new();
        let ended = serve_games(&agent, &game, BufReader::new(lines.as_bytes()), &mut output);
        (String::from_utf8(output).unwrap(), ended.map_err(|error| error.to_string()))
    };
    let (said, ended) =
        engine("setoption name Game value colosseum:size=5,seed=3\nisready\nlegalmoves\nugi\ngo depth 1\n");
    assert!(said.starts_with("readyok\nlegalmoves ") && said.contains(",u ") && ended.is_ok(), "{said}");
    assert!(said.contains("default colosseum:size=5,seed=3") && said.contains("\nbestmove "), "{said}");
    let (said, ended) = engine("isready\nsetoption name Game value chess\nposition startpos\ngo\n");
    assert_eq!(said, "readyok\n", "it does not play on");
    assert!(ended.unwrap_err().starts_with("told to play 'chess': unknown game 'chess'"));
}

#[test]
fn an_engine_answers_queries_about_its_position() {
    let lines = "position startpos moves h0,0\nquery p1turn\nquery gameover\nquery result\nquery weather\n";
    let expected = ["response false", "response false", "response none", "info string unknown query 'weather'"];
    assert_eq!(said("random", lines.as_bytes()), expected);
}

#[test]
fn an_engine_tells_the_legal_moves_of_its_position() {
    let lines = "legalmoves\nposition fen 1x1 1 0-0 0110\nlegalmoves\nposition fen 1x1 1 0-1 1111\nlegalmoves\n";
    let small = Engine { name: "test".to_owned(), game: GAME.parse().unwrap(), start: DotsAndBoxes::<u64>::new(1, 1) };
    let mut output = Vec::new();
    let build = || ply_agents::agent(&"random".parse().unwrap(), 1).unwrap().1;
    serve(&small, build, lines.as_bytes(), &mut output).unwrap();
    let said = String::from_utf8(output).unwrap();
    assert_eq!(said, "legalmoves h0,0 h1,0 v0,0 v0,1\nlegalmoves h0,0 v0,1\nlegalmoves\n");
}

#[test]
fn the_check_answers_whoever_asks_for_the_legal_moves() {
    let findings = check(&program("asks", confined(), "check")).findings;
    assert!(findings.iter().all(|finding| finding.level < Level::Error), "{findings:#?}");
    assert!(findings.iter().any(|finding| finding.tried == "asking for the legal moves"));
}

#[test]
fn stop_and_isready_are_answered_while_the_agent_thinks() {
    let (input, mut send) = pipe().unwrap();
    let began = Instant::now();
    let said = std::thread::scope(|scope| {
        let engine = scope.spawn(move || said("alpha-beta", input));
        let write =
            |send: &mut std::io::PipeWriter, text: &str| std::io::Write::write_all(send, text.as_bytes()).unwrap();
        write(&mut send, "position startpos\ngo infinite\nisready\ngo\n");
        std::thread::sleep(Duration::from_millis(100));
        write(&mut send, "stop\nstop\nquit\n");
        engine.join().unwrap()
    });
    assert!(began.elapsed() < Duration::from_secs(60));
    let at = |text: &str| said.iter().position(|line| line.starts_with(text)).unwrap_or_else(|| panic!("{said:?}"));
    assert!(at("readyok") < at("bestmove ") && at("info string still thinking") < at("bestmove "));
    assert_eq!(said.iter().filter(|line| line.starts_with("bestmove")).count(), 1);
}

/// Output that notes whether something was done when `readyok` was said.
struct Noting<'a> {
    is_done: &'a AtomicBool,
    was_done: Option<bool>,
}

impl std::io::Write for Noting<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        if bytes.starts_with(b"readyok") {
            self.was_done = Some(self.is_done.load(Ordering::SeqCst));
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn an_engine_is_ready_when_its_agent_is_built() {
    static BUILT: AtomicBool = AtomicBool::new(false);
    let engine = Engine { name: "test".to_owned(), game: GAME.parse().unwrap(), start: DotsAndBoxes::<u64>::new(1, 1) };
    let build = || {
        std::thread::sleep(Duration::from_millis(100));
        BUILT.store(true, Ordering::SeqCst);
        ply_agents::agent(&"random".parse().unwrap(), 1).unwrap().1
    };
    let mut output = Noting { is_done: &BUILT, was_done: None };
    serve(&engine, build, "isready\nlegalmoves\n".as_bytes(), &mut output).unwrap();
    assert_eq!(output.was_done, Some(true));
}

#[test]
fn an_agent_that_panics_or_has_no_move_still_answers() {
    let lines = "go\ngo\n";
    assert!(said("faulty:how=panic", lines.as_bytes()).contains(&"info string the agent panicked".to_owned()));
    assert_eq!(said("faulty:how=no-move", "go\n".as_bytes()), ["bestmove (none)"]);
}

#[test]
fn what_came_before_quit_is_answered() {
    for _ in 0..20 {
        let said = said("alpha-beta", "isready\nposition startpos\ngo nodes 100\nquit\n".as_bytes());
        assert_eq!(said[0], "readyok");
        assert!(said.last().unwrap().starts_with("bestmove "), "{said:?}");
    }
}

#[test]
fn an_engine_is_ready_again_after_its_agent_panicked() {
    let (input, mut send) = pipe().unwrap();
    let said = std::thread::scope(|scope| {
        let engine = scope.spawn(move || said("faulty:how=panic", input));
        std::io::Write::write_all(&mut send, b"go\nuginewgame\n").unwrap();
        std::thread::sleep(Duration::from_millis(200));
        std::io::Write::write_all(&mut send, b"isready\n").unwrap();
        std::thread::sleep(Duration::from_millis(200));
        std::io::Write::write_all(&mut send, b"quit\n").unwrap();
        engine.join().unwrap()
    });
    assert_eq!(said, ["info string the agent panicked", "bestmove (none)", "readyok"]);
}

fn own_engine(agent: &str) -> Program {
    let mut engine = program("engine", confined(), agent);
    engine.limits.memory = 512 << 20;
    engine
}

#[test]
fn our_own_agent_plays_a_match_as_an_engine() {
    let mut table = Table::new(own_engine("alpha-beta:depth=2"));
    for _ in 0..2 {
        table.restart();
        while table.goes_on() {
            let mv = table.position_text();
            let thought = table.ask().unwrap().thought;
            assert!(thought.depth.is_some() && thought.score.is_some() && thought.nodes.is_some(), "{mv}");
            assert!(!thought.pv.is_empty(), "{mv}");
        }
    }
}

fn check(program: &Program) -> Check {
    let check = check_agent(program, &GAME.parse().unwrap(), &CheckSettings::default()).unwrap();
    for finding in &check.findings {
        println!("{finding:?}");
    }
    check
}

#[test]
fn our_own_agent_passes_the_check() {
    let check = check(&own_engine("alpha-beta:depth=2"));
    assert!(check.findings.iter().all(|finding| finding.level == Level::Ok), "{check:#?}");
    assert!(check.starts && check.can_play && check.findings.len() >= 19, "{check:#?}");
    let boards = check.findings.iter().filter(|finding| finding.tried.contains("rows=5,cols=5")).count();
    assert_eq!((check.games, boards), (5, 2));
    assert!(check.moves > 50 && check.slowest_ms > 0.0 && check.memory > Some(0), "{check:?}");
}

#[test]
fn the_check_goes_on_after_the_first_mistake() {
    let check = check(&program("forgets", confined(), "check"));
    let wrong =
        |name: &str| check.findings.iter().any(|found| found.level == Level::Error && found.tried.contains(name));
    assert!(wrong("before the last move") && wrong("a whole game as first") && wrong("a whole game as second"));
    assert!(check.findings.iter().any(|finding| finding.tried == "quit"), "{check:#?}");
    assert!(check.starts && !check.can_play);
}

#[test]
fn the_check_finds_what_is_wrong_and_gives_advice() {
    let worst = |mode: &str| {
        let findings = check(&program(mode, confined(), "check")).findings;
        let worst = findings.iter().map(|finding| finding.level).max();
        findings.into_iter().find(|finding| Some(finding.level) == worst).unwrap()
    };
    for (mode, level, tried, came) in [
        (
            "dies-at-once",
            Level::Error,
            "ugi",
            "crash: exited with code 3 before 'ugiok'; its last words: no weights found",
        ),
        ("no-ugiok", Level::Error, "ugi", "hello, I am a chess program"),
        ("no-readyok", Level::Error, "setoption", "exited with code 4"),
        ("illegal", Level::Error, "", "'h9,9'"),
        ("no-move", Level::Error, "", "no move"),
        ("hangs", Level::Error, "the start position", "stall: expected 'bestmove MOVE', got nothing"),
        ("slow", Level::Error, "the start position", " after 9"),
        ("bare-move", Level::Error, "the start position", "protocol: expected 'bestmove v3,4', got 'v3,4'"),
        ("ignores-fen", Level::Error, "'position fen'", "this edge is drawn already"),
        ("deaf-to-stop", Level::Warning, "then stop", "it thought on"),
        ("garbage", Level::Warning, "listening", "also "),
        ("twice", Level::Warning, "listening", "times 'bestmove' when nobody had asked"),
        ("deaf", Level::Warning, "quit", "still runs"),
    ] {
        let worst = worst(mode);
        assert_eq!(worst.level, level, "{mode}: {worst:?}");
        assert!(worst.tried.contains(tried) && worst.came.contains(came), "{mode}: {worst:?}");
        assert!(!worst.advice.is_empty());
    }
}
