//! Walks a program through the protocol and explains what it finds, for whoever writes one.

use std::time::{Duration, Instant};

use ply_game::{BoardGame, Rng, Spec, rng};
use serde::Serialize;

use crate::external::Program;
use crate::external::dialog::{Dialog, LegalMoves, Question, Reply};
use crate::external::ending::describe;
use crate::external::process_seat::start_is_drawn;
use crate::external::ugi::{legal_moves_line, position_line};
use crate::game::fault::Fault;

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

/// Walks a program through the protocol: start, greeting, positions early and late, time, `stop`, a second game,
/// `quit`. The findings come in the order of the trials; an error that leaves nothing to talk to ends them.
pub fn check_agent<G: BoardGame>(program: &Program, game: &Spec, start: &G, seed: u64) -> Vec<Finding> {
    let drawn = start_is_drawn(game).then(|| start.position_text());
    let mut walk = Walk { findings: Vec::new(), start: start.clone(), drawn, rng: rng(seed) };
    // The first fault ends the walk: it has been written down where it was met.
    let _ = walk.whole(program, game);
    walk.findings
}

/// The program is gone.
struct Over;

struct Walk<G> {
    findings: Vec<Finding>,
    start: G,
    /// The start's text, where no program can know it.
    drawn: Option<String>,
    rng: Rng,
}

/// The time for most moves; any program should manage that.
const MOVE_TIME: Duration = Duration::from_millis(1000);
/// How much later than its time an answer is passed without a word.
const SLACK: Duration = Duration::from_millis(50);

impl<G: BoardGame> Walk<G> {
    fn note(&mut self, level: Level, tried: &str, expected: &str, came: &str, advice: &str) {
        let [tried, expected, came, advice] = [tried, expected, came, advice].map(str::to_owned);
        self.findings.push(Finding { level, tried, expected, came, advice });
    }

    /// A step that ends the walk if it fails.
    fn step<T>(&mut self, tried: &str, expected: &str, done: Result<T, Fault>, advice: &str) -> Result<T, Over> {
        match done {
            Ok(value) => {
                self.note(Level::Ok, tried, expected, "just that", "");
                Ok(value)
            }
            Err(fault) => {
                let said = if fault.last_words.is_empty() {
                    fault.to_string()
                } else {
                    format!("{fault}; its last words: {}", fault.last_words)
                };
                self.note(Level::Error, tried, expected, &said, advice);
                Err(Over)
            }
        }
    }

    fn whole(&mut self, program: &Program, game: &Spec) -> Result<(), Over> {
        let started = Dialog::start(program);
        let advice = "check the spelling of the command and that the file may be executed";
        let mut dialog = self.step("starting the program", "a running program", started, advice)?;
        let advice = "read lines from standard input, answer 'ugi' with 'ugiok', and flush the output after each line";
        self.step("ugi", "ugiok", dialog.greet(), advice)?;
        let advice = "pass over options you do not know, and answer every 'isready' with 'readyok'";
        self.step(
            &format!("setoption name Game value {game}, isready"),
            "readyok",
            dialog.set_game(&game.to_string()),
            advice,
        )?;
        let advice = "forget the last game at 'uginewgame'; there is no answer to it";
        self.step("uginewgame, isready", "readyok", dialog.new_game(), advice)?;
        self.positions(&mut dialog)?;
        self.time(&mut dialog)?;
        self.stop(&mut dialog)?;
        self.step("a second game: uginewgame, isready", "readyok", dialog.new_game(), advice)?;
        self.ask(&mut dialog, "the start position of the second game", None, &[])?;
        self.noise(&dialog);
        self.quit(&mut dialog);
        Ok(())
    }

    /// Positions along games at random: the start, after one move, in the middle, the last, and one with a single move.
    fn positions(&mut self, dialog: &mut Dialog) -> Result<(), Over> {
        self.ask(dialog, "the start position", None, &[])?;
        let moves = self.game_at_random();
        let last = moves.len().saturating_sub(1);
        for (name, count) in
            [("after one move", 1), ("in the middle of a game", last / 2), ("before the last move", last)]
        {
            if (1..=last).contains(&count) {
                self.ask(dialog, name, None, &moves[..count])?;
            }
        }
        let text = self.after(&moves[..last / 2]).position_text();
        self.ask(dialog, "the same middle as 'position fen'", Some(&text), &[])?;
        match self.single_move() {
            Some(moves) => self.ask(dialog, "a position with a single move", None, &moves).map(drop),
            None => Ok(()),
        }
    }

