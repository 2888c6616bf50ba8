//! What alpha-beta to the end of the game will take, guessed from a few random games.
//!
//! Along a random game the product of the numbers of legal moves is what one probe says of the leaves of the game tree
//! (Knuth), and alpha-beta in a good order visits about their square root (Knuth and Moore). That is an order of magnitude
//! and no more: random games end too early where threats decide (a twentieth of the truth on Simplexity's 4x4), and a table
//! merges what different orders of moves lead to (a hundred times the truth with 14 cells of Pentago-Swap empty). A solver
//! that knows its game knows better.
// CITE: Knuth, "Estimating the efficiency of backtrack programs", 1975

use ply_game::{Game, below, rng};

/// Random games that are looked at: some hundred microseconds for most games.
const PROBES: u64 = 16;

/// About how many nodes alpha-beta takes to the end of the game.
pub(super) fn expected_nodes<G: Game>(position: &G) -> u64 {
    let logs = (0..PROBES).map(|seed| log_of_leaves(position, seed)).sum::<f64>();
    // A product of many numbers varies by orders of magnitude: its logarithm is what has a mean.
    (logs / PROBES as f64 / 2.0).exp().ceil() as u64
}

fn log_of_leaves<G: Game>(position: &G, seed: u64) -> f64 {
    let rng = &mut rng(seed);
    let mut at = position.clone();
    let mut log = 0.0;
    while at.outcome().is_none() {
        let moves = at.move_list();
        log += (moves.len() as f64).ln();
        at.play(moves[below(rng, moves.len() as u32) as usize]);
    }
    log
}

#[cfg(test)]
mod tests {
    use ply_games::simplexity::{Geometry, Simplexity};

    use super::*;

    #[test]
    fn a_finished_game_takes_one_node_and_a_longer_one_takes_more() {
        let finished: ply_game::TreeGame = "+".parse().expect("a tree");
        assert_eq!(expected_nodes(&finished), 1);
        let board = |rows, cols| Simplexity::<u64>::new(Geometry::of(rows, cols, 4), 4, 4);
        let nodes = [(2, 4), (3, 4), (4, 4)].map(|(rows, cols)| expected_nodes(&board(rows, cols)));
        assert!(nodes.is_sorted() && nodes[0] < nodes[2], "{nodes:?}");
    }
}
