//! Walks a program through the protocol, lets it play whole games, and explains what it finds, for whoever writes one.
//!
//! A mistake does not end the check: the program is started anew and the rest is tried, so that one run tells all there
//! is to repair.

mod advice;
mod games;
mod walk;

use std::time::Duration;

use ply_game::{BoardGame, Spec, SpecError, playout, rng};
use ply_games::{Visitor, families, visit};
use serde::Serialize;

use crate::external::Program;
use crate::game::log::Logs;

/// How a finding is meant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// As it should be.
    Ok,
    /// The program can play, but something is not as it should be.
    Warning,
    /// The program will forfeit games.
    Error,
}

/// What came of one thing that was tried.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Finding {
    /// How it is meant.
    pub level: Level,
    /// What was tried.
    pub tried: String,
    /// What was expected.
    pub expected: String,
    /// What came.
    pub came: String,
    /// What to do about it, in plain words; nothing if all is well.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub advice: String,
}

/// How a program is checked.
#[derive(Clone, Default, Debug)]
pub struct CheckSettings {
    /// The long clock, for a move; nothing: so much that a whole game of it takes some ten seconds.
    pub time: Option<Duration>,
    /// Another seed, other positions and other games.
    pub seed: u64,
    /// Where all that is said goes.
    pub logs: Logs,
}

/// What was found.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Check {
    /// The game's full spelling.
    pub game: String,
    /// The long clock: milliseconds for a move.
    pub time_ms: u64,
    /// It could be started and got ready.
    pub starts: bool,
    /// Nothing was found that forfeits games.
    pub can_play: bool,
    /// Whole games that were played.
    pub games: usize,
    /// Answers that were got.
    pub moves: usize,
    /// The slowest of them, in milliseconds.
    pub slowest_ms: f64,
    /// The most memory the program was seen to use, in bytes, where that could be seen.
    pub memory: Option<u64>,
    /// What was tried, in order.
    pub findings: Vec<Finding>,
}

impl Check {
    fn note(&mut self, level: Level, tried: &str, expected: &str, came: &str, advice: &str) {
        let [tried, expected, came, advice] = [tried, expected, came, advice].map(str::to_owned);
        self.findings.push(Finding { level, tried, expected, came, advice });
    }

    fn answered(&mut self, took: Duration) {
        self.moves += 1;
        self.slowest_ms = self.slowest_ms.max(took.as_secs_f64() * 1e3);
    }
}

/// Both clocks of a check, for a move.
#[derive(Clone, Copy, Debug)]
struct Clocks {
    long: Duration,
    short: Duration,
    /// How an answer is meant that comes too late for the short clock. Who named a time need not keep to a shorter one.
    late_for_short: Level,
}

/// Walks a program through the protocol (start, greeting, positions early and late, time, `stop`, a second game, `quit`),
/// then lets it play whole games against random play: from both sides, on two boards, from a position in the middle,
/// with moves before it, under a short and a long clock.
pub fn check_agent(program: &Program, game: &Spec, settings: &CheckSettings) -> Result<Check, SpecError> {
    visit(game, None, Whole { program, settings })
}

struct Whole<'a> {
    program: &'a Program,
    settings: &'a CheckSettings,
}

impl Visitor for Whole<'_> {
    type Output = Check;

    fn visit<G: BoardGame>(self, game: Spec, start: G) -> Check {
        let CheckSettings { time, seed, logs } = self.settings;
        let long = time.unwrap_or_else(|| usual_time(&start));
        let late_for_short = if time.is_some() { Level::Warning } else { Level::Error };
        let clocks = Clocks { long, short: (long / 4).max(SHORTEST).min(long), late_for_short };
        let mut check = Check {
            game: game.to_string(),
            time_ms: long.as_millis() as u64,
            starts: false,
            can_play: false,
            games: 0,
            moves: 0,
            slowest_ms: 0.0,
            memory: None,
            findings: Vec::new(),
        };
        if walk::walk(&mut check, self.program, &game, &start, clocks, *seed, logs) {
            let mut table = games::Table { check: &mut check, program: self.program, clocks, seed: *seed, logs };
            table.board(&game, &start);
            if let Some(other) = other_board(&game) {
                let _built_before = visit(&other, None, table);
            }
        }
        check.can_play = check.findings.iter().all(|finding| finding.level < Level::Error);
        check
    }
}

/// The shortest clock that every program should manage, wherever it runs: `match` has it unless told otherwise.
const SHORTEST: Duration = Duration::from_millis(200);

/// A time for a move of which a whole game takes some ten seconds: from half a second to a second.
fn usual_time<G: BoardGame>(start: &G) -> Duration {
    const GAME: u64 = 10_000;
    let own_moves = playout(start.clone(), &mut rng(1)).1.div_ceil(2).max(1) as u64;
    Duration::from_millis((GAME / own_moves).clamp(500, 1000) / 100 * 100)
}

/// The same game on a board of another size, if it has sizes.
fn other_board(game: &Spec) -> Option<Spec> {
    const SIZES: [&str; 3] = ["rows", "cols", "size"];
    struct Built;
    impl Visitor for Built {
        type Output = Spec;
        fn visit<G: BoardGame>(self, spec: Spec, _start: G) -> Spec {
            spec
        }
    }
    let family = families().into_iter().find(|family| family.name == game.name)?;
    let sizes: Vec<&str> = family.options.iter().map(|option| option.key).filter(|key| SIZES.contains(key)).collect();
    let changed = |by: i64| {
        let size = |key: &&str| Some((key.to_string(), (game.option(key)?.parse::<i64>().ok()? + by).to_string()));
        let seed = game.option("seed").map(|seed| ("seed".to_owned(), seed.to_owned()));
        let options = sizes.iter().filter_map(size).chain(seed).collect();
        visit(&Spec { name: game.name.clone(), options }, None, Built).ok()
    };
    if sizes.is_empty() { None } else { changed(1).or_else(|| changed(-1)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_other_board_is_a_size_larger_or_smaller() {
        let other = |text: &str| other_board(&text.parse().unwrap()).map(|spec| spec.to_string());
        assert_eq!(other("dots-and-boxes:rows=3,cols=4").as_deref(), Some("dots-and-boxes:rows=4,cols=5"));
        assert_eq!(other("colosseum:size=6,seed=3").as_deref(), Some("colosseum:size=7,seed=3"));
        let simplexity = other("simplexity:rows=6,cols=7,win=4,round=10,square=11").unwrap();
        assert!(simplexity.starts_with("simplexity:rows=7,cols=8,win=4,round=14,square=14"), "{simplexity}");
        assert_eq!(other("infexion:size=7").as_deref(), Some("infexion:size=6,rules=referee"));
        assert_eq!(other("pentago-swap"), None);
    }
}
