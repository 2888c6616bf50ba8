//! Matches and tournaments: who plays whom, under which clock, and what came of it.

pub mod stats;
