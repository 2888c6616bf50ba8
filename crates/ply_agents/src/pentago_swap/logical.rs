//! The logical agent of the report: no search, but a value for every cell from both players' sides.
//!
//! It takes a win at sight. Otherwise it wants the cell with the largest potential, its own or the opponent's (where the
//! opponent would gain most is where to stop him), and swaps so that the opponent cannot win at once, if it can. If it
//! cannot, the published program gives up and draws a move; the report says that it looks at the other cells first.

use std::cmp::Reverse;

use ply_game::{Game as _, Outcome, Rng, below};
use ply_games::pentago_swap::board::{bit_of, cell_of};
use ply_games::pentago_swap::{Move, PentagoSwap, Swap};
use ply_search::{Score, Sink};

use super::immediate_win::first_win;
use super::potentials::{Cell, Cells, Combine, Grid, Potentials, Values, Weights};
use crate::agent::{Agent, Decision, Turn};
use crate::insight::{Insight, Map};

/// The order in which swaps are considered.
const SWAPS: [Swap; 6] = [Swap::BlBr, Swap::TrBl, Swap::TlBl, Swap::TlTr, Swap::TlBr, Swap::TrBr];

/// The first 31 bits of Java's `Random(2019)`: with this seed each board of the course's server draws its moves, and the
/// program is given a fresh board for each of its moves. Reduced to the number of legal moves it is always the swap TR-BR,
/// since there are six moves for each cell.
const DRAWN: usize = 1_329_850_420;

/// Plays the cell with the largest potential.
pub(super) struct Logical {
    pub(super) combine: Combine,
    pub(super) values: Values,
    /// Which of the safe swaps is made: the one with the best potentials, or the first.
    pub(super) judges_swaps: bool,
    /// As the published program, which gives up where its cell will not do.
    pub(super) published: bool,
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
fn both_sides(position: &PentagoSwap, values: &Values, combine: Combine) -> [Potentials; 2] {
    let (own, other) = (position.own_stones(), position.other_stones());
    [cells(own, other), cells(other, own)].map(|cells| Potentials::new(&cells, values, combine))
}

fn larger(one: &Grid, other: &Grid) -> Grid {
    std::array::from_fn(|place| one[place].max(other[place]))
}

/// The matrices of a position as the published program has them, in rows of the board.
pub(super) fn insight(position: &PentagoSwap) -> Insight {
    let values = Values::new(Weights::load("report").expect("the report's weights are well formed"));
    let [own, opponent] = both_sides(position, &values, Combine::Superpose);
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

/// Whether the published program takes a move for suicide: the opponent has a reply that wins. It looks for one also where
/// the game is over.
fn is_suicide(position: &PentagoSwap, mv: Move) -> bool {
    let child = position.after(mv);
    if child.outcome().is_none() {
        return first_win(&child).is_some();
    }
    let (mover, opponent) = (position.to_move(), child.to_move());
    moves(&child).any(|reply| {
        let end = child.after(reply);
        end.five(opponent).is_some() && end.five(mover).is_none()
    })
}

/// A stone on any empty cell with any swap, in the order of the rules.
fn moves(position: &PentagoSwap) -> impl Iterator<Item = Move> {
    let cells = (0..36).map(|cell| (cell / 6, cell % 6));
    let empty = position.empty_cells();
    let free = cells.filter(move |&(row, column)| empty >> bit_of(row, column) & 1 == 1);
    free.flat_map(|(row, column)| Swap::ALL.map(|swap| Move::new(row, column, swap)))
}

impl Logical {
    /// All cells as places, the most wanted first.
    fn wishes(&mut self, position: &PentagoSwap) -> Vec<usize> {
        let [own, opponent] = both_sides(position, &self.values, self.combine);
        let value = larger(&own.after_macro, &opponent.after_macro);
        let mut places: Vec<usize> = (0..36).collect();
        if let Some(rng) = &mut self.ties {
            for last in (1..places.len()).rev() {
                places.swap(last, below(rng, last as u32 + 1) as usize);
            }
        }
        // The program begins its search for the largest value with 1 and the first cell.
        places.sort_by_key(|&place| Reverse(value[place].max(1)));
        places
    }

    /// The move of the published program: on the most wanted cell, also if there is a stone (the program then fails, and a
    /// move is drawn for it); else a drawn one.
    fn published(&mut self, position: &PentagoSwap) -> Option<Move> {
        let bit = bit_of_place(self.wishes(position)[0]);
        let (row, column) = cell_of(bit);
        let is_free = position.empty_cells() >> bit & 1 == 1;
        let mut tried = SWAPS.into_iter().filter(|_| is_free).map(|swap| Move::new(row, column, swap));
        let count = Swap::ALL.len() * position.empty_cells().count_ones() as usize;
        let drawn = || moves(position).nth(DRAWN % count);
        tried.find(|&mv| !is_suicide(position, mv)).or_else(drawn)
    }

    /// What a move that leaves the game open is worth by the potentials of the board after its swap.
    fn swapped(&self, position: &PentagoSwap, mv: Move) -> i32 {
        let weights = &self.values.weights;
        let child = position.after(mv);
        let empty = child.empty_cells();
        let [opponent, own] = both_sides(&child, &self.values, self.combine).map(|side| {
            let free = (0..36).filter(|&place| empty >> bit_of_place(place) & 1 == 1).map(|at| side.after_macro[at]);
            free.clone().sum::<i32>() + weights.swap_peak * free.max().unwrap_or(0)
        });
        weights.swap_own * own - weights.swap_other * opponent
    }

    /// The safe swap of a cell with the best potentials, if there is a safe one.
    fn best_swap(&self, position: &PentagoSwap, [row, column]: [usize; 2]) -> Option<Move> {
        let moves = SWAPS.map(|swap| Move::new(row, column, swap));
        let safe = moves.into_iter().filter(|&mv| danger(position, mv) == Danger::None);
        // Of equals the first.
        safe.rev().max_by_key(|&mv| match position.after(mv).outcome() {
            Some(_) => 0,
            None => self.swapped(position, mv),
        })
    }

    /// The move as the report describes it: the most wanted one that is not suicide.
    fn described(&mut self, position: &PentagoSwap) -> Option<Decision<Move>> {
        let empty = position.empty_cells();
        let mut best: Option<(Danger, Move)> = None;
        for bit in self.wishes(position).into_iter().map(bit_of_place).filter(|bit| empty >> bit & 1 == 1) {
            let (row, column) = cell_of(bit);
            if self.judges_swaps
                && let Some(mv) = self.best_swap(position, [row, column])
            {
                return Some(Decision::plain(mv));
            }
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

impl Agent<PentagoSwap> for Logical {
    fn choose(&mut self, turn: &Turn<PentagoSwap>, _sink: &mut dyn Sink<Move>) -> Option<Decision<Move>> {
        let position = &turn.position;
        if let Some(mv) = first_win(position) {
            return Some(Decision { score: Some(Score::win_in(1)), depth: Some(1), ..Decision::plain(mv) });
        }
        if self.published && !self.judges_swaps {
            self.published(position).map(Decision::plain)
        } else {
            self.described(position)
        }
    }
}
