//! The protocol, step by step.

use std::time::{Duration, Instant};

use ply_game::{BoardGame, Player, Rng, Spec, rng};

use super::{Check, Clocks, Level, advice};
use crate::external::Program;
use crate::external::dialog::{Dialog, LegalMoves, Question, Reply};
use crate::external::ending::describe;
use crate::external::process_seat::start_is_drawn;
use crate::external::ugi::{legal_moves_line, position_line};
use crate::game::fault::{Fault, Reason};
use crate::game::log::Logs;

/// How much later than its time an answer is passed without a word.
const SLACK: Duration = Duration::from_millis(50);
/// How long after `stop` an answer is waited for: a slow program is told apart from a silent one.
const SLOW: Duration = Duration::from_secs(3);
/// After so many questions without an answer no more are asked.
const MOST_SILENCE: usize = 3;

/// Nothing is left to talk to.
struct Over;

/// Whether the program can be talked to at all.
pub(super) fn walk<G: BoardGame>(
    check: &mut Check,
    program: &Program,
    game: &Spec,
    start: &G,
    clocks: Clocks,
    seed: u64,
    logs: &Logs,
) -> bool {
    let log = logs.open("protocol").map(|log| log.of(Player::First));
    let drawn = start_is_drawn(game).then(|| start.position_text());
    let stop_within = SLOW.max(2 * clocks.long);
    let program = Program { log, stop_within, ..program.clone() };
    let noise = Noise::default();
    let mut walk = Walk { check, program, game, start, clocks, drawn, rng: rng(seed), dialog: None, silence: 0, noise };
    // What ended the walk has been written down where it was met.
    let over = walk.whole().is_err();
    walk.noise();
    walk.quit();
    !over
}

struct Walk<'a, G> {
    check: &'a mut Check,
    program: Program,
    game: &'a Spec,
    start: &'a G,
    clocks: Clocks,
    /// The start's text, where no program can know it.
    drawn: Option<String>,
    rng: Rng,
    /// Nothing after a fault, until the next question.
    dialog: Option<Dialog>,
    /// Questions without an answer.
    silence: usize,
    noise: Noise,
}

/// What was heard beside answers.
#[derive(Default)]
struct Noise {
    unasked: usize,
    questions: usize,
    strange: Vec<String>,
}

impl Noise {
    fn take_in(&mut self, dialog: &Dialog) {
        self.unasked += dialog.unasked;
        self.questions += dialog.questions;
        for line in &dialog.strange {
            if !self.strange.contains(line) {
                self.strange.push(line.clone());
            }
        }
    }
}

