//! The arena from outside.

mod common;

mod attacks;
mod external;
mod guests;
mod referee;
mod ugi;
