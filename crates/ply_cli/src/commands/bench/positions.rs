//! Positions to measure on. In a start position whole kinds of moves, and the ends of games, are still missing.

use ply_agents::alpha_beta;
use ply_game::{BoardGame, playout, rng};
use ply_search::{AlphaBetaConfig, Budget, Limits, Report, Silent};

/// A position a third of the way into a random game.
pub fn under_way<G: BoardGame>(start: &G, seed: u64) -> G {
    thirds_into_a_game(start, seed, 1)
}

/// A position two thirds of the way into a random game, where ends are near.
pub fn late<G: BoardGame>(start: &G, seed: u64) -> G {
    thirds_into_a_game(start, seed, 2)
}

fn thirds_into_a_game<G: BoardGame>(start: &G, seed: u64, thirds: usize) -> G {
    let mut generator = rng(seed);
    let plies = playout(start.clone(), &mut generator).1 * thirds / 3;
    let mut position = start.clone();
    for _ in 0..plies {
        let next = position.after(position.random_move(&mut generator));
        if next.outcome().is_some() {
            break;
        }
        position = next;
    }
    position
}

/// Positions under way that a search does not settle within these limits, each with what it found; fewer than
/// `count` if the game is too small to have them.
pub fn open<G: BoardGame>(start: &G, count: usize, limits: Limits) -> Vec<(G, Report<G::Move>)> {
    const MOST_SEEDS: u64 = 40;
    let tried = (1..=MOST_SEEDS).map(|seed| {
        let position = under_way(start, seed);
        let report = search(AlphaBetaConfig::default(), &position, limits);
        (position, report)
    });
    let is_open =
        |report: &Report<G::Move>| !report.score.is_decided() && limits.depth.is_none_or(|depth| report.depth == depth);
    tried.filter(|(_, report)| is_open(report)).take(count).collect()
}

/// What a fresh searcher with a simple evaluator finds.
pub fn search<G: BoardGame>(config: AlphaBetaConfig, position: &G, limits: Limits) -> Report<G::Move> {
    let mut searcher = alpha_beta::<G>(config).expect("the configurations of the benches are sound");
    searcher.search(position, &Budget::new(limits), &mut Silent)
}
