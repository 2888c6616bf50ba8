//! UGI, the universal game interface: UCI without chess. Lines of text over pipes.
//!
//! | arena | program |
//! |---|---|
//! | `ugi` | `id name NAME`, then `ugiok` |
//! | `setoption name Game value SPEC` | |
//! | `isready` | `readyok`, when all before is done |
//! | `uginewgame` | |
//! | `position startpos` or `position fen P`, then `moves M M ...` | |
//! | `go` with `p1time p2time p1inc p2inc movetime` (ms), `nodes`, `depth` | `info depth D score N nodes N pv M ...`, then `bestmove M` |
//! | `legalmoves M M ...` | before that: `legalmoves`, if it wants to be told the moves it may choose from |
//! | `stop` | `bestmove M`, at once |
//! | `legalmoves` (never asked by the arena) | `legalmoves M M ...`: those of the position that was told last |
//! | `query gameover`, `p1turn` or `result` (never asked by the arena, which knows the rules) | `response ANSWER` |
//! | `quit` | ends |
//!
//! Lines that the other side does not know are passed over. A program without a move answers `bestmove (none)`.
// CITE: UGI, https://github.com/kz04px/cutegames/blob/master/ugi.md: the protocol; the option `Game` and `legalmoves` are ours

mod inbox;
mod serve;
mod words;

pub use serve::{Engine, ServeError, serve, serve_games};
pub use words::Said;
pub(crate) use words::{go_line, legal_moves_line, position_line};
