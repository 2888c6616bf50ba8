//! The games of a tournament played by workers on other machines, over NATS JetStream.
//!
//! ```text
//! coordinator --pairs--> stream PREFIX_work ----> workers: pull, play, publish, then acknowledge
//!      ^                                             |
//!      +--- stores, then acknowledges <-- stream PREFIX_results
//! ```
//!
//! A message of the first stream is an opening pair with everything that is needed to play it, one of the second the
//! records of some pairs. Until a message is acknowledged the server keeps it and gives it to somebody else after a
//! while, so at every moment a pair is wanted in one stream or known in the other, whoever is killed. What arrives twice
//! is stored once, by the game's identity in the store.
//!
//! Who owns the queue and on what terms games are played is written in the first stream's description. Workers tell of
//! themselves on a plain subject. What cannot be read or played goes to a third stream, the dead letters.

mod archive;
mod claim;
mod coordinator;
mod dead_letters;
mod error;
mod message;
mod names;
mod programs;
mod publisher;
mod server;
mod speed;
mod status;
mod terms;
mod unpacked;
mod venue;
mod worker;

pub use dead_letters::DeadLetter;
pub use error::QueueError;
pub use server::{Credentials, Server};
pub use status::{Overview, WorkerStatus, clear, overview};
pub use terms::Build;
pub use venue::{QueueVenue, Settings, Tell};
pub use worker::{WorkerSettings, work};
