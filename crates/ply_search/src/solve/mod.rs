//! Solvers: they prove what a position is worth, or say that the budget did not suffice. They have no opinions.
//!
//! [`Exact`] is alpha-beta to the end of the game over the integers that a [`Payoff`] gives to finished games: win,
//! draw and loss, or a margin. [`Dfpn`] is depth-first proof-number search: it answers one [`Question`] with yes or no
//! and goes where the fewest replies have to be refuted, which finds long forced wins that a search in breadth
//! cannot reach. As a rule `Exact` for endgames and small boards, `Dfpn` for threats. Both are a [`Solver`], and so is whatever
//! else proves: whoever has a clock asks it for an estimate, and then to [settle](Solver::settle) who wins within a budget.
//!
//! Both hold for every game in which no position comes back: where a move adds to the board for good, or where the
//! key tells the turn number. In a game with cycles a table would mix up values that depend on the way there. Both
//! keep whole 64-bit keys, and a claim can be wrong if two positions share one. That is to be expected once in 2^64 pairs
//! of a look-up and a stored position: with random keys, a billion look-ups in a table of 512 MB in one of 500 searches,
//! in one of 4 with 64 GB. A claim that must not be wrong is checked by other means.

mod claims;
mod dfpn;
mod estimate;
mod exact;
mod null_window_search;
mod payoff;
mod played_out;
mod proof_number_search;
mod solver;
mod solver_table;
#[cfg(test)]
mod tests;

pub use claims::Claims;
pub use dfpn::{Dfpn, Goal, Proof, Question, Verdict};
pub use exact::{Exact, MoveValue, Solution};
pub use payoff::{MOST_PAYOFF, Payoff, Points, WinDrawLoss};
pub use played_out::{NotPlayedOut, PlayedOut};
pub use solver::{Answer, Prospect, Settled, Solver, side_by_side};
pub use solver_table::SolverTable;
