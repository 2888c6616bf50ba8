//! The searchers: nodes of alpha-beta and simulations of Monte-Carlo tree search. Each search begins with nothing
//! learnt; the time to empty tables does not count.

use ply_game::BoardGame;
use ply_search::{AlphaBetaConfig, Budget, Limits, MctsConfig, Silent};
use serde::Serialize;

use super::positions::{open, under_way};
use super::{SECONDS, spread};
use crate::measure::{Rate, measure_with};
use crate::output::rate;

/// Nodes of one alpha-beta search: enough to fill a good part of its table.
const NODES: u64 = 1_000_000;
/// Simulations of one tree search.
const SIMULATIONS: u64 = 100_000;
/// Positions that alpha-beta searches in turn.
const POSITIONS: usize = 4;

#[derive(Serialize)]
pub struct Speed {
    alpha_beta_nodes: Rate,
    mcts_simulations: Rate,
}

impl Speed {
    /// The cells of a table.
    pub fn row(&self, game: &str) -> [String; 5] {
        let Self { alpha_beta_nodes, mcts_simulations } = self;
        [
            game.to_owned(),
            rate(alpha_beta_nodes.per_second),
            spread(*alpha_beta_nodes),
            rate(mcts_simulations.per_second),
            spread(*mcts_simulations),
        ]
    }
}

/// Alpha-beta from positions under way, Monte-Carlo tree search from the start.
pub fn measure<G: BoardGame>(start: &G, repeats: u32) -> Speed {
    Speed { alpha_beta_nodes: alpha_beta(start, repeats), mcts_simulations: mcts(start, repeats) }
}

fn alpha_beta<G: BoardGame>(start: &G, repeats: u32) -> Rate {
    let mut positions: Vec<G> =
        open(start, POSITIONS, Limits::nodes(NODES)).into_iter().map(|(position, _)| position).collect();
    if positions.is_empty() {
        positions.push(under_way(start, 1));
    }
    let mut turns = positions.iter().cycle();
    let mut searcher = ply_agents::alpha_beta::<G>(AlphaBetaConfig::default()).expect("the default is sound");
    measure_with(
        &mut searcher,
        repeats,
        SECONDS,
        |searcher| searcher.forget(),
        |searcher| {
            let position = turns.next().expect("there is at least one position");
            searcher.search(position, &Budget::new(Limits::nodes(NODES)), &mut Silent).nodes
        },
    )
}

fn mcts<G: BoardGame>(start: &G, repeats: u32) -> Rate {
    let mut searcher = ply_agents::mcts::<G>(MctsConfig::default()).expect("the default is sound");
    measure_with(
        &mut searcher,
        repeats,
        SECONDS,
        |searcher| searcher.forget(),
        |searcher| searcher.search(start, &Budget::new(Limits::nodes(SIMULATIONS)), &mut Silent).nodes,
    )
}
