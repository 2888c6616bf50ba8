//! The champion's evaluator: what is decided within two moves, then open windows, pieces left and zugzwang.
//!
//! The weights were fitted to the results of 8,000 games that the champion played against itself (logistic regression,
//! 100 points for each unit of the exponent) and then tried in matches. What counts changes in the course of a game:
//! windows decide its beginning, the pieces that are left and zugzwang its end.

use ply_game::{Game as _, Player};
use ply_games::simplexity::Bits;
use ply_search::{Evaluator, known_win};

use super::board::{Board, own_shape, sign};
use super::network::stage;
use super::tactics::Tactics;

/// A weight at the start of the game and at its end; in between it changes evenly.
#[derive(Clone, Copy, Debug)]
struct Weight {
    start: i32,
    end: i32,
}

impl Weight {
    /// The weight when so many of so many plies are left, times [`Weight::UNIT`].
    #[inline]
    fn when(self, left: i32, plies: i32) -> i32 {
        let part = Self::UNIT * left / plies;
        self.end * (Self::UNIT - part) + self.start * part
    }

    const UNIT: i32 = 256;
}

/// A hundred points of open windows of a shape, or of a colour.
const SHAPES: Weight = Weight { start: 80, end: 0 };
const COLOURS: Weight = Weight { start: 50, end: 0 };
/// A piece of the other's shape that a player will have to play, in a game as long as the standard one.
const SHORTAGE: Weight = Weight { start: 0, end: 150 };
/// A quarter of what it counts to win by zugzwang when nothing else is left to play.
const ZUGZWANG: Weight = Weight { start: 20, end: 86 };
/// A column's lowest winning cell that cannot be played yet.
const KEY: i32 = 40;
/// Being on the move.
const TEMPO: i32 = 50;
/// The plies of the game for which the weights were found.
const STANDARD: i32 = 42;

/// Judges positions for the champion.
#[derive(Clone, Copy, Debug)]
pub(super) struct Judge;

impl<W: Bits> Evaluator<Board<W>> for Judge {
    #[inline]
    fn evaluate(&self, board: &Board<W>) -> i32 {
        let tactics = Tactics::of(board);
        if tactics.win.is_some() {
            return known_win(1);
        }
        if tactics.is_lost() {
            return -known_win(2);
        }
        let opinion = opinion(board);
        match board.network {
            Some(network) => {
                // The network's answers are for the first player.
                let sign = sign(board.to_move());
                sign * network.correct(&board.sums, stage(board.game.planes().occupied.count()), sign * opinion)
            }
            None => opinion,
        }
    }
}

/// What is not decided, by the weights above.
#[inline]
pub(super) fn opinion<W: Bits>(board: &Board<W>) -> i32 {
    let (left, plies) = (board.game.plies_left() as i32, i32::from(board.plies));
    let windows = board.shapes * SHAPES.when(left, plies) + board.colours * COLOURS.when(left, plies);
    let shortage = lack_of_shape(board) * SHORTAGE.when(left, plies) * STANDARD / plies;
    let Standoff { zugzwang, keys } = standoff(board);
    let zugzwang = zugzwang * ZUGZWANG.when(left, plies) / STANDARD;
    (sign(board.to_move()) * (windows / 100) + shortage + zugzwang) / Weight::UNIT + keys * KEY + TEMPO
}

/// How many moves more than the mover the other player will have to make with a shape that is not its own, because its
/// own is used up.
#[inline]
fn lack_of_shape<W: Bits>(board: &Board<W>) -> i32 {
    let left = board.game.plies_left() as i32;
    let lack = |player: Player, moves: i32| (moves - i32::from(board.game.left(player, own_shape(player)))).max(0);
    let mover = board.to_move();
    lack(mover.other(), left / 2) - lack(mover, (left + 1) / 2)
}

/// How the columns stand that nobody wants to fill, seen by the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Standoff {
    /// What it is worth that somebody will run out of harmless moves: up to four times the plies of the standard game.
    zugzwang: i32,
    /// The mover's keys minus the other's.
    keys: i32,
}

