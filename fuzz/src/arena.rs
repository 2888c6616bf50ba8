//! What must hold of the texts the arena reads: nothing panics, and what is printed reads back as the same.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use ply_arena::external::ugi::{Engine, Said, serve};
use ply_arena::plan::Plan;
use ply_arena::{AgentSpec, CommandLine, GameRecord, GameUnderWay, TimeControl};
use ply_game::{BoardGame, Spec};
use ply_games::{Visitor, visit};

/// What is read prints back as something that means the same.
fn comes_back<T: FromStr<Err: Debug> + Display + PartialEq + Debug>(text: &str) {
    let Ok(read) = text.parse::<T>() else { return };
    let printed = read.to_string();
    assert_eq!(printed.parse::<T>().as_ref().ok(), Some(&read), "{printed}");
}

/// A time control.
pub fn time_control(text: &str) {
    comes_back::<TimeControl>(text);
}

/// A duration: never nothing, never longer than a month.
pub fn duration(text: &str) {
    if let Ok(time) = ply_search::parse_duration(text) {
        assert!(!time.is_zero() && time.as_secs() <= 30 * 24 * 3600, "{time:?}");
    }
}

/// A program's command line.
pub fn command_line(text: &str) {
    comes_back::<CommandLine>(text);
}

/// Who plays.
pub fn agent_spec(text: &str) {
    comes_back::<AgentSpec>(text);
}

/// A tournament's file.
pub fn plan(text: &str) {
    if let Ok(plan) = Plan::from_toml(text) {
        is_sound(&plan);
    }
}

/// A session file of ColorShapeLinks.
pub fn session(text: &str) {
    if let Ok(plan) = Plan::from_session(text, "session", "simplexity") {
        is_sound(&plan);
    }
}

fn is_sound(plan: &Plan) {
    let text = plan.to_toml();
    assert_eq!(Plan::from_toml(&text).as_ref(), Ok(plan), "{text}");
    for agent in &plan.agents {
        assert!(agent.spec.parse::<AgentSpec>().is_ok(), "an agent that cannot be built later: {}", agent.spec);
    }
}

/// What a program writes to the arena.
pub fn ugi_heard(text: &str) {
    for line in text.lines() {
        if let Said::BestMove(Some(word)) = Said::read(line) {
            assert!(!word.is_empty() && !word.contains(char::is_whitespace));
        }
    }
}

/// What an arena may write to one of our engines: every `go` is answered at most once, and nothing but text comes out.
pub fn ugi_serve(input: &[u8]) {
    let lines: Vec<&[u8]> = input.split(|byte| *byte == b'\n').take(40).collect();
    let spec: Spec = "dots-and-boxes:rows=1,cols=2".parse().expect("it is one");
    visit(&spec, None, Serve(&lines.join(&b'\n'))).expect("the game is known");
}

struct Serve<'a>(&'a [u8]);

impl Visitor for Serve<'_> {
    type Output = ();

    fn visit<G: BoardGame>(self, game: Spec, start: G) {
        let engine = Engine { name: "random".to_owned(), game, start };
        let random: Spec = "random".parse().expect("it is one");
        let build = move || ply_agents::agent::<G>(&random, 1).expect("every game has it").1;
        let mut output = Vec::new();
        serve(&engine, build, self.0, &mut output).expect("a vector takes everything");
        let output = String::from_utf8(output).expect("text");
        assert!(!output.contains("the agent panicked"), "{output}");
        let asked = self.0.split(|byte| *byte == b'\n').filter(|line| line.trim_ascii().starts_with(b"go")).count();
        let answered = output.lines().filter(|line| line.starts_with("bestmove")).count();
        assert!(answered <= asked, "{output}");
    }
}

/// The record of a game, and the moves in it.
pub fn record(text: &str) {
    let Ok(mut record) = serde_json::from_str::<GameRecord>(text) else { return };
    // Times may lose their last digit on the way.
    record.moves.iter_mut().for_each(|mv| (mv.ms, mv.left_ms) = (0.0, None));
    let printed = serde_json::to_string(&record).expect("a record is plain data");
    assert_eq!(serde_json::from_str::<GameRecord>(&printed).as_ref().ok(), Some(&record), "{printed}");
    let _ = (record.verdict(), record.forfeit());
    let _ = visit(&record.game, None, Replay(&record));
}

struct Replay<'a>(&'a GameRecord);

impl Visitor for Replay<'_> {
    type Output = ();

    fn visit<G: BoardGame>(self, _spec: Spec, start: G) {
        if self.0.opening.len() + self.0.moves.len() > 100 {
            return;
        }
        if let Ok(game) = GameUnderWay::from_record(start, self.0) {
            let texts: Vec<&str> = self.0.move_texts().collect();
            assert_eq!(game.move_texts(), texts);
        }
    }
}
