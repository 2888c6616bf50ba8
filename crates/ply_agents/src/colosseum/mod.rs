//! The agents of Colosseum.

use ply_game::SpecError;
use ply_games::colosseum::{Bits, Colosseum};

use crate::registry::{AgentInfo, Request};
use crate::thinker::Thinker;

/// Colosseum's own agents.
pub(crate) const AGENTS: &[AgentInfo] = &[];

/// Builds one of the list.
pub(crate) fn build<B: Bits>(request: &mut Request<'_>) -> Result<Thinker<Colosseum<B>>, SpecError> {
    unreachable!("{} is not in the list", request.name)
}
