//! The agents by their names: what there is, with options and sources, and how one is built from its spec.

use ply_game::{BoardGame, OptionInfo, Options, Spec, SpecError, mix, nearest};

use crate::agent::AnyAgent;
use crate::thinker::Thinker;
use crate::workshop::workshop;
use crate::{common, own};

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

pub(crate) const SEED: OptionInfo = option("seed", "0", "0..18446744073709551615", "the seed of its choices");

/// The options of champions that search.
pub(crate) const CHAMPION_OPTIONS: &[OptionInfo] = &[
    option("depth", "off", "1..200|off", "plies at most"),
    option("nodes", "off", "1..18446744073709551615|off", "positions at most"),
    option("table", "32", "1..65536", "megabytes of the transposition table"),
    option("threads", "1", "1..1024", "threads"),
];

/// Their values.
pub(crate) struct ChampionOptions {
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
    pub(crate) table_mb: usize,
    pub(crate) threads: usize,
}

/// What an agent is built from.
pub(crate) struct Request<'a> {
    /// The agent's name: one of the list.
    pub(crate) name: &'static str,
    /// Its options; read in the order of the list, all of them.
    pub(crate) options: Options<'a>,
    /// Mixed into the agent's own seed, so that the games of a match differ. 0 changes nothing.
    pub(crate) salt: u64,
    /// How many root moves a search is to score exactly.
    pub(crate) lines: usize,
}

impl Request<'_> {
    /// Reads [`CHAMPION_OPTIONS`].
    pub(crate) fn champion(&mut self) -> Result<ChampionOptions, SpecError> {
        Ok(ChampionOptions {
            depth: self.options.number_or_off("depth", 1..=200, None)?.map(|depth| depth as u32),
            nodes: self.options.number_or_off("nodes", 1..=u64::MAX, None)?,
            table_mb: self.options.number("table", 1..=65_536, 32)? as usize,
            threads: self.options.number("threads", 1..=1024, 1)? as usize,
        })
    }

    /// Reads the option `seed`.
    pub(crate) fn seed(&mut self) -> Result<u64, SpecError> {
        Ok(self.options.number("seed", 0..=u64::MAX, 0)? ^ self.salt)
    }
}

/// The agents that play every game, unless the game has its own of that name.
pub fn common_agents() -> Vec<AgentInfo> {
    common::list()
}

/// Every agent that is built in for a game: its own first, then the common ones.
pub fn agents<G: BoardGame>() -> Vec<AgentInfo> {
    let own = own::own_agents::<G>();
    let others = common_agents().into_iter().filter(|other| own.iter().all(|agent| agent.name != other.name));
    own.iter().copied().chain(others).collect()
}

/// The name of the strongest agent a game has.
pub fn strongest<G: BoardGame>() -> &'static str {
    let has_champion = own::own_agents::<G>().iter().any(|agent| agent.name == "champion");
    if has_champion { "champion" } else { "alpha-beta" }
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

/// Builds what is inside an agent.
pub(crate) fn build<G: BoardGame>(spec: &Spec, salt: u64, lines: usize) -> Result<(Spec, Thinker<G>), SpecError> {
    let info = find(spec, &agents::<G>())?;
    let mut request = Request { name: info.name, options: Options::new(spec, info.options)?, salt, lines };
    let is_own = own::own_agents::<G>().iter().any(|agent| agent.name == info.name);
    let thinker = if is_own { own::build(&mut request)? } else { common::build(&mut request)? };
    Ok((request.options.spec(), thinker))
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
    let (spec, thinker) = (workshop::<G>()?.build)(spec, mix(seed), 1)?;
    Ok((spec, thinker.into_agent()))
}

/// Builds what is inside the agent a spec names, to be watched while it thinks; gives its full spelling too. A searcher
/// scores `lines` root moves exactly.
pub fn thinker<G: BoardGame>(spec: &Spec, lines: usize) -> Result<(Spec, Thinker<G>), SpecError> {
    (workshop::<G>()?.build)(spec, 0, lines)
}
