//! What is told about games: standings, ratings, tests, tables and files.

pub mod describe;
pub mod export;
pub mod standings;
pub mod stats;
