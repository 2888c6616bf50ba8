//! The report's agents: their options, with its parameters as defaults, and what they are made of.

use ply_game::{Choice, Setting, SpecError};
use ply_games::dots_and_boxes::{DotsAndBoxes, EdgeSet};
use ply_search::{
    AlphaBeta, AlphaBetaConfig, Evaluator, Margin, Mcts, MctsConfig, Minimax, Rewards, RootChoice, Selection, Ties,
};

use super::chains::{ForSize, Weights};
use super::evaluators::{Simulated, Threes};
use super::guided::Guided;
use super::rollout::RandomThenCaptures;
use crate::entry::Request;
use crate::mind::{Depth, Mind};
use crate::settings::plies;

pub(super) const REPORT: &str = "CS4386 report on Dots-and-Boxes, 2020";

pub(super) const PLIES: Setting<u32> = plies(2);
pub(super) const DEEPER_PLIES: Setting<u32> = plies(3);
pub(super) const PRUNING: Setting<bool> =
    Setting::switch("pruning", false, "with alpha and beta: same value, fewer positions");
pub(super) const CLOSED: Setting<u32> =
    Setting::number("closed", 1..=1000, 15, "boxes closed beyond the last ply, at most");
pub(super) const TIES: Choice<Ties> = Choice::new(
    "ties",
    &["sound", "unsound"],
    &[Ties::Random, Ties::Unsound],
    "only moves proven equal are best, or any whose bound is",
);
pub(super) const SIMULATIONS: Setting<u64> = Setting::limit("simulations", 1..=u64::MAX, 295, "simulations a move");
pub(super) const CURIOSITY: Setting<f64> =
    Setting::decimal("c", 0.0..=1000.0, REPORTED_C, "the weight of curiosity (UCB1, a loss counts -1)");
pub(super) const TRANSPOSITIONS: Setting<bool> =
    Setting::switch("transpositions", false, "positions reached in several ways share their simulations");
pub(super) const MANY: Setting<usize> =
    Setting::number("many", 0..=1000, 35, "more best moves than this are left to the simulations");
pub(super) const GUIDE: Setting<u64> =
    Setting::limit("simulations", 1..=u64::MAX, 40, "simulations that choose among them");
pub(super) const RANDOMIZE: Setting<bool> =
    Setting::switch("randomize", false, "else a random one of the best, or the first");
pub(super) const DEEPER: Setting<u32> =
    Setting::number("deeper", 10..=127, 18, "edges left from which on it looks three plies deep");

/// The report's constant, 1.4 times the square root of 2.
const REPORTED_C: f64 = 1.4 * std::f64::consts::SQRT_2;

type Built<E> = Result<Mind<DotsAndBoxes<E>>, SpecError>;

pub(super) fn if_else<E: EdgeSet>(_request: &Request) -> Built<E> {
    Ok(Mind::searching(Minimax::new(Margin)).with_depth(Some(2)))
}

pub(super) fn negamax<E: EdgeSet>(request: &Request) -> Built<E> {
    let config = AlphaBetaConfig { pruning: request.get(&PRUNING), ..plain(request) };
    fixed(request, &PLIES, Margin, config)
}

pub(super) fn ab_count3<E: EdgeSet>(request: &Request) -> Built<E> {
    fixed(request, &DEEPER_PLIES, Threes, plain(request))
}

pub(super) fn ab_sim<E: EdgeSet>(request: &Request) -> Built<E> {
    let (evaluator, config) = simulated(request, Ties::First);
    fixed(request, &PLIES, evaluator, config)
}

pub(super) fn ab_sim_random<E: EdgeSet>(request: &Request) -> Built<E> {
    let (evaluator, config) = simulated(request, request.get(&TIES));
    fixed(request, &PLIES, evaluator, config)
}

