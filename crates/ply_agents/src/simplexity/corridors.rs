//! The evaluator of `simpai`: five partial heuristics over the board's win corridors.
//!
//! The report names five weighted partial heuristics and does not say which; these are ours. All are differences, the
//! mover's minus the other's:
//!
//! - **shape**: every window of `win` cells in a corridor that has pieces of one shape only, by the square of their
//!   number;
//! - **colour**: the same with colours;
//! - **threats**: windows that lack one piece. One counts 3 where its cell can be filled at once and its owner is to
//!   move, 2 where the cell's row is of the kind its owner gets when columns fill up (the first player's are the 1st, 3rd,
//!   5th, the second player's the others), and 1 otherwise;
//! - **centre**: the heuristic of the sample agent, in whole cells;
//! - **economy**: pieces of its own shape that a player has left.
//!
//! Cost: four times the cells of the board, for the four directions.

use ply_game::{Game as _, Player};
use ply_games::simplexity::{Bits, Geometry, Shape, Simplexity};
use ply_search::Evaluator;

use super::centre::Centre;
use crate::weights::weights;

weights! {
    /// What each of the partial heuristics counts.
    Weights of "simpai": ["built-in" => "simpai", "hand" => "simpai-hand"];
    shape: -1000..=1000, "windows that have pieces of one shape only";
    colour: -1000..=1000, "windows that have pieces of one colour only";
    threats: -1000..=1000, "windows that lack one piece";
    centre: -1000..=1000, "pieces near the centre";
    economy: -1000..=1000, "pieces of its own shape left";
}

/// A full window counts this; one with half the pieces a quarter of it.
const FULL: i32 = 64;

/// Judges by corridors, threats, the centre and what is left to play.
pub(super) struct Corridors {
    weights: Weights,
    centre: Centre,
    /// The cells of each corridor, as (row, number).
    corridors: Vec<Vec<(u16, u16)>>,
    /// What a window with so many pieces alike counts.
    worth: Vec<i32>,
}

/// The five partial heuristics of a position, before they are weighed.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Parts {
    shape: i32,
    colour: i32,
    threats: i32,
    centre: i32,
    economy: i32,
}

impl Corridors {
    pub(super) fn new(geometry: &Geometry, weights: Weights) -> Self {
        let numbered = |(row, column)| (row as u16, geometry.cell(row, column) as u16);
        let corridors = geometry.corridors().map(|corridor| corridor.cells().map(numbered).collect()).collect();
        let win = geometry.win() as i32;
        let worth = (0..=win).map(|pieces| FULL * pieces * pieces / (win * win)).collect();
        Self { weights, centre: Centre::new(geometry), corridors, worth }
    }

    /// The partial heuristics for the player to move.
    pub(super) fn parts<W: Bits>(&self, position: &Simplexity<W>) -> Parts {
        let mover = position.to_move();
        let sign = if mover == Player::First { 1 } else { -1 };
        let own_left = |player: Player, shape| i32::from(position.left(player, shape));
        let mut parts = Parts {
            centre: self.centre.evaluate(position) / Centre::SCALE as i32,
            economy: sign * (own_left(Player::First, Shape::Round) - own_left(Player::Second, Shape::Square)),
            ..Parts::default()
        };
        let (occupied, round) = (position.planes().occupied, position.planes().round);
        let white = position.colour(Player::First);
        for corridor in &self.corridors {
            let gather = |set: &W| gather(corridor, set);
            let line = Line { cells: corridor, occupied: gather(&occupied), mover };
            let (shape, shape_threats) = self.windows(&line, gather(&round), &occupied);
            let (colour, colour_threats) = self.windows(&line, gather(&white), &occupied);
            parts.shape += sign * shape;
            parts.colour += sign * colour;
            parts.threats += sign * (shape_threats + colour_threats);
        }
        parts
    }

    /// What the windows of a corridor and the threats in it count for the first player, whose cells are `first`.
    fn windows<W: Bits>(&self, line: &Line<'_>, first: u64, occupied: &W) -> (i32, i32) {
        let win = self.worth.len() - 1;
        let window = u64::MAX >> (64 - win);
        let (mut worth, mut threats) = (0, 0);
        for start in 0..=line.cells.len() - win {
            let pieces = line.occupied >> start & window;
            let count = pieces.count_ones() as usize;
            let of_first = (first >> start & window).count_ones() as usize;
            let owner = match of_first {
                _ if count == 0 => continue,
                0 => Player::Second,
                _ if of_first == count => Player::First,
                _ => continue,
            };
            let sign = if owner == Player::First { 1 } else { -1 };
            worth += sign * self.worth[count];
            if count + 1 == win {
                let (row, cell) = line.cells[start + (window & !pieces).trailing_zeros() as usize];
                threats += sign * line.threat(owner, row, cell, occupied);
            }
        }
        (worth, threats)
    }
}

