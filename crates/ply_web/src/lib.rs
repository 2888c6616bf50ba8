//! The page and the API behind it: [`app`] is everything as one service, [`serve()`] answers on a socket.
//!
//! Agents think on threads of their own, as many at a time as there are cores; who is no longer listened to stops. What a
//! stranger may ask for is bounded by [`Limits`].

mod about;
mod analysis;
mod board;
mod boards;
mod catalogue;
mod config;
mod drawing;
mod guard;
mod page;
mod position;
mod problem;
mod queue;
mod review;
mod routes;
mod serve;
mod sessions;
mod stream;
mod study;
mod thinking;
mod tournaments;

pub use config::{Config, Limits};
pub use routes::app;
pub use serve::serve;
