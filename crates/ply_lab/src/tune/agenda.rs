//! A tuning made ready: from what was asked for to a checked plan, and the games it hands out as tasks.

use std::collections::BTreeMap;
use std::path::PathBuf;

use ply_arena::plan::{Format, Plan, PlanAgent, PlanError, PlanGame};
use ply_arena::schedule::{Pairing, Results, Scheduler};
use ply_arena::{Agenda, AgentSpec, LineUp, LineUpError, Opening, Task, TimeControl};
use ply_game::{Spec, SpecError, mix};
use rayon::prelude::*;

use super::method::MethodSettings;
use super::openings::{Drawn, Openings};
use super::space::AxisRange;
use super::subject::Subject;
use super::tuner::{OPPONENTS, Opponent, ROLES, Rules, Side, Stage, Status, Tuner};

/// The tuner of this program: one that hands out other games for the same settings has another number.
const VERSION: &str = "1";

/// Why there is no such tuning.
#[derive(Debug, thiserror::Error)]
pub enum TuneError {
    /// A game or an agent cannot be built.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The plan is none.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The plan cannot be played.
    #[error(transparent)]
    LineUp(#[from] LineUpError),
    /// Anything else.
    #[error("{0}")]
    Wrong(String),
}

impl TuneError {
    pub(super) fn wrong(reason: impl Into<String>) -> Self {
        Self::Wrong(reason.into())
    }

    pub(super) fn unknown<'a>(
        what: &str,
        name: &str,
        nearest: Option<String>,
        known: impl Iterator<Item = &'a str>,
    ) -> Self {
        let hint = nearest.map(|near| format!(", did you mean '{near}'?")).unwrap_or_default();
        Self::Wrong(format!("unknown {what} '{name}'{hint}; known: {}", known.collect::<Vec<_>>().join(", ")))
    }
}

/// What is asked for.
#[derive(Clone, PartialEq, Debug)]
pub struct Setup {
    /// What the tuning is called in a store.
    pub name: String,
    /// The boards it is played on.
    pub boards: Vec<Spec>,
    /// The agent as it was typed.
    pub agent: String,
    /// The method.
    pub method: MethodSettings,
    /// Which numbers; all if none is named.
    pub params: Vec<String>,
    /// Ranges other than the usual ones.
    pub ranges: Vec<AxisRange>,
    /// Whom candidates play: `self`, `pool`, or agents; `self` and `pool` if none is named.
    pub opponents: Vec<String>,
    /// Games before the confirmation.
    pub budget: usize,
    /// Opening pairs of a trial; nothing: what suits the method.
    pub pairs: Option<usize>,
    /// The share of the budget in which the best few play on.
    pub selection: f64,
    /// How many these are.
    pub finalists: usize,
    /// Games of the confirmation; nothing: a tenth of the budget, and 200 at least.
    pub confirmation: Option<usize>,
    /// The time control.
    pub time: TimeControl,
    /// The seed.
    pub seed: u64,
    /// Random plies of every opening.
    pub plies: usize,
    /// A file of openings instead.
    pub file: Option<PathBuf>,
}

impl Setup {
    fn opponents(&self) -> Result<Vec<Opponent>, TuneError> {
        if self.opponents.is_empty() {
            // Those of spsa play each other, only its finalists have an opponent.
            let pool = (!self.method.duels()).then_some(Opponent::Pool);
            return Ok(std::iter::once(Opponent::Untuned).chain(pool).collect());
        }
        if self.method.duels() {
            let reason = "--opponents: the candidates of spsa play each other: expected evolution or cma-es";
            return Err(TuneError::wrong(reason));
        }
        let opponent = |text: &String| match text.as_str() {
            "self" => Opponent::Untuned,
            "pool" => Opponent::Pool,
            spec => Opponent::Agent(spec.to_owned()),
        };
        Ok(self.opponents.iter().map(opponent).collect())
    }

    fn rules(&self) -> Result<Rules, TuneError> {
        let opponents = self.opponents()?;
        // Every candidate meets every opponent on every board equally often.
        let even = if self.method.duels() { 1 } else { opponents.len() * self.boards.len() };
        let usual = if self.method.duels() { 1 } else { 4 };
        let confirmation = self.confirmation.unwrap_or((self.budget / 10).max(200));
        Ok(Rules {
            budget: self.budget / 2 * 2,
            selection: self.selection,
            finalists: self.finalists,
            pairs: self.pairs.unwrap_or(usual).next_multiple_of(even),
            confirmation: confirmation.next_multiple_of(2 * self.boards.len()),
            opponents,
            boards: self.boards.len(),
            seed: self.seed,
            again: true,
        })
    }

    /// All of it by name, for the store.
    fn settings(&self, subject: &Subject, rules: &Rules) -> BTreeMap<String, String> {
        let axis = |axis: &super::Axis| format!("{}={} in {}..{}", axis.name, axis.start, axis.least, axis.most);
        let axes: Vec<String> = subject.space.axes.iter().map(axis).collect();
        let opponents = if self.opponents.is_empty() { "usual".to_owned() } else { self.opponents.join(" ") };
        let settings = [
            ("agent", subject.untuned(0).to_string()),
            ("method", self.method.to_string()),
            ("params", axes.join(", ")),
            ("opponents", opponents),
            ("budget", rules.budget.to_string()),
            ("selection", rules.selection.to_string()),
            ("finalists", rules.finalists.to_string()),
            ("pairs", rules.pairs.to_string()),
            ("confirmation", rules.confirmation.to_string()),
            ("tuner", VERSION.to_owned()),
        ];
        settings.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
    }

