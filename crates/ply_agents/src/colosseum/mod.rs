//! The agents of Colosseum.

mod champion;
mod exact;
mod exploiter;
mod presort;
mod simple;
mod successors;
mod utility;
mod walk;

use ply_game::{Choice, Setting, SpecError, rng};
use ply_games::colosseum::{Bits, Colosseum};
use ply_search::{Biased, Mcts, MctsConfig, Selection};

use crate::common::{Levels, levels};
use crate::entry::{AgentEntry, OURS, Points, Request};
use crate::mind::{Depth, Mind};
use crate::registration::{MakeSolver, Registered};
use crate::settings::{CURIOSITY, EXPAND, MEMORY, MOST_PLIES, SEED, SIMULATIONS, plies};
use exact::ExactSolver;
use presort::Presort;
use successors::Walls;
use utility::{Form, Rule, Weights};
use walk::{Walk, random_walk};

const REPORT: &str = "Colosseum Survival! report (Novick, Greenwald), 2023";

const TRAP: Setting<u32> = Setting::number("trap", 0..=256, 4, "a player who can reach fewer cells is nearly trapped");
const BREADTH: Setting<Option<usize>> =
    Setting::number_or_off("breadth", 1..=65_535, "only the first so many successors of a position");
const BY_SIZE: Setting<Option<u32>> =
    Setting::limit_or_off("depth", 1..=MOST_PLIES, "plies; off: 3 on boards up to 9x9, 2 on larger ones");
const PLIES: Setting<u32> = plies(5);
const WALLS: Choice<fn(u64) -> Walls> = Choice::new(
    "walls",
    &["best", "random", "toward"],
    &[|_| Walls::Best, Walls::Random, |_| Walls::Toward],
    "the walls tried below the root",
);

const FORM: Choice<Form> = Choice::new(
    "form",
    &["linear", "saturating"],
    &[Form::Linear, Form::Saturating],
    "how the worth of room to move grows with it",
);

impl<B: Bits> Registered for Colosseum<B> {
    const UNIT: f64 = 60.0;
    const LEVELS: Levels = levels([(30, 85), (64, 50), (280, 25), (1_600, 10), (4_400, 5), (12_000, 2), (26_000, 1)]);

    const AGENTS: &'static [AgentEntry<Self>] = &[
        AgentEntry::new(
            "random",
            "McGill COMP 424, 2023",
            "a walk of random length with random steps, then a random wall",
            &[SEED.info],
            random,
        ),
        AgentEntry::new(
            "heuristic",
            REPORT,
            "the move with the best utility: room to move, walls close by, traps",
            &[TRAP.info, FORM.info, Weights::OPTION.info],
            heuristic,
        ),
        AgentEntry::new(
            "presort",
            REPORT,
            "wins and losses at sight, then alpha-beta over successors sorted by utility",
            &[BY_SIZE.info, WALLS.info, BREADTH.info, TRAP.info, FORM.info, Weights::OPTION.info, SEED.info],
            presort,
        ),
        AgentEntry::new(
            "no-presort",
            REPORT,
            "presort with successors as they come, and deeper",
            &[PLIES.info, WALLS.info, BREADTH.info, TRAP.info, FORM.info, Weights::OPTION.info, SEED.info],
            no_presort,
        ),
        AgentEntry::new(
            "toward",
            REPORT,
            "presort that below the root tries only walls towards the opponent",
            &[BY_SIZE.info, BREADTH.info, TRAP.info, FORM.info, Weights::OPTION.info],
            toward,
        ),
        AgentEntry::new(
            "mcts",
            REPORT,
            "Monte-Carlo tree search whose play-outs are the course's random walks",
            &[SIMULATIONS.info, CURIOSITY.info, EXPAND.info, MEMORY.info, SEED.info],
            mcts,
        )
        .counting(Points::Results),
        AgentEntry::new(
            "exploiter",
            OURS,
            "the champion's search, then the move that does best against the habits the opponent seems to have",
            exploiter::OPTIONS,
            exploiter::build,
        )
        .counting(Points::Unit(44.0)),
        // Fitted to the results of its own games.
        AgentEntry::new(
            "champion",
            OURS,
            "alpha-beta with everything on, wins at sight, over room, reach and territory",
            champion::OPTIONS,
            champion::build,
        )
        .counting(Points::Unit(44.0)),
    ];

    const SOLVER: MakeSolver<Self> = |_, megabytes, threads| Some(Box::new(ExactSolver::new(megabytes, threads)));

    #[inline]
    fn evaluate(&self) -> i32 {
        simple::evaluate(self)
    }
}

fn random<B: Bits>(request: &Request) -> Result<Mind<Colosseum<B>>, SpecError> {
    Ok(Mind::acting(Walk { rng: rng(request.seed()) }))
}

fn heuristic<B: Bits>(request: &Request) -> Result<Mind<Colosseum<B>>, SpecError> {
    let config = Presort::config(false, None, request.lines);
    let searcher = Presort { config, rule: rule(request)?, walls: Walls::Best, looks_first: false };
    Ok(Mind::searching(searcher).with_depth(Some(1)))
}

fn presort<B: Bits>(request: &Request) -> Result<Mind<Colosseum<B>>, SpecError> {
    Ok(searching(request, true, request.get(&WALLS)(request.seed()))?.with_depth(by_size(request)))
}

fn toward<B: Bits>(request: &Request) -> Result<Mind<Colosseum<B>>, SpecError> {
    Ok(searching(request, true, Walls::Toward)?.with_depth(by_size(request)))
}

fn no_presort<B: Bits>(request: &Request) -> Result<Mind<Colosseum<B>>, SpecError> {
    let walls = request.get(&WALLS)(request.seed());
    Ok(searching(request, false, walls)?.with_depth(Some(request.get(&PLIES))))
}

/// The report's search and its variants.
fn searching<B: Bits>(request: &Request, sorted: bool, walls: Walls) -> Result<Mind<Colosseum<B>>, SpecError> {
    let config = Presort::config(sorted, request.get(&BREADTH), request.lines);
    Ok(Mind::searching(Presort { config, rule: rule(request)?, walls, looks_first: true }))
}

fn rule(request: &Request) -> Result<Rule, SpecError> {
    Ok(Rule { trap: request.get(&TRAP), form: request.get(&FORM), weights: Weights::of(request)? })
}

fn by_size<B: Bits>(request: &Request) -> Depth<Colosseum<B>> {
    match request.get(&BY_SIZE) {
        Some(plies) => Depth::Plies(plies),
        None => Depth::By(Box::new(Presort::depth)),
    }
}

fn mcts<B: Bits>(request: &Request) -> Result<Mind<Colosseum<B>>, SpecError> {
    let config = MctsConfig {
        selection: Selection::Ucb1 { constant: request.get(&CURIOSITY) },
        expand_after: request.get(&EXPAND),
        memory_mb: request.get(&MEMORY),
        seed: request.seed(),
        ..MctsConfig::default()
    };
    let searcher = Mcts::new(config, Biased(random_walk::<B>)).map_err(|error| request.refuse(error))?;
    Ok(Mind::searching(searcher).with_nodes(request.get(&SIMULATIONS)))
}
