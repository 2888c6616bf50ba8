//! The searchers by their names and options: `alpha-beta:table=64,threads=2`.

use ply_game::{BoardGame, OptionInfo, Options, Spec, SpecError};
use ply_search::{
    AlphaBeta, AlphaBetaConfig, Mcts, MctsConfig, Minimax, Ordering, Rewards, RootChoice, Searcher, Selection, Split,
    Ties, Uniform,
};

use super::Simple;
use crate::registry::{AgentInfo, OURS, Request, SEED, find, option};
use crate::thinker::Thinker;

/// A searcher of any kind.
pub type AnySearcher<G> = Box<dyn Searcher<G> + Send>;

pub(crate) const ALPHA_BETA: AgentInfo = AgentInfo {
    name: "alpha-beta",
    source: OURS,
    about: "iterative deepening with table, move ordering and threads, over a simple evaluator",
    options: &[
        DEPTH,
        NODES,
        option("table", "16", "1..65536|off", "megabytes of the transposition table"),
        option("threads", "1", "1..1024", "threads"),
        option("split", "lazy", "lazy|root", "how threads share the work"),
        option("order", "history", "history|evaluator|none", "the order in which moves are tried"),
        option("breadth", "off", "1..65535|off", "only the best so many moves of a position"),
        option("pruning", "on", "on|off", "cut off what cannot matter"),
        option("pvs", "on", "on|off", "null windows for later moves"),
        option("aspiration", "on", "on|off", "narrow windows round the last score"),
        option("etc", "on", "on|off", "look for cutoffs among the children first"),
        option("reductions", "off", "on|off", "search late moves less deep"),
        option("iterative", "on", "on|off", "one depth after the other, or only the last"),
        option("symmetric", "0", "0..64", "plies in which mirror images share table entries"),
        option("ties", "first", "first|random|unsound", "which of several best moves is played"),
        SEED,
    ],
};

pub(crate) const MINIMAX: AgentInfo = AgentInfo {
    name: "minimax",
    source: OURS,
    about: "every move to a fixed depth, over a simple evaluator",
    options: &[option("depth", "3", "1..200", "plies")],
};

pub(crate) const MCTS: AgentInfo = AgentInfo {
    name: "mcts",
    source: OURS,
    about: "Monte-Carlo tree search with random play-outs; proven results are kept",
    options: &[
        option("nodes", "off", "1..18446744073709551615|off", "simulations at most"),
        option("c", "1.4142135623730951", "0..1000", "the weight of curiosity (UCB1)"),
        option("rewards", "unit", "unit|signed", "a loss counts 0 or -1"),
        option("choice", "visits", "visits|value", "which root move is played"),
        option("expand", "8", "1..1000000", "visits before a leaf gets children"),
        option("solver", "on", "on|off", "back up proven results"),
        option("reuse", "on", "on|off", "keep the tree from move to move"),
        option("memory", "256", "1..65536", "megabytes of the tree"),
        option("threads", "1", "1..1024", "threads"),
        SEED,
    ],
};

/// The agents that are searchers.
pub(crate) const SEARCHERS: &[AgentInfo] = &[MINIMAX, ALPHA_BETA, MCTS];

const DEPTH: OptionInfo = option("depth", "off", "1..200|off", "plies at most");
const NODES: OptionInfo = option("nodes", "off", "1..18446744073709551615|off", "positions at most");

/// Builds one of the list.
pub(crate) fn build<G: BoardGame>(request: &mut Request<'_>) -> Result<Thinker<G>, SpecError> {
    let lines = request.lines;
    let options = &mut request.options;
    match request.name {
        "minimax" => {
            let depth = options.number("depth", 1..=200, 3)? as u32;
            Ok(Thinker::searching(Minimax::new(Simple)).with_depth(Some(depth)))
        }
        "mcts" => {
            let nodes = options.number_or_off("nodes", 1..=u64::MAX, None)?;
            let config = mcts_config(request)?;
            let searcher = Mcts::new(config, Uniform).map_err(|error| request.options.together(error.to_string()))?;
            Ok(Thinker::searching(searcher).with_nodes(nodes))
        }
        _ => {
            let depth = options.number_or_off("depth", 1..=200, None)?.map(|depth| depth as u32);
            let nodes = options.number_or_off("nodes", 1..=u64::MAX, None)?;
            let config = AlphaBetaConfig { lines, ..alpha_beta_config(request)? };
            let searcher =
                AlphaBeta::new(Simple, config).map_err(|error| request.options.together(error.to_string()))?;
            Ok(Thinker::searching(searcher).with_depth(depth).with_nodes(nodes))
        }
    }
}

/// Builds one of the list by its spec.
pub(crate) fn common_searcher<G: BoardGame>(spec: &Spec, lines: usize) -> Result<Thinker<G>, SpecError> {
    let info = find(spec, SEARCHERS)?;
    build(&mut Request { name: info.name, options: Options::new(spec, info.options)?, salt: 0, lines })
}

/// Reads the options in the order of their list.
fn alpha_beta_config(request: &mut Request<'_>) -> Result<AlphaBetaConfig, SpecError> {
    let options = &mut request.options;
    let default = AlphaBetaConfig::default();
    Ok(AlphaBetaConfig {
        table_mb: options.number_or_off("table", 1..=65_536, Some(16))?.map(|megabytes| megabytes as usize),
        threads: options.number("threads", 1..=1024, 1)? as usize,
        split: [Split::Lazy, Split::RootMoves][options.choice("split", &["lazy", "root"])?],
        ordering: [Ordering::History, Ordering::Evaluator, Ordering::None]
            [options.choice("order", &["history", "evaluator", "none"])?],
        breadth: options.number_or_off("breadth", 1..=65_535, None)?.map(|moves| moves as usize),
        pruning: options.switch("pruning", true)?,
        pvs: options.switch("pvs", true)?,
        aspiration: options.switch("aspiration", true)?,
        etc: options.switch("etc", true)?,
        reductions: options.switch("reductions", false)?,
        iterative: options.switch("iterative", true)?,
        symmetric_plies: options.number("symmetric", 0..=64, 0)? as usize,
        ties: [Ties::First, Ties::Random, Ties::Unsound][options.choice("ties", &["first", "random", "unsound"])?],
        seed: request.seed()?,
        ..default
    })
}

fn mcts_config(request: &mut Request<'_>) -> Result<MctsConfig, SpecError> {
    let options = &mut request.options;
    Ok(MctsConfig {
        selection: Selection::Ucb1 { constant: options.decimal("c", 0.0..=1000.0, std::f64::consts::SQRT_2)? },
        rewards: [Rewards::Unit, Rewards::Signed][options.choice("rewards", &["unit", "signed"])?],
        root_choice: [RootChoice::Visits, RootChoice::Value][options.choice("choice", &["visits", "value"])?],
        expand_after: options.number("expand", 1..=1_000_000, 8)? as u32,
        solver: options.switch("solver", true)?,
        reuse: options.switch("reuse", true)?,
        memory_mb: options.number("memory", 1..=65_536, 256)? as usize,
        threads: options.number("threads", 1..=1024, 1)? as usize,
        seed: request.seed()?,
        ..MctsConfig::default()
    })
}
