//! The agents of Infexion.

mod champion;
mod coverage;
mod greedy;
#[cfg(test)]
mod samples;
mod successors;

use ply_game::SpecError;
use ply_games::infexion::Infexion;
use ply_search::{AlphaBeta, AlphaBetaConfig, Margin, Ties};

use crate::registry::{AgentInfo, CHAMPION_OPTIONS, OURS, Request, SEED, option};
use crate::thinker::Thinker;
use greedy::Apart;
use successors::CoverageSearch;

const REPORT: &str = "Infexion report, 2023";

/// Infexion's own agents.
pub(crate) const AGENTS: &[AgentInfo] = &[
    AgentInfo {
        name: "greedy",
        source: REPORT,
        about: "one ply: its power less the enemy's, plus stacks apart from the enemy, less stacks next to one",
        options: &[option("ties", "first", "first|random", "which of several best moves is played"), SEED],
    },
    AgentInfo {
        name: "power",
        source: REPORT,
        about: "the report's first minimax: alpha-beta over the difference in power",
        options: &[option("depth", "2", "1..200", "plies")],
    },
    AgentInfo {
        name: "coverage",
        source: REPORT,
        about: "alpha-beta over a few successors; stacks belong to whoever covers them more often",
        options: &[
            option("depth", "4", "1..200", "plies"),
            option("breadth", "6", "1..343", "successors of a position, the greedy one included"),
            option("published", "off", "on|off", "choose successors as the published program does, with its slips"),
        ],
    },
    AgentInfo {
        name: "champion",
        source: OURS,
        about: "principal variation search with everything on; captures played out; power, reach and what hangs",
        options: CHAMPION_OPTIONS,
    },
];

/// Builds one of the list.
pub(crate) fn build(request: &mut Request<'_>) -> Result<Thinker<Infexion>, SpecError> {
    let lines = request.lines;
    let options = &mut request.options;
    match request.name {
        "greedy" => {
            let ties = [Ties::First, Ties::Random][options.choice("ties", &["first", "random"])?];
            let config = AlphaBetaConfig { ties, lines, seed: request.seed()?, ..AlphaBetaConfig::minimax() };
            Ok(fixed(Apart, config).with_depth(Some(1)))
        }
        "power" => {
            let depth = options.number("depth", 1..=200, 2)? as u32;
            let config = AlphaBetaConfig { lines, ..AlphaBetaConfig::pruning_only() };
            Ok(fixed(Margin, config).with_depth(Some(depth)))
        }
        "coverage" => {
            let depth = options.number("depth", 1..=200, 4)? as u32;
            let breadth = options.number("breadth", 1..=343, 6)? as usize;
            let published = options.switch("published", false)?;
            let searcher = CoverageSearch { breadth, published, lines };
            Ok(Thinker::searching(searcher).with_depth(Some(depth)).with_insight(coverage::insight))
        }
        "champion" => champion::build(request),
        name => unreachable!("{name} is not in the list"),
    }
}

/// Alpha-beta in a configuration that is written down here.
fn fixed(evaluator: impl ply_search::Evaluator<Infexion> + 'static, config: AlphaBetaConfig) -> Thinker<Infexion> {
    Thinker::searching(AlphaBeta::new(evaluator, config).expect("the configuration is in its ranges"))
}
