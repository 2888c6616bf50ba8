//! A program at the board.

use std::io;

use ply_game::{BoardGame, Spec};

use crate::external::Program;
use crate::external::buffers::shown;
use crate::external::dialog::{Dialog, Question, Reply};
use crate::external::ugi::{go_line, legal_moves_line, position_line};
use crate::game::fault::{Fault, Reason};
use crate::game::seat::{Answer, Ask, Seat};

/// A program at the board.
///
/// It is started by [`prepare`](Seat::prepare), before its clock runs, or else by the first question. One that died or
/// had to be ended is started anew for the next question, unless it never got as far as `readyok`: then it forfeits
/// every question with the same fault.
///
/// ```no_run
/// use ply_arena::{ProcessSeat, Program};
/// let program = Program::new("cmd:python3 agent.py".parse().unwrap());
/// let seat = ProcessSeat::new(program, &"dots-and-boxes:rows=4,cols=4".parse().unwrap()).unwrap();
/// ```
#[derive(Debug)]
pub struct ProcessSeat {
    program: Program,
    game: String,
    /// The game's start is drawn at random: no program could know it from the game's name.
    start_is_drawn: bool,
    dialog: Option<Dialog>,
    /// The program has not been asked since it was made ready for a game.
    ready: bool,
    /// Why it never got ready.
    refused: Option<Fault>,
    /// The most memory it was seen to use.
    peak_memory: Option<u64>,
}

impl ProcessSeat {
    /// A seat for a program that plays the game of this full spelling. Nothing is started yet.
    pub fn new(program: Program, game: &Spec) -> io::Result<Self> {
        let (start_is_drawn, game) = (start_is_drawn(game), game.to_string());
        Ok(Self { program, game, start_is_drawn, dialog: None, ready: false, refused: None, peak_memory: None })
    }

    /// A running program, ready for a new game if one begins.
    fn running(&mut self, new_game: bool) -> Result<&mut Dialog, Fault> {
        if let Some(fault) = &self.refused {
            return Err(fault.clone());
        }
        // Nothing of one game reaches the next.
        if new_game && !self.ready {
            self.close();
        }
        let mut dialog = match self.dialog.take() {
            Some(dialog) => dialog,
            None => {
                let opened = Dialog::open(&self.program, &self.game);
                opened.inspect_err(|fault| self.refused = Some(fault.clone()))?
            }
        };
        if new_game && !self.ready {
            dialog.new_game()?;
        }
        self.ready = true;
        Ok(self.dialog.insert(dialog))
    }

    fn close(&mut self) {
        self.look_at_memory();
        if let Some(mut dialog) = self.dialog.take() {
            dialog.close();
        }
    }

    fn look_at_memory(&mut self) {
        self.peak_memory = self.peak_memory.max(self.dialog.as_ref().and_then(Dialog::peak_memory));
    }

    fn reply(&mut self, question: &Question<'_>, new_game: bool) -> Result<Reply, Fault> {
        let answered = self.running(new_game).and_then(|dialog| dialog.ask(question));
        self.ready = false;
        // A program at fault has been ended.
        answered.inspect_err(|_| {
            self.look_at_memory();
            self.dialog = None;
        })
    }

    fn fault(&mut self, reason: Reason, message: String) -> Fault {
        let last_words = self.dialog.as_mut().map(Dialog::last_words).unwrap_or_default();
        Fault::new(reason, message).with_last_words(last_words)
    }
}

/// Starts a program and, once it is ready to play the game, ends it again: the fault of one that cannot.
pub fn try_out(program: &Program, game: &Spec) -> Result<(), Fault> {
    let mut dialog = Dialog::open(program, &game.to_string())?;
    // How it ends does not matter before it has played.
    dialog.close();
    Ok(())
}

/// Whether a game's start follows from a seed. Programs are then told the start as `fen`.
pub(crate) fn start_is_drawn(game: &Spec) -> bool {
    game.option("seed").is_some()
}

impl<G: BoardGame> Seat<G> for ProcessSeat {
    fn prepare(&mut self) -> Result<(), Fault> {
        self.ready = false;
        self.running(true).map(drop)
    }

    fn peak_memory(&mut self) -> Option<u64> {
        self.look_at_memory();
        self.peak_memory
    }

    fn ask(&mut self, ask: &Ask<'_, G>) -> Result<Answer<G::Move>, Fault> {
        let drawn = self.start_is_drawn.then(|| ask.begun.position_text());
        let question = Question {
            position: &position_line(ask.start.or(drawn.as_deref()), ask.moves),
            go: &go_line(&ask.clocks, ask.player, ask.moves_made, &ask.limits),
            legal_moves: &|| legal_moves_line(ask.position),
            asked: ask.asked,
            deadline: ask.deadline,
            cpu: ask.cpu,
        };
        let reply = self.reply(&question, ask.moves_made == 0)?;
        if let Some(deadline) = ask.deadline.filter(|_| reply.after_stop) {
            let (took, unit) = match reply.cpu {
                Some(cpu) => (cpu, "ms of CPU time"),
                None => (ask.asked.elapsed(), "ms"),
            };
            let message = format!("answered after {} {unit}, allowed {} ms", took.as_millis(), deadline.as_millis());
            return Err(self.fault(Reason::Timeout, message));
        }
        let Some(text) = reply.best else {
            return Err(self.fault(Reason::NoMove, "answered that it has no move".to_owned()));
        };
        let position = ask.position;
        let checked = position.parse_move(&text).and_then(|mv| position.check_move(mv).map(|()| mv));
        match checked {
            Ok(mv) => Ok(Answer { mv, thought: reply.thought, used: reply.cpu }),
            Err(error) => Err(self.fault(Reason::IllegalMove, format!("answered {}: {error}", shown(&text)))),
        }
    }
}

impl Drop for ProcessSeat {
    fn drop(&mut self) {
        self.close();
    }
}
