//! The agents of Dots-and-Boxes.

mod edges;
mod evaluators;
mod guided;
mod house;
mod reported;
mod rollout;

use ply_game::SpecError;
use ply_games::dots_and_boxes::{DotsAndBoxes, EdgeSet};

use crate::registry::{AgentInfo, Request};
use crate::thinker::Thinker;

/// Dots-and-Boxes's own agents.
pub(crate) const AGENTS: &[AgentInfo] = reported::AGENTS;

/// Builds one of the list.
pub(crate) fn build<E: EdgeSet>(request: &mut Request<'_>) -> Result<Thinker<DotsAndBoxes<E>>, SpecError> {
    reported::build(request)
}
