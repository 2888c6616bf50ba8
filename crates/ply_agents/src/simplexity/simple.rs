//! Neighbours that are alike, in colour and in shape, and threes of them.

use ply_game::{Game, Player};
use ply_games::simplexity::{Bits, Shape, Simplexity};

const PAIR: u32 = 2;
const TRIPLE: u32 = 7;

pub(super) fn evaluate<W: Bits>(position: &Simplexity<W>) -> i32 {
    let column = position.geometry().rows() + 1;
    let worth = |plane: W| runs(&plane, column) as i32;
    let white = worth(position.colour(Player::First)) + worth(position.shape(Shape::Round));
    let red = worth(position.colour(Player::Second)) + worth(position.shape(Shape::Square));
    match position.to_move() {
        Player::First => white - red,
        Player::Second => red - white,
    }
}

/// Pairs and triples in a row, in the four directions. Cells are numbered upwards column by column, with a guard row
/// between, so that no run wraps round.
#[inline]
fn runs<W: Bits>(plane: &W, column: usize) -> u32 {
    let words = size_of::<W>() / size_of::<u64>();
    let shifted = |index: usize, shift: usize| {
        let (skip, bits) = (index + shift / 64, shift % 64);
        let low = if skip < words { plane.word(skip) >> bits } else { 0 };
        let high = if bits > 0 && skip + 1 < words { plane.word(skip + 1) << (64 - bits) } else { 0 };
        low | high
    };
    let mut worth = 0;
    for index in 0..words {
        let here = plane.word(index);
        for step in [1, column - 1, column, column + 1] {
            let pairs = here & shifted(index, step);
            worth += PAIR * pairs.count_ones() + TRIPLE * (pairs & shifted(index, 2 * step)).count_ones();
        }
    }
    worth
}
