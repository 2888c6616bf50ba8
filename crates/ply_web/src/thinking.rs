//! The agents as the server knows them: who may be asked, and what asking costs.

use ply_agents::{AgentInfo, AnyAgent, Thinker, agent, agents, strongest, thinker};
use ply_arena::AgentSpec;
use ply_game::{BoardGame, Spec};
use ply_search::{Budget, Limits as SearchLimits, Report};
use serde_json::{Value, json};

use crate::board::Opinion;
use crate::config::Limits;
use crate::problem::Problem;
use crate::queue::Cost;

/// Who must not be asked by strangers: it breaks the rules on purpose, some of them those of the machine.
const REFUSED: &[&str] = &["faulty"];
/// Agents that answer at once.
const QUICK: &[&str] = &["random", "greedy", "sequential"];
/// Options that cost threads and megabytes.
const THREADS: &str = "threads";
const MEGABYTES: &[&str] = &["table", TREE];
/// A tree grows as large as it may: where nobody says how large, it gets less here than an agent that is alone.
const TREE: &str = "memory";
const USUAL_TREE: u64 = 64;

/// Options that name a file of this machine, and the value that does not.
const FILES: &[(&str, &str)] = &[("weights", "built-in")];

/// The agents of a game that may be asked.
pub(crate) fn askable<G: BoardGame>() -> Vec<AgentInfo> {
    agents::<G>().into_iter().filter(|agent| !REFUSED.contains(&agent.name)).collect()
}

/// An agent that was let in.
pub(crate) struct Guest<G: BoardGame> {
    /// Its full spelling.
    pub(crate) spec: Spec,
    /// The agent.
    pub(crate) agent: AnyAgent<G>,
    /// What each of its thoughts costs.
    pub(crate) cost: Cost,
    /// It has a limit of its own: depth or nodes.
    pub(crate) bounded: bool,
    /// What its tables may grow to.
    pub(crate) megabytes: u64,
}

/// Reads who is to play: a built-in agent within the limits, or nothing for a person.
pub(crate) fn admit(text: &str, limits: &Limits) -> Result<Option<Spec>, Problem> {
    let refuse = |reason: &str| Err(Problem::bad(format!("agent '{text}': {reason}")));
    match text.parse::<AgentSpec>()? {
        AgentSpec::Human => Ok(None),
        AgentSpec::Program(_) => refuse("programs cannot be started from here; use 'plyground match' or 'tournament'"),
        AgentSpec::BuiltIn(spec) if REFUSED.contains(&spec.name.as_str()) => refuse("it cannot be asked from here"),
        AgentSpec::BuiltIn(spec) => within(&spec, limits).map(|()| Some(spec)),
    }
}

/// The spec with a tree of modest size where it leaves the size open.
fn modest<G: BoardGame>(spec: &Spec) -> Spec {
    let mut spec = spec.clone();
    let listed = agents::<G>().into_iter().find(|agent| agent.name == spec.name);
    let asks = listed.is_some_and(|agent| agent.options.iter().any(|option| option.key == TREE));
    if asks && option(&spec, TREE).is_none() {
        spec.options.push((TREE.to_owned(), USUAL_TREE.to_string()));
    }
    spec
}

/// Refuses options that cost more than the server gives.
fn within(spec: &Spec, limits: &Limits) -> Result<(), Problem> {
    for (key, value) in &spec.options {
        if FILES.iter().any(|(file, built_in)| file == key && value != built_in) {
            return Err(Problem::bad(format!("{}: {key} cannot name a file here", spec.name)));
        }
        let most = match key.as_str() {
            THREADS => limits.threads,
            key if MEGABYTES.contains(&key) => limits.memory,
            _ => continue,
        };
        if value.parse::<u64>().is_ok_and(|asked| asked > most) {
            return Err(Problem::bad(format!("{}: {key} may be at most {most} here, got '{value}'", spec.name)));
        }
    }
    Ok(())
}

/// Builds an agent that was admitted.
pub(crate) fn build<G: BoardGame>(spec: &Spec, seed: u64) -> Result<Guest<G>, Problem> {
    let (spec, agent) = agent::<G>(&modest::<G>(spec), seed)?;
    let bounded = ["depth", "nodes"].into_iter().any(|key| option(&spec, key).is_some_and(|value| value != "off"));
    let size = |key: &&str| option(&spec, key).and_then(|text| text.parse::<u64>().ok());
    let megabytes = MEGABYTES.iter().filter_map(size).sum();
    Ok(Guest { agent, cost: cost(&spec), bounded, megabytes, spec })
}

fn option<'a>(spec: &'a Spec, key: &str) -> Option<&'a str> {
    spec.options.iter().find(|(other, _)| other == key).map(|(_, value)| value.as_str())
}

/// What a thought of an agent costs, by its full spelling.
fn cost(spec: &Spec) -> Cost {
    if QUICK.contains(&spec.name.as_str()) {
        return Cost::Quick;
    }
    Cost::Search(option(spec, THREADS).and_then(|threads| threads.parse().ok()).unwrap_or(1))
}

/// Reads who is to analyse: anybody but a person; the game's strongest where nobody is named.
pub(crate) fn analyst(text: Option<&str>, limits: &Limits) -> Result<Option<Spec>, Problem> {
    let Some(text) = text.filter(|text| !text.is_empty()) else { return Ok(None) };
    let spec = admit(text, limits)?;
    spec.map(Some).ok_or_else(|| Problem::bad("expected an agent, got 'human'"))
}

/// An agent that is watched.
pub(crate) struct Analyst<G: BoardGame> {
    /// Its full spelling.
    pub(crate) spec: Spec,
    /// What each of its thoughts costs.
    pub(crate) cost: Cost,
    thinker: Thinker<G>,
    opinion: Opinion,
    lines: usize,
}

impl<G: BoardGame> Analyst<G> {
    /// Builds the agent of a spec that was admitted, to give so many lines about a game.
    pub(crate) fn new(spec: Option<&Spec>, game: &Spec, lines: usize) -> Result<Self, Problem> {
        let spec = match spec {
            Some(spec) => spec.clone(),
            None => strongest::<G>().parse()?,
        };
        let (spec, thinker) = thinker::<G>(&modest::<G>(&spec), lines)?;
        let opinion = Opinion { game: game.name.clone(), agent: spec.name.clone() };
        Ok(Self { cost: cost(&spec), spec, thinker, opinion, lines })
    }

    /// The limits it has of itself in a position.
    pub(crate) fn limits(&self, position: &G) -> SearchLimits {
        self.thinker.limits(position)
    }

    /// Thinks about a position that is not over. Nothing if it has no move.
    pub(crate) fn study(&mut self, position: &G, budget: &Budget, tell: &mut dyn FnMut(Value)) -> Value {
        let (opinion, lines) = (&self.opinion, self.lines);
        let mut sink = |report: &Report<G::Move>| tell(opinion.report(position, report, lines));
        let Some(last) = self.thinker.think(position, budget, &mut sink) else { return Value::Null };
        let mut value = opinion.report(position, &last, lines);
        value["insight"] = match self.thinker.insight.map(|insight| insight(position)) {
            Some(insight) => json!({insight.name: insight}),
            None => Value::Null,
        };
        value["agent"] = self.spec.to_string().into();
        value
    }
}
