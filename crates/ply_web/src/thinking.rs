//! The agents as the server knows them: who may be asked, and what asking costs.

use ply_agents::{AgentInfo, AnyAgent, agent, agents};
use ply_arena::AgentSpec;
use ply_game::{BoardGame, Spec};

use crate::config::Limits;
use crate::problem::Problem;
use crate::queue::Cost;

/// Who must not be asked by strangers: it breaks the rules on purpose, some of them those of the machine.
const REFUSED: &[&str] = &["faulty"];
/// Agents that answer at once.
const QUICK: &[&str] = &["random", "greedy", "sequential"];
/// Options that cost threads and megabytes.
const THREADS: &str = "threads";
const MEGABYTES: &[&str] = &["table", "memory"];

/// The agents that may be asked.
pub(crate) fn askable() -> Vec<AgentInfo> {
    agents().into_iter().filter(|agent| !REFUSED.contains(&agent.name)).collect()
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

/// Refuses options that cost more than the server gives.
fn within(spec: &Spec, limits: &Limits) -> Result<(), Problem> {
    for (key, value) in &spec.options {
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
    let (spec, agent) = agent::<G>(spec, seed)?;
    let option = |key: &str| spec.options.iter().find(|(other, _)| other == key).map(|(_, value)| value.as_str());
    let cost = match option(THREADS) {
        _ if QUICK.contains(&spec.name.as_str()) => Cost::Quick,
        threads => Cost::Search(threads.and_then(|text| text.parse().ok()).unwrap_or(1)),
    };
    let bounded = ["depth", "nodes"].into_iter().any(|key| option(key).is_some_and(|value| value != "off"));
    Ok(Guest { agent, cost, bounded, spec })
}
