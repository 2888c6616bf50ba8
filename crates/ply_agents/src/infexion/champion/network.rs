//! What a network sees of Infexion: stacks by their power, and by how well they are held.
//!
//! The torus looks the same from every cell, so nothing is said about places: a few counts for each side.

use std::sync::LazyLock;

use ply_game::Game as _;
use ply_games::infexion::Infexion;
use ply_games::infexion::geometry::cells;

use super::super::coverage::Coverage;
use super::evaluation::{Evaluation, Weights};
use crate::network::{Eyes, Taught, View};

const WIDTH: usize = 16;
const ONE: i16 = 1024;
const POINTS: i32 = 500;

/// The weights.
pub(super) type Network = crate::network::Network<WIDTH, ONE, POINTS>;

/// Powers of a stack.
const POWERS: usize = 6;
/// Balances of coverage that are told apart, from -3 or less to 3 or more.
const BALANCES: usize = 7;
/// Inputs for a side: stacks of each power, then stacks of each balance, then the power on these.
const OF_SIDE: usize = POWERS + 2 * BALANCES;
/// Units of power on the board for each stage.
const STAGE_POWER: usize = 10;

impl Taught for Infexion {
    const ROWS: usize = 0;
    const INPUTS: usize = 2 * OF_SIDE;
    const STAGES: usize = 5;
    const WIDTH: usize = WIDTH;
    const ONE: usize = ONE as usize;
    const POINTS: i32 = POINTS;
    const IS_FOR_FIRST: bool = false;

    fn show(&self, eyes: &mut impl Eyes) -> Option<View> {
        static BUILT_IN: LazyLock<Evaluation> =
            LazyLock::new(|| Evaluation::new(Weights::load("built-in").expect("they come with the program"), None));
        let coverage = Coverage::of(self);
        let opinion = BUILT_IN.opinion(self, &coverage);
        (self.outcome().is_none()).then(|| show(self, &coverage, opinion, eyes))
    }
}

/// Shows a position of which the coverage and the opinion are known.
#[inline]
pub(super) fn show(position: &Infexion, coverage: &Coverage, opinion: i32, eyes: &mut impl Eyes) -> View {
    let mover = position.to_move();
    for (side, player) in [mover, mover.other()].into_iter().enumerate() {
        let mut counts = [0; OF_SIDE];
        for cell in cells(position.cells_of(player)) {
            let power = position.power(cell);
            let balance = (coverage.balance(player, cell).clamp(-3, 3) + 3) as usize;
            counts[power - 1] += 1;
            counts[POWERS + balance] += 1;
            counts[POWERS + BALANCES + balance] += power as i16;
        }
        counts.into_iter().enumerate().for_each(|(at, count)| eyes.input(side * OF_SIDE + at, count));
    }
    let stage = (position.total_power() as usize / STAGE_POWER).min(Infexion::STAGES - 1);
    View { stage, opinion }
}
