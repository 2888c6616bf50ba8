//! A game with everybody at it: the sitting, those who think for the other side, the adviser, and the file it is kept in.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result};
use ply_agents::strongest;
use ply_arena::{AgentSpec, Ending};
use ply_game::{BoardGame, Outcome, Player};
use ply_search::{Clock, Limits};

use super::GRACE;
use super::opponent::{News, Opponent};
use super::sitting::{Sitting, Thought};

/// How long an agent thinks where no clock runs.
const UNTIMED: Duration = Duration::from_secs(1);
/// How long the adviser thinks about a hint, and about an opinion.
const ADVICE: Duration = Duration::from_millis(1500);

/// A game with everybody at it.
pub struct Round<G: BoardGame> {
    pub sitting: Sitting<G>,
    opponents: [Option<Opponent<G>>; 2],
    adviser: Option<Opponent<G>>,
    /// Where the game is kept after every move; nothing where no folder is known.
    pub kept: Option<PathBuf>,
}

impl<G: BoardGame> Round<G> {
    pub fn new(sitting: Sitting<G>, kept: Option<PathBuf>) -> Result<Self> {
        let seat = |player: Player| match &sitting.players[player.index()] {
            AgentSpec::Human => Ok(None),
            agent => Opponent::new(agent, &sitting.spec, player.index() as u64).map(Some),
        };
        let opponents = [seat(Player::First)?, seat(Player::Second)?];
        Ok(Self { sitting, opponents, adviser: None, kept })
    }

    /// Whose turn it is; nobody's when the game is over.
    pub fn turn(&self) -> Option<Player> {
        self.sitting.end().is_none().then(|| self.sitting.position().to_move())
    }

    /// Whether it is a person's turn.
    pub fn is_persons_turn(&self) -> bool {
        self.turn().is_some_and(|player| self.sitting.is_person(player))
    }

    /// Asks whoever thinks for the side to move.
    pub fn ask(&mut self) {
        let Some(player) = self.turn() else { return };
        let mut clocks = self.sitting.clocks();
        let mut limits = Limits::default();
        match self.sitting.time {
            Some(time) => limits = time.limits(),
            None => clocks[player.index()] = Clock::per_move(UNTIMED),
        }
        if let Some(opponent) = &mut self.opponents[player.index()] {
            opponent.ask(&self.sitting, clocks, limits);
        }
    }

    /// The one who thinks for the side to move.
    pub fn opponent(&mut self) -> Option<&mut Opponent<G>> {
        let player = self.turn()?;
        self.opponents[player.index()].as_mut()
    }

    /// Asks the adviser about the position.
    pub fn consult(&mut self) -> Result<&Opponent<G>> {
        if self.adviser.is_none() {
            let strongest = strongest::<G>().parse()?;
            self.adviser = Some(Opponent::new(&strongest, &self.sitting.spec, 0)?);
        }
        let adviser = self.adviser.as_mut().context("there is an adviser")?;
        adviser.ask(&self.sitting, [Clock::per_move(ADVICE); 2], Limits::default());
        Ok(adviser)
    }

    /// The adviser, once consulted.
    pub fn adviser(&mut self) -> Option<&mut Opponent<G>> {
        self.adviser.as_mut()
    }

    /// Plays a move for the side to move, keeps the game, and ends every thought about the position before.
    pub fn play(&mut self, mv: G::Move, thought: Thought) {
        self.stop();
        self.sitting.play(mv, thought);
        self.keep();
    }

    /// Does what the news from the side to move say; gives a report back that is only to be shown.
    pub fn hear(&mut self, news: News<G::Move>) -> Option<ply_search::Report<G::Move>> {
        let player = self.turn()?;
        match news {
            News::Thinks(report) => return Some(report),
            News::Plays(mv, thought) => {
                let late = self.sitting.time_left(player).is_some_and(|time| thought.took > time + GRACE);
                if late {
                    self.sitting.flag_falls(player);
                } else {
                    self.play(mv, thought);
                }
            }
            News::Fails(fault) => self.sitting.forfeit(player, fault),
        }
        self.keep();
        None
    }

    /// Ends every thought.
    pub fn stop(&mut self) {
        for thinker in self.opponents.iter_mut().flatten().chain(&mut self.adviser) {
            thinker.stop();
        }
    }

    /// A move as typed: legal, or why not.
    pub fn read_move(&self, text: &str) -> Result<G::Move, String> {
        let position = self.sitting.position();
        let mv = position.parse_move(text).map_err(|error| error.to_string())?;
        position.check_move(mv).map_err(|error| format!("{text}: {error}"))?;
        Ok(mv)
    }

    /// Writes the game where it is kept. A game nobody can keep is played all the same.
    pub fn keep(&self) {
        if let Some(path) = &self.kept {
            let _ = self.save(path);
        }
    }

    /// Writes the game to a file: whole, or not at all.
    pub fn save(&self, path: &Path) -> Result<()> {
        let write = || -> Result<()> {
            if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
                fs::create_dir_all(folder)?;
            }
            let beside = path.with_extension("part");
            fs::write(&beside, format!("{}\n", serde_json::to_string(&self.sitting.record())?))?;
            Ok(fs::rename(&beside, path)?)
        };
        write().with_context(|| format!("cannot save to {}", path.display()))
    }

    /// How the game ended, in words.
    pub fn verdict(&self) -> Option<String> {
        let (outcome, ending) = self.sitting.end()?;
        let name = |player: Player| match &self.sitting.players[player.index()] {
            AgentSpec::Human => format!("{player} (a person)"),
            AgentSpec::BuiltIn(spec) => format!("{player} ({})", spec.name),
            AgentSpec::Program(command) => format!("{player} ({command})"),
        };
        let result = match outcome {
            Outcome::Draw => "a draw".to_owned(),
            Outcome::Win(player) => format!("{} has won", name(*player)),
        };
        Some(match ending {
            Ending::Resignation { loser } => format!("{result}: {} resigned", Player::BOTH[*loser & 1]),
            Ending::Forfeit { fault, .. } => format!("{result}: {fault}"),
            Ending::Rule | Ending::Adjudication { .. } | Ending::Unfinished => result,
        })
    }
}
