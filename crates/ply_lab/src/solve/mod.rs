//! Exact values of positions, and proofs of them that anybody can check.
//!
//! [`solve()`] closes in on the value of a position by questions to a [`Portfolio`] of solvers; [`prove()`] turns what it
//! found into a [`Certificate`], a strategy for each side that holds the value, and [`verify()`] plays that strategy
//! against every reply by the rules alone: it knows nothing of solvers.

#[cfg(test)]
mod agreement_tests;
mod certificate;
mod distance;
mod keep;
#[cfg(test)]
mod known_value_tests;
mod portfolio;
mod prove;
mod solution;
mod starts;
mod starts_picture;
mod table_check;
#[cfg(test)]
mod tests;
mod verify;
mod visited;
mod win_within;
#[cfg(test)]
mod within_proof_tests;

pub use certificate::{Certificate, CertificateError, Claim, Strategy};
pub use distance::ShortestWin;
pub use keep::{KeepError, load, save};
pub use portfolio::{Portfolio, Progress, State};
pub use prove::{ProveError, prove, prove_win_within};
pub use solution::{Solution, solve};
pub use starts::{Start, every_start};
pub use starts_picture::starts_picture;
pub use table_check::{TableCheck, check_table};
pub use verify::{Refuted, Verified, verify};
pub use win_within::{WinWithin, win_within};
