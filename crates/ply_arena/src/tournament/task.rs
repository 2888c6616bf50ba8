//! One game to be played, with everything that is needed to play it: here, or on another machine.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use ply_game::{BoardGame, Player, Spec, SpecError, TextError, line_texts, mix, play_texts};
use ply_games::{Visitor, visit};
use serde::{Deserialize, Serialize};

use crate::AgentSpec;
use crate::game::agent_seat::AgentSeat;
use crate::game::empty_seat::EmptySeat;
use crate::game::external::{ProcessSeat, Program, ProgramLimits};
use crate::game::fault::{Fault, Reason};
use crate::game::guest::Guests;
use crate::game::log::{GameLog, Logs, file_name};
use crate::game::opening::opening;
use crate::game::record::{GameRecord, RunOrigin};
use crate::game::referee::referee;
use crate::game::rules::ArenaRules;
use crate::game::seat::Seat;
use crate::game::text;
use crate::game::under_way::{Fixture, GameUnderWay, Glimpse};
use crate::schedule::Pairing;

/// How a game begins.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Opening {
    /// Random moves from a seed, fair as far as a quick search sees.
    Drawn {
        /// How many.
        plies: usize,
        /// Another seed, other moves.
        seed: u64,
    },
    /// These moves, separated by blanks.
    Moves(String),
}

/// One game to be played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Task {
    /// Its place in the schedule.
    pub pairing: Pairing,
    /// The game's full spelling.
    #[serde(with = "text::spelling")]
    pub game: Spec,
    /// The agents' full spellings, the first player's first.
    #[serde(with = "text::agents")]
    pub agents: [AgentSpec; 2],
    /// The rules it is played under.
    pub rules: ArenaRules,
    /// What each side may use, if it is a program.
    pub limits: [ProgramLimits; 2],
    /// What each side is told by `setoption`, if it is a program.
    #[serde(default, skip_serializing_if = "no_options")]
    pub options: [Vec<(String, String)>; 2],
    /// How it begins.
    pub opening: Opening,
    /// The seed that both agents get, mixed with their side.
    pub seed: u64,
    /// The run it belongs to, for its record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<RunOrigin>,
    /// What both clocks are multiplied by, where the machine is slower or faster than the one they are meant for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock_factor: Option<f64>,
    /// Who sits down for each side on this machine, where that is not spelled as in the record.
    #[serde(skip)]
    pub seated: [Option<Seated>; 2],
}

fn no_options(options: &[Vec<(String, String)>; 2]) -> bool {
    options.iter().all(Vec::is_empty)
}

/// Who sits down for an agent that came from another machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seated {
    /// As it is spelled here.
    pub agent: AgentSpec,
    /// The folder a program is started in.
    pub folder: Option<PathBuf>,
}

/// Why a task cannot be played. A task of a checked plan can.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TaskError {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] SpecError),
    /// Its opening is not legal.
    #[error("opening: {0}")]
    Opening(#[from] TextError),
}

impl Task {
    /// Plays the game from beginning to end, telling of it after every move.
    pub fn play(&self, drawn: &DrawnOpenings, tell: &mut dyn FnMut(Glimpse<'_>)) -> Result<GameRecord, TaskError> {
        self.play_at(&Premises::default(), drawn, tell)
    }

    /// The same where guests may play and games are logged.
    pub fn play_at(
        &self,
        premises: &Premises,
        drawn: &DrawnOpenings,
        tell: &mut dyn FnMut(Glimpse<'_>),
    ) -> Result<GameRecord, TaskError> {
        visit(&self.game, None, Play { task: self, premises, drawn, tell })?
    }
}

/// What belongs to the place where games are played, and does not travel with a task.
#[derive(Clone, Default, Debug)]
pub struct Premises {
    /// Who may play beside agents and programs.
    pub guests: Guests,
    /// Where what is said goes.
    pub logs: Logs,
}

struct Play<'a> {
    task: &'a Task,
    premises: &'a Premises,
    drawn: &'a DrawnOpenings,
    tell: &'a mut dyn FnMut(Glimpse<'_>),
}

