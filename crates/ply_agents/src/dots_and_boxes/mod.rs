//! The agents of Dots-and-Boxes.

mod box_taker;
mod chains;
mod champion;
mod edges;
mod endgame;
mod evaluators;
mod exact;
mod guided;
mod quiet_table;
mod reported;
mod rollout;
mod simple;

use ply_game::{Setting, SpecError, rng};
use ply_games::dots_and_boxes::{DotsAndBoxes, EdgeSet};
use ply_search::THREADS;

use crate::common::{Levels, levels};
use crate::entry::{AgentEntry, OURS, Points, Request};
use crate::mind::Mind;
use crate::registration::{MakeSolver, OwnTable, Registered};
use crate::settings::{self, NODES, SEED};
use box_taker::BoxTaker;
use champion::Champion;
#[cfg(target_family = "wasm")]
pub use endgame::hand_in_book;
use exact::ExactSolver;
use reported::{
    CLOSED, CURIOSITY, DEEPER, DEEPER_PLIES, GUIDE, MANY, PLIES, PRUNING, RANDOMIZE, REPORT, SIMULATIONS, TIES,
    TRANSPOSITIONS,
};

const ERROR: Setting<u32> = Setting::number("error", 0..=1000, 90, "random moves of a thousand");
const TABLE: Setting<usize> = Setting::megabytes("table", 32, "megabytes of the solver's table");

impl<E: EdgeSet> Registered for DotsAndBoxes<E> {
    /// Two boxes: the simple evaluator counts hundredths of one.
    const UNIT: f64 = 200.0;
    const LEVELS: Levels = levels([(30, 85), (43, 59), (150, 36), (430, 19), (1_300, 10), (4_500, 5), (22_000, 1)]);

    const AGENTS: &'static [AgentEntry<Self>] = &[
        AgentEntry::new("if-else", REPORT, "looks two moves ahead: boxes won less boxes lost", &[], reported::if_else),
        AgentEntry::new(
            "negamax",
            REPORT,
            "every line to a fixed depth, then the lead; the sign turns only with the mover",
            &[PLIES.info, PRUNING.info],
            reported::negamax,
        ),
        AgentEntry::new(
            "ab-count3",
            REPORT,
            "alpha-beta over the lead plus the boxes that have three sides",
            &[DEEPER_PLIES.info],
            reported::ab_count3,
        ),
        AgentEntry::new(
            "ab-sim",
            REPORT,
            "alpha-beta over the lead after all open boxes were closed",
            &[PLIES.info, CLOSED.info, SEED.info],
            reported::ab_sim,
        ),
        AgentEntry::new(
            "ab-sim-random",
            REPORT,
            "the same with a random one of the best moves",
            &[PLIES.info, CLOSED.info, TIES.info, SEED.info],
            reported::ab_sim_random,
        ),
        AgentEntry::new(
            "ab-chains",
            OURS,
            "alpha-beta over the lead and a formula of the chains: what they are worth, and who will have to open one",
            &[PLIES.info, chains::Weights::OPTION.info],
            reported::ab_chains,
        ),
        AgentEntry::new(
            "mcts",
            REPORT,
            "Monte-Carlo tree search whose roll-outs close every open box after each random move",
            &[SIMULATIONS.info, CURIOSITY.info, TRANSPOSITIONS.info, SEED.info],
            reported::mcts,
        )
        .counting(Points::Results),
        AgentEntry::new(
            "mcts-ab",
            REPORT,
            "ab-sim; where many moves are best, a few simulations choose among them",
            &[PLIES.info, CLOSED.info, MANY.info, GUIDE.info, TIES.info, RANDOMIZE.info, SEED.info],
            reported::mcts_ab,
        ),
        AgentEntry::new(
            "mcts-ab-dynamic",
            REPORT,
            "the same, deeper as edges run out: the report's final agent",
            &[DEEPER.info, CLOSED.info, MANY.info, GUIDE.info, TIES.info, RANDOMIZE.info, SEED.info],
            reported::mcts_ab_dynamic,
        ),
        AgentEntry::new(
            "house",
            OURS,
            "stands in for aigaming's house bot: takes boxes, else a safe edge, else opens the shortest chain",
            &[ERROR.info, SEED.info],
            house,
        ),
        // Counts whole boxes.
        AgentEntry::new(
            "champion",
            OURS,
            "solves the endgame from as many edges as its time allows, before that plays games out",
            &[NODES.info, TABLE.info, settings::THREADS.info, SEED.info],
            champion,
        )
        .counting(Points::Unit(2.0)),
    ];

    const SOLVER: MakeSolver<Self> =
        |position, megabytes, threads| Some(Box::new(ExactSolver::new(position, megabytes, threads)));

    const TABLE: Option<OwnTable<Self>> = if THREADS {
        Some(OwnTable {
            covers: quiet_table::covers,
            least_bytes: quiet_table::least_bytes,
            size: quiet_table::size,
            fill: quiet_table::fill,
            open: quiet_table::open,
        })
    } else {
        None
    };

    #[inline]
    fn evaluate(&self) -> i32 {
        simple::evaluate(self)
    }
}

fn house<E: EdgeSet>(request: &Request) -> Result<Mind<DotsAndBoxes<E>>, SpecError> {
    Ok(Mind::acting(BoxTaker { rng: rng(request.seed()), error: request.get(&ERROR) }))
}

fn champion<E: EdgeSet>(request: &Request) -> Result<Mind<DotsAndBoxes<E>>, SpecError> {
    let champion = Champion::new(request.get(&TABLE), request.get(&settings::THREADS), request.seed(), request.lines);
    Ok(Mind::searching(champion).with_nodes(request.get(&NODES)))
}
