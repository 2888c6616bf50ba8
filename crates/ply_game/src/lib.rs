//! The vocabulary of Plyground: what a game is, and what may be asked of one.
//!
//! A value of a game's type *is* a position. [`Game`] has four required methods; everything else is an extension
//! trait for whoever needs it: [`Hashed`] for tables, [`Symmetric`] for solvers, [`Scored`] for margins, [`Indexed`]
//! for move tables and nets, [`Observed`] for nets, [`Sampled`] for random play, [`Ranked`] for tables of all positions,
//! [`Notation`] for text, [`Drawn`] for eyes. A game that has them all is a [`BoardGame`], and the command line, the arena
//! and the page then know it by themselves.
//!
//! This crate knows no game but [`TreeGame`], a toy written as text, which is there to test searchers.

mod bits;
pub mod contract;
mod draw;
mod extensions;
mod game;
mod harmless;
mod notation;
mod option_info;
mod options;
mod perft;
mod ranking;
mod rng;
mod spec;
mod tree_game;
mod weights;

pub use bits::{nth_bit, pdep, pext};
pub use draw::{Canvas, Drawn, View};
pub use extensions::{BoardGame, Hashed, Indexed, Observed, Sampled, Scored, Symmetric};
pub use game::{Game, Outcome, Player};
pub use harmless::{harmless, harmless_json, harmless_line, is_harmless_line};
pub use notation::{Notation, TextError, line_texts, number_text, play_texts, try_play};
pub use option_info::{Kind, OptionInfo, Usual, Whole};
pub use options::{Choice, Declared, Number, Options, Setting, Value};
pub use perft::{PerftRow, perft, perft_walk};
pub use ranking::{Ranked, Ranking, Stakes, layers_of_sets};
pub use rng::{Rng, below, mix, playout, rng};
pub use spec::{Spec, SpecError, nearest};
pub use tree_game::{TreeGame, TreeMove};
pub use weights::{WeightInfo, WeightList};
