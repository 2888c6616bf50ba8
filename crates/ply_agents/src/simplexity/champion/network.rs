//! What the champion has learnt about the standard board: rows for every piece on its cell, and for every empty cell that
//! completes a line of some kind.
//!
//! The sums are for the first player, with other weights for each stage of the game and for each player to move.

use std::sync::LazyLock;

use ply_game::Player;
use ply_games::simplexity::{Bits, Shape, Simplexity};

/// Numbers in a row.
pub(super) const WIDTH: usize = 64;
/// What stands for 1 in them.
pub(super) const ONE: i16 = 255;
/// The points of an answer of 1.
pub(super) const POINTS: i32 = 100;
/// Cells of the standard board, with the guard above each column.
const CELLS: usize = 49;
/// Kinds of pieces on a cell, and of lines that an empty cell completes.
const KINDS: usize = 4;
/// The number of the first row for empty cells: before it, `KINDS * cell + kind` is a piece on a cell; from here on, the same
/// is an empty cell that completes a line. A cell's number is `7 * column + row`; the kinds of pieces are white round, white
/// square, red round and red square, those of lines round, square, white and red.
pub(super) const HOLES: usize = KINDS * CELLS;
/// Stages of the game, each for both players.
pub(super) const STAGES: usize = 6;
const STAGE_PLIES: usize = 7;

/// The weights.
pub(super) type Network = crate::network::Network<WIDTH, ONE, POINTS>;

/// The sums of a position.
pub(super) type Sums = [i16; WIDTH];

/// The stage of the game after so many plies, told apart by who is to move.
#[inline]
pub(super) fn stage(plies: usize) -> usize {
    (plies / STAGE_PLIES).min(STAGES - 1) * 2 + plies % 2
}

static STANDARD: LazyLock<Network> = LazyLock::new(|| {
    let weights = include_bytes!("../../../weights/simplexity.safetensors");
    Network::read::<Simplexity<u64>>(weights).expect("the weights that come with the program are for this game")
});

/// The network for a game of this size, with these numbers of pieces, if there is one.
pub(super) fn of<W: Bits>(game: &Simplexity<W>) -> Option<&'static Network> {
    let geometry = game.geometry();
    let is_standard = [geometry.rows(), geometry.cols(), geometry.win()] == [6, 7, 4]
        && Player::BOTH.into_iter().all(|player| Shape::BOTH.map(|shape| pieces(game, player, shape)) == [10, 11]);
    is_standard.then(|| &*STANDARD)
}

/// The row of a piece in a cell.
#[inline]
pub(super) fn piece_row(cell: usize, player: Player, shape: Shape) -> usize {
    KINDS * cell + 2 * player.index() + shape as usize
}

/// The row of an empty cell that completes a line of a kind.
#[inline]
pub(super) fn hole_row(cell: usize, kind: usize) -> usize {
    HOLES + KINDS * cell + kind
}

/// How many pieces of a shape a player has in the game, played or not.
fn pieces<W: Bits>(game: &Simplexity<W>, player: Player, shape: Shape) -> usize {
    let geometry = game.geometry();
    let cells = (0..geometry.cols()).flat_map(|column| (0..geometry.rows()).map(move |row| (row, column)));
    let played = cells.filter(|&(row, column)| game.piece(row, column) == Some((player, shape)));
    usize::from(game.left(player, shape)) + played.count()
}
