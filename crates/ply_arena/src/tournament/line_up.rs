//! A plan made ready: every game and agent is built once and spelled in full, every opening is read, before anything is
//! played or stored.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{iter, thread};

use ply_game::{BoardGame, Player, Spec, SpecError, mix, play_texts};
use ply_games::{Visitor, visit};

use crate::AgentSpec;
use crate::game::external::sandbox::{self, Layers};
use crate::game::external::{Launcher, Program, ProgramLimits, try_out};
use crate::game::fault::Fault;
use crate::game::guest::Guests;
use crate::game::log::Logs;
use crate::game::record::RunOrigin;
use crate::game::rules::ArenaRules;
use crate::plan::Plan;
use crate::schedule::Pairing;
use crate::tournament::task::{Opening, Task};

/// Why a plan cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LineUpError {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] SpecError),
    /// An agent cannot be built.
    #[error("agents[{place}]: {error}")]
    Agent {
        /// Its place in the list.
        place: usize,
        /// Why.
        error: SpecError,
    },
    /// The file of openings cannot be used.
    #[error("openings: {path}: {reason}", path = .path.display())]
    Openings {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The machine lacks a layer of the sandbox that the plan requires.
    #[error("require: '{name}' cannot be enforced here: {reason}")]
    Layer {
        /// Its name.
        name: String,
        /// Why it is not enforced.
        reason: String,
    },
}

/// What can be made of a plan's pairings: tasks.
#[derive(Clone, Debug)]
pub struct LineUp {
    games: Vec<LinedUp>,
    limits: Vec<ProgramLimits>,
    options: Vec<Vec<(String, String)>>,
    threads: usize,
    /// The plan's seed, and what its agents are called.
    seed: u64,
    names: Vec<String>,
    opening_seed: u64,
    plies: usize,
}

/// One of the plan's games.
#[derive(Clone, Debug)]
struct LinedUp {
    spec: Spec,
    /// The agents as they are spelled in this game, each with its rules (those of a game against itself).
    agents: Vec<AgentSpec>,
    rules: Vec<ArenaRules>,
    /// The openings of a file; none: they are drawn.
    openings: Vec<String>,
    /// The most threads that an agent asks for.
    threads: usize,
}

impl LineUp {
    /// Checks a plan and makes it ready to be played on this machine.
    pub fn new(plan: &Plan) -> Result<Self, LineUpError> {
        Self::with_guests(plan, &Guests::default())
    }

    /// The same where these guests may play.
    pub fn with_guests(plan: &Plan, guests: &Guests) -> Result<Self, LineUpError> {
        let line_up = Self::checked(plan, guests)?;
        // Asked only where a layer is required: it takes some milliseconds.
        if !plan.require.is_empty() {
            all_are_enforced(&plan.require, sandbox::probe(&Launcher::this_binary()))?;
        }
        Ok(line_up)
    }

    /// The same for games that other machines play: what their sandboxes enforce they know themselves.
    pub fn elsewhere(plan: &Plan) -> Result<Self, LineUpError> {
        Self::checked(plan, &Guests::default())
    }

    fn checked(plan: &Plan, guests: &Guests) -> Result<Self, LineUpError> {
        let games = (0..plan.games.len()).map(|game| {
            let spec: Spec = plan.games[game].spec.parse()?;
            visit(&spec, None, Build { plan, guests, game })?
        });
        let games: Vec<LinedUp> = games.collect::<Result<_, LineUpError>>()?;
        let limits = plan.agents.iter().map(|agent| plan.limits_of(agent));
        Ok(Self {
            threads: games.iter().map(|game| game.threads).max().unwrap_or(1),
            games,
            limits: limits.collect(),
            options: plan.agents.iter().map(|agent| agent.options.clone().into_iter().collect()).collect(),
            seed: plan.seed,
            names: plan.agents.iter().map(|agent| agent.name.clone()).collect(),
            opening_seed: plan.openings.seed.unwrap_or(plan.seed),
            plies: plan.openings.plies,
        })
    }

    /// An agent as it is spelled in one of the games.
    pub fn agent(&self, game: usize, agent: usize) -> &AgentSpec {
        &self.games[game].agents[agent]
    }

    /// A game's full spelling.
    pub fn game(&self, game: usize) -> &Spec {
        &self.games[game].spec
    }

    /// The openings of a file, as they are for one of the games; none: they are drawn.
    pub fn suite(&self, game: usize) -> &[String] {
        &self.games[game].openings
    }

