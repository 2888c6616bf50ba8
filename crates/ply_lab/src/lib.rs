//! Experiments on top of the arena.
//!
//! [`reproduce`] plays the tables of five reports again and sets what comes of it beside what they say; [`tune`] finds better numbers for
//! agents; [`figure`] draws.

pub mod figure;
pub mod heat_map;
pub mod reproduce;
pub mod tune;