    fn game_at_random(&mut self) -> Vec<String> {
        const LONGEST: usize = 500;
        let (mut position, mut moves) = (self.start.clone(), Vec::new());
        while position.outcome().is_none() && moves.len() < LONGEST {
            let mv = position.random_move(&mut self.rng);
            moves.push(position.move_text(mv));
            position.play(mv);
        }
        moves
    }

    fn after(&self, moves: &[String]) -> G {
        let mut position = self.start.clone();
        // The moves are our own.
        let _ = ply_game::play_texts(&mut position, &moves.join(" "));
        position
    }

    /// The moves to a position with a single legal move, if a few games at random meet one.
    fn single_move(&mut self) -> Option<Vec<String>> {
        (0..10).find_map(|_| {
            let moves = self.game_at_random();
            let single = (0..moves.len()).find(|count| self.after(&moves[..*count]).move_list().len() == 1)?;
            Some(moves[..single].to_vec())
        })
    }

    /// Asks for a move with a second to think, and checks it.
    fn ask(&mut self, dialog: &mut Dialog, name: &str, start: Option<&str>, moves: &[String]) -> Result<(), Over> {
        let position = match start {
            Some(text) => self.start.parse_position(text).unwrap_or_else(|_| self.start.clone()),
            None => self.after(moves),
        };
        let line = position_line(start.or(self.drawn.as_deref()), moves);
        let go = format!("go movetime {}", MOVE_TIME.as_millis());
        let legal_moves = || legal_moves_line(&position);
        let question = question(&line, &go, MOVE_TIME * 2, &legal_moves);
        let tried = format!("{name}: {}, {go}", shortened(&line));
        let advice = "answer every 'go' with one line 'bestmove MOVE', also when every move loses";
        let reply = dialog.ask(&question);
        let took = question.asked.elapsed();
        let reply = match reply {
            Ok(reply) => reply,
            Err(fault) => return self.step(&tried, "bestmove MOVE", Err(fault), advice),
        };
        if start.is_some() && reply.best.is_none() {
            let advice =
                "it can play from the game's own start only: set the position after 'fen' up to play from others";
            self.note(Level::Warning, &tried, "a legal move", "no move", advice);
        } else {
            self.judge(&tried, &position, &reply, took);
        }
        Ok(())
    }

    fn judge(&mut self, tried: &str, position: &G, reply: &Reply, took: Duration) {
        let expected = format!("a legal move within {} ms", MOVE_TIME.as_millis());
        let Some(text) = &reply.best else {
            let advice = "there is always a legal move while a game goes on: play one, also when every move loses";
            return self.note(Level::Error, tried, &expected, "no move", advice);
        };
        let checked = position.parse_move(text).and_then(|mv| position.check_move(mv));
        if let Err(error) = checked {
            let example = position.move_list().first().map(|mv| position.move_text(*mv)).unwrap_or_default();
            let advice = format!(
                "play the moves after 'moves' one by one from the start, keep track of whose turn it is, and spell \
                 moves as there: '{example}' would be legal here"
            );
            return self.note(Level::Error, tried, &expected, &format!("'{text}': {error}"), &advice);
        }
        let came = format!("{text} after {} ms", took.as_millis());
        if took > MOVE_TIME + SLACK {
            let advice = "look at the clock more often, and stop some milliseconds before the time is over";
            return self.note(Level::Error, tried, &expected, &came, advice);
        }
        self.note(Level::Ok, tried, &expected, &came, "");
    }

