//! A hall full of boards: plays a list of games of one kind on several threads at once.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use ply_game::{BoardGame, Player, Spec, SpecError, mix};
use ply_search::Cancel;

use crate::agent_spec::AgentSpec;
use crate::external::{ProcessSeat, Program, ProgramLimits};
use crate::live::Glimpse;
use crate::opening::opening;
use crate::record::{Ending, Fault, GameRecord, Reason};
use crate::referee::{Fixture, HouseRules, referee};
use crate::seat::Seat;
use crate::thread_seat::ThreadSeat;

/// One game to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Task {
    /// Which agents of the hall's list play, the first player first.
    pub agents: [usize; 2],
    /// The number of the opening: games with the same number begin alike.
    pub opening: u64,
    /// The seed both agents get, mixed with their side.
    pub seed: u64,
}

/// Where games of one kind are played.
#[derive(Clone, Debug)]
pub struct Hall<G: BoardGame> {
    spec: Spec,
    start: G,
    agents: Vec<AgentSpec>,
    rules: HouseRules,
    openings: Openings<G::Move>,
    opening_seed: u64,
    /// Openings drawn so far: every pairing plays the same.
    drawn: Arc<Mutex<BTreeMap<u64, Vec<G::Move>>>>,
    limits: ProgramLimits,
}

/// How games begin.
#[derive(Clone, Debug)]
enum Openings<M> {
    /// So many random moves.
    Plies(usize),
    /// One of these lists of moves after the other.
    Suite(Vec<Vec<M>>),
}

impl<G: BoardGame> Hall<G> {
    /// A hall for these agents; their specs are read and filled in here, so that a wrong one is told at once.
    pub fn new(spec: Spec, start: G, agents: &[AgentSpec], rules: HouseRules) -> Result<Self, SpecError> {
        if agents.contains(&AgentSpec::Human) {
            let reason = "a person cannot sit here: only agents and programs play by themselves".to_owned();
            return Err(SpecError::Together { owner: "human".to_owned(), reason });
        }
        let agents = agents.iter().map(AgentSpec::full::<G>).collect::<Result<_, _>>()?;
        Ok(Self {
            spec,
            start,
            agents,
            rules,
            openings: Openings::Plies(0),
            opening_seed: 0,
            drawn: Arc::default(),
            limits: ProgramLimits::default(),
        })
    }

    /// Every game begins with so many random moves.
    pub fn with_openings(mut self, plies: usize) -> Self {
        self.openings = Openings::Plies(plies);
        self.drawn = Arc::default();
        self
    }

    /// Games begin with these lists of moves, one after the other by the number of their opening. There must be one.
    pub fn with_suite(mut self, suite: Vec<Vec<G::Move>>) -> Self {
        self.openings = Openings::Suite(suite);
        self
    }

    /// Another seed, other random openings.
    pub fn with_opening_seed(mut self, seed: u64) -> Self {
        self.opening_seed = seed;
        self.drawn = Arc::default();
        self
    }

    /// The moves of an opening.
    fn opening(&self, number: u64) -> Vec<G::Move> {
        match &self.openings {
            Openings::Plies(plies) => {
                let drawn = || self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some(moves) = drawn().get(&number) {
                    return moves.clone();
                }
                let seed = mix(number ^ mix(self.opening_seed ^ OPENING_SALT));
                let moves = opening(&self.start, *plies, seed);
                drawn().insert(number, moves.clone());
                moves
            }
            Openings::Suite(suite) => suite[number as usize % suite.len()].clone(),
        }
    }

    /// Programs may use no more than this.
    pub fn with_limits(mut self, limits: ProgramLimits) -> Self {
        self.limits = limits;
        self
    }

    /// The agents' full spellings.
    pub fn agents(&self) -> &[AgentSpec] {
        &self.agents
    }

    /// Plays one game from beginning to end.
    pub fn play(&self, task: &Task) -> GameRecord {
        self.play_watched(task, &mut |_| ())
    }

