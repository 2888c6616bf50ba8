//! The page and the API behind it: [`app`] is everything as one service, [`serve()`] answers on a socket; [`report`] is
//! what is left of a tournament without a server.
//!
//! Agents think on threads of their own, as many at a time as there are cores, within one budget of memory; who is no longer
//! listened to stops. What a stranger may ask for is bounded by [`Limits`].

mod about;
mod allowance;
mod analysis;
mod board;
mod catalogue;
mod config;
mod connections;
mod desk;
mod drawing;
mod guard;
mod memory;
mod page;
mod position;
mod problem;
mod queue;
pub mod report;
mod review;
mod routes;
mod serve;
mod sessions;
mod stream;
mod study;
mod thinking;
mod tournaments;
mod visitor;

pub use config::{Config, Limits};
pub use routes::app;
pub use serve::serve;
