//! Searchers that know no game.
//!
//! An [`Evaluator`] judges a position, a [`Searcher`] finds a move within a [`Budget`] and gives back a [`Report`].
//! [`Minimax`] is the plain one, slow and obviously right: the oracle of the tests. [`AlphaBeta`] is the same value,
//! found with a small part of the nodes. Players need not alternate; sign and window change sides in one place,
//! [`Window::through`].
//!
//! # Where a technique is
//!
//! | technique | file |
//! |---|---|
//! | iterative deepening, aspiration windows, multi-PV | `alpha_beta/root.rs` |
//! | principal variation search (PVS), mate distance pruning, the order of all steps | `alpha_beta/worker.rs` |
//! | transposition table | `transposition_table.rs`, alpha-beta's entries in `alpha_beta/transposition.rs` |
//! | transposition cutoff, enhanced transposition cutoff (ETC) | `alpha_beta/transposition_cutoffs.rs` |
//! | move ordering, hash move | `alpha_beta/move_picker.rs` |
//! | history, killers, countermoves | `alpha_beta/history.rs` |
//! | null move pruning, reverse futility pruning | `alpha_beta/forward_pruning.rs` |
//! | late move reductions (LMR), late move pruning (LMP) | `alpha_beta/late_moves.rs` |
//! | quiescence search, stand pat, delta pruning | `alpha_beta/quiescence.rs` |
//! | lazy SMP, root splitting | `alpha_beta/parallel.rs` |
//! | ABDADA | `alpha_beta/abdada.rs` |
//! | UCT: UCB1, PUCT, progressive bias, first-play urgency | `mcts/selection.rs` |
//! | roll-out policies, priors | `mcts/rollout.rs`, `mcts/priors.rs` |
//! | expansion, virtual loss | `mcts/worker.rs` |
//! | MCTS-Solver, score bounds | `mcts/bounds.rs` |
//! | tree reuse | `mcts/tree_reuse.rs` |
//! | MTD(f) | `solve/exact.rs`, its node in `solve/null_window_search.rs` |
//! | df-pn, proof numbers | `solve/dfpn.rs`, its node in `solve/proof_number_search.rs` |
//! | retrograde analysis, tablebases | `tablebase/fill.rs` |

mod alpha_beta;
mod budget;
mod clock;
mod config_error;
mod evaluator;
mod hints;
mod mcts;
mod minimax;
mod report;
mod score;
pub mod solve;
pub mod tablebase;
mod transposition_table;
mod whole_file;
mod zeroed;

pub use alpha_beta::{AlphaBeta, AlphaBetaConfig, Lateness, Leaf, Ordering, Split, Ties, Transposition};
pub use budget::{Budget, Cancel, Limits, Meter, Tally};
pub use clock::{Clock, DurationError, Moment, Punctuality, parse_duration};
pub use config_error::ConfigError;
pub use evaluator::{Evaluator, Margin, Noise, Zero, known_win};
pub use hints::{Hints, NoHints};
pub use mcts::{
    Biased, Capped, Even, Judged, Mcts, MctsConfig, Priors, Reward, Rewards, Rollout, RootChoice, Selection, Uniform,
};
pub use minimax::Minimax;
pub use report::{Bound, Proof, Report, RootMove, Searcher, Silent, Sink};
pub use score::{Score, Window};
pub use transposition_table::{TableEntry, TableSlot, TranspositionTable};
/// `std::time::Instant`; in a browser, which has none, the same from `performance.now()`.
pub use web_time::Instant;
pub use whole_file::{Digest, digest, write_whole};
pub use zeroed::{Zeroed, zeroed_slice};

/// Whether a search can have threads. A browser has none, and the code for them would only have to be loaded.
pub const THREADS: bool = cfg!(not(target_family = "wasm"));
