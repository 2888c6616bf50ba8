//! A tournament: who plays whom, what is played, and what came of it, game by game.

pub(crate) mod contents;
pub(crate) mod executor;
pub(crate) mod ladder;
pub(crate) mod line_up;
pub(crate) mod live;
pub mod plan;
pub mod points;
pub(crate) mod qualify;
pub(crate) mod runner;
pub mod schedule;
pub mod store;
pub(crate) mod task;
