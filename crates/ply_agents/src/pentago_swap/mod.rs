//! The agents of Pentago-Swap.

mod centres;
mod champion;
mod logical;
mod potentials;
mod sight;

use ply_game::{SpecError, rng};
use ply_games::pentago_swap::PentagoSwap;
use ply_search::{AlphaBeta, AlphaBetaConfig, Mcts, MctsConfig, Selection, Uniform};

use crate::common::Simple;
use crate::registry::{AgentInfo, CHAMPION_OPTIONS, ChampionOptions, OURS, Request, SEED, option};
use crate::thinker::Thinker;
use centres::{Centres, CentresFirst};
use champion::Champion;
use logical::Logical;
use potentials::Combine;

const REPORT: &str = "Pentago-Swap report, 2019";

/// Pentago-Swap's own agents.
pub(crate) const AGENTS: &[AgentInfo] = &[
    AgentInfo {
        name: "logical",
        source: REPORT,
        about: "no search: the cell with the largest potential of either side, and no swap that loses at once",
        options: &[
            option("ties", "first", "first|random", "which of several best cells is played"),
            option("combine", "superpose", "superpose|sum", "how the potentials of the directions become one"),
            SEED,
        ],
    },
    AgentInfo {
        name: "mcts",
        source: REPORT,
        about: "UCB1 with random play-outs; quadrant centres for its first four moves; a winning move at sight",
        options: &[
            option("nodes", "off", "1..18446744073709551615|off", "simulations at most"),
            option("c", "1.4142135623730951", "0..1000", "the weight of curiosity (UCB1)"),
            option(
                "centres",
                "on",
                "on|off|random",
                "the first four moves at free quadrant centres; random: with any swap",
            ),
            option("expand", "8", "1..1000000", "visits before a leaf gets children"),
            option("solver", "off", "on|off", "back up proven results"),
            option("memory", "256", "1..65536", "megabytes of the tree"),
            option("threads", "1", "1..1024", "threads"),
            SEED,
        ],
    },
    AgentInfo {
        name: "minimax",
        source: REPORT,
        about: "every move to a fixed depth, over rows of three",
        options: &[option("depth", "2", "1..36", "plies")],
    },
    AgentInfo {
        name: "champion",
        source: OURS,
        about: "deepens over the tiles' contents, all arrangements at once; sees wins at once and solves endgames",
        options: CHAMPION_OPTIONS,
    },
];

/// Builds one of the list.
pub(crate) fn build(request: &mut Request<'_>) -> Result<Thinker<PentagoSwap>, SpecError> {
    match request.name {
        "logical" => {
            let random = request.options.choice("ties", &["first", "random"])? == 1;
            let combine =
                [Combine::Superpose, Combine::Sum][request.options.choice("combine", &["superpose", "sum"])?];
            let seed = request.seed()?;
            let ties = random.then(|| rng(seed));
            Ok(Thinker::acting(Logical { combine, ties }).with_insight(logical::insight))
        }
        "mcts" => mcts(request),
        "minimax" => {
            let depth = request.options.number("depth", 1..=36, 2)? as u32;
            // One depth after the other, so that a clock that is too short still leaves a whole search.
            let config = AlphaBetaConfig { iterative: true, ..AlphaBetaConfig::minimax() };
            let searcher =
                AlphaBeta::new(Simple, config).map_err(|error| request.options.together(error.to_string()))?;
            Ok(Thinker::searching(searcher).with_depth(Some(depth)))
        }
        "champion" => {
            let ChampionOptions { depth, nodes, table_mb, threads } = request.champion()?;
            let searcher = Champion::new(table_mb, threads, request.lines);
            Ok(Thinker::searching(searcher).with_depth(depth).with_nodes(nodes))
        }
        name => unreachable!("{name} is not in the list"),
    }
}

fn mcts(request: &mut Request<'_>) -> Result<Thinker<PentagoSwap>, SpecError> {
    let options = &mut request.options;
    let nodes = options.number_or_off("nodes", 1..=u64::MAX, None)?;
    let selection = Selection::Ucb1 { constant: options.decimal("c", 0.0..=1000.0, std::f64::consts::SQRT_2)? };
    let centres = options.choice("centres", &["on", "off", "random"])?;
    let config = MctsConfig {
        selection,
        expand_after: options.number("expand", 1..=1_000_000, 8)? as u32,
        solver: options.switch("solver", false)?,
        memory_mb: options.number("memory", 1..=65_536, 256)? as usize,
        threads: options.number("threads", 1..=1024, 1)? as usize,
        seed: request.seed()?,
        ..MctsConfig::default()
    };
    let centres = match centres {
        0 => Centres::Safe,
        1 => Centres::Off,
        _ => Centres::AnySwap(rng(config.seed)),
    };
    let tree = Mcts::new(config, Uniform).map_err(|error| request.options.together(error.to_string()))?;
    Ok(Thinker::searching(CentresFirst { tree, centres }).with_nodes(nodes))
}
