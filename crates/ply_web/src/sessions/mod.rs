//! Games in progress: persons and agents at one board, under a clock, kept on the server; without a server, in the browser.

pub(crate) mod asked;
#[cfg(not(target_family = "wasm"))]
mod drive;
pub(crate) mod game;
#[cfg(not(target_family = "wasm"))]
mod keeper;
#[cfg(not(target_family = "wasm"))]
mod registry;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod routes;
#[cfg(not(target_family = "wasm"))]
mod session;
mod state;

pub(crate) use game::Begin;
#[cfg(not(target_family = "wasm"))]
pub(crate) use registry::Sessions;
#[cfg(not(target_family = "wasm"))]
pub(crate) use session::Session;
pub(crate) use state::SessionState;

/// Whether a text could be the number of a game.
pub(crate) fn is_id(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}
