//! The evaluator of `simpai`: partial heuristics over the board's win corridors, each with weights of its own.
//!
//! The report names five weighted partial heuristics and does not say which; these are ours. All are differences, the
//! mover's minus the other's:
//!
//! - **shape**, **colour**: every window of `win` cells in a corridor that has pieces of one shape (colour) only, by a
//!   power of their number, by the direction of the corridor and by how full the board is;
//! - **threats**: windows that lack one piece, and what they mean together (see [`Threats`]);
//! - **centre**: the heuristic of the sample agent, in whole cells;
//! - **economy**: pieces of its own shape that a player has left;
//! - **tempo**: the move itself.
//!
//! A heuristic whose weight is 0 costs next to nothing. Cost: four times the cells of the board, for the four directions.

use ply_game::{Game as _, Player};
use ply_games::simplexity::{Bits, Geometry, Shape, Simplexity};
use ply_search::Evaluator;

use super::centre::Centre;
use super::threats::Threats;
use crate::weights::weights;

weights! {
    /// What each of the partial heuristics counts.
    Weights of "simpai": ["built-in" => "simpai", "hand" => "simpai-hand"];
    shape: 0..=40, "windows that have pieces of one shape only";
    colour: 0..=40, "windows that have pieces of one colour only";
    shape_curve: 50..=600, "a shape's windows by which power of their pieces, in hundredths";
    colour_curve: 50..=600, "a colour's windows by which power of their pieces, in hundredths";
    across: 0..=300, "windows along a row, in percent of diagonal ones";
    upright: 0..=300, "windows in a column, in percent of diagonal ones";
    fade: 0..=100, "how much less windows count on a full board, in percent";
    playable: 0..=600, "a threat that its owner can carry out at once";
    parity: 0..=400, "another threat, in a row that its owner gets when columns fill up";
    distant: 0..=300, "any other threat";
    answerable: -300..=300, "added to a threat that the opponent can fill at once";
    colour_threats: 0..=300, "threats of colour, in percent of those of shape";
    unarmed: 0..=100, "a threat of shape whose owner has none left of it, in percent";
    wait: 0..=30, "taken off a threat for every empty cell below it, in percent";
    stacked: 0..=600, "two threats of a player, one above the other";
    zugzwang: 0..=600, "who does not have to give way when the harmless moves are used up";
    centre: 0..=40, "pieces near the centre";
    economy: 0..=200, "pieces of its own shape left";
    economy_late: 0..=400, "added to that on a full board";
    bare: 0..=600, "a player without a piece of its own shape";
    tempo: -200..=200, "the move";
}

/// A full window counts this; with the second power, one with half the pieces a quarter of it.
const FULL: i32 = 64;

/// What a window or a threat is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Likeness {
    Shape,
    Colour,
}

/// Judges by corridors, threats, the centre and what is left to play.
pub(super) struct Corridors {
    weights: Weights,
    centre: Centre,
    corridors: Vec<Corridor>,
    win: usize,
}

/// A straight run of cells, and what its windows count.
struct Corridor {
    /// As (row, number).
    cells: Vec<(u16, u16)>,
    /// What a window with so many pieces alike counts, of shapes and of colours.
    worth: [Vec<i32>; 2],
}

impl Corridors {
    pub(super) fn new(geometry: &Geometry, weights: Weights) -> Self {
        let corridors = geometry.corridors().map(|corridor| {
            let cells: Vec<_> = corridor.cells().collect();
            let percent = match cells[..] {
                [(one, _), (other, _), ..] if one == other => weights.across,
                [(_, one), (_, other), ..] if one == other => weights.upright,
                _ => 100,
            };
            let worth = [(weights.shape, weights.shape_curve), (weights.colour, weights.colour_curve)]
                .map(|(weight, curve)| curve_of(geometry.win(), curve, weight * percent));
            let cells = cells.iter().map(|&(row, column)| (row as u16, geometry.cell(row, column) as u16)).collect();
            Corridor { cells, worth }
        });
        Self { weights, centre: Centre::new(geometry), corridors: corridors.collect(), win: geometry.win() }
    }

