//! What came of games: standings, ratings, tests of strength, tables and files.

pub mod describe;
#[cfg(not(target_family = "wasm"))]
pub mod export;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod fault_tally;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod match_tally;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod sprt_match;
#[cfg(not(target_family = "wasm"))]
pub mod standings;
#[cfg(not(target_family = "wasm"))]
pub mod stats;
