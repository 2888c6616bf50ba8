//! The agents by their names: what there is, with options and sources, and how one is built from its spec.

use ply_game::{BoardGame, OptionInfo, Options, Spec, SpecError, nearest, rng};
use ply_search::Punctuality;

use crate::agent::{AnyAgent, Searching};
use crate::basic::{Greedy, Random};
use crate::faulty::{Fault, Faulty};
use crate::searchers::{SEARCHERS, searcher};
use crate::sequential::{self, Sequential};

/// What is listed of an agent.
#[derive(Clone, Copy, Debug)]
pub struct AgentInfo {
    /// Its name in specs.
    pub name: &'static str,
    /// Who described it.
    pub source: &'static str,
    /// One line on how it thinks.
    pub about: &'static str,
    /// Its options, in the order of the full spelling.
    pub options: &'static [OptionInfo],
}

/// The source of agents that no report describes.
pub(crate) const OURS: &str = "Plyground";

pub(crate) const fn option(
    key: &'static str,
    default: &'static str,
    range: &'static str,
    about: &'static str,
) -> OptionInfo {
    OptionInfo { key, default, range, about }
}

const SEED: OptionInfo = option("seed", "0", "0..18446744073709551615", "the seed of its choices");

const BASIC: &[AgentInfo] = &[
    AgentInfo { name: "random", source: OURS, about: "any legal move", options: &[SEED] },
    AgentInfo {
        name: "greedy",
        source: OURS,
        about: "the move after which a simple evaluator likes the position best",
        options: &[SEED],
    },
];

const SEQUENTIAL: AgentInfo = AgentInfo {
    name: "sequential",
    source: "ColorShapeLinks",
    about: "columns in turn, its own shape first (simplexity only)",
    options: &[],
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

/// Every agent that is built in, whatever the game.
pub fn agents() -> Vec<AgentInfo> {
    BASIC.iter().chain(SEARCHERS).chain([&SEQUENTIAL, &FAULTY]).copied().collect()
}

/// The entry of the list that a spec names.
pub(crate) fn find(spec: &Spec, list: &[AgentInfo]) -> Result<AgentInfo, SpecError> {
    let names = || list.iter().map(|agent| agent.name);
    list.iter().find(|agent| agent.name == spec.name).copied().ok_or_else(|| SpecError::Name {
        kind: "agent",
        name: spec.name.clone(),
        nearest: nearest(&spec.name, names()),
        known: names().collect::<Vec<_>>().join(", "),
    })
}

/// Builds the agent a spec names for one game; gives its full spelling too. `seed` is mixed into the agent's own, so
/// that the games of a match differ and can be repeated.
///
/// ```
/// use ply_agents::agent;
/// use ply_games::infexion::Infexion;
/// let (spec, _agent) = agent::<Infexion>(&"random".parse().unwrap(), 1).unwrap();
/// assert_eq!(spec.to_string(), "random:seed=0");
/// ```
pub fn agent<G: BoardGame>(spec: &Spec, seed: u64) -> Result<(Spec, AnyAgent<G>), SpecError> {
    let info = find(spec, &agents())?;
    let mut options = Options::new(spec, info.options)?;
    let agent: AnyAgent<G> = match info.name {
        "random" => {
            let own = options.number("seed", 0..=u64::MAX, 0)?;
            Box::new(Random { rng: rng(own ^ ply_game::mix(seed)) })
        }
        "greedy" => {
            let own = options.number("seed", 0..=u64::MAX, 0)?;
            Box::new(Greedy { rng: rng(own ^ ply_game::mix(seed)) })
        }
        "sequential" if !sequential::plays::<G>() => return Err(options.together("plays only simplexity")),
        "sequential" => Box::new(Sequential::default()),
        "faulty" => {
            let fault = Fault::ALL[options.choice("how", &Fault::WORDS)?];
            let after = options.number("after", 0..=1000, 0)? as usize;
            Box::new(Faulty { fault, after, first: None, hoard: Vec::new() })
        }
        _ => {
            let built = searcher::<G>(spec, 1)?;
            let agent = Searching {
                searcher: built.searcher,
                depth: built.depth,
                nodes: built.nodes,
                punctuality: Punctuality::default(),
            };
            return Ok((built.spec, Box::new(agent)));
        }
    };
    Ok((options.spec(), agent))
}