/// A corridor on a board.
struct Line<'a> {
    cells: &'a [(u16, u16)],
    occupied: u64,
    mover: Player,
}

impl Line<'_> {
    /// What a threat counts whose missing cell is this.
    fn threat<W: Bits>(&self, owner: Player, row: u16, cell: u16, occupied: &W) -> i32 {
        let playable = row == 0 || occupied.contains(usize::from(cell) - 1);
        if playable && owner == self.mover {
            3
        } else if owner == Player::after_plies(usize::from(row)) {
            2
        } else {
            1
        }
    }
}

/// The cells of a corridor that are in a set, the first at the low end.
fn gather<W: Bits>(corridor: &[(u16, u16)], set: &W) -> u64 {
    corridor.iter().rev().fold(0, |bits, &(_, cell)| bits << 1 | u64::from(set.contains(usize::from(cell))))
}

impl<W: Bits> Evaluator<Simplexity<W>> for Corridors {
    fn evaluate(&self, position: &Simplexity<W>) -> i32 {
        let (parts, weights) = (self.parts(position), &self.weights);
        parts.shape * weights.shape
            + parts.colour * weights.colour
            + parts.threats * weights.threats
            + parts.centre * weights.centre
            + parts.economy * weights.economy
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::positions;
    use super::*;

    /// The definitions, window by window and cell by cell.
    fn restated(position: &Simplexity<u64>) -> Parts {
        let geometry = position.geometry();
        let mover = position.to_move();
        let win = geometry.win();
        let mut parts = Parts::default();
        let likenesses: [fn((Player, Shape)) -> Player; 2] = [|(_, shape)| shape.owner(), |(colour, _)| colour];
        for corridor in geometry.corridors() {
            let cells: Vec<_> = corridor.cells().collect();
            for window in cells.windows(win) {
                for (kind, owner_of) in likenesses.iter().enumerate() {
                    let pieces: Vec<_> =
                        window.iter().filter_map(|&(row, column)| position.piece(row, column)).map(owner_of).collect();
                    let Some(&owner) = pieces.first().filter(|&first| pieces.iter().all(|other| other == first)) else {
                        continue;
                    };
                    let sign = if owner == mover { 1 } else { -1 };
                    let worth = sign * FULL * (pieces.len() * pieces.len()) as i32 / (win * win) as i32;
                    *[&mut parts.shape, &mut parts.colour][kind] += worth;
                    if pieces.len() + 1 == win {
                        let &(row, column) = window.iter().find(|&&(r, c)| position.piece(r, c).is_none()).unwrap();
                        let at_once = position.landing_row(column) == Some(row) && owner == mover;
                        let parity = (row % 2 == 0) == (owner == Player::First);
                        parts.threats += sign * if at_once { 3 } else { 1 + i32::from(parity) };
                    }
                }
            }
        }
        let own_shape = |player: Player| if player == Player::First { Shape::Round } else { Shape::Square };
        let left = |player: Player| i32::from(position.left(player, own_shape(player)));
        parts.economy = left(mover) - left(mover.other());
        parts.centre = Centre::new(geometry).evaluate(position) / Centre::SCALE as i32;
        parts
    }

    #[test]
    fn the_parts_are_those_of_the_definition() {
        let weights = Weights { shape: 1, colour: 10, threats: 100, centre: 1000, economy: -7 };
        for (rows, cols, win) in [(6, 7, 4), (7, 8, 5), (3, 16, 3), (1, 9, 2)] {
            for position in positions::<u64>(rows, cols, win, 40) {
                let evaluator = Corridors::new(position.geometry(), weights);
                let parts = restated(&position);
                assert_eq!(evaluator.parts(&position), parts);
                let Parts { shape, colour, threats, centre, economy } = parts;
                let sum = shape + 10 * colour + 100 * threats + 1000 * centre - 7 * economy;
                assert_eq!(evaluator.evaluate(&position), sum);
            }
        }
    }
}
