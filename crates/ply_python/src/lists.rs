//! What there is: games and agents, as JSON.

use ply_agents::{AgentInfo, agents as agents_of};
use ply_arena::describe;
use ply_game::{BoardGame, Spec};
use ply_games::{Visitor, families, visit};
use pyo3::prelude::*;
use serde_json::Value;

use crate::game::value_error;

/// Every game with its options.
#[pyfunction]
pub fn games() -> String {
    families().iter().map(describe::family).collect::<Value>().to_string()
}

struct Agents;

impl Visitor for Agents {
    type Output = Vec<AgentInfo>;

    fn visit<G: BoardGame>(self, _spec: Spec, _start: G) -> Vec<AgentInfo> {
        agents_of::<G>()
    }
}

/// Every agent of a game with its options; those that break the rules on purpose are left out.
#[pyfunction]
pub fn agents(game: &str) -> PyResult<String> {
    let spec: Spec = game.parse().map_err(value_error)?;
    let agents = visit(&spec, None, Agents).map_err(value_error)?;
    Ok(agents.iter().filter(|agent| !agent.harmful).map(describe::agent).collect::<Value>().to_string())
}