/// In each column the lowest winning cell of either player, its *key*, is what nobody wants to make playable for the
/// other. Below the cell under it every move is harmless. The player who has to move when all those are used up must give
/// way: if only to winning cells of the other, the game is lost. In a column without a winning cell every move is
/// harmless.
#[inline]
fn standoff<W: Bits>(board: &Board<W>) -> Standoff {
    let mover = board.to_move();
    let (mine, theirs) = (board.has(mover), board.has(mover.other()));
    let (mut harmless, mut all_keys, mut my_keys, mut their_keys) = (0, 0, 0, 0);
    let (mut borrow, mut borrow_below) = (false, false);
    board.words(|word, empty, playable| {
        let (bottoms, cells) = (board.frame.bottoms[word], board.frame.cells[word]);
        let (my_wins, their_wins) = (board.wins(mover, mine, word), board.wins(mover.other(), theirs, word));
        // The guard above each column stops the borrow, and stands for a column without a winning cell.
        let marks = (my_wins | their_wins) & empty & !playable | !cells;
        let lowest = marks & !subtract(marks, bottoms, &mut borrow);
        let below = subtract(lowest, bottoms, &mut borrow_below);
        let winning = lowest & cells;
        harmless += (below & empty).count_ones();
        all_keys += winning.count_ones();
        my_keys += (winning & my_wins).count_ones();
        their_keys += (winning & their_wins).count_ones();
    });
    harmless -= all_keys;
    let (sign, good) = if harmless % 2 == 0 { (-1, their_keys) } else { (1, my_keys) };
    let all = board.frame.geometry.cells() as i32;
    let nearness = 4 * STANDARD * (all - harmless as i32) / all;
    let zugzwang = match good {
        0 => 0,
        _ if good == all_keys => sign * nearness,
        _ => sign * nearness / 3,
    };
    Standoff { zugzwang, keys: my_keys as i32 - their_keys as i32 }
}

/// One word of a long subtraction.
#[inline]
fn subtract(from: u64, what: u64, borrow: &mut bool) -> u64 {
    let (difference, under) = from.overflowing_sub(what);
    let (difference, under_again) = difference.overflowing_sub(u64::from(*borrow));
    *borrow = under || under_again;
    difference
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::positions;
    use super::*;
    use ply_games::simplexity::{Simplexity, Wide};

    /// The definition, column by column.
    fn restated<W: Bits>(board: &Board<W>) -> Standoff {
        let (geometry, mover) = (board.frame.geometry, board.to_move());
        let wins =
            |player: Player, cell: usize| board.wins(player, board.has(player), cell / 64) >> (cell % 64) & 1 == 1;
        let (mut harmless, mut keys) = (0, Vec::new());
        for column in 0..geometry.cols() {
            let Some(height) = board.game.landing_row(column) else { continue };
            let key = (height + 1..geometry.rows())
                .map(|row| (row, Player::BOTH.map(|player| wins(player, geometry.cell(row, column)))))
                .find(|(_, owners)| owners.contains(&true));
            harmless += key.map_or(geometry.rows(), |(row, _)| row - 1) - height;
            keys.extend(key.map(|(_, owners)| owners));
        }
        let winner = if harmless % 2 == 0 { mover.other() } else { mover };
        let good = keys.iter().filter(|owners| owners[winner.index()]).count();
        let cells = geometry.cells() as i32;
        let nearness = 4 * STANDARD * (cells - harmless as i32) / cells;
        let worth = if good == 0 {
            0
        } else if good == keys.len() {
            nearness
        } else {
            nearness / 3
        };
        let of = |player: Player| keys.iter().filter(|owners| owners[player.index()]).count() as i32;
        Standoff { zugzwang: if winner == mover { worth } else { -worth }, keys: of(mover) - of(mover.other()) }
    }

    fn compare<W: Bits>(rows: usize, cols: usize, win: usize, count: usize) {
        let boards = positions::<W>(rows, cols, win, count);
        let compared = boards.iter().map(|position: &Simplexity<W>| {
            let board = Board::new(position);
            assert_eq!(standoff(&board), restated(&board), "{position:?}");
            standoff(&board).zugzwang != 0
        });
        assert!(compared.filter(|matters| *matters).count() > 0);
    }

    #[test]
    fn zugzwang_by_words_is_zugzwang_by_columns() {
        compare::<u64>(6, 7, 4, 400);
        compare::<u64>(7, 8, 4, 200);
        compare::<u128>(8, 13, 4, 200);
        compare::<Wide<4>>(12, 12, 5, 200);
        compare::<Wide<8>>(9, 37, 5, 200);
    }

    #[test]
    fn both_sides_lack_their_shape_in_the_end() {
        let mut position = Simplexity::<u64>::default();
        assert_eq!(lack_of_shape(&Board::new(&position)), -1); // 11 squares of White's, 10 rounds of Red's
        ply_game::play_texts(&mut position, "s0 s1").unwrap();
        assert_eq!(lack_of_shape(&Board::new(&position)), 0);
    }
}