impl<G: BoardGame> Walk<'_, G> {
    /// A step without which there is nothing to talk to.
    fn step<T>(&mut self, tried: &str, expected: &str, done: Result<T, Fault>, advice: &str) -> Result<T, Over> {
        match done {
            Ok(value) => {
                self.check.note(Level::Ok, tried, expected, "just that", "");
                Ok(value)
            }
            Err(fault) => {
                self.check.note(Level::Error, tried, expected, &advice::told(&fault), advice);
                Err(Over)
            }
        }
    }

    fn whole(&mut self) -> Result<(), Over> {
        let started = Dialog::start(&self.program);
        let mut dialog = self.step("starting the program", "a running program", started, advice::START)?;
        self.step("ugi", "ugiok", dialog.greet(), advice::GREETING)?;
        let game = self.game.to_string();
        let tried = format!("setoption name Game value {game}, isready");
        self.step(&tried, "readyok", dialog.set_game(&game), advice::READY)?;
        self.step("uginewgame, isready", "readyok", dialog.new_game(), advice::NEW_GAME)?;
        self.dialog = Some(dialog);
        self.check.starts = true;
        self.positions()?;
        self.time()?;
        self.stop()?;
        let new_game = self.running()?.new_game();
        self.step("a second game: uginewgame, isready", "readyok", new_game, advice::NEW_GAME)?;
        self.ask("the start position of the second game", None, &[])
    }

    /// The program, started anew if it had to be ended.
    fn running(&mut self) -> Result<&mut Dialog, Over> {
        if self.silence >= MOST_SILENCE {
            let came = format!("{MOST_SILENCE} questions without an answer");
            self.check.note(Level::Error, "the rest", "answers", &came, "repair that first: nothing else was tried");
            return Err(Over);
        }
        let dialog = match self.dialog.take() {
            Some(dialog) => dialog,
            None => {
                let opened = Dialog::open(&self.program, &self.game.to_string());
                let opened = opened.and_then(|mut dialog| dialog.new_game().map(|()| dialog));
                opened.map_err(|fault| {
                    self.check.note(Level::Error, "starting it anew", "readyok", &advice::told(&fault), advice::READY);
                    Over
                })?
            }
        };
        Ok(self.dialog.insert(dialog))
    }

    /// Asks, and gives the answer with the time it took. After a fault the program is gone.
    fn answer(&mut self, position: &G, line: &str, go: &str, deadline: Duration) -> Result<Asked, Over> {
        let legal_moves = || legal_moves_line(position);
        let dialog = self.running()?;
        let question = question(line, go, deadline, &legal_moves);
        let reply = dialog.ask(&question);
        let took = question.asked.elapsed();
        match &reply {
            Ok(_) => self.check.answered(took),
            Err(fault) => {
                self.silence += usize::from(matches!(fault.reason, Reason::Stall | Reason::Protocol));
                self.forget();
            }
        }
        Ok((reply, took))
    }

    /// The program is gone; what it said is kept.
    fn forget(&mut self) {
        let Some(dialog) = self.dialog.take() else { return };
        self.check.memory = self.check.memory.max(dialog.peak_memory());
        self.noise.take_in(&dialog);
    }

    /// Positions along games at random: the start, after one move, in the middle, the last, and one with a single move.
    fn positions(&mut self) -> Result<(), Over> {
        self.ask("the start position", None, &[])?;
        let moves = self.game_at_random();
        let last = moves.len().saturating_sub(1);
        for (name, count) in
            [("after one move", 1), ("in the middle of a game", last / 2), ("before the last move", last)]
        {
            if (1..=last).contains(&count) {
                self.ask(name, None, &moves[..count])?;
            }
        }
        let text = self.after(&moves[..last / 2]).position_text();
        self.ask("the same middle as 'position fen'", Some(&text), &[])?;
        match self.single_move() {
            Some(moves) => self.ask("a position with a single move", None, &moves),
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

    /// Asks for a move under the long clock, and checks it.
    fn ask(&mut self, name: &str, start: Option<&str>, moves: &[String]) -> Result<(), Over> {
        let position = match start {
            Some(text) => self.start.parse_position(text).unwrap_or_else(|_| self.start.clone()),
            None => self.after(moves),
        };
        let line = position_line(start.or(self.drawn.as_deref()), moves);
        let long = self.clocks.long;
        let go = format!("go movetime {}", long.as_millis());
        let tried = format!("{name}: {}, {go}", shortened(&line));
        let (reply, took) = self.answer(&position, &line, &go, 2 * long)?;
        match reply {
            Err(fault) => {
                let advice = advice::of(&fault, long);
                self.check.note(Level::Error, &tried, "bestmove MOVE", &advice::told(&fault), &advice);
            }
            Ok(reply) if start.is_some() && reply.best.is_none() => {
                self.check.note(Level::Warning, &tried, "a legal move", "no move", advice::FEN);
            }
            Ok(reply) => self.judge(&tried, &position, &reply, took),
        }
        Ok(())
    }

    fn judge(&mut self, tried: &str, position: &G, reply: &Reply, took: Duration) {
        let long = self.clocks.long;
        let expected = format!("a legal move within {} ms", long.as_millis());
        let Some(text) = &reply.best else {
            return self.check.note(Level::Error, tried, &expected, "no move", advice::NO_MOVE);
        };
        let checked = position.parse_move(text).and_then(|mv| position.check_move(mv));
        if let Err(error) = checked {
            let example = position.move_list().first().map(|mv| position.move_text(*mv)).unwrap_or_default();
            let came = format!("'{text}': {error}");
            return self.check.note(Level::Error, tried, &expected, &came, &advice::illegal(&example));
        }
        let came = format!("{text} after {} ms", took.as_millis());
        if took > long + SLACK {
            return self.check.note(Level::Error, tried, &expected, &came, &advice::late(long));
        }
        self.check.note(Level::Ok, tried, &expected, &came, "");
    }

    /// A short time for a move, and a clock that runs out.
    fn time(&mut self) -> Result<(), Over> {
        let Clocks { long, short, late_for_short } = self.clocks;
        let [bank, move_time] = [long, short].map(|time| time.as_millis());
        let clock = format!("go p1time {bank} p2time {bank} p1inc 0 p2inc 0");
        for (go, most, level) in
            [(format!("go movetime {move_time}"), short, late_for_short), (clock, long, Level::Error)]
        {
            let (line, start) = (position_line(self.drawn.as_deref(), &[]), self.start.clone());
            let expected = format!("an answer within {} ms", most.as_millis());
            let (reply, took) = self.answer(&start, &line, &go, 2 * most)?;
            if let Err(fault) = reply {
                let advice = advice::of(&fault, long);
                self.check.note(Level::Error, &go, &expected, &advice::told(&fault), &advice);
                continue;
            }
            let came = format!("an answer after {} ms", took.as_millis());
            let late = took > most + SLACK;
            let advice = "think no longer than 'movetime' milliseconds, or a small part of your own time p1time or \
                          p2time: games with such a clock are lost";
            let (level, advice) = if late { (level, advice) } else { (Level::Ok, "") };
            self.check.note(level, &go, &expected, &came, advice);
        }
        Ok(())
    }

    /// A long time, cut short by `stop`. A program that does not listen is ended; it has lost nothing by that.
    fn stop(&mut self) -> Result<(), Over> {
        let before_stop = Duration::from_millis(300);
        let (line, start) = (position_line(self.drawn.as_deref(), &[]), self.start.clone());
        let (tried, expected) = ("go movetime 60000, then stop", "bestmove MOVE at once");
        let silence = self.silence;
        let (reply, took) = self.answer(&start, &line, "go movetime 60000", before_stop)?;
        let after = took.saturating_sub(before_stop);
        let usual = Program::new(self.program.command.clone()).stop_within;
        match reply {
            Ok(reply) if reply.after_stop && after > usual => {
                let came = format!("an answer {} ms after 'stop'", after.as_millis());
                self.check.note(Level::Warning, tried, expected, &came, advice::STOP);
            }
            Ok(reply) if reply.after_stop => {
                let came = format!("an answer {} ms after 'stop'", after.as_millis());
                self.check.note(Level::Ok, tried, expected, &came, "");
            }
            Ok(_) => self.check.note(Level::Ok, tried, expected, "an answer before 'stop' was needed", ""),
            Err(fault) if fault.reason == Reason::Stall => {
                self.silence = silence;
                self.check.note(Level::Warning, tried, expected, "it thought on", advice::STOP);
            }
            Err(fault) => {
                let advice = advice::of(&fault, self.clocks.long);
                self.check.note(Level::Error, tried, expected, &advice::told(&fault), &advice);
            }
        }
        Ok(())
    }

    fn noise(&mut self) {
        let tried = "listening to all it wrote";
        let expected = "only lines of the protocol";
        if let Some(dialog) = &self.dialog {
            self.noise.take_in(dialog);
        }
        let Noise { unasked, questions, strange } = &self.noise;
        if *unasked > 0 {
            let came = format!("{unasked} times 'bestmove' when nobody had asked");
            self.check.note(Level::Warning, tried, expected, &came, "answer each 'go' once");
        }
        if *questions > 0 {
            let came = format!("{questions} times, and was told");
            self.check.note(Level::Ok, "asking for the legal moves", "'legalmoves' while it thinks", &came, "");
        }
        if !strange.is_empty() {
            let came = format!("also {}", strange.join(", "));
            let advice = "write such lines to standard error, or as 'info string TEXT'; here they are passed over";
            self.check.note(Level::Warning, tried, expected, &came, advice);
        } else if *unasked == 0 && self.dialog.is_some() {
            self.check.note(Level::Ok, tried, expected, "just that", "");
        }
    }

    fn quit(&mut self) {
        let Some(dialog) = &mut self.dialog else { return };
        self.check.memory = self.check.memory.max(dialog.peak_memory());
        let expected = "the program ends with exit code 0";
        let advice = "end at 'quit' and at the end of standard input; whatever is left running is killed";
        let (level, came) = match dialog.close() {
            Some(status) if status.success() => (Level::Ok, "just that".to_owned()),
            Some(status) => (Level::Warning, format!("the program {}", describe(status))),
            None => (Level::Warning, "the program still runs".to_owned()),
        };
        self.check.note(level, "quit", expected, &came, if level == Level::Ok { "" } else { advice });
        self.dialog = None;
    }
}

/// An answer, or why there is none, and how long it took.
type Asked = (Result<Reply, Fault>, Duration);

fn question<'a>(position: &'a str, go: &'a str, deadline: Duration, legal_moves: LegalMoves<'a>) -> Question<'a> {
    Question { position, go, legal_moves, asked: Instant::now(), deadline: Some(deadline), cpu: false }
}

/// A line that may be long, for a table.
fn shortened(line: &str) -> String {
    const MOST: usize = 60;
    if line.chars().count() <= MOST { line.to_owned() } else { line.chars().take(MOST).chain(['…']).collect() }
}
