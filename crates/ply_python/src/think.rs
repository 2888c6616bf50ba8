//! One agent thinking about one position.

use std::time::Duration;

use ply_agents::mind;
use ply_arena::{AgentSpec, describe};
use ply_game::{BoardGame, Spec};
use ply_search::{Budget, Cancel, Limits, Silent};
use pyo3::prelude::*;

use crate::game::value_error;
use crate::position::Position;
use crate::waiting;

/// The time where nothing else limits the thinking.
const USUAL_TIME: Duration = Duration::from_millis(200);

/// How an agent is to think.
#[derive(Clone, Copy, Debug)]
pub struct Thought {
    /// How many moves are scored.
    pub lines: usize,
    /// Mixed into the agent's own seed.
    pub seed: u64,
}

/// Lets an agent think, within the limits that were given, else within its own, else for the usual time.
pub fn think<G: BoardGame>(position: &G, agent: &Spec, thought: Thought, budget: &Budget) -> Result<String, String> {
    let (full, mut mind) = mind::<G>(agent, thought.seed, thought.lines).map_err(|error| error.to_string())?;
    let (own, asked) = (mind.limits(position), budget.limits);
    let (depth, nodes) = (asked.depth.or(own.depth), asked.nodes.or(own.nodes));
    let time = asked.hard.or((depth.is_none() && nodes.is_none()).then_some(USUAL_TIME));
    let budget = Budget { limits: Limits { depth, nodes, soft: time, hard: time }, ..budget.clone() };
    let report = mind.think(position, &budget, &mut Silent).ok_or_else(|| format!("{full} has no move"))?;
    let mut data = describe::report(position, &report, thought.lines);
    data["agent"] = full.to_string().into();
    Ok(data.to_string())
}

/// The report as JSON.
#[pyfunction(name = "think")]
#[pyo3(signature = (position, agent, time, nodes, depth, lines, seed))]
pub fn think_py(
    position: &Bound<'_, Position>,
    agent: &str,
    time: Option<f64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    lines: usize,
    seed: u64,
) -> PyResult<String> {
    let spec = match agent.parse().map_err(value_error)? {
        AgentSpec::BuiltIn(spec) => spec,
        other => return Err(value_error(format!("expected an agent of ours, got '{other}': others play in a match"))),
    };
    let erased = position.get().erased();
    if erased.outcome().is_some() {
        return Err(value_error("the game is over: there is nothing to think about"));
    }
    let time = time.map(Duration::try_from_secs_f64).transpose().map_err(value_error)?;
    let mut budget = Budget::new(Limits { depth, nodes, soft: time, hard: time });
    budget.cancel = Cancel::default();
    let (erased, cancel) = (erased.copy(), budget.cancel.clone());
    let thought = Thought { lines, seed };
    waiting::run(position.py(), &cancel, move || erased.think(&spec, thought, &budget))?.map_err(value_error)
}
