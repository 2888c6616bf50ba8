//! Monte-Carlo tree search against minimax, on every game and on trees with kept turns.

mod games;
mod settings;
mod transpositions;
mod trees;

use ply_game::Indexed;
use ply_search::{Budget, Limits, Mcts, MctsConfig, Priors, Report, Rollout, Searcher, Silent};

/// A search of so many simulations.
fn simulate<G: Indexed, R: Rollout<G>, P: Priors<G>>(
    mcts: &mut Mcts<G, R, P>,
    position: &G,
    simulations: u64,
) -> Report<G::Move> {
    mcts.search(position, &Budget::new(Limits::nodes(simulations)), &mut Silent)
}

fn with_threads(threads: usize) -> MctsConfig {
    MctsConfig { threads, memory_mb: 16, ..MctsConfig::default() }
}
