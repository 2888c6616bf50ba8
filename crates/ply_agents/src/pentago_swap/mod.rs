//! The agents of Pentago-Swap.

use ply_game::SpecError;
use ply_games::pentago_swap::PentagoSwap;

use crate::registry::{AgentInfo, Request};
use crate::thinker::Thinker;

/// Pentago-Swap's own agents.
pub(crate) const AGENTS: &[AgentInfo] = &[];

/// Builds one of the list.
pub(crate) fn build(request: &mut Request<'_>) -> Result<Thinker<PentagoSwap>, SpecError> {
    unreachable!("{} is not in the list", request.name)
}
