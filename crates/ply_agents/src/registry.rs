//! The agents by their names: what there is, and how one is built from its spec.

use ply_game::{BoardGame, Spec, SpecError, mix, nearest};
use ply_games::infexion::Infexion;
use ply_search::solve::Solver;
use ply_search::{AlphaBetaConfig, ConfigError, MctsConfig};

use crate::agent::AnyAgent;
use crate::entry::{AgentEntry, AgentInfo};
use crate::mind::{AnySearcher, Mind};
use crate::registration::{Registration, registration};

/// The registration of a game.
///
/// # Panics
/// If the list of games does not have this type.
fn of<G: BoardGame>() -> &'static Registration<G> {
    registration().unwrap_or_else(|error| panic!("{error}"))
}

/// The agents that play every game, unless the game has its own of that name.
pub fn common_agents() -> Vec<AgentInfo> {
    of::<Infexion>().common.iter().map(|entry| entry.info).collect()
}

/// The game's own agents, its report's first. A type that is in no list of games has none.
pub fn own_agents<G: BoardGame>() -> Vec<AgentInfo> {
    registration::<G>().map_or(Vec::new(), |registration| registration.own.iter().map(|entry| entry.info).collect())
}

/// Every agent that is built in for a game: its own first, then the common ones.
///
/// # Panics
/// If the list of games does not have this type.
pub fn agents<G: BoardGame>() -> Vec<AgentInfo> {
    of::<G>().agents().map(|entry| entry.info).collect()
}

/// The name of the strongest agent a game has.
pub fn strongest<G: BoardGame>() -> &'static str {
    let has_champion = own_agents::<G>().iter().any(|agent| agent.name == "champion");
    if has_champion { "champion" } else { "alpha-beta" }
}

/// The entry that a spec names.
fn find<G: BoardGame>(
    spec: &Spec,
    entries: impl Iterator<Item = &'static AgentEntry<G>> + Clone,
) -> Result<&'static AgentEntry<G>, SpecError> {
    let names = || entries.clone().map(|entry| entry.info.name);
    entries.clone().find(|entry| entry.info.name == spec.name).ok_or_else(|| SpecError::Name {
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
    let (spec, mind) = mind(spec, seed, 1)?;
    Ok((spec, mind.into_agent()))
}

/// Builds what is inside the agent a spec names, to be watched while it thinks; gives its full spelling too. `seed` is
/// mixed into the agent's own (0 changes nothing), and a searcher scores `lines` root moves exactly.
pub fn mind<G: BoardGame>(spec: &Spec, seed: u64, lines: usize) -> Result<(Spec, Mind<G>), SpecError> {
    let registration = registration::<G>()?;
    find(spec, registration.agents())?.mind(spec, mix(seed), lines)
}

/// Builds one of the common agents by its spec, also for a game that has an agent of its own of that name.
pub fn common_mind<G: BoardGame>(spec: &Spec, lines: usize) -> Result<Mind<G>, SpecError> {
    Ok(find(spec, registration::<G>()?.common.iter())?.mind(spec, 0, lines)?.1)
}

/// A solver that knows the game, for the board of a position, with so many megabytes and, where it can use
/// them, threads; `None` for a game without one.
///
/// ```
/// use ply_games::dots_and_boxes::DotsAndBoxes;
/// use ply_search::solve::Verdict;
/// use ply_search::{Budget, Limits};
/// let start = DotsAndBoxes::<u64>::new(2, 2);
/// let mut solver = ply_agents::solver(&start, 1, 1).expect("Dots-and-Boxes has one");
/// let mut wins_by = |margin| solver.at_least(&start, margin, &Budget::new(Limits::default())).verdict;
/// assert_eq!((wins_by(2), wins_by(4)), (Verdict::Proven, Verdict::Disproven));
/// ```
pub fn solver<G: BoardGame>(position: &G, megabytes: usize, threads: usize) -> Option<Box<dyn Solver<G>>> {
    (registration::<G>().ok()?.solver)(position, megabytes, threads)
}

/// Alpha-beta over the simple evaluator.
///
/// # Panics
/// If the list of games does not have this type.
pub fn alpha_beta<G: BoardGame>(config: AlphaBetaConfig) -> Result<AnySearcher<G>, ConfigError> {
    (of::<G>().alpha_beta)(config)
}

/// Monte-Carlo tree search with random play-outs.
///
/// # Panics
/// If the list of games does not have this type.
pub fn mcts<G: BoardGame>(config: MctsConfig) -> Result<AnySearcher<G>, ConfigError> {
    (of::<G>().mcts)(config)
}
