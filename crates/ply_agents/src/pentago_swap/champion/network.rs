//! What a network sees of Pentago-Swap: the stones of each tile, wherever the tile lies.

use std::sync::LazyLock;

use ply_game::Game as _;
use ply_games::pentago_swap::PentagoSwap;
use ply_games::pentago_swap::board::tile;

use super::super::immediate_win::first_win;
use super::evaluate::Weights;
use super::knowledge::Knowledge;
use crate::network::{Eyes, Taught, View};

const WIDTH: usize = 32;
const ONE: i16 = 255;
const POINTS: i32 = 25;

/// The weights.
pub(super) type Network = crate::network::Network<WIDTH, ONE, POINTS>;

/// What stones of one player a tile can hold.
const TILES: usize = 512;
/// Stones on the board for each stage.
const STAGE_STONES: usize = 6;

impl Taught for PentagoSwap {
    const ROWS: usize = 2 * TILES;
    const INPUTS: usize = 0;
    const STAGES: usize = 6;
    const WIDTH: usize = WIDTH;
    const ONE: usize = ONE as usize;
    const POINTS: i32 = POINTS;
    const IS_FOR_FIRST: bool = false;

    /// `None` too where the mover wins at once.
    fn show(&self, eyes: &mut impl Eyes) -> Option<View> {
        static BUILT_IN: LazyLock<Knowledge> =
            LazyLock::new(|| Knowledge::new(Weights::load("built-in").expect("they come with the program"), None));
        if self.outcome().is_some() || first_win(self).is_some() {
            return None;
        }
        let (own, other) = (self.own_stones(), self.other_stones());
        Some(show(own, other, BUILT_IN.evaluation.opinion(own, other), eyes))
    }

    /// Left and right exchanged.
    fn mirrored_row(row: u16) -> u16 {
        let (side, stones) = (row & TILES as u16, row % TILES as u16);
        side | (stones & 0o111) << 2 | stones & 0o222 | (stones & 0o444) >> 2
    }
}

/// Shows contents of which the opinion is known.
#[inline]
pub(super) fn show(own: u64, other: u64, opinion: i32, eyes: &mut impl Eyes) -> View {
    for at in 0..4 {
        eyes.row(tile(own, at));
        eyes.row(TILES + tile(other, at));
    }
    let stones = (own | other).count_ones() as usize;
    View { stage: (stones / STAGE_STONES).min(PentagoSwap::STAGES - 1), opinion }
}
