//! Experiments on top of the arena.
//!
//! [`champions`] measures the champions where the truth is known; [`reproduce`] plays the tables of five reports again
//! and sets what comes of it beside what they say; [`solve`] proves what positions are worth; [`tune`] finds better
//! numbers for agents; [`figure`] draws.

pub mod champions;
pub mod figure;
pub mod heat_map;
pub mod reproduce;
pub mod solve;
pub mod tune;
