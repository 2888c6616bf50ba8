//! Tables of all positions of a small board: strong solutions, filled backwards.
//!
//! A [`Ranking`](ply_game::Ranking) numbers the positions so that a move leads to a larger number; [`fill()`] goes through
//! the numbers from the last to the first and needs one look at every child. Two, four or eight bits a position hold
//! what the rest of the game pays to the player to move. [`Tablebase::write`] puts them into a file and
//! [`Tablebase::open`] maps it, so that a process reads only what it asks for.

mod file;
mod fill;
mod judgement;
mod look_up;
mod packed;
mod tablebase_solver;
#[cfg(test)]
mod tests;

pub use file::{Format, TablebaseError, game_of};
pub use fill::{Census, MOST_BYTES, fill, size};
pub use judgement::Judgement;
pub use look_up::{AnyTable, Entries, Tablebase, Values};
pub use tablebase_solver::TablebaseSolver;
