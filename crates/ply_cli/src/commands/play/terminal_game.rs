//! A game in the terminal: the game under way, those who think about it, and the file it is kept in.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use ply_agents::strongest;
use ply_arena::{AgentSpec, Answer, ArenaRules, Fault, GameUnderWay, News, Reason, TimeControl, heard};
use ply_game::{BoardGame, Player};
use ply_search::{Report, write_whole};

use super::mover::{Mover, Question};
use crate::new_file::ensure_new;

/// How long an agent thinks where no clock runs.
const UNTIMED: Duration = Duration::from_secs(1);
/// How long the adviser thinks.
const ADVICE: Duration = Duration::from_millis(1500);

/// What those who think have to say.
pub enum Heard<M> {
    /// What one of them thinks so far.
    Aloud(Report<M>),
    /// What the adviser would play.
    Hint(Result<M, Fault>),
    /// The turn is over: a move was made, or the game has ended.
    TurnOver,
}

/// A game in the terminal.
pub struct TerminalGame<G: BoardGame> {
    pub game: GameUnderWay<G>,
    /// When the turn began.
    pub began: Instant,
    /// Where the game is kept after every move; nothing where no folder is known.
    file: Option<PathBuf>,
    /// Where else it was written to.
    copies: Vec<PathBuf>,
    movers: [Option<Mover<G>>; 2],
    adviser: Option<Mover<G>>,
    /// To whoever is to move; on a person's turn, to the adviser.
    question: Option<Question<G::Move>>,
}

impl<G: BoardGame> TerminalGame<G> {
    /// Seats everybody, and asks for the first move.
    pub fn new(game: GameUnderWay<G>, file: Option<PathBuf>) -> Result<Self> {
        let (copies, movers) = (Vec::new(), [None, None]);
        let mut this = Self { game, began: Instant::now(), file, copies, movers, adviser: None, question: None };
        for player in Player::BOTH.into_iter().filter(|&player| !this.game.is_person(player)) {
            this.movers[player.index()] = Some(this.mover(player)?);
        }
        this.begin_turn();
        Ok(this)
    }

    fn mover(&self, player: Player) -> Result<Mover<G>> {
        Mover::new(&self.game.agents()[player.index()], self.game.spec(), player.index() as u64)
    }

    /// Whether it is a person's turn.
    pub fn is_persons_turn(&self) -> bool {
        self.game.to_move().is_some_and(|player| self.game.is_person(player))
    }

    /// The clock starts, and whoever thinks for the side to move is asked.
    fn begin_turn(&mut self) {
        (self.began, self.question) = (Instant::now(), None);
        let Some(player) = self.game.to_move().filter(|&player| !self.game.is_person(player)) else { return };
        // Whoever was at fault is built anew: after a panic there is nobody left to ask.
        let mover = self.movers[player.index()].take().map_or_else(|| self.mover(player), Ok);
        match mover {
            Ok(mover) => {
                let untimed = self.game.time(player) == TimeControl::default();
                self.question = Some(mover.ask(&self.game, untimed.then_some(UNTIMED)));
                self.movers[player.index()] = Some(mover);
            }
            Err(error) => self.game.forfeit(player, Fault::new(Reason::Crash, format!("{error:#}"))),
        }
    }

    fn end_turn(&mut self) {
        self.begin_turn();
        self.keep();
    }

    /// Asks the adviser about the position.
    pub fn consult(&mut self) -> Result<()> {
        let adviser = match self.adviser.take() {
            Some(adviser) => adviser,
            None => Mover::new(&strongest::<G>().parse()?, self.game.spec(), 0)?,
        };
        self.question = Some(adviser.ask(&self.game, Some(ADVICE)));
        self.adviser = Some(adviser);
        Ok(())
    }