    /// The same, telling of it after every move.
    pub fn play_watched(&self, task: &Task, tell: &mut dyn FnMut(Glimpse<'_>)) -> GameRecord {
        let moves = self.opening(task.opening);
        let fixture = Fixture {
            spec: &self.spec,
            start: &self.start,
            start_text: None,
            opening: &moves,
            agents: task.agents.map(|agent| self.agents[agent].to_string()),
            seed: task.seed,
        };
        let [first, second] = Player::BOTH.map(|player| self.seat(task, player));
        match (first, second) {
            (Ok(mut first), Ok(mut second)) => referee(&fixture, &self.rules, [first.as_mut(), second.as_mut()], tell),
            (Err(fault), _) => self.walkover(&fixture, Player::First, fault),
            (_, Err(fault)) => self.walkover(&fixture, Player::Second, fault),
        }
    }

    fn seat(&self, task: &Task, player: Player) -> Result<Box<dyn Seat<G>>, Fault> {
        let crash = |error: &dyn std::fmt::Display| Fault::new(Reason::Crash, error.to_string());
        match &self.agents[task.agents[player.index()]] {
            AgentSpec::BuiltIn(spec) => {
                let seed = mix(task.seed ^ mix(1 + player.index() as u64));
                let (_, agent) = ply_agents::agent::<G>(spec, seed).map_err(|error| crash(&error))?;
                Ok(Box::new(ThreadSeat::new(agent).map_err(|error| crash(&error))?))
            }
            AgentSpec::Program(command) => {
                let program = Program { limits: self.limits.clone(), ..Program::new(command.clone()) };
                Ok(Box::new(ProcessSeat::new(program, &self.spec).map_err(|error| crash(&error))?))
            }
            AgentSpec::Human => Err(Fault::new(Reason::Protocol, "a person cannot sit in the hall")),
        }
    }

    /// A game that one side could not even begin.
    fn walkover(&self, fixture: &Fixture<'_, G>, loser: Player, fault: Fault) -> GameRecord {
        GameRecord {
            game: self.spec.to_string(),
            start: None,
            agents: fixture.agents.clone(),
            time: self.rules.time.to_string(),
            seed: fixture.seed,
            opening: Vec::new(),
            moves: Vec::new(),
            outcome: loser.other().to_string(),
            ending: Ending::Forfeit { loser: loser.index(), ply: 0, fault },
            scores: None,
        }
    }

    /// Plays all games, `concurrency` at a time, and hands over each as it ends, with its place in the list. When
    /// `stop` is set no new game begins; those under way are finished.
    pub fn play_all(
        &self,
        tasks: &[Task],
        concurrency: usize,
        stop: &Cancel,
        mut ended: impl FnMut(usize, GameRecord),
    ) {
        let next = AtomicUsize::new(0);
        let (results, arrivals) = channel();
        thread::scope(|scope| {
            for _ in 0..concurrency.clamp(1, tasks.len().max(1)) {
                let (results, next) = (results.clone(), &next);
                scope.spawn(move || {
                    while !stop.is_cancelled() {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let Some(task) = tasks.get(index) else { break };
                        if results.send((index, self.play(task))).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(results);
            for (index, record) in arrivals {
                ended(index, record);
            }
        });
    }
}

/// Keeps openings apart from other uses of the same small numbers.
const OPENING_SALT: u64 = 0x6f70_656e_696e_6773;

/// The games of a match between the first two agents of a hall: opening pairs with sides swapped.
pub fn match_tasks(games: usize, seed: u64) -> Vec<Task> {
    let task = |game: usize| {
        let opening = seed.wrapping_add(game as u64 / 2);
        Task { agents: if game.is_multiple_of(2) { [0, 1] } else { [1, 0] }, opening, seed: mix(opening) }
    };
    (0..games).map(task).collect()
}
