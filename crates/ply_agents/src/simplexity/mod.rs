//! The agents of Simplexity.

mod sequential;

use ply_game::SpecError;
use ply_games::simplexity::{Bits, Simplexity};

use crate::registry::{AgentInfo, Request};
use crate::thinker::Thinker;
use sequential::Sequential;

/// Simplexity's own agents.
pub(crate) const AGENTS: &[AgentInfo] = &[AgentInfo {
    name: "sequential",
    source: "ColorShapeLinks",
    about: "columns in turn, its own shape first",
    options: &[],
}];

/// Builds one of the list.
pub(crate) fn build<W: Bits>(request: &mut Request<'_>) -> Result<Thinker<Simplexity<W>>, SpecError> {
    match request.name {
        "sequential" => Ok(Thinker::acting(Sequential::default())),
        name => unreachable!("{name} is not in the list"),
    }
}
