//! The page and the API behind it: [`app`] is everything as one service, [`serve()`] answers on a socket; [`report`] is
//! what is left of a tournament without a server. [`Local`] answers the same in a browser, for one visitor.
//!
//! Agents think on threads of their own, as many at a time as there are cores, within one budget of memory; who is no longer
//! listened to stops. What a stranger may ask for is bounded by [`Limits`].
#![cfg_attr(
    target_family = "wasm",
    allow(dead_code, reason = "some of what is shared is asked for by the server alone")
)]

#[cfg(not(target_family = "wasm"))]
mod about;
#[cfg(not(target_family = "wasm"))]
mod allowance;
mod analysis;
#[cfg(not(target_family = "wasm"))]
mod answers;
mod board;
#[cfg(not(target_family = "wasm"))]
mod catalogue;
mod config;
#[cfg(not(target_family = "wasm"))]
mod connections;
#[cfg(not(target_family = "wasm"))]
mod desk;
mod drawing;
#[cfg(not(target_family = "wasm"))]
mod guard;
mod local;
mod memory;
#[cfg(not(target_family = "wasm"))]
mod page;
mod position;
mod problem;
#[cfg(not(target_family = "wasm"))]
mod queue;
#[cfg(not(target_family = "wasm"))]
mod refusal;
#[cfg(not(target_family = "wasm"))]
pub mod report;
mod review;
#[cfg(not(target_family = "wasm"))]
mod routes;
#[cfg(not(target_family = "wasm"))]
mod serve;
mod sessions;
#[cfg(not(target_family = "wasm"))]
mod stream;
#[cfg(not(target_family = "wasm"))]
mod study;
mod thinking;
mod throttle;
#[cfg(not(target_family = "wasm"))]
mod tournaments;
#[cfg(not(target_family = "wasm"))]
mod visitor;

pub use config::{Config, Limits, TableFiles};
pub use local::{Local, LocalAnswer, Thoughts};
#[cfg(not(target_family = "wasm"))]
pub use routes::app;
#[cfg(not(target_family = "wasm"))]
pub use serve::serve;
