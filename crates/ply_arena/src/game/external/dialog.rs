//! The arena's side of a conversation with a program: it starts, gets ready, and is asked.

use std::time::{Duration, Instant};

use crate::external::Program;
use crate::external::buffers::shown;
use crate::external::process::Process;
use crate::external::ugi::Said;
use crate::game::fault::{Fault, Reason};
use crate::game::record::Thought;

/// Writes the line `legalmoves ...` of a position. Most programs never ask for it.
pub(crate) type LegalMoves<'a> = &'a dyn Fn() -> String;

/// A question to a program.
#[derive(Clone, Copy)]
pub(crate) struct Question<'a> {
    /// `position ...`.
    pub(crate) position: &'a str,
    /// `go ...`.
    pub(crate) go: &'a str,
    /// `legalmoves ...`, for a program that asks.
    pub(crate) legal_moves: LegalMoves<'a>,
    /// When the time began to count.
    pub(crate) asked: Instant,
    /// When an answer is too late.
    pub(crate) deadline: Option<Duration>,
    /// The deadline is in CPU time.
    pub(crate) cpu: bool,
}

/// What a program answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Reply {
    /// As it was written; `None`: no move.
    pub(crate) best: Option<String>,
    pub(crate) thought: Thought,
    /// CPU time it used, if the deadline is in CPU time.
    pub(crate) cpu: Option<Duration>,
    /// It answered only after `stop`.
    pub(crate) after_stop: bool,
}

/// A conversation with a running program.
#[derive(Debug)]
pub(crate) struct Dialog {
    process: Process,
    /// The lines that set the program's own options.
    options: String,
    start_within: Duration,
    stop_within: Duration,
    quit_within: Duration,
    patience: Duration,
    /// The first lines that are no part of the protocol.
    pub(crate) strange: Vec<String>,
    /// The last such line since the question.
    stray: Option<String>,
    /// Moves that nobody had asked for.
    pub(crate) unasked: usize,
    /// How often it asked for the legal moves while it was to move.
    pub(crate) questions: usize,
}

impl Dialog {
    /// CPU time is looked at when what is left of it could be used up, were all cores busy with it; not more often than
    /// this, nor less.
    const CPU_LOOK: [Duration; 2] = [Duration::from_millis(20), Duration::from_millis(500)];
    /// How often a program may ask for the legal moves of one position: each answer can be a few kilobytes.
    const MOST_QUESTIONS: usize = 100;

    /// Starts a program and waits until it is ready to play the game.
    pub(crate) fn open(program: &Program, game: &str) -> Result<Self, Fault> {
        let mut dialog = Self::start(program)?;
        dialog.greet()?;
        dialog.set_game(game)?;
        Ok(dialog)
    }

    /// Starts a program and says nothing yet.
    pub(crate) fn start(program: &Program) -> Result<Self, Fault> {
        let option = |(name, value): &(String, String)| format!("setoption name {name} value {value}\n");
        Ok(Self {
            process: Process::start(program)?,
            options: program.options.iter().map(option).collect(),
            start_within: program.start_within,
            stop_within: program.stop_within,
            quit_within: program.quit_within,
            patience: program.patience,
            strange: Vec::new(),
            stray: None,
            unasked: 0,
            questions: 0,
        })
    }

    /// `ugi`, until `ugiok`.
    pub(crate) fn greet(&mut self) -> Result<(), Fault> {
        self.process.new_question("before 'ugiok'");
        self.exchange("ugi\n", &Said::UgiOk, "ugiok", Instant::now() + self.start_within)
    }

    /// Tells it the game, until it is ready.
    pub(crate) fn set_game(&mut self, game: &str) -> Result<(), Fault> {
        self.process.new_question("before 'readyok'");
        let text = format!("setoption name Game value {game}\n{}isready\n", self.options);
        self.exchange(&text, &Said::ReadyOk, "readyok", Instant::now() + self.start_within)
    }

    /// Another game begins.
    pub(crate) fn new_game(&mut self) -> Result<(), Fault> {
        self.process.new_question("before 'readyok'");
        self.exchange("uginewgame\nisready\n", &Said::ReadyOk, "readyok", Instant::now() + self.start_within)?;
        self.process.rest();
        Ok(())
    }

    /// Sends and waits for one word.
    fn exchange(&mut self, text: &str, wanted: &Said, word: &str, until: Instant) -> Result<(), Fault> {
        let began = Instant::now();
        self.process.send(text, until)?;
        let mut last = None;
        while let Some(line) = self.process.hear(until)? {
            let said = Said::read(&line);
            if said == *wanted {
                return Ok(());
            }
            self.note(&said, &line);
            last = Some(line);
        }
        let half = self.process.half_line();
        let last = if half.is_empty() { last } else { Some(half) };
        let ms = (until - began).as_millis();
        Err(match last {
            Some(line) => self.process.fault(
                Reason::Protocol,
                format!("expected '{word}' within {ms} ms, got {} as the last of its output", shown(&line)),
            ),
            None => self.process.fault(Reason::Stall, format!("expected '{word}' within {ms} ms, got nothing")),
        })
    }

    fn note(&mut self, said: &Said, line: &str) {
        const MOST: usize = 5;
        match said {
            Said::BestMove(_) => self.unasked += 1,
            Said::Other | Said::LegalMoves if !line.trim().is_empty() => {
                self.stray = Some(line.trim().to_owned());
                if self.strange.len() < MOST {
                    self.strange.push(shown(line));
                }
            }
            _ => {}
        }
    }

