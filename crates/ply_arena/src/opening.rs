//! Openings: a few random moves from a seed, taken only if a quick search finds the position still open.

use ply_agents::alpha_beta;
use ply_game::{BoardGame, Rng, rng};
use ply_search::{AlphaBetaConfig, Budget, Limits, Silent};

/// How often another opening is drawn before one that does not please is taken.
const TRIES: usize = 40;
/// How deep the quick search looks.
const LOOK: u32 = 3;
/// It looks at no more positions than this.
const LOOK_NODES: u64 = 3000;

/// The opening number `seed` of `plies` random moves: no side wins by force as far as a quick search
/// sees. Empty where the game is too short.
pub fn opening<G: BoardGame>(start: &G, plies: usize, seed: u64) -> Vec<G::Move> {
    let mut generator = rng(seed);
    let mut fallback = None;
    for _ in 0..TRIES {
        let Some((moves, position)) = draw(start, plies, &mut generator) else { continue };
        if plies == 0 || is_open(&position) {
            return moves;
        }
        fallback = fallback.or(Some(moves));
    }
    fallback.unwrap_or_default()
}

/// Random moves; `None` if the game ends on the way.
fn draw<G: BoardGame>(start: &G, plies: usize, generator: &mut Rng) -> Option<(Vec<G::Move>, G)> {
    let mut position = start.clone();
    let mut moves = Vec::with_capacity(plies);
    for _ in 0..plies {
        if position.outcome().is_some() {
            return None;
        }
        let mv = position.random_move(generator);
        moves.push(mv);
        position.play(mv);
    }
    position.outcome().is_none().then_some((moves, position))
}

fn is_open<G: BoardGame>(position: &G) -> bool {
    let config = AlphaBetaConfig { table_mb: None, ..AlphaBetaConfig::default() };
    let mut searcher = alpha_beta::<G>(config).expect("the configuration is fixed");
    let limits = Limits { nodes: Some(LOOK_NODES), ..Limits::depth(LOOK) };
    !searcher.search(position, &Budget::new(limits), &mut Silent).score.is_decided()
}
