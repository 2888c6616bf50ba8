//! What a network sees of Colosseum on 8x8: who has how much room, and of what kind.

use std::sync::{Arc, LazyLock};

use ply_game::Game as _;
use ply_games::colosseum::{Bits, Colosseum, Edges, Side, Small};

use super::Weights;
use super::survival::Ground;
use crate::network::{Eyes, Taught, View};

const WIDTH: usize = 16;
// An error in a number counts as often as its input does: rounded to 127ths a tenth of what was learnt is lost.
const ONE: i16 = 1024;
// So many that answers differ as much as opinions do: the search prunes by margins in points.
const POINTS: i32 = 132;

/// The weights.
pub(super) type Network = crate::network::Network<WIDTH, ONE, POINTS>;

static BUILT_IN: LazyLock<Arc<Network>> = LazyLock::new(|| {
    let weights = include_bytes!("../../../weights/colosseum.safetensors");
    Arc::new(Network::read::<Small>(weights).expect("the weights that come with the program are for this game"))
});

/// What the champion has learnt: it corrects the opinion of the built-in weights, and goes with them.
pub(super) fn built_in() -> Arc<Network> {
    Arc::clone(&BUILT_IN)
}

/// The board it is for.
const SIZE: usize = 8;
/// Steps after which it is counted what each player has come to.
const STEPS: usize = 2;
/// Inputs for a side.
const OF_SIDE: usize = 9;
/// Inputs for both together.
const OF_BOTH: usize = 3;
/// Walls for each stage, and those of the start.
const STAGE_WALLS: i32 = 6;
const FIRST_WALLS: i32 = 8;
/// Rows for the places of a player: what the symmetries of the board tell apart, and the open sides.
const PLACES: usize = 10;
const SIDES: usize = 16;
const OF_PLAYER: usize = PLACES + SIDES;
/// The row for a mover who loses at once unless something is done about it.
const THREAT: usize = 2 * OF_PLAYER;

impl Taught for Small {
    const ROWS: usize = THREAT + 1;
    const INPUTS: usize = 2 * OF_SIDE + OF_BOTH;
    const STAGES: usize = 8;
    const WIDTH: usize = WIDTH;
    const ONE: usize = ONE as usize;
    const POINTS: i32 = POINTS;
    const IS_FOR_FIRST: bool = false;

    /// `None` too where the mover wins at once.
    fn show(&self, eyes: &mut impl Eyes) -> Option<View> {
        static WEIGHTS: LazyLock<Weights> =
            LazyLock::new(|| Weights::load("built-in").expect("they come with the program"));
        let bridges = self.bridges();
        let is_open = self.outcome().is_none() && self.winning_move_on(bridges).is_none();
        (is_taught(self) && is_open).then(|| show(self, bridges, &WEIGHTS, eyes))
    }

    /// Left and right exchanged: places are the same.
    fn mirrored_row(row: u16) -> u16 {
        match (row % OF_PLAYER as u16).checked_sub(PLACES as u16) {
            Some(sides) => row - sides + (sides & 0b1010 | (sides & 0b100) >> 2 | (sides & 1) << 2),
            None => row,
        }
    }
}

/// Whether the network is for this board.
#[inline]
pub(super) fn is_taught<B: Bits>(position: &Colosseum<B>) -> bool {
    position.size() == SIZE
}

/// The number of a cell's place: the same for all eight images.
#[inline]
fn place((row, column): (usize, usize)) -> usize {
    let [one, two] = [row, column].map(|line| line.min(SIZE - 1 - line));
    let (near, far) = (one.min(two), one.max(two));
    far * (far + 1) / 2 + near
}

/// Cells with one open side, and with two.
#[inline]
fn narrow<B: Bits>(open: &Edges<B>) -> [B; 2] {
    let [up, right, down, left] = Side::ALL.map(|side| open.on(side));
    let (odd, odd_too) = (up ^ right, down ^ left);
    let (both, both_too) = (up & right, down & left);
    let ones = odd ^ odd_too;
    let twos = both ^ both_too ^ (odd & odd_too);
    [ones & !twos, twos & !ones]
}

/// Shows a position that is not over and in which nobody wins at once.
#[inline]
pub(super) fn show<B: Bits>(
    position: &Colosseum<B>,
    bridges: Edges<B>,
    weights: &Weights,
    eyes: &mut impl Eyes,
) -> View {
    let open = position.open();
    let mut soon = None;
    let ground = Ground::of(position, |step, cells| {
        if step + 1 == STEPS {
            soon = Some(cells);
        }
    });
    let soon = soon.unwrap_or(ground.cells);
    let [dead_ends, corridors] = narrow(open);
    let mover = position.to_move();
    let (homes, is_threatened) = if bridges.is_empty() {
        ([ground.cells[0] | ground.cells[1]; 2], false)
    } else {
        let homes = [mover, mover.other()].map(|player| position.home(player, bridges));
        (homes, position.passed().winning_move_beyond(homes[0], bridges).is_some())
    };
    let corners = open.right & open.right.up() & open.down & open.down.left();
    for (side, player) in [mover, mover.other()].into_iter().enumerate() {
        let (cells, at) = (ground.cells[side], position.at(player));
        let counts: [u32; OF_SIDE] = [
            cells.count(),
            ground.room[side] as u32,
            ground.reach[side].count(),
            bridges.among(cells),
            (dead_ends & cells).count(),
            (corridors & cells).count(),
            (corners & cells).count(),
            soon[side].count(),
            homes[side].count(),
        ];
        counts.into_iter().enumerate().for_each(|(input, count)| eyes.input(side * OF_SIDE + input, count as i16));
        let sides = Side::ALL.into_iter().fold(0, |sides, way| 2 * sides + usize::from(open.on(way).has(at)));
        eyes.row(side * OF_PLAYER + place(position.cell(at)));
        eyes.row(side * OF_PLAYER + PLACES + sides);
    }
    if is_threatened {
        eyes.row(THREAT);
    }
    let [own, other] = ground.cells;
    let border = open.among(own | other) as i32 - ground.room[0] - ground.room[1];
    let contested = (ground.reach[0] & ground.reach[1]).count() as i16;
    let both = [border as i16, contested, bridges.count() as i16];
    both.into_iter().enumerate().for_each(|(input, count)| eyes.input(2 * OF_SIDE + input, count));
    let stage = ((ground.walls - FIRST_WALLS).max(0) / STAGE_WALLS).min(Small::STAGES as i32 - 1);
    View { stage: stage as usize, opinion: ground.opinion(weights) }
}
