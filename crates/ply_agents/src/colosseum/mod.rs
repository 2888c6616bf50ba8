//! The agents of Colosseum.

mod champion;
mod presort;
mod successors;
mod utility;
mod walk;

use ply_game::{OptionInfo, SpecError, rng};
use ply_games::colosseum::{Bits, Colosseum};
use ply_search::{Biased, Mcts, MctsConfig, Selection};

use crate::registry::{AgentInfo, CHAMPION_OPTIONS, ChampionOptions, OURS, Request, SEED, option};
use crate::thinker::{Depth, Thinker};
use presort::Presort;
use successors::Walls;
use walk::{Walk, random_walk};

const REPORT: &str = "Colosseum Survival! report (Novick, Greenwald), 2023";

const TRAP: OptionInfo = option("trap", "4", "0..256", "a player who can reach fewer cells is nearly trapped");
const BREADTH: OptionInfo = option("breadth", "off", "1..65535|off", "only the first so many successors of a position");
const BY_SIZE: OptionInfo = option("depth", "off", "1..200|off", "plies; off: 3 on boards up to 9x9, 2 on larger ones");
const WALLS: OptionInfo = option("walls", "best", "best|random|toward", "the walls tried below the root");

/// Colosseum's own agents.
pub(crate) const AGENTS: &[AgentInfo] = &[
    AgentInfo {
        name: "random",
        source: "McGill COMP 424, 2023",
        about: "a walk of random length with random steps, then a random wall",
        options: &[SEED],
    },
    AgentInfo {
        name: "heuristic",
        source: REPORT,
        about: "the move with the best utility: room to move, walls close by, traps",
        options: &[TRAP],
    },
    AgentInfo {
        name: "presort",
        source: REPORT,
        about: "wins and losses at sight, then alpha-beta over successors sorted by utility",
        options: &[BY_SIZE, WALLS, BREADTH, TRAP, SEED],
    },
    AgentInfo {
        name: "no-presort",
        source: REPORT,
        about: "presort with successors as they come, and deeper",
        options: &[option("depth", "5", "1..200", "plies"), WALLS, BREADTH, TRAP, SEED],
    },
    AgentInfo {
        name: "toward",
        source: REPORT,
        about: "presort that below the root tries only walls towards the opponent",
        options: &[BY_SIZE, BREADTH, TRAP],
    },
    AgentInfo {
        name: "mcts",
        source: REPORT,
        about: "Monte-Carlo tree search whose play-outs are the course's random walks",
        options: &[
            option("nodes", "off", "1..18446744073709551615|off", "simulations at most"),
            option("c", "1.4142135623730951", "0..1000", "the weight of curiosity (UCB1)"),
            option("expand", "8", "1..1000000", "visits before a leaf gets children"),
            option("memory", "256", "1..65536", "megabytes of the tree"),
            SEED,
        ],
    },
    AgentInfo {
        name: "champion",
        source: OURS,
        about: "alpha-beta with everything on, wins at sight, over room, reach and territory",
        options: CHAMPION_OPTIONS,
    },
];

/// Builds one of the list.
pub(crate) fn build<B: Bits>(request: &mut Request<'_>) -> Result<Thinker<Colosseum<B>>, SpecError> {
    match request.name {
        "random" => Ok(Thinker::acting(Walk { rng: rng(request.seed()?) })),
        "mcts" => mcts(request),
        "champion" => champion(request),
        "heuristic" => {
            let trap = trap(request)?;
            let config = Presort::config(false, None, request.lines);
            let searcher = Presort { config, trap, walls: Walls::Best, looks_first: false };
            Ok(Thinker::searching(searcher).with_depth(Some(1)))
        }
        name => presort(request, name),
    }
}

/// The report's search and its variants.
fn presort<B: Bits>(request: &mut Request<'_>, name: &str) -> Result<Thinker<Colosseum<B>>, SpecError> {
    let sorted = name != "no-presort";
    let depth: Depth<Colosseum<B>> = if sorted {
        match request.options.number_or_off("depth", 1..=200, None)? {
            Some(plies) => Depth::Plies(plies as u32),
            None => Depth::By(Box::new(Presort::depth)),
        }
    } else {
        Depth::Plies(request.options.number("depth", 1..=200, 5)? as u32)
    };
    let word = if name == "toward" { 2 } else { request.options.choice("walls", &["best", "random", "toward"])? };
    let breadth = request.options.number_or_off("breadth", 1..=65_535, None)?.map(|moves| moves as usize);
    let trap = trap(request)?;
    let seed = if name == "toward" { 0 } else { request.seed()? };
    let walls = [Walls::Best, Walls::Random(seed), Walls::Toward][word];
    let config = Presort::config(sorted, breadth, request.lines);
    Ok(Thinker::searching(Presort { config, trap, walls, looks_first: true }).with_depth(depth))
}

fn trap(request: &mut Request<'_>) -> Result<u32, SpecError> {
    Ok(request.options.number("trap", 0..=256, 4)? as u32)
}

fn champion<B: Bits>(request: &mut Request<'_>) -> Result<Thinker<Colosseum<B>>, SpecError> {
    let ChampionOptions { depth, nodes, table_mb, threads } = request.champion()?;
    let searcher = champion::searcher(table_mb, threads, request.lines)
        .map_err(|error| request.options.together(error.to_string()))?;
    Ok(Thinker::searching(searcher).with_depth(depth).with_nodes(nodes))
}

fn mcts<B: Bits>(request: &mut Request<'_>) -> Result<Thinker<Colosseum<B>>, SpecError> {
    let nodes = request.options.number_or_off("nodes", 1..=u64::MAX, None)?;
    let constant = request.options.decimal("c", 0.0..=1000.0, std::f64::consts::SQRT_2)?;
    let config = MctsConfig {
        selection: Selection::Ucb1 { constant },
        expand_after: request.options.number("expand", 1..=1_000_000, 8)? as u32,
        memory_mb: request.options.number("memory", 1..=65_536, 256)? as usize,
        seed: request.seed()?,
        ..MctsConfig::default()
    };
    let searcher = Mcts::new(config, Biased(random_walk::<B>));
    let searcher = searcher.map_err(|error| request.options.together(error.to_string()))?;
    Ok(Thinker::searching(searcher).with_nodes(nodes))
}
