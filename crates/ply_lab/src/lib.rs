//! Experiments on top of the arena.
//!
//! [`champions`] measures the champions where the truth is known; [`reproduce`] plays the tables of five reports again
//! and sets what comes of it beside what they say; [`solve`] proves what positions are worth; [`tune`] finds better
//! numbers for agents; [`book`] collects what openings are worth; [`opening_suite`] finds fair openings and [`self_play`] makes training data; [`puzzles`]
//! finds positions with one winning move; [`work_sharing`] shares work out; [`figure`] and [`llr_chart`] draw.

pub mod book;
pub mod champions;
pub mod figure;
pub mod heat_map;
pub mod llr_chart;
pub mod opening_suite;
pub mod puzzles;
pub mod reproduce;
pub mod self_play;
pub mod self_play_file;
pub mod solve;
pub mod tune;
pub mod work_sharing;