impl Visitor for Play<'_> {
    type Output = Result<GameRecord, TaskError>;

    fn visit<G: BoardGame>(self, spec: Spec, start: G) -> Self::Output {
        let task = self.task;
        let opening = match &task.opening {
            Opening::Moves(texts) => play_texts(&mut start.clone(), texts)?,
            &Opening::Drawn { plies, seed } => {
                play_texts(&mut start.clone(), &self.drawn.texts(&spec, &start, plies, seed))?
            }
        };
        let log = self.premises.logs.open(&task.log_name());
        if let Some(log) = &log {
            log.note(&format!("{spec}, {} against {}, seed {}", task.rules.times[0], task.rules.times[1], task.seed));
            Player::BOTH.into_iter().for_each(|player| log.note(&format!("{player}: {}", task.agents[player.index()])));
        }
        let seats = Player::BOTH.map(|player| seat::<G>(task, &self.premises.guests, log.as_ref(), player));
        let [mut first, mut second] = seats;
        let agents = task.agents.clone();
        let fixture = Fixture { spec, start, start_text: None, opening, agents, seed: task.seed };
        let mut rules = task.rules;
        if let Some(factor) = task.clock_factor {
            rules.times = rules.times.map(|time| time.scaled(factor));
        }
        let mut game = GameUnderWay::new(fixture, rules);
        let mut logged = 0;
        referee(&mut game, [first.as_mut(), second.as_mut()], &mut |glimpse| {
            if let Some(log) = &log {
                glimpse.moves[logged..].iter().for_each(|mv| log.moved(mv));
                logged = glimpse.moves.len();
            }
            (self.tell)(glimpse);
        });
        let memory = [first.peak_memory(), second.peak_memory()];
        // What a program says at its end is said before the verdict.
        drop((first, second));
        let (run, clock_factor) = (task.run.clone(), task.clock_factor);
        let record = GameRecord { times: task.rules.times, clock_factor, run, memory, ..game.record() };
        if let Some(log) = &log {
            log.note(&record.verdict());
        }
        Ok(record)
    }
}

impl Task {
    /// What its log is called: by its place in the schedule and by who plays.
    fn log_name(&self) -> String {
        let Pairing { round, index, agents: [a, b], .. } = self.pairing;
        file_name(&format!("{:02}-{:04}{}", round + 1, index + 1, if a < b { "a" } else { "b" }), &self.agents)
    }
}

/// Whoever plays a side; an empty seat, which is at fault, where nobody can.
fn seat<G: BoardGame>(task: &Task, guests: &Guests, log: Option<&GameLog>, player: Player) -> Box<dyn Seat<G>> {
    try_seat(task, guests, log, player).unwrap_or_else(|fault| Box::new(EmptySeat(fault)))
}

fn try_seat<G: BoardGame>(
    task: &Task,
    guests: &Guests,
    log: Option<&GameLog>,
    player: Player,
) -> Result<Box<dyn Seat<G>>, Fault> {
    let crash = |error: &dyn std::fmt::Display| Fault::new(Reason::Crash, error.to_string());
    let seated = task.seated[player.index()].as_ref();
    match seated.map_or(&task.agents[player.index()], |seated| &seated.agent) {
        AgentSpec::BuiltIn(spec) => {
            let seed = mix(task.seed ^ mix(1 + player.index() as u64));
            let (_, agent) = ply_agents::agent::<G>(spec, seed).map_err(|error| crash(&error))?;
            Ok(Box::new(AgentSeat::new(agent).map_err(|error| crash(&error))?))
        }
        AgentSpec::Program(command) => {
            let limits = task.limits[player.index()].clone();
            let folder = seated.and_then(|seated| seated.folder.clone());
            let options = task.options[player.index()].clone();
            let log = log.map(|log| log.of(player));
            let program = Program { limits, options, folder, log, ..Program::new(command.clone()) };
            Ok(Box::new(ProcessSeat::new(program, &task.game).map_err(|error| crash(&error))?))
        }
        AgentSpec::Guest(name) => {
            let guest = guests.find(name).ok_or_else(|| Fault::new(Reason::Crash, "nobody has brought this guest"))?;
            let player = guest(&task.game, player)?;
            Ok(Box::new(AgentSeat::of_guest(player).map_err(|error| crash(&error))?))
        }
        AgentSpec::Human => Err(Fault::new(Reason::Protocol, "a person cannot play by itself")),
    }
}

/// An opening that is drawn once, by whoever needs it first.
type Drawn = Arc<OnceLock<String>>;

/// Openings drawn so far: the games of a pair, and all pairs of a tournament with one number, begin alike.
#[derive(Default, Debug)]
pub struct DrawnOpenings(Mutex<HashMap<(Spec, usize, u64), Drawn>>);

impl DrawnOpenings {
    fn texts<G: BoardGame>(&self, spec: &Spec, start: &G, plies: usize, seed: u64) -> String {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let drawn = all.entry((spec.clone(), plies, seed)).or_default().clone();
        drop(all);
        drawn.get_or_init(|| line_texts(start, &opening(start, plies, seed)).join(" ")).clone()
    }
}
