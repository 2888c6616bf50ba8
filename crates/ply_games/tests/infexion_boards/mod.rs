//! Infexion positions for tests.

use ply_game::Notation;
use ply_games::infexion::Infexion;
use ply_games::infexion::geometry::CELLS;

/// The position of a text.
pub fn at(position: &str) -> Infexion {
    Infexion::default().parse_position(position).unwrap_or_else(|error| panic!("{position}: {error}"))
}

/// A position text: a turn count and some cells, the rest empty.
pub fn board(turn: usize, stacks: &[(usize, &str)]) -> String {
    let mut cells = vec!["."; CELLS];
    for &(cell, stack) in stacks {
        cells[cell] = stack;
    }
    format!("{turn} {}", cells.join(","))
}
