//! Searchers that know no game.
//!
//! An [`Evaluator`] judges a position, a [`Searcher`] finds a move within a [`Budget`] and gives back a [`Report`].
//! [`Minimax`] is the plain one, slow and obviously right: the oracle of the tests. [`AlphaBeta`] is the same value,
//! found with a small part of the nodes. Players need not alternate; sign and window change sides in one place,
//! [`Window::through`].

mod alpha_beta;
mod budget;
mod clock;
mod evaluator;
mod hints;
mod mcts;
mod minimax;
mod report;
mod score;
mod setting;
pub mod solve;
mod transposition_table;

pub use alpha_beta::{AlphaBeta, AlphaBetaConfig, Lateness, Leaf, Ordering, Split, Ties, Transposition};
pub use budget::{Budget, Cancel, Limits, Meter, Tally};
pub use clock::{Clock, DurationError, Moment, Punctuality, parse_duration};
pub use evaluator::{Evaluator, Margin, Noise, Zero};
pub use hints::{Hints, NoHints};
pub use mcts::{
    Biased, Capped, Even, Judged, Mcts, MctsConfig, Priors, Reward, Rewards, Rollout, RootChoice, Selection, Uniform,
};
pub use minimax::Minimax;
pub use report::{Bound, Report, RootMove, Searcher, Silent, Sink};
pub use score::{Score, Window};
pub use setting::ConfigError;
pub use transposition_table::{TableEntry, TableSlot, TranspositionTable};
