//! A solver for Dots-and-Boxes: what the boxes still open are worth to the player to move.
//!
//! The future depends on the undrawn edges alone. Where boxes can be taken, all of them are taken, or all but the two
//! (in a loop four) that hand the turn back, and one value of the rest decides which: so only *quiet* positions, where
//! nothing can be taken, are searched. [`peel`] does that step, [`shape`] finds chains, loops and what is left of the
//! board around them, [`loony`] is the closed form for chains and loops alone. [`solver`] is the search: [`grid`] looks
//! at all boxes at once, [`quiet`] is a position, [`canonical`] names its parts, [`children`] are its moves, and [`book`]
//! knows the results of the openings of 4x4. A [`team`] of solvers asks on several threads.
// CITE: Berlekamp, The Dots and Boxes Game, 2000; Barker and Korf, Solving Dots-and-Boxes, AAAI 2012; Buzzard and
// Ciere, Playing simple loony dots and boxes endgames optimally, 2014.

mod board;
mod book;
mod canonical;
mod chain_state;
mod children;
mod estimate;
mod grid;
mod loony;
mod peel;
mod quiet;
mod shape;
mod solver;
mod team;
#[cfg(test)]
mod tests;

pub(super) use board::Board;
#[cfg(target_family = "wasm")]
pub use book::hand_in_book;
pub(super) use chain_state::ChainState;
pub(super) use solver::Solver;
pub(super) use team::Team;
