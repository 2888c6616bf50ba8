//! The agents of Simplexity.

mod centre;
mod champion;
mod corridors;
mod exact;
mod for_board;
mod sequential;
mod simple;
mod tasks;
mod threats;

use ply_game::{Setting, SpecError};
use ply_games::simplexity::{Bits, Geometry, Simplexity};
use ply_search::{AlphaBeta, AlphaBetaConfig, Split};

use crate::champion::CHAMPION_OPTIONS;
use crate::common::{Levels, levels};
use crate::entry::{AgentEntry, OURS, Points, Request};
use crate::mind::Mind;
use crate::registration::{MakeSolver, Registered};
use crate::settings::{DEPTH, TABLE_OR_OFF, plies};
use centre::Centre;
use corridors::{Corridors, Weights};
use exact::ExactSolver;
use for_board::ForBoard;
use sequential::Sequential;
use tasks::Tasks;

const REPORT: &str = "SimpAI report, 2021";

const PLIES: Setting<u32> = plies(3);
const THREADS: Setting<usize> = Setting::threads("threads", "threads among which the first moves are dealt out");
const TASK_PLIES: Setting<u32> = plies(tasks::DEFAULT_DEPTH as u64);
const TASKS: Setting<usize> = Setting::number("tasks", 1..=64, 7, "tasks among which the columns are divided");

impl<W: Bits> Registered for Simplexity<W> {
    const UNIT: f64 = 40.0;
    const LEVELS: Levels = levels([(30, 85), (47, 57), (110, 41), (200, 30), (1_400, 10), (2_700, 7), (8_000, 3)]);

    const AGENTS: &'static [AgentEntry<Self>] = &[
        AgentEntry::new(
            "sequential",
            REPORT,
            "columns in turn, its own shape first (a sample agent of ColorShapeLinks)",
            &[],
            |_| Ok(Mind::acting(Sequential::default())),
        ),
        AgentEntry::new(
            "minimax",
            REPORT,
            "every move to a fixed depth; likes pieces near the centre (a sample agent of ColorShapeLinks)",
            &[PLIES.info],
            minimax,
        ),
        AgentEntry::new(
            "simpai",
            REPORT,
            "alpha-beta, deeper and deeper, over weighted heuristics of the win corridors",
            &[DEPTH.info, TABLE_OR_OFF.info, THREADS.info, Weights::OPTION.info],
            simpai,
        ),
        AgentEntry::new(
            "simpai-tasks",
            REPORT,
            "minimax as above to depth 1, the columns divided among tasks",
            &[TASK_PLIES.info, TASKS.info],
            simpai_tasks,
        ),
        // Fitted to the results of its own games.
        AgentEntry::new(
            "champion",
            OURS,
            "our search with open windows, threats and parity; never overlooks what is decided in two moves",
            CHAMPION_OPTIONS,
            champion::build,
        )
        .counting(Points::Unit(100.0)),
    ];

    const SOLVER: MakeSolver<Self> = |position, megabytes, threads| {
        let solver = ExactSolver::new(position, megabytes, threads)?;
        Some(Box::new(solver))
    };

    #[inline]
    fn evaluate(&self) -> i32 {
        simple::evaluate(self)
    }
}

fn minimax<W: Bits>(request: &Request) -> Result<Mind<Simplexity<W>>, SpecError> {
    let searcher = alpha_beta(request, AlphaBetaConfig::minimax(), Centre::new)?;
    Ok(Mind::searching(searcher).with_depth(Some(request.get(&PLIES))))
}

fn simpai<W: Bits>(request: &Request) -> Result<Mind<Simplexity<W>>, SpecError> {
    let weights = Weights::of(request)?;
    let config = AlphaBetaConfig {
        pvs: false,
        aspiration: false,
        etc: false,
        table_mb: request.get(&TABLE_OR_OFF),
        threads: request.get(&THREADS),
        split: Split::RootMoves,
        ..AlphaBetaConfig::default()
    };
    let searcher = alpha_beta(request, config, move |geometry| Corridors::new(geometry, weights))?;
    Ok(Mind::searching(searcher).with_depth(request.get(&DEPTH)))
}

fn simpai_tasks<W: Bits>(request: &Request) -> Result<Mind<Simplexity<W>>, SpecError> {
    let tasks = request.get(&TASKS);
    let searcher = ForBoard::new(move |geometry| Tasks { tasks, evaluator: Centre::new(geometry) });
    Ok(Mind::searching(searcher).with_depth(Some(request.get(&TASK_PLIES))))
}

/// Alpha-beta for a board of any size, if the configuration can be.
fn alpha_beta<E>(
    request: &Request,
    config: AlphaBetaConfig,
    evaluator: impl Fn(&Geometry) -> E + Send + 'static,
) -> Result<ForBoard<AlphaBeta<E>>, SpecError> {
    let config = AlphaBetaConfig { lines: request.lines, ..config };
    config.check().map_err(|error| request.refuse(error))?;
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
                let (_, mut mind) = crate::mind::<Simplexity<u64>>(&spec, 0, 1).unwrap();
                let report = mind.think(&position, &budget, &mut Silent).unwrap();
                let plain = Minimax::new(Centre::new(position.geometry())).search(&position, &budget, &mut Silent);
                assert_eq!((report.best, report.score, report.nodes), (plain.best, plain.score, plain.nodes));
            }
        }
    }
}
