//! The agents of Infexion.

mod champion;
mod coverage;
mod greedy;
mod published;
#[cfg(test)]
mod samples;
mod simple;
mod successors;

use std::sync::Arc;

use ply_game::{Choice, Setting, SpecError};
use ply_games::infexion::Infexion;
use ply_search::{AlphaBeta, AlphaBetaConfig, Evaluator, Margin, Ties};

use crate::common::{Levels, levels};
use crate::entry::{AgentEntry, OURS, Points, Request};
use crate::mind::Mind;
use crate::registration::Registered;
use crate::settings::{SEED, plies};
use coverage::{Rule, Weights};
use greedy::Apart;
use published::{PLIES, Published};
use successors::CoverageSearch;

const REPORT: &str = "Infexion report, 2023";

const TIES: Choice<Ties> =
    Choice::new("ties", &["first", "random"], &[Ties::First, Ties::Random], "which of several best moves is played");
const POWER_PLIES: Setting<u32> = plies(2);
const COVERAGE_PLIES: Setting<u32> = plies(PLIES as u64);
const BREADTH: Setting<usize> =
    Setting::number("breadth", 1..=343, 6, "successors of a position, the greedy one included");
const PUBLISHED: Setting<bool> =
    Setting::switch("published", false, "move for move as the published program, with its slips");

impl Registered for Infexion {
    const UNIT: f64 = 60.0;
    const LEVELS: Levels = levels([(76, 47), (150, 35), (300, 24), (660, 16), (1_600, 10), (4_400, 5), (17_000, 1)]);

    const AGENTS: &'static [AgentEntry<Self>] = &[
        AgentEntry::new(
            "greedy",
            REPORT,
            "one ply: its power less the enemy's, plus stacks apart from the enemy, less stacks next to one",
            &[TIES.info, SEED.info],
            greedy,
        ),
        AgentEntry::new(
            "power",
            REPORT,
            "the report's first minimax: alpha-beta over the difference in power",
            &[POWER_PLIES.info],
            power,
        ),
        AgentEntry::new(
            "coverage",
            REPORT,
            "alpha-beta over a few successors; stacks belong to whoever covers them more often",
            &[COVERAGE_PLIES.info, BREADTH.info, PUBLISHED.info, Weights::OPTION.info],
            coverage,
        ),
        // Fitted to the results of its own games.
        AgentEntry::new(
            "champion",
            OURS,
            "principal variation search with everything on; captures played out; power, reach and what hangs",
            champion::OPTIONS,
            champion::build,
        )
        .counting(Points::Unit(500.0)),
    ];

    #[inline]
    fn evaluate(&self) -> i32 {
        simple::evaluate(self)
    }
}

fn greedy(request: &Request) -> Result<Mind<Infexion>, SpecError> {
    let (ties, seed) = (request.get(&TIES), request.seed());
    Ok(fixed(request, Apart, AlphaBetaConfig { ties, seed, ..AlphaBetaConfig::minimax() })?.with_depth(Some(1)))
}

fn power(request: &Request) -> Result<Mind<Infexion>, SpecError> {
    Ok(fixed(request, Margin, AlphaBetaConfig::pruning_only())?.with_depth(Some(request.get(&POWER_PLIES))))
}

fn coverage(request: &Request) -> Result<Mind<Infexion>, SpecError> {
    let (breadth, lines) = (request.get(&BREADTH), request.lines);
    let rule = Arc::new(Rule::new(Weights::of(request)?));
    let mind = if request.get(&PUBLISHED) {
        Mind::searching(Published::new(rule, breadth, lines))
    } else {
        Mind::searching(CoverageSearch { rule, breadth, lines })
    };
    Ok(mind.with_depth(Some(request.get(&COVERAGE_PLIES))).with_insight(coverage::insight))
}

/// Alpha-beta in a configuration that is written down here.
fn fixed(
    request: &Request,
    evaluator: impl Evaluator<Infexion> + 'static,
    config: AlphaBetaConfig,
) -> Result<Mind<Infexion>, SpecError> {
    let searcher = AlphaBeta::new(evaluator, AlphaBetaConfig { lines: request.lines, ..config });
    Ok(Mind::searching(searcher.map_err(|error| request.refuse(error))?))
}
