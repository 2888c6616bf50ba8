//! The server from outside.

mod common;

mod api;
mod budget;
mod fuzz;
mod restart;
mod sessions;
mod sockets;
mod streams;
