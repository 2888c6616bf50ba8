//! The agents that play every game.

mod basic;
mod faulty;
mod level;
mod searchers;

use std::marker::PhantomData;

use ply_game::{BoardGame, SpecError, rng};

use crate::entry::{AgentEntry, OURS, Points, Request};
use crate::mind::Mind;
use crate::prepared::{PREPARED, prepared};
use crate::settings::SEED;
use basic::{Greedy, Random};
use faulty::{AFTER, Faulty, HOW};
use level::LEVEL;
pub(crate) use level::{Levels, levels};
use searchers::{ALPHA_BETA, MCTS, MINIMAX};

/// The agents that play every game, as they are for one of them.
pub(crate) struct Common<G>(PhantomData<G>);

impl<G: BoardGame> Common<G> {
    /// All of them, the simplest first.
    pub(crate) const AGENTS: &'static [AgentEntry<G>] = &[
        AgentEntry::new("random", OURS, "any legal move", &[SEED.info], random),
        AgentEntry::new(
            "greedy",
            OURS,
            "the move after which a simple evaluator likes the position best",
            &[SEED.info],
            greedy,
        ),
        AgentEntry::new(
            "minimax",
            OURS,
            "every move to a fixed depth, over a simple evaluator",
            MINIMAX,
            searchers::minimax,
        ),
        AgentEntry::new(
            "alpha-beta",
            OURS,
            "iterative deepening with table, move ordering and threads, over a simple evaluator",
            ALPHA_BETA,
            searchers::alpha_beta,
        ),
        AgentEntry::new(
            "mcts",
            OURS,
            "Monte-Carlo tree search with random play-outs; proven results are kept",
            MCTS,
            searchers::mcts,
        )
        .counting(Points::Results),
        AgentEntry::new(
            "level",
            OURS,
            "the champion at eight strengths, for people: it looks less far, and slips now and then",
            LEVEL,
            level::level,
        ),
        AgentEntry::new(
            "prepared",
            OURS,
            "the champion with a book or tables of all positions: what they know is played at once",
            PREPARED,
            prepared,
        ),
        AgentEntry::new(
            "faulty",
            OURS,
            "breaks the rules on purpose, to see how the arena judges it",
            &[HOW.info, AFTER.info],
            faulty,
        )
        .harmful(),
    ];
}

fn random<G: BoardGame>(request: &Request) -> Result<Mind<G>, SpecError> {
    Ok(Mind::acting(Random { rng: rng(request.seed()) }))
}

fn greedy<G: BoardGame>(request: &Request) -> Result<Mind<G>, SpecError> {
    Ok(Mind::acting(Greedy { rng: rng(request.seed()) }))
}

fn faulty<G: BoardGame>(request: &Request) -> Result<Mind<G>, SpecError> {
    let (fault, after) = (request.get(&HOW), request.get(&AFTER));
    Ok(Mind::acting(Faulty { fault, after, first: None, hoard: Vec::new() }))
}
