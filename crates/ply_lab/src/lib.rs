//! Experiments on top of the arena.
//!
//! [`champions`] measures the champions where the truth is known; [`reproduce`] plays the tables of five reports again
//! and sets what comes of it beside what they say; [`tune`] finds better numbers for agents; [`figure`] and [`llr_chart`] draw.

pub mod champions;
pub mod figure;
pub mod heat_map;
pub mod llr_chart;
pub mod reproduce;
pub mod tune;
