//! A table checked by searching forwards: random positions, alpha-beta to the end of the game.

use ply_game::{BoardGame, below, rng};
use ply_search::solve::Exact;
use ply_search::tablebase::Values;
use ply_search::{Budget, Cancel, Limits};

use ply_agents::GamePayoff;

/// The positions and megabytes that one search may take; what takes more is left out, and counted.
const NODES: u64 = 4_000_000;
const MEGABYTES: usize = 64;

/// What came of it.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct TableCheck {
    /// Positions on which search and table were compared.
    pub compared: u64,
    /// Positions that took the search too long.
    pub too_long: u64,
    /// Those on which they differ.
    pub wrong: Vec<String>,
}

/// Compares a table with a search on positions of random games, each as likely to be early as late.
pub fn check_table<G: BoardGame>(
    start: &G,
    table: &dyn Values<G>,
    payoff: GamePayoff,
    positions: u64,
    seed: u64,
    cancel: &Cancel,
) -> TableCheck {
    let rng = &mut rng(seed);
    let mut solver = Exact::new(payoff, MEGABYTES).keeping_table();
    let mut check = TableCheck::default();
    for _ in 0..positions {
        if cancel.is_cancelled() {
            break;
        }
        let mut game = Vec::new();
        let mut at = start.clone();
        while at.outcome().is_none() {
            game.push(at.clone());
            let mv = at.random_move(rng);
            at.play(mv);
        }
        if game.is_empty() {
            break;
        }
        let position = game.swap_remove(below(rng, game.len() as u32) as usize);
        let budget = Budget { cancel: cancel.clone(), ..Budget::new(Limits::nodes(NODES)) };
        match solver.solve(&position, &budget).value() {
            None if cancel.is_cancelled() => break,
            None => check.too_long += 1,
            Some(value) => {
                check.compared += 1;
                if value != table.value(&position) {
                    check.wrong.push(position.position_text());
                }
            }
        }
    }
    check
}