    fn plan(&self, subject: &Subject, rules: &Rules) -> Result<Plan, TuneError> {
        let spec = subject.untuned(0).to_string();
        let roles = ROLES.iter().map(|role| PlanAgent::new(*role, spec.clone()));
        let others = rules.opponents.iter().filter_map(|opponent| match opponent {
            Opponent::Agent(other) => Some(PlanAgent::new(format!("opponent {other}"), other.clone())),
            Opponent::Untuned | Opponent::Pool => None,
        });
        let first = self.boards.first().map(ToString::to_string).unwrap_or_default();
        let mut plan = Plan::new(&self.name, &first, roles.chain(others).collect())?;
        let full =
            |board: &Spec| Ok(Plan::new("board", &board.to_string(), plan.agents.clone())?.games.swap_remove(0).spec);
        let games = self.boards.iter().map(full).collect::<Result<Vec<String>, TuneError>>()?;
        plan.games = games.into_iter().map(|spec| PlanGame { spec, time: self.time }).collect();
        plan.format = Format::Tuning { length: rules.budget + rules.confirmation };
        plan.seed = self.seed;
        plan.openings.plies = self.plies;
        plan.openings.file = self.file.clone();
        plan.tuning = self.settings(subject, rules);
        Ok(plan)
    }
}

/// A tuning that can be played.
#[derive(Debug)]
pub struct Tuning {
    plan: Plan,
    subject: Subject,
    tuner: Tuner,
    line_up: LineUp,
    openings: Openings,
    /// The openings of the present round, by board and number.
    drawn: BTreeMap<(usize, u64), Drawn>,
    /// Every opening of the confirmation was kept for it.
    fresh: bool,
}

impl Tuning {
    /// Checks what was asked for and makes it ready; `watch` is told after every generation.
    pub fn new(setup: &Setup, watch: impl FnMut(Status<'_>) + Send + 'static) -> Result<Self, TuneError> {
        let subject = Subject::new(&setup.boards, &setup.agent, &setup.params, &setup.ranges)?;
        let rules = setup.rules()?;
        let plan = setup.plan(&subject, &rules)?;
        let line_up = LineUp::new(&plan)?;
        let space = subject.space.clone();
        let method = setup.method.build(space.start(), &space.grains(), mix(setup.seed ^ SALT));
        let openings = Openings::new(&plan, &line_up);
        let tuner = Tuner::new(space, method, rules, watch);
        if tuner.stage() != Stage::Search {
            let reason = format!("--budget: {} games are too few for a generation and the selection", setup.budget);
            return Err(TuneError::wrong(reason));
        }
        Ok(Self { plan, subject, tuner, line_up, openings, drawn: BTreeMap::new(), fresh: true })
    }

    /// Its plan, for a store.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// How many games it takes, the confirmation included.
    pub fn games(&self) -> usize {
        match self.plan.format {
            Format::Tuning { length } => length,
            _ => 0,
        }
    }

    /// The agent.
    pub fn subject(&self) -> &Subject {
        &self.subject
    }

    /// How far it is.
    pub fn tuner(&self) -> &Tuner {
        &self.tuner
    }

    /// Whether every opening of the confirmation is one that the tuning could not play.
    pub fn is_fresh(&self) -> bool {
        self.fresh
    }

    /// Draws the openings of a round. Nothing is under way while this is done, so it takes all cores.
    fn draw(&mut self, pairings: &[Pairing], results: &Results) {
        let kept = self.tuner.stage() == Stage::Confirmation;
        // Those of the confirmation all the same: whether they are fresh is to be known at the end.
        let needed = pairings.iter().filter(|pairing| kept || results.outcome(pairing).is_none());
        let mut numbers: Vec<(usize, u64)> = needed.map(|pairing| (pairing.game, pairing.opening)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let openings = &self.openings;
        let draw = |&(board, number): &(usize, u64)| ((board, number), openings.draw(board, number, kept));
        self.drawn = numbers.par_iter().map(draw).collect();
        self.fresh &= !kept || self.drawn.values().all(|drawn| drawn.as_asked);
    }
}

/// Keeps the method's random numbers apart from those of openings and games.
const SALT: u64 = 0x6d65_7468_6f64_7321;

impl Scheduler for Tuning {
    fn next(&mut self, results: &Results) -> Vec<Pairing> {
        let pairings = self.tuner.next(results);
        if !pairings.is_empty() {
            self.draw(&pairings, results);
        }
        pairings
    }

    fn done(&self, results: &Results) -> bool {
        self.tuner.done(results)
    }
}

impl Agenda for Tuning {
    fn task(&self, pairing: Pairing) -> Task {
        let agents = self.tuner.sides(&pairing).map(|side| match side {
            Side::Untuned => AgentSpec::BuiltIn(self.subject.untuned(pairing.game).clone()),
            Side::Values(values) => AgentSpec::BuiltIn(self.subject.spec(pairing.game, &values)),
            Side::Opponent(place) => self.line_up.agent(pairing.game, OPPONENTS + place).clone(),
        });
        let drawn = self.drawn.get(&(pairing.game, pairing.opening)).expect("drawn when it was handed out");
        Task { agents, opening: Opening::Moves(drawn.moves.clone()), ..self.line_up.task(pairing) }
    }
}