    /// Asks for a move. Everything the program said before is passed over: `isready` separates it from the answer, so
    /// that a late move is never taken for the next one.
    pub(crate) fn ask(&mut self, question: &Question<'_>) -> Result<Reply, Fault> {
        let wall = self.latest(question);
        let cpu_before = question.cpu.then(|| self.process.cpu());
        self.process.new_question("while it was asked for a move");
        self.exchange("isready\n", &Said::ReadyOk, "readyok", wall + self.stop_within)?;
        self.process.does("while thinking");
        self.stray = None;
        self.process.send(&format!("{}\n{}\n", question.position, question.go), wall)?;

        let mut reply = Reply { best: None, thought: Thought::default(), cpu: None, after_stop: false };
        let mut until = wall;
        let mut questions_left = Self::MOST_QUESTIONS;
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32);
        let pause_for = |left: Duration| (left / cores).clamp(Self::CPU_LOOK[0], Self::CPU_LOOK[1]);
        let mut pause = pause_for(question.deadline.unwrap_or_default());
        loop {
            let slice = if question.cpu { until.min(Instant::now() + pause) } else { until };
            if let Some(line) = self.process.hear(slice)? {
                let said = Said::read(&line);
                if said == Said::LegalMoves {
                    questions_left = self.tell_legal_moves(question, questions_left, until)?;
                } else if self.listen(said, &line, &mut reply) {
                    reply.cpu = cpu_before.map(|before| self.process.cpu().saturating_sub(before));
                    self.process.rest();
                    return Ok(reply);
                }
                continue;
            }
            let used = cpu_before.map(|before| self.process.cpu().saturating_sub(before));
            let used_up = used.zip(question.deadline).is_some_and(|(used, most)| used > most);
            pause = pause_for(question.deadline.unwrap_or_default().saturating_sub(used.unwrap_or_default()));
            if Instant::now() < until && (!used_up || reply.after_stop) {
                continue;
            }
            if reply.after_stop {
                return Err(self.silence(question));
            }
            reply.after_stop = true;
            until = Instant::now() + self.stop_within;
            self.process.send("stop\n", until)?;
        }
    }

    /// When `stop` is sent at the latest. CPU time may pass much slower than time on the wall.
    fn latest(&self, question: &Question<'_>) -> Instant {
        const CPU_SHARE: u32 = 10;
        const CPU_START: Duration = Duration::from_secs(5);
        question.asked
            + match question.deadline {
                Some(deadline) if question.cpu => deadline * CPU_SHARE + CPU_START,
                Some(deadline) => deadline,
                None => self.patience,
            }
    }

    /// Answers its question for the legal moves, and how many more it may ask.
    fn tell_legal_moves(&mut self, question: &Question<'_>, left: usize, until: Instant) -> Result<usize, Fault> {
        let Some(left) = left.checked_sub(1) else {
            let message = format!("asked for the legal moves of one position more than {} times", Self::MOST_QUESTIONS);
            return Err(self.process.fault(Reason::Protocol, message));
        };
        self.questions += 1;
        self.process.send(&format!("{}\n", (question.legal_moves)()), until)?;
        Ok(left)
    }

    /// Takes in one line while it thinks; whether that was its move.
    fn listen(&mut self, said: Said, line: &str, reply: &mut Reply) -> bool {
        match said {
            Said::BestMove(best) => {
                reply.best = best;
                return true;
            }
            Said::Info(Thought { score, depth, nodes, pv }) => {
                let known = &mut reply.thought;
                known.score = score.or(known.score);
                known.depth = depth.or(known.depth);
                known.nodes = nodes.or(known.nodes);
                if !pv.is_empty() {
                    known.pv = pv;
                }
            }
            said => self.note(&said, line),
        }
        false
    }

    fn silence(&mut self, question: &Question<'_>) -> Fault {
        let waited = question.asked.elapsed().as_millis();
        let half = self.process.half_line();
        let stop = self.stop_within.as_millis();
        let stray = self.stray.take().filter(|_| half.is_empty());
        // A line with a legal move in it is an answer that was spelled wrong; any other is only noise.
        let legal = stray.as_deref().and_then(|line| legal_word(line, &(question.legal_moves)()));
        if let Some((line, mv)) = stray.as_deref().zip(legal) {
            let message = format!("expected 'bestmove {mv}', got {} and nothing else in {waited} ms", shown(line));
            return self.process.fault(Reason::Protocol, message);
        }
        let came = match stray {
            Some(line) => format!("only {}", shown(&line)),
            None if half.is_empty() => "nothing".to_owned(),
            None => format!("half a line: {}", shown(&half)),
        };
        let message = format!("expected 'bestmove MOVE', got {came} in {waited} ms, the last {stop} ms after 'stop'");
        self.process.fault(Reason::Stall, message)
    }

    /// The most memory it was seen to use.
    pub(crate) fn peak_memory(&self) -> Option<u64> {
        self.process.peak_memory()
    }

    /// The end of what it wrote to its standard error.
    pub(crate) fn last_words(&mut self) -> String {
        self.process.last_words()
    }

    /// `quit`, and an end to whatever is left; how it ended, if it did by itself.
    pub(crate) fn close(&mut self) -> Option<std::process::ExitStatus> {
        self.process.new_question("at its end");
        self.process.send("quit\n", Instant::now()).ok()?;
        self.process.wait_for_end(self.quit_within)
    }
}

/// The first word of a line that is one of the moves of `legalmoves M M ...`.
fn legal_word(line: &str, legal_moves: &str) -> Option<String> {
    let is_legal = |word: &&str| legal_moves.split_whitespace().skip(1).any(|mv| mv == *word);
    line.split_whitespace().find(is_legal).map(str::to_owned)
}