    /// What the windows of a corridor count for the first player, whose cells are `first`; threats are handed on as
    /// (owner, row, cell).
    fn windows(
        &self,
        corridor: &Corridor,
        likeness: Likeness,
        [occupied, first]: [u64; 2],
        mut threat: impl FnMut(Player, u16, u16),
    ) -> i32 {
        let win = self.win;
        let window = u64::MAX >> (64 - win);
        let counts = &corridor.worth[likeness as usize];
        let mut worth = 0;
        for start in 0..=corridor.cells.len() - win {
            let pieces = occupied >> start & window;
            let count = pieces.count_ones() as usize;
            let of_first = (first >> start & window).count_ones() as usize;
            let owner = match of_first {
                _ if count == 0 => continue,
                0 => Player::Second,
                _ if of_first == count => Player::First,
                _ => continue,
            };
            worth += if owner == Player::First { counts[count] } else { -counts[count] };
            if count + 1 == win {
                let (row, cell) = corridor.cells[start + (window & !pieces).trailing_zeros() as usize];
                threat(owner, row, cell);
            }
        }
        worth
    }

    /// What the pieces left count for the first player on a board that is `filled` of `cells`.
    fn economy<W: Bits>(&self, position: &Simplexity<W>, [filled, cells]: [i32; 2]) -> i32 {
        let left = [(Player::First, Shape::Round), (Player::Second, Shape::Square)]
            .map(|(player, shape)| i32::from(position.left(player, shape)));
        let each = self.weights.economy + self.weights.economy_late * filled / cells;
        let bare = left.map(|left| i32::from(left == 0));
        (left[0] - left[1]) * each - (bare[0] - bare[1]) * self.weights.bare
    }
}

/// What windows of `win` cells count by the number of their pieces, in `percent` of the full worth.
fn curve_of(win: usize, hundredths: i32, percent: i32) -> Vec<i32> {
    let one = |pieces: usize| {
        let part = (pieces as f64 / win as f64).powf(f64::from(hundredths) / 100.0);
        // A hair more than the power, so that its last digit never decides where to round down.
        (f64::from(FULL) * part + 1e-9) as i32 * percent / 100
    };
    (0..=win).map(one).collect()
}

/// The cells of a corridor that are in a set, the first at the low end.
fn gather<W: Bits>(corridor: &[(u16, u16)], set: &W) -> u64 {
    corridor.iter().rev().fold(0, |bits, &(_, cell)| bits << 1 | u64::from(set.contains(usize::from(cell))))
}

impl<W: Bits> Evaluator<Simplexity<W>> for Corridors {
    fn evaluate(&self, position: &Simplexity<W>) -> i32 {
        let (occupied, round) = (position.planes().occupied, position.planes().round);
        let white = position.colour(Player::First);
        let mut threats = Threats::new(position, &self.weights);
        let mut windows = 0;
        for corridor in &self.corridors {
            let taken = gather(&corridor.cells, &occupied);
            for (likeness, first) in [(Likeness::Shape, &round), (Likeness::Colour, &white)] {
                let sets = [taken, gather(&corridor.cells, first)];
                let threat = |owner, row, cell| threats.add(likeness, owner, row, cell);
                windows += self.windows(corridor, likeness, sets, threat);
            }
        }
        let fullness = [occupied.count() as i32, position.geometry().cells() as i32];
        let for_first = faded(windows, self.weights.fade, fullness) + threats.sum() + self.economy(position, fullness);
        let sign = if position.to_move() == Player::First { 1 } else { -1 };
        let centre = self.centre.evaluate(position) / Centre::SCALE as i32;
        sign * for_first + threats.zugzwang() + centre * self.weights.centre + self.weights.tempo
    }
}

