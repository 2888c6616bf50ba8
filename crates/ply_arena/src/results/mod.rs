//! What came of games: standings, ratings, tests of strength, tables and files.

pub mod describe;
pub mod export;
pub(crate) mod fault_tally;
pub(crate) mod match_tally;
pub(crate) mod sprt_match;
pub mod standings;
pub mod stats;
