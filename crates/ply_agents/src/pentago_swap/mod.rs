//! The agents of Pentago-Swap.

mod arrangements;
mod book;
mod centres;
mod champion;
mod exact;
mod immediate_win;
mod logical;
mod play_out;
mod potentials;
mod simple;

use ply_game::{Choice, Setting, SpecError, rng};
use ply_games::pentago_swap::PentagoSwap;
use ply_search::{AlphaBeta, AlphaBetaConfig, Mcts, MctsConfig, Selection, Uniform};

use crate::common::{Levels, levels};
use crate::entry::{AgentEntry, OURS, Points, Request};
use crate::mind::Mind;
use crate::registration::{MakeSolver, Registered};
use crate::settings::{CURIOSITY, EXPAND, MEMORY, SEED, SIMULATIONS, THREADS};
use crate::simple::Simple;
pub use book::book_file;
use centres::{Centres, CentresFirst};
use exact::ExactSolver;
use logical::Logical;
use potentials::{Combine, Values, Weights};

const REPORT: &str = "Pentago-Swap report, 2019";

const RANDOM_TIES: Choice<bool> =
    Choice::new("ties", &["first", "random"], &[false, true], "which of several best cells is played");
const COMBINE: Choice<Combine> = Choice::new(
    "combine",
    &["superpose", "sum"],
    &[Combine::Superpose, Combine::Sum],
    "how the potentials of the directions become one",
);
const JUDGES_SWAPS: Choice<bool> = Choice::new(
    "swap",
    &["first", "potential"],
    &[false, true],
    "the first safe swap, or the one with the best potentials (as the report describes the rest)",
);
const CENTRES: Choice<fn(u64) -> Centres> = Choice::new(
    "centres",
    &["on", "off", "random"],
    &[|_| Centres::Safe, |_| Centres::Off, |seed| Centres::AnySwap(rng(seed))],
    "the first four moves at free quadrant centres; random: with any swap",
);
const PUBLISHED: Setting<bool> = Setting::switch(
    "published",
    true,
    "move for move as the published program, which gives up where its cell will not do; off: as the report describes",
);
const SOLVER: Setting<bool> = Setting::switch("solver", false, "back up proven results");
const PLIES: Setting<u32> = Setting::limit("depth", 1..=36, 2, "plies");

impl Registered for PentagoSwap {
    const UNIT: f64 = 40.0;
    const LEVELS: Levels = levels([(30, 85), (42, 60), (91, 44), (250, 27), (980, 12), (4_400, 5), (16_000, 1)]);

    const AGENTS: &'static [AgentEntry<Self>] = &[
        AgentEntry::new(
            "logical",
            REPORT,
            "no search: the cell with the largest potential of either side, and no swap that loses at once",
            &[PUBLISHED.info, RANDOM_TIES.info, COMBINE.info, JUDGES_SWAPS.info, Weights::OPTION.info, SEED.info],
            logical,
        ),
        AgentEntry::new(
            "mcts",
            REPORT,
            "UCB1 with random play-outs; quadrant centres for its first four moves; a winning move at sight",
            &[
                SIMULATIONS.info,
                CURIOSITY.info,
                CENTRES.info,
                EXPAND.info,
                SOLVER.info,
                MEMORY.info,
                THREADS.info,
                SEED.info,
            ],
            mcts,
        )
        .counting(Points::Results),
        AgentEntry::new("minimax", REPORT, "every move to a fixed depth, over rows of three", &[PLIES.info], minimax),
        // Fitted to the results of its own games.
        AgentEntry::new(
            "champion",
            OURS,
            "deepens over the tiles' contents, all arrangements at once; sees wins at once and solves endgames",
            champion::OPTIONS,
            champion::build,
        )
        .counting(Points::Unit(250.0)),
    ];

    const SOLVER: MakeSolver<Self> = |_, megabytes, threads| Some(Box::new(ExactSolver::new(megabytes, threads)));

    #[inline]
    fn evaluate(&self) -> i32 {
        simple::evaluate(self)
    }
}

fn logical(request: &Request) -> Result<Mind<PentagoSwap>, SpecError> {
    let seed = request.seed();
    let ties = request.get(&RANDOM_TIES).then(|| rng(seed));
    let (combine, published) = (request.get(&COMBINE), request.get(&PUBLISHED));
    let (values, judges_swaps) = (Values::new(Weights::of(request)?), request.get(&JUDGES_SWAPS));
    let logical = Logical { combine, values, judges_swaps, published, ties };
    Ok(Mind::acting(logical).with_insight(logical::insight))
}

fn mcts(request: &Request) -> Result<Mind<PentagoSwap>, SpecError> {
    let config = MctsConfig {
        selection: Selection::Ucb1 { constant: request.get(&CURIOSITY) },
        expand_after: request.get(&EXPAND),
        solver: request.get(&SOLVER),
        memory_mb: request.get(&MEMORY),
        threads: request.get(&THREADS),
        seed: request.seed(),
        ..MctsConfig::default()
    };
    let tree = Mcts::new(config, Uniform).map_err(|error| request.refuse(error))?;
    let centres = request.get(&CENTRES)(config.seed);
    Ok(Mind::searching(CentresFirst { tree, centres }).with_nodes(request.get(&SIMULATIONS)))
}

/// One depth after the other, so that a clock that is too short still leaves a whole search.
fn minimax(request: &Request) -> Result<Mind<PentagoSwap>, SpecError> {
    let config = AlphaBetaConfig { iterative: true, ..AlphaBetaConfig::minimax() };
    let searcher = AlphaBeta::new(Simple, config).map_err(|error| request.refuse(error))?;
    Ok(Mind::searching(searcher).with_depth(Some(request.get(&PLIES))))
}
