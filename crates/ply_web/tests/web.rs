//! The server from outside, and what stands in for it.

mod common;

mod api;
mod budget;
mod fuzz;
mod local;
mod restart;
mod sessions;
mod sockets;
mod streams;
