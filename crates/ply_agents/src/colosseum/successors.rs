//! Which moves the report's search looks at: all of those left at the root, and below it every wall or one a cell.

use ply_game::{Game, Hashed, mix};
use ply_games::colosseum::{Bits, Colosseum, Move, Side};
use ply_search::Hints;

use super::walk::free_sides;

/// The walls that are tried below the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Walls {
    /// All.
    Best,
    /// One for each cell, drawn from a seed: the same in the same position.
    Random(u64),
    /// One for each cell, on the side towards the opponent; if that has a wall, on the first that has none.
    Toward,
}

/// The moves of one search.
#[derive(Clone, Debug)]
pub(super) struct Successors<G> {
    /// The position that is searched.
    pub(super) root: G,
    /// The moves of the root that are searched.
    pub(super) root_moves: Vec<Move>,
    /// What is tried below it.
    pub(super) walls: Walls,
}

impl<B: Bits> Hints<Colosseum<B>> for Successors<Colosseum<B>> {
    fn moves(&self, position: &Colosseum<B>, mut each: impl FnMut(Move)) {
        if *position == self.root {
            return self.root_moves.iter().copied().for_each(each);
        }
        if self.walls == Walls::Best {
            return position.legal_moves(each);
        }
        position.reach(position.to_move()).each(|at| {
            let (sides, count) = free_sides(position.open(), at);
            let sides = &sides[..count];
            let side = match self.walls {
                Walls::Random(seed) => sides[(mix(position.key() ^ mix(seed ^ at as u64)) % count as u64) as usize],
                _ => {
                    let toward = side_toward(position, at);
                    if sides.contains(&toward) { toward } else { sides[0] }
                }
            };
            each(Move { at: at as u8, side });
        });
    }
}

/// The side of a cell that looks at the mover's opponent: across rows unless more columns lie between them.
fn side_toward<B: Bits>(position: &Colosseum<B>, at: usize) -> Side {
    let opponent = position.cell(position.at(position.to_move().other()));
    let cell = position.cell(at);
    let (down, right) = (opponent.0 as i32 - cell.0 as i32, opponent.1 as i32 - cell.1 as i32);
    match (down.abs() >= right.abs(), down > 0, right > 0) {
        (true, false, _) => Side::Up,
        (true, true, _) => Side::Down,
        (false, _, true) => Side::Right,
        (false, _, false) => Side::Left,
    }
}

/// A move that wins at once.
pub(super) fn winning_move<B: Bits>(position: &Colosseum<B>) -> Option<Move> {
    let mover = position.to_move();
    let mut winning = None;
    position.endings(|ending| {
        if winning.is_none() && ending.outcome().winner() == Some(mover) {
            winning = Some(ending.mv);
        }
    });
    winning
}

/// The moves after which the game is not lost and the opponent cannot win at once; if there are none, all.
pub(super) fn safe_moves<B: Bits>(position: &Colosseum<B>) -> Vec<Move> {
    let opponent = position.to_move().other();
    let moves = position.move_list();
    let is_safe = |mv: &Move| {
        let child = position.after(*mv);
        match child.outcome() {
            Some(outcome) => outcome.winner() != Some(opponent),
            None => winning_move(&child).is_none(),
        }
    };
    let safe: Vec<Move> = moves.iter().copied().filter(is_safe).collect();
    if safe.is_empty() { moves } else { safe }
}
