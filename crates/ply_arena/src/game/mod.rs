//! A game: who sits at the board, under which clock and rules, and what is kept of it.

pub(crate) mod adjudication;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod agent_seat;
pub(crate) mod agent_spec;
pub(crate) mod choice;
pub(crate) mod command;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod empty_seat;
#[cfg(not(target_family = "wasm"))]
pub mod external;
pub(crate) mod fault;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod guest;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod log;
pub(crate) mod opening;
pub(crate) mod record;
pub(crate) mod referee;
pub(crate) mod rules;
#[cfg(not(target_family = "wasm"))]
mod run_queue;
pub(crate) mod seat;
pub(crate) mod text;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod thinker;
pub(crate) mod time_control;
pub(crate) mod under_way;
