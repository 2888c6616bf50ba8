//! The logical agent of the report: no search, but a value for every cell from both players' sides.
//!
//! It takes a win at sight. Otherwise it wants the cell with the largest potential, its own or the opponent's (where the
//! opponent would gain most is where to stop him), and swaps so that the opponent cannot win at once, if it can.

use ply_game::{Game as _, Outcome, Rng, below};
use ply_games::pentago_swap::board::cell_of;
use ply_games::pentago_swap::{Move, PentagoSwap, Swap};
use ply_search::{Score, Sink};

use super::immediate_win::first_win;
use super::potentials::{Cell, Cells, Combine, Grid, Potentials};
use crate::agent::{Agent, Decision, Turn};
use crate::insight::{Insight, Map};

/// The order in which swaps are considered.
const SWAPS: [Swap; 6] = [Swap::BlBr, Swap::TrBl, Swap::TlBl, Swap::TlTr, Swap::TlBr, Swap::TrBr];

/// Plays the cell with the largest potential.
pub(super) struct Logical {
    pub(super) combine: Combine,
    /// Chooses among equal cells; without it, the first.
    pub(super) ties: Option<Rng>,
}

/// The bit of a place of a grid (see [`board`](ply_games::pentago_swap::board)).
const fn bit_of_place(place: usize) -> usize {
    place / 9 * 16 + place % 9
}

/// The board as the owner of the stones `own` sees it.
fn cells(own: u64, opponent: u64) -> Cells {
    std::array::from_fn(|place| {
        let bit = bit_of_place(place);
        match (own >> bit & 1, opponent >> bit & 1) {
            (1, _) => Cell::Own,
            (_, 1) => Cell::Opponent,
            _ => Cell::Empty,
        }
    })
}

/// What each side sees, the side to move first.
fn both_sides(position: &PentagoSwap, combine: Combine) -> [Potentials; 2] {
    let (own, other) = (position.own_stones(), position.other_stones());
    [Potentials::new(&cells(own, other), combine), Potentials::new(&cells(other, own), combine)]
}

fn larger(one: &Grid, other: &Grid) -> Grid {
    std::array::from_fn(|place| one[place].max(other[place]))
}

/// The matrices of a position as the published program has them, in rows of the board.
pub(super) fn insight(position: &PentagoSwap) -> Insight {
    let [own, opponent] = both_sides(position, Combine::Superpose);
    let last = larger(&own.after_macro, &opponent.after_macro);
    let map = |name, grid: &Grid| {
        let mut values = vec![0; grid.len()];
        for (place, &value) in grid.iter().enumerate() {
            let (row, column) = cell_of(bit_of_place(place));
            values[6 * row + column] = value;
        }
        Map { name, values, width: 6, rows: true }
    };
    Insight {
        name: "potentials",
        maps: vec![
            map("horizontal", &own.horizontal),
            map("vertical", &own.vertical),
            map("diagonal", &own.diagonal),
            map("superposed", &own.superposed),
            map("after_macro", &own.after_macro),
            map("opponent_after_macro", &opponent.after_macro),
            map("final", &last),
        ],
        numbers: Vec::new(),
    }
}

/// How dangerous a move is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Danger {
    /// The opponent cannot win with the next move.
    None,
    /// The opponent can.
    Soon,
    /// The move itself gives the opponent five.
    Now,
}

fn danger(position: &PentagoSwap, mv: Move) -> Danger {
    let child = position.after(mv);
    match child.outcome() {
        Some(Outcome::Win(winner)) if winner != position.to_move() => Danger::Now,
        Some(_) => Danger::None,
        None if first_win(&child).is_some() => Danger::Soon,
        None => Danger::None,
    }
}

impl Logical {
    /// The empty cells as places, the most wanted first.
    fn wishes(&mut self, position: &PentagoSwap) -> Vec<usize> {
        let [own, opponent] = both_sides(position, self.combine);
        let value = larger(&own.after_macro, &opponent.after_macro);
        let empty = position.empty_cells();
        let mut places: Vec<usize> = (0..36).filter(|&place| empty >> bit_of_place(place) & 1 == 1).collect();
        if let Some(rng) = &mut self.ties {
            for last in (1..places.len()).rev() {
                places.swap(last, below(rng, last as u32 + 1) as usize);
            }
        }
        places.sort_by_key(|&place| std::cmp::Reverse(value[place]));
        places
    }
}

impl Agent<PentagoSwap> for Logical {
    fn choose(&mut self, turn: &Turn<PentagoSwap>, _sink: &mut dyn Sink<Move>) -> Option<Decision<Move>> {
        let position = &turn.position;
        if let Some(mv) = first_win(position) {
            return Some(Decision { score: Some(Score::win_in(1)), depth: Some(1), ..Decision::plain(mv) });
        }
        let mut best: Option<(Danger, Move)> = None;
        for place in self.wishes(position) {
            let (row, column) = cell_of(bit_of_place(place));
            for swap in SWAPS {
                let mv = Move::new(row, column, swap);
                let danger = danger(position, mv);
                if best.is_none_or(|(least, _)| danger < least) {
                    best = Some((danger, mv));
                }
                if danger == Danger::None {
                    return best.map(|(_, mv)| Decision::plain(mv));
                }
            }
        }
        // Every move loses: the most wanted of those that last longest.
        best.map(|(_, mv)| Decision { score: Some(Score::loss_in(2)), depth: Some(2), ..Decision::plain(mv) })
    }
}
