//! The agents of Infexion.

use ply_game::SpecError;
use ply_games::infexion::Infexion;

use crate::registry::{AgentInfo, Request};
use crate::thinker::Thinker;

/// Infexion's own agents.
pub(crate) const AGENTS: &[AgentInfo] = &[];

/// Builds one of the list.
pub(crate) fn build(request: &mut Request<'_>) -> Result<Thinker<Infexion>, SpecError> {
    unreachable!("{} is not in the list", request.name)
}
