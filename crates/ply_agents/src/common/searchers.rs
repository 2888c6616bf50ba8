//! The searchers by their options: `alpha-beta:table=64,threads=2`.

use ply_game::{BoardGame, Choice, OptionInfo, Setting, SpecError};
use ply_search::{
    AlphaBeta, AlphaBetaConfig, Mcts, MctsConfig, Minimax, Ordering, Rewards, RootChoice, Selection, Split, Ties,
    Uniform,
};

use crate::entry::Request;
use crate::mind::Mind;
use crate::settings::{CURIOSITY, DEPTH, EXPAND, MEMORY, NODES, SEED, SIMULATIONS, TABLE_OR_OFF, THREADS, plies};
use crate::simple::Simple;

const PLIES: Setting<u32> = plies(3);

/// The options of minimax.
pub(super) const MINIMAX: &[OptionInfo] = &[PLIES.info];

pub(super) fn minimax<G: BoardGame>(request: &Request) -> Result<Mind<G>, SpecError> {
    Ok(Mind::searching(Minimax::new(Simple)).with_depth(Some(request.get(&PLIES))))
}

const SPLIT: Choice<Split> =
    Choice::new("split", &["lazy", "root"], &[Split::Lazy, Split::RootMoves], "how threads share the work");
const ORDER: Choice<Ordering> = Choice::new(
    "order",
    &["history", "evaluator", "none"],
    &[Ordering::History, Ordering::Evaluator, Ordering::None],
    "the order in which moves are tried",
);
const BREADTH: Setting<Option<usize>> =
    Setting::number_or_off("breadth", 1..=65_535, "only the best so many moves of a position");
const PRUNING: Setting<bool> = Setting::switch("pruning", true, "cut off what cannot matter");
const PVS: Setting<bool> = Setting::switch("pvs", true, "null windows for later moves");
const ASPIRATION: Setting<bool> = Setting::switch("aspiration", true, "narrow windows round the last score");
const ETC: Setting<bool> = Setting::switch("etc", true, "look for cutoffs among the children first");
const REDUCTIONS: Setting<bool> = Setting::switch("reductions", false, "search late moves less deep");
const ITERATIVE: Setting<bool> = Setting::switch("iterative", true, "one depth after the other, or only the last");
const SYMMETRIC: Setting<usize> =
    Setting::number("symmetric", 0..=64, 0, "plies in which mirror images share table entries");
const TIES: Choice<Ties> = Choice::new(
    "ties",
    &["first", "random", "unsound"],
    &[Ties::First, Ties::Random, Ties::Unsound],
    "which of several best moves is played",
);

/// The options of alpha-beta.
pub(super) const ALPHA_BETA: &[OptionInfo] = &[
    DEPTH.info,
    NODES.info,
    TABLE_OR_OFF.info,
    THREADS.info,
    SPLIT.info,
    ORDER.info,
    BREADTH.info,
    PRUNING.info,
    PVS.info,
    ASPIRATION.info,
    ETC.info,
    REDUCTIONS.info,
    ITERATIVE.info,
    SYMMETRIC.info,
    TIES.info,
    SEED.info,
];

pub(super) fn alpha_beta<G: BoardGame>(request: &Request) -> Result<Mind<G>, SpecError> {
    let config = AlphaBetaConfig {
        table_mb: request.get(&TABLE_OR_OFF),
        threads: request.get(&THREADS),
        split: request.get(&SPLIT),
        ordering: request.get(&ORDER),
        breadth: request.get(&BREADTH),
        pruning: request.get(&PRUNING),
        pvs: request.get(&PVS),
        aspiration: request.get(&ASPIRATION),
        etc: request.get(&ETC),
        reductions: request.get(&REDUCTIONS),
        iterative: request.get(&ITERATIVE),
        symmetric_plies: request.get(&SYMMETRIC),
        ties: request.get(&TIES),
        seed: request.seed(),
        lines: request.lines,
        ..AlphaBetaConfig::default()
    };
    let searcher = AlphaBeta::new(Simple, config).map_err(|error| request.refuse(error))?;
    Ok(Mind::searching(searcher).with_depth(request.get(&DEPTH)).with_nodes(request.get(&NODES)))
}

const REWARDS: Choice<Rewards> =
    Choice::new("rewards", &["unit", "signed"], &[Rewards::Unit, Rewards::Signed], "a loss counts 0 or -1");
const ROOT_CHOICE: Choice<RootChoice> =
    Choice::new("choice", &["visits", "value"], &[RootChoice::Visits, RootChoice::Value], "which root move is played");
const SOLVER: Setting<bool> = Setting::switch("solver", true, "back up proven results");
const REUSE: Setting<bool> = Setting::switch("reuse", true, "keep the tree from move to move");

/// The options of Monte-Carlo tree search.
pub(super) const MCTS: &[OptionInfo] = &[
    SIMULATIONS.info,
    CURIOSITY.info,
    REWARDS.info,
    ROOT_CHOICE.info,
    EXPAND.info,
    SOLVER.info,
    REUSE.info,
    MEMORY.info,
    THREADS.info,
    SEED.info,
];

pub(super) fn mcts<G: BoardGame>(request: &Request) -> Result<Mind<G>, SpecError> {
    let config = MctsConfig {
        selection: Selection::Ucb1 { constant: request.get(&CURIOSITY) },
        rewards: request.get(&REWARDS),
        root_choice: request.get(&ROOT_CHOICE),
        expand_after: request.get(&EXPAND),
        solver: request.get(&SOLVER),
        reuse: request.get(&REUSE),
        memory_mb: request.get(&MEMORY),
        threads: request.get(&THREADS),
        seed: request.seed(),
        ..MctsConfig::default()
    };
    let searcher = Mcts::new(config, Uniform).map_err(|error| request.refuse(error))?;
    Ok(Mind::searching(searcher).with_nodes(request.get(&SIMULATIONS)))
}