    /// The next that was said since the last look. Also sees to it that nobody takes more time than there is.
    pub fn listen(&mut self) -> Option<Heard<G::Move>> {
        let player = self.game.to_move()?;
        match self.question.as_ref().and_then(|question| question.pending.poll()) {
            Some(News::Aloud(report)) => return Some(Heard::Aloud(report)),
            Some(News::Answered(answered)) => {
                let answer = heard(answered);
                self.question = None;
                if self.game.is_person(player) {
                    self.adviser = self.adviser.take().filter(|_| answer.is_ok());
                    return Some(Heard::Hint(answer.map(|answer| answer.mv)));
                }
                let used = match &answer {
                    Ok(answer) => answer.used,
                    Err(_) => {
                        self.movers[player.index()] = None;
                        None
                    }
                };
                self.game.answered(answer, used.unwrap_or_else(|| self.began.elapsed()));
                self.end_turn();
                return Some(Heard::TurnOver);
            }
            None => {}
        }
        self.flag_if_late(player).then_some(Heard::TurnOver)
    }

    /// An agent past its time is told to stop, and given up if it does not; a program's seat sees to that itself.
    fn flag_if_late(&mut self, player: Player) -> bool {
        let late = |deadline: Duration| self.began.elapsed().checked_sub(deadline);
        let Some(late) = self.game.deadline(player).and_then(late) else { return false };
        match &self.game.agents()[player.index()] {
            AgentSpec::Program(_) => return false,
            AgentSpec::BuiltIn(_) if late < ArenaRules::STOPPING => {
                self.question.iter().for_each(|question| question.cancel.cancel());
                return false;
            }
            AgentSpec::BuiltIn(_) | AgentSpec::Guest(_) | AgentSpec::Human => {}
        }
        self.game.flag(player);
        self.movers[player.index()] = None;
        self.end_turn();
        true
    }

    /// The person to move plays.
    pub fn play(&mut self, mv: G::Move) {
        self.game.answered(Ok(Answer::plain(mv)), self.began.elapsed());
        self.end_turn();
    }

    /// Takes the last turn of a person back. Whether there was one.
    pub fn undo(&mut self) -> bool {
        let undone = self.game.undo();
        if undone {
            self.end_turn();
        }
        undone
    }

    /// The person to move gives up.
    pub fn resign(&mut self) {
        if let Some(player) = self.game.to_move() {
            self.game.resign(player);
            self.end_turn();
        }
    }

    /// How the game ended, if it has.
    pub fn verdict(&self) -> Option<String> {
        self.game.end().map(|_| self.game.record().verdict())
    }

    /// Writes the game where it is kept. A game nobody can keep is played all the same.
    fn keep(&self) {
        let _unkept = self.file.as_deref().map(|file| self.save(file));
    }

    /// Writes the game to a file that somebody names: not over anything but this game.
    pub fn save_as(&mut self, path: &Path) -> Result<()> {
        let is_own = self.file.iter().chain(&self.copies).any(|own| own == path);
        ensure_new(path, is_own, "name another file")?;
        self.save(path)?;
        self.copies.extend((!is_own).then(|| path.to_owned()));
        Ok(())
    }

    /// Writes the game to a file: whole, or not at all.
    fn save(&self, path: &Path) -> Result<()> {
        let write = || -> Result<()> {
            if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
                fs::create_dir_all(folder)?;
            }
            let record = serde_json::to_string(&self.game.record())?;
            Ok(write_whole(path, |file| writeln!(file, "{record}"))?)
        };
        write().with_context(|| format!("cannot save to {}", path.display()))
    }

    /// Leaves: how the game ended or how it goes on, a line each.
    pub fn farewell(mut self) -> String {
        self.question = None;
        let verdict = self.verdict();
        let kept = self.file.as_deref().map(|file| match (self.save(file), &verdict) {
            (Ok(()), Some(_)) => format!("plyground replay {}\n", file.display()),
            (Ok(()), None) => format!("not finished; go on with: plyground play --resume {}\n", file.display()),
            (Err(error), _) => format!("{error:#}\n"),
        });
        verdict.map(|verdict| verdict + "\n").unwrap_or_default() + &kept.unwrap_or_default()
    }
}
