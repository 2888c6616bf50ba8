//! Rows of three inside the quadrants: a swap carries them along whole, and every five has one or two of them.

use ply_games::pentago_swap::PentagoSwap;
use ply_games::pentago_swap::board::tile;

/// Rows, columns and diagonals of a quadrant, bit 3 * row + column.
const LINES: [usize; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// What a line is worth by the number of own stones, if the opponent has none in it.
const BY_COUNT: [i16; 4] = [0, 1, 5, 16];

/// For every set of stones in a quadrant, the worth of each line as if the opponent were not there.
static ALONE: [[i16; 8]; 512] = {
    let mut table = [[0; 8]; 512];
    let mut stones = 0;
    while stones < 512 {
        let mut line = 0;
        while line < 8 {
            table[stones][line] = BY_COUNT[(stones & LINES[line]).count_ones() as usize];
            line += 1;
        }
        stones += 1;
    }
    table
};

pub(super) fn evaluate(position: &PentagoSwap) -> i32 {
    let (own, other) = (position.own_stones(), position.other_stones());
    let mut worth = 0;
    for quadrant in 0..4 {
        let (mine, theirs) = (&ALONE[tile(own, quadrant)], &ALONE[tile(other, quadrant)]);
        for (&mine, &theirs) in mine.iter().zip(theirs) {
            worth += i32::from(if theirs == 0 { mine } else { 0 }) - i32::from(if mine == 0 { theirs } else { 0 });
        }
    }
    worth
}
