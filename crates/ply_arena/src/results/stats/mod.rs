//! What results mean: pure functions from games to numbers, without clocks, files or randomness.
//!
//! - [`MatchScore`]: one match between two agents: score, Elo with its error, likelihood of superiority.
//! - [`Sprt`]: a sequential test that says as early as it may whether one agent is stronger than another.
//! - [`rate`]: ratings of many agents from all their games at once, with intervals that hold for paired games.
//!
//! The same games in any order give the same numbers to the last bit.

mod likelihood;
mod linear;
mod match_score;
mod ratings;
mod scale;
mod sprt;

pub use match_score::{MatchGame, MatchScore, Pentanomial};
pub use ratings::{Anchor, Chances, Estimate, RatedGame, Rating, RatingError, Ratings, rate};
pub use scale::{elo_of_score, expected_score};
pub use sprt::{Decision, EloModel, Sprt, SprtError, SprtStatus};
