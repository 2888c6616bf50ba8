//! A game: who sits at the board, under which clock and rules, and what is kept of it.

pub(crate) mod adjudication;
pub(crate) mod agent_seat;
pub(crate) mod agent_spec;
pub mod external;
pub(crate) mod fault;
pub(crate) mod guest;
pub(crate) mod log;
pub(crate) mod opening;
pub(crate) mod record;
pub(crate) mod referee;
pub(crate) mod rules;
mod run_queue;
pub(crate) mod seat;
pub(crate) mod text;
pub(crate) mod thinker;
pub(crate) mod time_control;
pub(crate) mod under_way;