    /// The most threads that one of the agents asks for.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// The programs that cannot be started here, or end or fall silent before they are ready, by their places. They are
    /// tried out so many at a time.
    pub fn unready(&self, at_once: usize, logs: &Logs) -> Vec<(usize, Fault)> {
        let Some(game) = self.games.first() else { return Vec::new() };
        let tried = |place: usize| {
            let AgentSpec::Program(command) = &game.agents[place] else { return None };
            let log = logs.open(&format!("start-{}", place + 1));
            log.iter().for_each(|log| log.note(&command.to_string()));
            let log = log.map(|log| log.of(Player::First));
            let (limits, options) = (self.limits[place].clone(), self.options[place].clone());
            let program = Program { limits, options, log, ..Program::new(command.clone()) };
            try_out(&program, &game.spec).err().map(|fault| (place, fault))
        };
        let next = AtomicUsize::new(0);
        let work = || {
            let places = iter::from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)));
            places.take_while(|place| *place < game.agents.len()).filter_map(tried).collect::<Vec<_>>()
        };
        let mut unready: Vec<(usize, Fault)> = thread::scope(|scope| {
            let threads: Vec<_> = (0..at_once.max(1)).map(|_| scope.spawn(work)).collect();
            threads.into_iter().flat_map(|thread| thread.join().unwrap_or_default()).collect()
        });
        unready.sort_by_key(|(place, _)| *place);
        unready
    }

    /// The task of a pairing.
    pub fn task(&self, pairing: Pairing) -> Task {
        let game = &self.games[pairing.game];
        let [first, second] = pairing.agents;
        let opening = match &game.openings[..] {
            [] => Opening::Drawn { plies: self.plies, seed: mix(pairing.opening ^ mix(self.opening_seed ^ SALT)) },
            suite => Opening::Moves(suite[(pairing.opening % suite.len() as u64) as usize].clone()),
        };
        let names = pairing.agents.map(|agent| self.names[agent].clone());
        Task {
            pairing,
            game: game.spec.clone(),
            agents: pairing.agents.map(|agent| game.agents[agent].clone()),
            rules: ArenaRules { times: [game.rules[first].times[0], game.rules[second].times[1]], ..game.rules[first] },
            limits: pairing.agents.map(|agent| self.limits[agent].clone()),
            options: pairing.agents.map(|agent| self.options[agent].clone()),
            opening,
            seed: pairing.game_seed(),
            run: Some(RunOrigin { seed: self.seed, opening: pairing.opening, names }),
            clock_factor: None,
            seated: [None, None],
        }
    }
}

/// Refuses the first required layer that is not enforced.
fn all_are_enforced(required: &[String], layers: Layers) -> Result<(), LineUpError> {
    let missing = layers.0.into_iter().find(|layer| !layer.enforced && required.iter().any(|name| name == layer.name));
    missing.map_or(Ok(()), |layer| Err(LineUpError::Layer { name: layer.name.to_owned(), reason: layer.note }))
}

/// Keeps openings apart from other uses of the same small numbers.
const SALT: u64 = 0x6f70_656e_696e_6773;

struct Build<'a> {
    plan: &'a Plan,
    guests: &'a Guests,
    game: usize,
}

impl Visitor for Build<'_> {
    type Output = Result<LinedUp, LineUpError>;

    fn visit<G: BoardGame>(self, spec: Spec, start: G) -> Self::Output {
        let plan = self.plan;
        let mut agents = Vec::with_capacity(plan.agents.len());
        for (place, agent) in plan.agents.iter().enumerate() {
            let brought = |agent: AgentSpec| match &agent {
                AgentSpec::Guest(name) if self.guests.find(name).is_none() => {
                    let reason = "only the program that brings this guest can seat it".to_owned();
                    Err(SpecError::Together { owner: agent.to_string(), reason })
                }
                _ => Ok(agent),
            };
            let spelled = agent.spec.parse().and_then(brought).and_then(|agent: AgentSpec| agent.full::<G>());
            agents.push(spelled.map_err(|error| LineUpError::Agent { place, error })?);
        }
        let known = ply_agents::agents::<G>();
        let threads = agents.iter().zip(&plan.agents).filter_map(|(agent, planned)| match agent {
            AgentSpec::BuiltIn(spec) => Some(known.iter().find(|info| info.name == spec.name)?.threads(spec)),
            AgentSpec::Program(_) => planned.threads,
            AgentSpec::Guest(_) | AgentSpec::Human => None,
        });
        let threads = threads.max().unwrap_or(1);
        let rules = plan.agents.iter().map(|agent| plan.rules(agent.time.unwrap_or(plan.games[self.game].time)));
        let openings = plan.openings.file.as_deref().map(|file| read_openings(&start, file)).transpose()?;
        Ok(LinedUp { spec, agents, rules: rules.collect(), openings: openings.unwrap_or_default(), threads })
    }
}

/// Openings from a file: the moves of one a line; blank lines and lines that begin with `#` are passed over.
fn read_openings<G: BoardGame>(start: &G, path: &Path) -> Result<Vec<String>, LineUpError> {
    let wrong = |reason: String| LineUpError::Openings { path: path.to_owned(), reason };
    let text = std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
    // Nobody who plays reads what comes next.
    sandbox::hide(path);
    let mut openings = Vec::new();
    for (number, line) in text.lines().enumerate().map(|(index, line)| (index + 1, line.trim())) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let mut position = start.clone();
        play_texts(&mut position, line).map_err(|error| wrong(format!("line {number}: {error}")))?;
        if position.outcome().is_some() {
            return Err(wrong(format!("line {number}: the game is over after these moves")));
        }
        openings.push(line.to_owned());
    }
    if openings.is_empty() { Err(wrong("there is no opening in it".to_owned())) } else { Ok(openings) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::external::sandbox::Layer;

    #[test]
    fn a_plan_is_refused_where_a_layer_it_requires_is_missing() {
        for missing in Layers::NAMES {
            let layer = |name| Layer { name, enforced: name != missing, note: "because".to_owned() };
            let layers = Layers(Layers::NAMES.map(layer).into());
            for required in Layers::NAMES {
                let said = all_are_enforced(&[required.to_owned()], layers.clone()).map_err(|error| error.to_string());
                let refused = Err(format!("require: '{missing}' cannot be enforced here: because"));
                assert_eq!(said, if required == missing { refused } else { Ok(()) });
            }
        }
    }

    #[test]
    fn every_layer_that_can_be_required_is_asked_for() {
        let told = sandbox::probe(&Launcher::Bare);
        let mut names: Vec<&str> = told.0.iter().map(|layer| layer.name).collect();
        let mut known = Layers::NAMES.to_vec();
        names.sort_unstable();
        known.sort_unstable();
        assert_eq!(names, known);
    }
}
