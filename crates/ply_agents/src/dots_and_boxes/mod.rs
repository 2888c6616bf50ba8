//! The agents of Dots-and-Boxes.

mod champion;
mod edges;
mod endgame;
mod evaluators;
mod guided;
mod house;
mod reported;
mod rollout;

use ply_game::SpecError;
use ply_games::dots_and_boxes::{DotsAndBoxes, EdgeSet};

use crate::registry::{AgentInfo, OURS, Request, SEED, option};
use crate::thinker::Thinker;
use champion::Champion;

/// Dots-and-Boxes's own agents.
pub(crate) const AGENTS: &[AgentInfo] = &{
    let mut list = [CHAMPION; reported::AGENTS.len() + 1];
    let mut at = 0;
    while at < reported::AGENTS.len() {
        list[at] = reported::AGENTS[at];
        at += 1;
    }
    list
};

const CHAMPION: AgentInfo = AgentInfo {
    name: "champion",
    source: OURS,
    about: "solves the endgame from as many edges as its time allows, before that plays games out",
    options: &[
        option("nodes", "off", "1..18446744073709551615|off", "positions at most"),
        option("table", "32", "1..65536", "megabytes of the solver's table"),
        SEED,
    ],
};

/// Builds one of the list.
pub(crate) fn build<E: EdgeSet>(request: &mut Request<'_>) -> Result<Thinker<DotsAndBoxes<E>>, SpecError> {
    if request.name != CHAMPION.name {
        return reported::build(request);
    }
    let nodes = request.options.number_or_off("nodes", 1..=u64::MAX, None)?;
    let table = request.options.number("table", 1..=65_536, 32)? as usize;
    Ok(Thinker::searching(Champion::new(table, request.seed()?, request.lines)).with_nodes(nodes))
}