    /// A short time, as `movetime` and as a clock that runs out.
    fn time(&mut self, dialog: &mut Dialog) -> Result<(), Over> {
        for (go, most) in [("go movetime 100", 100), ("go p1time 500 p2time 500 p1inc 0 p2inc 0", 500)] {
            let most = Duration::from_millis(most);
            let (line, start) = (position_line(self.drawn.as_deref(), &[]), self.start.clone());
            let legal_moves = || legal_moves_line(&start);
            let question = question(&line, go, most * 2, &legal_moves);
            let advice =
                "think no longer than 'movetime' milliseconds, or a small part of your own time p1time or p2time";
            let reply = dialog.ask(&question);
            let took = question.asked.elapsed();
            let expected = format!("an answer within {} ms", most.as_millis());
            if let Err(fault) = reply {
                return self.step(go, &expected, Err(fault), advice);
            }
            let came = format!("an answer after {} ms", took.as_millis());
            let late = took > most + SLACK;
            let (level, advice) = if late { (Level::Error, advice) } else { (Level::Ok, "") };
            self.note(level, go, &expected, &came, advice);
        }
        Ok(())
    }

    /// A long time, cut short by `stop`.
    fn stop(&mut self, dialog: &mut Dialog) -> Result<(), Over> {
        let before_stop = Duration::from_millis(300);
        let (line, start) = (position_line(self.drawn.as_deref(), &[]), self.start.clone());
        let legal_moves = || legal_moves_line(&start);
        let question = question(&line, "go movetime 60000", before_stop, &legal_moves);
        let reply = dialog.ask(&question);
        let expected = "bestmove MOVE at once";
        let advice = "read standard input while you think, and answer with the best move so far when 'stop' comes; \
                      until then the program is ended when the arena wants it to stop";
        match reply {
            Ok(reply) if reply.after_stop => {
                let came = format!(
                    "an answer {} ms after 'stop'",
                    question.asked.elapsed().saturating_sub(before_stop).as_millis()
                );
                self.note(Level::Ok, "go movetime 60000, then stop", expected, &came, "");
                Ok(())
            }
            Ok(_) => {
                self.note(
                    Level::Ok,
                    "go movetime 60000, then stop",
                    expected,
                    "an answer before 'stop' was needed",
                    "",
                );
                Ok(())
            }
            Err(fault) => self.step("go movetime 60000, then stop", expected, Err(fault), advice),
        }
    }

    fn noise(&mut self, dialog: &Dialog) {
        let tried = "listening to all it wrote";
        let expected = "only lines of the protocol";
        if dialog.unasked > 0 {
            let came = format!("{} times 'bestmove' when nobody had asked", dialog.unasked);
            self.note(Level::Warning, tried, expected, &came, "answer each 'go' once");
        }
        if dialog.questions > 0 {
            let came = format!("{} times, and was told", dialog.questions);
            self.note(Level::Ok, "asking for the legal moves", "'legalmoves' while it thinks", &came, "");
        }
        if dialog.strange.is_empty() {
            self.note(Level::Ok, tried, expected, "just that", "");
        } else {
            let came = format!("also {}", dialog.strange.join(", "));
            let advice = "write such lines to standard error, or as 'info string TEXT'; here they are passed over";
            self.note(Level::Warning, tried, expected, &came, advice);
        }
    }

    fn quit(&mut self, dialog: &mut Dialog) {
        let expected = "the program ends with exit code 0";
        let advice = "end at 'quit' and at the end of standard input; whatever is left running is killed";
        match dialog.close() {
            Some(status) if status.success() => self.note(Level::Ok, "quit", expected, "just that", ""),
            Some(status) => {
                self.note(Level::Warning, "quit", expected, &format!("the program {}", describe(status)), advice);
            }
            None => self.note(Level::Warning, "quit", expected, "the program still runs", advice),
        }
    }
}

fn question<'a>(position: &'a str, go: &'a str, deadline: Duration, legal_moves: LegalMoves<'a>) -> Question<'a> {
    Question { position, go, legal_moves, asked: Instant::now(), deadline: Some(deadline), cpu: false }
}

/// A line that may be long, for a table.
fn shortened(line: &str) -> String {
    const MOST: usize = 60;
    if line.chars().count() <= MOST { line.to_owned() } else { line.chars().take(MOST).chain(['…']).collect() }
}
