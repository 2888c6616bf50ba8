//! The rules: perft leaves and random games. Every leaf is played and its outcome asked for; nothing is counted in
//! bulk.

use ply_game::{BoardGame, perft, playout, rng};
use serde::Serialize;

use super::positions::under_way;
use super::{SECONDS, spread};
use crate::measure::{Rate, measure as repeat};
use crate::output::rate;

/// Perft goes as deep as it can with at most this many leaves.
const MOST_LEAVES: u64 = 20_000_000;

#[derive(Serialize)]
pub struct Speed {
    position_bytes: usize,
    perft_depth: usize,
    perft_leaves: Rate,
    playouts: Rate,
    plies_per_playout: f64,
}

impl Speed {
    /// The cells of a table.
    pub fn row(&self, game: &str) -> [String; 7] {
        [
            game.to_owned(),
            self.position_bytes.to_string(),
            rate(self.perft_leaves.per_second),
            spread(self.perft_leaves),
            rate(self.playouts.per_second),
            spread(self.playouts),
            format!("{:.1}", self.plies_per_playout),
        ]
    }
}

/// Perft from a position under way, random games from the start.
pub fn measure<G: BoardGame>(start: &G, repeats: u32) -> Speed {
    let root = under_way(start, 1);
    let perft_depth = deepest(&root);
    let leaves = || perft(&root, perft_depth).last().map_or(0, |row| row.nodes).max(1);
    let perft_leaves = repeat(repeats, SECONDS, leaves);
    let (mut games, mut plies) = (0, 0);
    let mut generator = rng(1);
    let playouts = repeat(repeats, SECONDS, || {
        const BATCH: u64 = 100;
        for _ in 0..BATCH {
            plies += playout(start.clone(), &mut generator).1;
        }
        games += BATCH;
        BATCH
    });
    Speed {
        position_bytes: size_of::<G>(),
        perft_depth,
        perft_leaves,
        playouts,
        plies_per_playout: plies as f64 / games as f64,
    }
}

/// The deepest perft with at most [`MOST_LEAVES`] leaves; a game may end before it gets that far.
fn deepest<G: BoardGame>(start: &G) -> usize {
    let mut depth = 1;
    loop {
        let rows = perft(start, depth);
        let (last, before) = (rows[depth - 1].nodes, if depth > 1 { rows[depth - 2].nodes } else { 1 });
        let growth = last.checked_div(before).unwrap_or(0);
        if last == 0 || depth >= 40 || last.saturating_mul(growth.max(1)) > MOST_LEAVES {
            return if last == 0 { (depth - 1).max(1) } else { depth };
        }
        depth += 1;
    }
}
