//! The agents of the report by their names and options, with its parameters as defaults.

use ply_game::{OptionInfo, SpecError, rng};
use ply_games::dots_and_boxes::{DotsAndBoxes, EdgeSet};
use ply_search::{AlphaBeta, AlphaBetaConfig, Margin, Mcts, MctsConfig, Minimax, Rewards, RootChoice, Selection, Ties};

use super::evaluators::{Simulated, Threes};
use super::guided::Guided;
use super::house::House;
use super::rollout::RandomThenCaptures;
use crate::registry::{AgentInfo, OURS, Request, SEED, option};
use crate::thinker::{Depth, Thinker};

const REPORT: &str = "CS4386 report on Dots-and-Boxes, 2020";

const fn depth(default: &'static str) -> OptionInfo {
    option("depth", default, "1..200", "plies")
}

const CLOSED: OptionInfo = option("closed", "15", "1..1000", "boxes closed beyond the last ply, at most");
const TIES: OptionInfo =
    option("ties", "sound", "sound|unsound", "only moves proven equal are best, or any whose bound is");
const MANY: OptionInfo = option("many", "35", "0..1000", "more best moves than this are left to the simulations");
const GUIDE: OptionInfo = option("simulations", "40", "1..18446744073709551615", "simulations that choose among them");
const RANDOMIZE: OptionInfo = option("randomize", "off", "on|off", "else a random one of the best, or the first");

/// The report's agents, the weakest first, and the bot they are measured against.
pub(super) const AGENTS: &[AgentInfo] = &[
    AgentInfo {
        name: "if-else",
        source: REPORT,
        about: "looks two moves ahead: boxes won less boxes lost",
        options: &[],
    },
    AgentInfo {
        name: "negamax",
        source: REPORT,
        about: "every line to a fixed depth, then the lead; the sign turns only with the mover",
        options: &[depth("2"), option("pruning", "off", "on|off", "with alpha and beta: same value, fewer positions")],
    },
    AgentInfo {
        name: "ab-count3",
        source: REPORT,
        about: "alpha-beta over the lead plus the boxes that have three sides",
        options: &[depth("3")],
    },
    AgentInfo {
        name: "ab-sim",
        source: REPORT,
        about: "alpha-beta over the lead after all open boxes were closed",
        options: &[depth("2"), CLOSED, SEED],
    },
    AgentInfo {
        name: "ab-sim-random",
        source: REPORT,
        about: "the same with a random one of the best moves",
        options: &[depth("2"), CLOSED, TIES, SEED],
    },
    AgentInfo {
        name: "mcts",
        source: REPORT,
        about: "Monte-Carlo tree search whose roll-outs close every open box after each random move",
        options: &[
            option("simulations", "295", "1..18446744073709551615", "simulations a move"),
            option("c", "1.9798989873223332", "0..1000", "the weight of curiosity (UCB1, a loss counts -1)"),
            SEED,
        ],
    },
    AgentInfo {
        name: "mcts-ab",
        source: REPORT,
        about: "ab-sim; where many moves are best, a few simulations choose among them",
        options: &[depth("2"), CLOSED, MANY, GUIDE, TIES, RANDOMIZE, SEED],
    },
    AgentInfo {
        name: "mcts-ab-dynamic",
        source: REPORT,
        about: "the same, deeper as edges run out: the report's final agent",
        options: &[
            option("deeper", "18", "10..127", "edges left from which on it looks three plies deep"),
            CLOSED,
            MANY,
            GUIDE,
            TIES,
            RANDOMIZE,
            SEED,
        ],
    },
    AgentInfo {
        name: "house",
        source: OURS,
        about: "stands in for aigaming's house bot: takes boxes, else a safe edge, else opens the shortest chain",
        options: &[option("error", "90", "0..1000", "random moves of a thousand"), SEED],
    },
];

