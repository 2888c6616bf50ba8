//! Every start of a game whose start is drawn from a seed, images counted as one.

use std::collections::HashMap;

use ply_agents::board;
use ply_game::{BoardGame, Spec, SpecError};
use ply_games::start_text;

/// A start that is drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct Start<G> {
    /// The first seed that draws it or an image of it.
    pub seed: u64,
    /// How many of the seeds do.
    pub drawn: u64,
    /// What that seed draws.
    pub position: G,
}

/// The starts that the seeds below `seeds` draw, in the order in which they come. A start that is missing is one that
/// none of them draws.
pub fn every_start<G: BoardGame>(game: &Spec, start: &G, seeds: u64) -> Result<Vec<Start<G>>, SpecError> {
    let mut starts: Vec<Start<G>> = Vec::new();
    let mut known: HashMap<u64, usize> = HashMap::new();
    for seed in 0..seeds {
        let mut spec = board(game);
        spec.options.push(("seed".to_owned(), seed.to_string()));
        let text = start_text(&spec)?;
        let position = start.parse_position(&text).expect("the same game wrote it");
        let index = *known.entry(position.canonical().0.key()).or_insert(starts.len());
        match starts.get_mut(index) {
            Some(start) => start.drawn += 1,
            None => starts.push(Start { seed, drawn: 1, position }),
        }
    }
    Ok(starts)
}