pub(super) fn mcts<E: EdgeSet>(request: &Request) -> Built<E> {
    let config = monte_carlo_config(request.get(&CURIOSITY), request.seed());
    let plain = monte_carlo::<DotsAndBoxes<E>>(request, config)?;
    let searcher = if request.get(&TRANSPOSITIONS) { plain.with_transpositions() } else { plain };
    Ok(Mind::searching(searcher).with_nodes(Some(request.get(&SIMULATIONS))))
}

pub(super) fn mcts_ab<E: EdgeSet>(request: &Request) -> Built<E> {
    Ok(Mind::searching(guided::<E>(request)?).with_depth(Some(request.get(&PLIES))))
}

pub(super) fn mcts_ab_dynamic<E: EdgeSet>(request: &Request) -> Built<E> {
    let threshold = request.get(&DEEPER);
    let depth = move |position: &DotsAndBoxes<E>| dynamic_depth(position.undrawn().count(), threshold);
    Ok(Mind::searching(guided::<E>(request)?).with_depth(Depth::By(Box::new(depth))))
}

/// How deep the final agent looks with so many edges left.
fn dynamic_depth(left: u32, threshold: u32) -> u32 {
    match left {
        0..=6 => left,
        7..=8 => 5,
        9..=10 => 4,
        _ if left <= threshold => 3,
        _ => 2,
    }
}

pub(super) fn ab_chains<E: EdgeSet>(request: &Request) -> Built<E> {
    let (weights, config) = (Weights::of(request)?, plain(request));
    config.check().map_err(|error| request.refuse(error))?;
    Ok(Mind::searching(ForSize::new(weights, config)).with_depth(Some(request.get(&PLIES))))
}

/// Alpha-beta as the report writes it: one depth, moves in the order of the board, no table.
fn plain(request: &Request) -> AlphaBetaConfig {
    AlphaBetaConfig { lines: request.lines, ..AlphaBetaConfig::pruning_only() }
}

/// The same over the lead after all open boxes were closed.
fn simulated(request: &Request, ties: Ties) -> (Simulated, AlphaBetaConfig) {
    let seed = request.seed();
    (Simulated { most: request.get(&CLOSED), seed }, AlphaBetaConfig { ties, seed, ..plain(request) })
}

fn alpha_beta<V>(request: &Request, evaluator: V, config: AlphaBetaConfig) -> Result<AlphaBeta<V>, SpecError> {
    AlphaBeta::new(evaluator, config).map_err(|error| request.refuse(error))
}

/// Alpha-beta to the depth that an option says.
fn fixed<E: EdgeSet, V: Evaluator<DotsAndBoxes<E>> + 'static>(
    request: &Request,
    depth: &Setting<u32>,
    evaluator: V,
    config: AlphaBetaConfig,
) -> Built<E> {
    Ok(Mind::searching(alpha_beta(request, evaluator, config)?).with_depth(Some(request.get(depth))))
}

fn monte_carlo_config(constant: f64, seed: u64) -> MctsConfig {
    MctsConfig {
        selection: Selection::Ucb1 { constant },
        rewards: Rewards::Signed,
        root_choice: RootChoice::Value,
        expand_after: 1,
        solver: false,
        reuse: false,
        seed,
        ..MctsConfig::default()
    }
}

fn monte_carlo<G>(request: &Request, config: MctsConfig) -> Result<Mcts<G, RandomThenCaptures>, SpecError> {
    Mcts::new(config, RandomThenCaptures).map_err(|error| request.refuse(error))
}

fn guided<E: EdgeSet>(request: &Request) -> Result<Guided<E>, SpecError> {
    let (evaluator, config) = simulated(request, request.get(&TIES));
    Ok(Guided {
        search: alpha_beta(request, evaluator, config)?,
        chooser: monte_carlo(request, monte_carlo_config(REPORTED_C, config.seed))?,
        simulations: request.get(&GUIDE),
        many: request.get(&MANY),
        randomize: request.get(&RANDOMIZE),
        seed: config.seed,
    })
}
