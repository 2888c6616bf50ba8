//! The agents that play every game.

pub(crate) mod basic;
pub(crate) mod faulty;
pub(crate) mod searchers;
mod simple;

use ply_game::{BoardGame, SpecError, rng};

pub use searchers::AnySearcher;
pub use simple::Simple;

use crate::registry::{AgentInfo, OURS, Request, SEED, option};
use crate::thinker::Thinker;
use basic::{Greedy, Random};
use faulty::{Fault, Faulty};
use searchers::SEARCHERS;

pub(crate) const RANDOM: AgentInfo =
    AgentInfo { name: "random", source: OURS, about: "any legal move", options: &[SEED] };

const GREEDY: AgentInfo = AgentInfo {
    name: "greedy",
    source: OURS,
    about: "the move after which a simple evaluator likes the position best",
    options: &[SEED],
};

const FAULTY: AgentInfo = AgentInfo {
    name: "faulty",
    source: OURS,
    about: "breaks the rules on purpose, to see how the arena judges it",
    options: &[
        option("how", "no-move", "no-move|illegal|repeat|sleep|loop|panic|hoard", "what goes wrong"),
        option("after", "0", "0..1000", "moves played well before that"),
    ],
};

/// All of them, the simplest first.
pub(crate) fn list() -> Vec<AgentInfo> {
    [RANDOM, GREEDY].into_iter().chain(SEARCHERS.iter().copied()).chain([FAULTY]).collect()
}

/// Builds one of the list.
pub(crate) fn build<G: BoardGame>(request: &mut Request<'_>) -> Result<Thinker<G>, SpecError> {
    Ok(match request.name {
        "random" => Thinker::acting(Random { rng: rng(request.seed()?) }),
        "greedy" => Thinker::acting(Greedy { rng: rng(request.seed()?) }),
        "faulty" => {
            let fault = Fault::ALL[request.options.choice("how", &Fault::WORDS)?];
            let after = request.options.number("after", 0..=1000, 0)? as usize;
            Thinker::acting(Faulty { fault, after, first: None, hoard: Vec::new() })
        }
        _ => searchers::build(request)?,
    })
}
