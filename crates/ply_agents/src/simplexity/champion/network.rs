//! What the champion has learnt about the standard board: a small network that corrects the evaluator.
//!
//! Every piece on its cell, and every empty cell that completes a line of some kind, adds a row of numbers to a sum; the
//! sum is kept up to date move by move. Cut to an interval and weighted, it gives points for the first player, with other
//! weights for each stage of the game and for each player to move. The weights come from games of the champion against
//! itself: the example `teach_simplexity` of `ply_lab` makes them.

use std::sync::LazyLock;

use ply_game::Player;
use ply_games::simplexity::{Bits, Shape, Simplexity};
use safetensors::SafeTensors;

/// Numbers in a row.
pub(super) const WIDTH: usize = 64;
/// Cells of the standard board, with the guard above each column.
const CELLS: usize = 49;
/// Kinds of pieces on a cell, and of lines that an empty cell completes.
const KINDS: usize = 4;
/// Stages of the game, each for both players.
pub(super) const STAGES: usize = 6;
const STAGE_PLIES: usize = 7;

/// Where a sum is cut: this stands for 1.
const ONE: i16 = 255;
/// What stands for 1 in the weights of the sum, and in the other numbers of a stage.
const WEIGHT_ONE: i32 = 1024;
const STAGE_ONE: i32 = 256;

/// The sums of a position.
pub(super) type Sums = [i16; WIDTH];

/// The stage of the game after so many plies, told apart by who is to move.
#[inline]
pub(super) fn stage(plies: usize) -> usize {
    (plies / STAGE_PLIES).min(STAGES - 1) * 2 + plies % 2
}

/// One stage of the game, with one player to move.
#[derive(Debug)]
struct Stage {
    weights: Sums,
    bias: i32,
    /// How much of the evaluator's own opinion remains.
    share: i32,
}

/// The weights.
#[derive(Debug)]
pub(super) struct Network {
    pieces: Vec<[Sums; KINDS]>,
    holes: Vec<[Sums; KINDS]>,
    pub(super) start: Sums,
    stages: Vec<Stage>,
}

impl PartialEq for Network {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

static STANDARD: LazyLock<Network> =
    LazyLock::new(|| Network::read(include_bytes!("../../../weights/simplexity.safetensors")));

impl Network {
    /// The network for a game of this size, with these numbers of pieces, if there is one.
    pub(super) fn of<W: Bits>(game: &Simplexity<W>) -> Option<&'static Self> {
        let geometry = game.geometry();
        let is_standard = [geometry.rows(), geometry.cols(), geometry.win()] == [6, 7, 4]
            && Player::BOTH.into_iter().all(|player| Shape::BOTH.map(|shape| pieces(game, player, shape)) == [10, 11]);
        is_standard.then(|| &*STANDARD)
    }

    fn read(bytes: &[u8]) -> Self {
        let file = SafeTensors::deserialize(bytes).expect("the weights are a file of tensors");
        let numbers = |name: &str| -> Vec<i16> {
            let tensor = file.tensor(name).unwrap_or_else(|error| panic!("{name}: {error}"));
            tensor.data().chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect()
        };
        let rows = |name: &str| -> Vec<Sums> { numbers(name).as_chunks().0.to_vec() };
        let cells = |name: &str| -> Vec<[Sums; KINDS]> { rows(name).as_chunks().0.to_vec() };
        let [biases, shares] = ["biases", "shares"].map(numbers);
        let stages = rows("weights").into_iter().zip(biases.into_iter().zip(shares));
        let stage = |(weights, (bias, share))| Stage { weights, bias: i32::from(bias), share: i32::from(share) };
        let network = Self {
            pieces: cells("pieces"),
            holes: cells("holes"),
            start: rows("start")[0],
            stages: stages.map(stage).collect(),
        };
        assert_eq!([network.pieces.len(), network.holes.len(), network.stages.len()], [CELLS, CELLS, 2 * STAGES]);
        network
    }

    /// A row by the number that a lesson gives it.
    #[cfg(test)]
    pub(super) fn row(&self, number: u16) -> &Sums {
        let number = usize::from(number);
        let (group, number) =
            (if number < KINDS * CELLS { &self.pieces } else { &self.holes }, number % (KINDS * CELLS));
        &group[number / KINDS][number % KINDS]
    }

    /// A piece has come to lie in a cell.
    #[inline]
    pub(super) fn add_piece(&self, sums: &mut Sums, cell: usize, player: Player, shape: Shape) {
        add(sums, &self.pieces[cell][2 * player.index() + shape as usize]);
    }

    /// These cells now complete a line of a kind.
    #[inline]
    pub(super) fn add_holes(&self, sums: &mut Sums, mut cells: u64, kind: usize) {
        while cells != 0 {
            add(sums, &self.holes[cells.trailing_zeros() as usize][kind]);
            cells &= cells - 1;
        }
    }

    /// A cell that completed a line of a kind was filled.
    #[inline]
    pub(super) fn remove_hole(&self, sums: &mut Sums, cell: usize, kind: usize) {
        for (sum, number) in sums.iter_mut().zip(&self.holes[cell][kind]) {
            *sum = sum.wrapping_sub(*number);
        }
    }

    /// Points for the player to move, after so many plies; `opinion` is what the evaluator thinks.
    #[inline]
    pub(super) fn correct(&self, sums: &Sums, plies: usize, opinion: i32) -> i32 {
        let stage = &self.stages[stage(plies)];
        let product = |(sum, weight): (&i16, &i16)| i32::from((*sum).clamp(0, ONE)) * i32::from(*weight);
        let sum: i32 = sums.iter().zip(&stage.weights).map(product).sum();
        let learnt = sum / (i32::from(ONE) * WEIGHT_ONE / 100) + stage.bias * 100 / STAGE_ONE;
        let sign = 1 - 2 * (plies % 2) as i32;
        sign * learnt + opinion * stage.share / STAGE_ONE
    }
}

/// How many pieces of a shape a player has in the game, played or not.
fn pieces<W: Bits>(game: &Simplexity<W>, player: Player, shape: Shape) -> usize {
    let geometry = game.geometry();
    let cells = (0..geometry.cols()).flat_map(|column| (0..geometry.rows()).map(move |row| (row, column)));
    let played = cells.filter(|&(row, column)| game.piece(row, column) == Some((player, shape)));
    usize::from(game.left(player, shape)) + played.count()
}

#[inline]
fn add(sums: &mut Sums, row: &Sums) {
    for (sum, number) in sums.iter_mut().zip(row) {
        *sum = sum.wrapping_add(*number);
    }
}