/// Builds one of the list.
pub(super) fn build<E: EdgeSet>(request: &mut Request<'_>) -> Result<Thinker<DotsAndBoxes<E>>, SpecError> {
    Ok(match request.name {
        "if-else" => Thinker::searching(Minimax::new(Margin)).with_depth(Some(2)),
        "negamax" => {
            let depth = plies(request, 2)?;
            let pruning = request.options.switch("pruning", false)?;
            let config = AlphaBetaConfig { pruning, ..plain(request) };
            Thinker::searching(alpha_beta(request, Margin, config)?).with_depth(Some(depth))
        }
        "ab-count3" => {
            let depth = plies(request, 3)?;
            let config = plain(request);
            Thinker::searching(alpha_beta(request, Threes, config)?).with_depth(Some(depth))
        }
        "ab-sim" | "ab-sim-random" => {
            let depth = plies(request, 2)?;
            let most = closed(request)?;
            let ties = if request.name == "ab-sim" { Ties::First } else { ties(request)? };
            let seed = request.seed()?;
            let config = AlphaBetaConfig { ties, seed, ..plain(request) };
            Thinker::searching(alpha_beta(request, Simulated { most, seed }, config)?).with_depth(Some(depth))
        }
        "mcts" => {
            let simulations = request.options.number("simulations", 1..=u64::MAX, 295)?;
            let constant = request.options.decimal("c", 0.0..=1000.0, CURIOSITY)?;
            let config = simulating(constant, request.seed()?);
            Thinker::searching(monte_carlo::<DotsAndBoxes<E>>(request, config)?).with_nodes(Some(simulations))
        }
        "mcts-ab" => {
            let depth = plies(request, 2)?;
            Thinker::searching(guided(request)?).with_depth(Some(depth))
        }
        "mcts-ab-dynamic" => {
            let threshold = request.options.number("deeper", 10..=127, 18)? as u32;
            let depth = Depth::By(Box::new(move |position: &DotsAndBoxes<E>| {
                dynamic_depth(position.undrawn().count(), threshold)
            }));
            Thinker::searching(guided(request)?).with_depth(depth)
        }
        "house" => {
            let error = request.options.number("error", 0..=1000, 90)? as u32;
            Thinker::acting(House { rng: rng(request.seed()?), error })
        }
        name => unreachable!("{name} is not in the list"),
    })
}

/// The report's constant, 1.4 times the square root of 2.
const CURIOSITY: f64 = 1.4 * std::f64::consts::SQRT_2;

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

fn plies(request: &mut Request<'_>, default: u64) -> Result<u32, SpecError> {
    Ok(request.options.number("depth", 1..=200, default)? as u32)
}

fn closed(request: &mut Request<'_>) -> Result<u32, SpecError> {
    Ok(request.options.number("closed", 1..=1000, 15)? as u32)
}

fn ties(request: &mut Request<'_>) -> Result<Ties, SpecError> {
    Ok([Ties::Random, Ties::Unsound][request.options.choice("ties", &["sound", "unsound"])?])
}

/// Alpha-beta as the report writes it: one depth, moves in the order of the board, no table.
fn plain(request: &Request<'_>) -> AlphaBetaConfig {
    AlphaBetaConfig { lines: request.lines, ..AlphaBetaConfig::pruning_only() }
}

fn alpha_beta<V>(request: &Request<'_>, evaluator: V, config: AlphaBetaConfig) -> Result<AlphaBeta<V>, SpecError> {
    AlphaBeta::new(evaluator, config).map_err(|error| request.options.together(error.to_string()))
}

fn simulating(constant: f64, seed: u64) -> MctsConfig {
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

fn monte_carlo<G>(request: &Request<'_>, config: MctsConfig) -> Result<Mcts<G, RandomThenCaptures>, SpecError> {
    Mcts::new(config, RandomThenCaptures).map_err(|error| request.options.together(error.to_string()))
}

fn guided<E: EdgeSet>(request: &mut Request<'_>) -> Result<Guided<E>, SpecError> {
    let most = closed(request)?;
    let many = request.options.number("many", 0..=1000, 35)? as usize;
    let simulations = request.options.number("simulations", 1..=u64::MAX, 40)?;
    let ties = ties(request)?;
    let randomize = request.options.switch("randomize", false)?;
    let seed = request.seed()?;
    let config = AlphaBetaConfig { ties, seed, ..plain(request) };
    Ok(Guided {
        search: alpha_beta(request, Simulated { most, seed }, config)?,
        chooser: monte_carlo(request, simulating(CURIOSITY, seed))?,
        simulations,
        many,
        randomize,
        seed,
    })
}
