//! The agents of Simplexity.

mod centre;
mod champion;
mod corridors;
mod for_board;
mod sequential;
mod tasks;
mod weights;

use ply_game::SpecError;
use ply_games::simplexity::{Bits, Geometry, Simplexity};
use ply_search::{AlphaBeta, AlphaBetaConfig, Split};

use crate::registry::{AgentInfo, CHAMPION_OPTIONS, ChampionOptions, OURS, Request, option};
use crate::thinker::Thinker;
use centre::Centre;
use champion::Champion;
pub use champion::Lesson;
use corridors::Corridors;
use for_board::ForBoard;
use sequential::Sequential;
use tasks::Tasks;
use weights::Weights;

const REPORT: &str = "SimpAI report, 2021";

/// Simplexity's own agents.
pub(crate) const AGENTS: &[AgentInfo] = &[
    AgentInfo {
        name: "sequential",
        source: REPORT,
        about: "columns in turn, its own shape first (a sample agent of ColorShapeLinks)",
        options: &[],
    },
    AgentInfo {
        name: "minimax",
        source: REPORT,
        about: "every move to a fixed depth; likes pieces near the centre (a sample agent of ColorShapeLinks)",
        options: &[option("depth", "3", "1..200", "plies")],
    },
    AgentInfo {
        name: "simpai",
        source: REPORT,
        about: "alpha-beta, deeper and deeper, over five weighted heuristics of the win corridors",
        options: &[
            option("depth", "off", "1..200|off", "plies at most"),
            option("table", "16", "1..65536|off", "megabytes of the transposition table"),
            option("threads", "1", "1..1024", "threads among which the first moves are dealt out"),
            option("weights", weights::BUILT_IN, "built-in|FILE", "a file with the five weights"),
        ],
    },
    AgentInfo {
        name: "simpai-tasks",
        source: REPORT,
        about: "minimax as above to depth 1, the columns divided among tasks",
        options: &[
            option("depth", "1", "1..200", "plies"),
            option("tasks", "7", "1..64", "tasks among which the columns are divided"),
        ],
    },
    AgentInfo {
        name: "champion",
        source: OURS,
        about: "our search with open windows, threats and parity; never overlooks what is decided in two moves",
        options: CHAMPION_OPTIONS,
    },
];

/// Builds one of the list.
pub(crate) fn build<W: Bits>(request: &mut Request<'_>) -> Result<Thinker<Simplexity<W>>, SpecError> {
    let lines = request.lines;
    let options = &mut request.options;
    match request.name {
        "sequential" => Ok(Thinker::acting(Sequential::default())),
        "minimax" => {
            let depth = options.number("depth", 1..=200, 3)? as u32;
            let config = AlphaBetaConfig { lines, ..AlphaBetaConfig::minimax() };
            let searcher = alpha_beta(request, config, Centre::new)?;
            Ok(Thinker::searching(searcher).with_depth(Some(depth)))
        }
        "simpai" => {
            let depth = options.number_or_off("depth", 1..=200, None)?.map(|depth| depth as u32);
            let table_mb = options.number_or_off("table", 1..=65_536, Some(16))?.map(|megabytes| megabytes as usize);
            let threads = options.number("threads", 1..=1024, 1)? as usize;
            let file = options.text("weights", weights::BUILT_IN);
            let weights = Weights::load(&file).map_err(|reason| options.together(reason))?;
            let plain = AlphaBetaConfig { pvs: false, aspiration: false, etc: false, ..AlphaBetaConfig::default() };
            let config = AlphaBetaConfig { table_mb, threads, split: Split::RootMoves, lines, ..plain };
            let evaluator = move |geometry: &Geometry| Corridors::new(geometry, weights);
            let searcher = alpha_beta(request, config, evaluator)?;
            Ok(Thinker::searching(searcher).with_depth(depth))
        }
        "simpai-tasks" => {
            let depth = options.number("depth", 1..=200, u64::from(tasks::DEFAULT_DEPTH))? as u32;
            let tasks = options.number("tasks", 1..=64, 7)? as usize;
            let searcher = ForBoard::new(move |geometry| Tasks { tasks, evaluator: Centre::new(geometry) });
            Ok(Thinker::searching(searcher).with_depth(Some(depth)))
        }
        "champion" => {
            let ChampionOptions { depth, nodes, table_mb, threads } = request.champion()?;
            let config = AlphaBetaConfig { table_mb: Some(table_mb), threads, lines, ..Champion::config() };
            let searcher = Champion::new(config).map_err(|error| request.options.together(error.to_string()))?;
            Ok(Thinker::searching(searcher).with_depth(depth).with_nodes(nodes))
        }
        name => unreachable!("{name} is not in the list"),
    }
}

/// Alpha-beta for a board of any size, if the configuration can be.
fn alpha_beta<E>(
    request: &Request<'_>,
    config: AlphaBetaConfig,
    evaluator: impl Fn(&Geometry) -> E + Send + 'static,
) -> Result<ForBoard<AlphaBeta<E>>, SpecError> {
    config.check().map_err(|error| request.options.together(error.to_string()))?;
    Ok(ForBoard::new(move |geometry| {
        AlphaBeta::new(evaluator(geometry), config).expect("the configuration was checked")
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ply_game::{Game as _, Sampled as _, rng};
    use ply_search::{Budget, Limits, Minimax, Searcher as _, Silent};

    /// Positions of random games that are not over, at all stages.
    pub(super) fn positions<W: Bits>(rows: usize, cols: usize, win: usize, count: usize) -> Vec<Simplexity<W>> {
        let mut rng = rng((rows * cols * win) as u64);
        let cells = rows * cols;
        let start = Simplexity::new(Geometry::of(rows, cols, win), (cells / 4) as u16, cells.div_ceil(4) as u16);
        let mut positions = vec![start];
        let mut position = start;
        while positions.len() < count {
            position.play(position.random_move(&mut rng));
            if position.outcome().is_some() {
                position = start;
            } else {
                positions.push(position);
            }
        }
        positions
    }

    #[test]
    fn minimax_is_the_plain_one() {
        let spec = "minimax".parse().unwrap();
        for position in positions::<u64>(6, 7, 4, 10) {
            for depth in 1..=3 {
                let budget = Budget::new(Limits::depth(depth));
                let (_, mut thinker) = crate::thinker::<Simplexity<u64>>(&spec, 1).unwrap();
                let report = thinker.think(&position, &budget, &mut Silent).unwrap();
                let plain = Minimax::new(Centre::new(position.geometry())).search(&position, &budget, &mut Silent);
                assert_eq!((report.best, report.score, report.nodes), (plain.best, plain.score, plain.nodes));
            }
        }
    }
}
