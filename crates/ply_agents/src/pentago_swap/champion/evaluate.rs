//! What the contents of the tiles are worth, whatever their arrangement.
//!
//! Each of the 240 fives that is still possible for a player counts by the stones he has in it. The arrangement is left
//! out on purpose: three swaps lead to any, and what matters at once the search sees by itself. Sixteen kinds of fives go
//! side by side in one vector.

use std::sync::Arc;

use ply_games::pentago_swap::board::tile;

use super::fives::{CORNERS, Fives, PAIRS};
use super::network::{Network, show};
use super::rows::{Row, sum, weigh};
use crate::weights::weights;

weights! {
    /// What the contents are worth.
    Weights of "champion": ["built-in" => "pentago-swap-champion", "hand" => "pentago-swap-champion-hand"];
    one: 0..=17, "a five that is still possible, with one stone in it";
    two: 0..=17, "with two";
    three: 0..=17, "with three";
    four: 0..=17, "with four: whoever can use them has been seen to win already";
    tempo: -20..=200, "being on the move";
    half_way: 10..=1000, "the points at which the evaluation is half of its bound";
}

/// No evaluation reaches this.
pub(super) const BOUND: i32 = 100;
/// More stones than a five has: a part that the opponent has touched.
const BLOCKED: u8 = 16;

/// The stones in the parts of fives that a tile can hold.
#[derive(Clone, Copy)]
struct Parts {
    firsts: Row,
    seconds: Row,
    edges: [u8; CORNERS],
    corners: [u8; CORNERS],
}

/// The parts of fives, whatever they count.
pub(super) struct Tables {
    /// By the player's stones of a tile.
    stones: Vec<Parts>,
    /// By the opponent's.
    blocked: Vec<Parts>,
}

impl Tables {
    pub(super) fn new(fives: &Fives) -> Self {
        let table = |value: &dyn Fn(u32) -> u8| {
            let of_tile = |stones: usize| {
                let of = |part: usize| value((fives.parts[part] & stones).count_ones());
                Parts {
                    firsts: std::array::from_fn(of),
                    seconds: std::array::from_fn(|kind| of(PAIRS + kind)),
                    edges: std::array::from_fn(|kind| of(2 * PAIRS + kind)),
                    corners: std::array::from_fn(|kind| of(2 * PAIRS + CORNERS + kind)),
                }
            };
            (0..512).map(of_tile).collect()
        };
        Self { stones: table(&|stones| stones as u8), blocked: table(&|stones| if stones > 0 { BLOCKED } else { 0 }) }
    }
}

/// Judges contents by its weights.
pub(super) struct Evaluation {
    tables: &'static Tables,
    /// What an open five counts by the stones in it.
    by_stones: Row,
    tempo: i32,
    half_way: i32,
    network: Option<Arc<Network>>,
}

impl Evaluation {
    pub(super) fn new(tables: &'static Tables, weights: Weights, network: Option<Arc<Network>>) -> Self {
        let Weights { one, two, three, four, tempo, half_way } = weights;
        let mut by_stones = [0; PAIRS];
        by_stones[1..=4].copy_from_slice(&[one, two, three, four].map(|points| points as u8));
        Self { tables, by_stones, tempo, half_way, network }
    }

    /// What a player has in all fives together.
    #[inline]
    fn worth(&self, own: u64, other: u64) -> i32 {
        let of = |at: usize| (&self.tables.stones[tile(own, at)], &self.tables.blocked[tile(other, at)]);
        let tiles = [of(0), of(1), of(2), of(3)];
        let firsts = tiles.map(|(stones, blocked)| sum(&stones.firsts, &blocked.firsts));
        let seconds = tiles.map(|(stones, blocked)| sum(&stones.seconds, &blocked.seconds));
        // No sum exceeds a byte: twelve pairs of tiles and three of corners, and no weight above 17.
        let mut all = [0; PAIRS];
        for (at, first) in firsts.iter().enumerate() {
            for (other, second) in seconds.iter().enumerate() {
                if at != other {
                    weigh(&mut all, &sum(first, second), &self.by_stones);
                }
            }
        }
        // The four kinds of fives round a corner, side by side for the four tiles that may hold it.
        let mut corners = [0; PAIRS];
        let mut edges = [[0; PAIRS]; 3];
        for (at, (stones, blocked)) in tiles.iter().enumerate() {
            for kind in 0..CORNERS {
                corners[CORNERS * at + kind] = stones.corners[kind] + blocked.corners[kind];
                let edge = stones.edges[kind] + blocked.edges[kind];
                for (step, row) in edges.iter_mut().enumerate() {
                    row[CORNERS * ((at + 3 - step) % 4) + kind] = edge;
                }
            }
        }
        for (one, two) in [(0, 1), (0, 2), (1, 2)] {
            weigh(&mut all, &sum(&corners, &sum(&edges[one], &edges[two])), &self.by_stones);
        }
        all.iter().map(|points| i32::from(*points)).sum()
    }

    /// What the contents are worth to the owner of `own`, who is to move, between plus and minus [`BOUND`].
    #[inline]
    pub(super) fn evaluate(&self, own: u64, other: u64) -> i32 {
        let opinion = self.opinion(own, other);
        match &self.network {
            Some(network) => network.answer(|sums| show(own, other, opinion, sums)).clamp(1 - BOUND, BOUND - 1),
            None => opinion,
        }
    }

    /// What the weights say.
    #[inline]
    pub(super) fn opinion(&self, own: u64, other: u64) -> i32 {
        let points = self.worth(own, other) - self.worth(other, own) + self.tempo;
        BOUND * points / (self.half_way + points.abs())
    }
}

#[cfg(test)]
mod tests {
    use super::super::arrangements::all;
    use super::super::knowledge::Knowledge;
    use super::*;
    use ply_game::mix;
    use ply_games::pentago_swap::board::{BOARD, LINES};

    /// Every five of every arrangement once.
    fn fives_of_tiles() -> Vec<u64> {
        let mut fives = Vec::new();
        for tiles in all() {
            for line in &LINES {
                let cells = (0..4)
                    .fold(0, |cells, quadrant| cells | (tile(line.mask, quadrant) as u64) << (16 * tiles[quadrant]));
                fives.push(cells);
            }
        }
        fives.sort_unstable();
        fives.dedup();
        fives
    }

    #[test]
    fn the_sums_by_kind_are_the_sum_over_all_fives() {
        let evaluation = Knowledge::new(Weights::load("hand").unwrap(), None).evaluation;
        let fives = fives_of_tiles();
        assert_eq!(fives.len(), 240);
        for seed in 0..2000 {
            let own = mix(seed) & mix(seed ^ 0x55) & BOARD;
            let other = mix(seed ^ 0xff) & mix(seed ^ 0x1234) & BOARD & !own;
            let open = fives.iter().filter(|&five| five & other == 0);
            let weight = |five: &u64| {
                i32::from(evaluation.by_stones.get((five & own).count_ones() as usize).copied().unwrap_or(0))
            };
            let plain: i32 = open.map(weight).sum();
            assert_eq!(evaluation.worth(own, other), plain, "{own:#x} {other:#x}");
        }
    }
}