/// Less by up to `percent`, the more of the cells are filled.
fn faded(sum: i32, percent: i32, [filled, cells]: [i32; 2]) -> i32 {
    let less = i64::from(sum) * i64::from(percent) * i64::from(filled) / (100 * i64::from(cells));
    sum - less as i32
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::tests::positions;
    use super::*;

    const NOTHING: &str = "shape:0+colour:0+shape_curve:200+colour_curve:200+across:100+upright:100+fade:0+playable:0+\
        parity:0+distant:0+answerable:0+colour_threats:100+unarmed:100+wait:0+stacked:0+zugzwang:0+centre:0+economy:0+\
        economy_late:0+bare:0+tempo:0";

    /// Weights that are all nothing but these.
    pub(in crate::simplexity) fn only(change: impl FnOnce(&mut Weights)) -> Weights {
        let mut weights = Weights::load(NOTHING).unwrap();
        change(&mut weights);
        weights
    }

    /// The definition of five parts by which the weights were once set, window by window and cell by cell.
    fn five_parts(position: &Simplexity<u64>) -> i32 {
        let geometry = position.geometry();
        let mover = position.to_move();
        let win = geometry.win();
        let (mut windows, mut threats) = ([0; 2], 0);
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
                    windows[kind] += sign * (FULL * (pieces.len() * pieces.len()) as i32 / (win * win) as i32);
                    if pieces.len() + 1 == win {
                        let &(row, column) = window.iter().find(|&&(r, c)| position.piece(r, c).is_none()).unwrap();
                        let at_once = position.landing_row(column) == Some(row) && owner == mover;
                        let parity = (row % 2 == 0) == (owner == Player::First);
                        threats += sign * if at_once { 3 } else { 1 + i32::from(parity) };
                    }
                }
            }
        }
        let own_shape = |player: Player| if player == Player::First { Shape::Round } else { Shape::Square };
        let left = |player: Player| i32::from(position.left(player, own_shape(player)));
        let centre = Centre::new(geometry).evaluate(position) / Centre::SCALE as i32;
        10 * windows[0] + 7 * windows[1] + 60 * threats + centre + 20 * (left(mover) - left(mover.other()))
    }

    const SIZES: [(usize, usize, usize); 5] = [(6, 7, 4), (7, 8, 5), (3, 16, 3), (1, 9, 2), (9, 5, 5)];

    #[test]
    fn the_hand_set_weighs_five_parts() {
        let weights = Weights::load("hand").unwrap();
        for (rows, cols, win) in SIZES {
            for position in positions::<u64>(rows, cols, win, 40) {
                assert_eq!(Corridors::new(position.geometry(), weights).evaluate(&position), five_parts(&position));
            }
        }
    }

    #[test]
    fn a_higher_power_makes_few_pieces_count_less() {
        let rising = [50, 100, 200, 350, 600].map(|curve| curve_of(6, curve, 100));
        for curve in &rising {
            assert!(curve.is_sorted() && curve[0] == 0 && curve[6] == FULL);
        }
        for pair in rising.windows(2) {
            assert!(pair[0].iter().zip(&pair[1]).all(|(less, more)| less >= more));
        }
    }

    #[test]
    fn windows_count_by_their_direction() {
        let mut position = Simplexity::<u64>::default();
        ply_game::play_texts(&mut position, "o0").unwrap();
        let judged = |change: fn(&mut Weights)| {
            let weights = only(|weights| {
                weights.shape = 1;
                change(weights);
            });
            Corridors::new(position.geometry(), weights).evaluate(&position)
        };
        // One window in each of three directions, each with one piece of four; Red is to move.
        let one = FULL / 16;
        assert_eq!(judged(|_| {}), -3 * one);
        assert_eq!(judged(|weights| weights.across = 200), -4 * one);
        assert_eq!(judged(|weights| weights.upright = 0), -2 * one);
    }

    #[test]
    fn windows_fade_as_the_board_fills() {
        assert_eq!([0, 21, 42].map(|filled| faded(-1000, 80, [filled, 42])), [-1000, -600, -200]);
        assert_eq!(faded(i32::MIN / 2, 0, [1000, 1386]), i32::MIN / 2);
    }

    #[test]
    fn pieces_left_count_more_on_a_full_board_and_the_last_one_most() {
        let mut position = Simplexity::<u64>::new(Geometry::of(2, 4, 4), 2, 2);
        ply_game::play_texts(&mut position, "o0 o1 o2").unwrap();
        // White has no round piece left, Red both squares; three of eight cells are filled, and Red is to move.
        let judged = |weights| Corridors::new(position.geometry(), weights).evaluate(&position);
        assert_eq!(judged(only(|weights| weights.economy = 10)), 20);
        assert_eq!(judged(only(|weights| weights.economy_late = 80)), 60);
        assert_eq!(judged(only(|weights| weights.bare = 7)), 7);
        assert_eq!(judged(only(|weights| weights.tempo = 5)), 5);
    }
}
