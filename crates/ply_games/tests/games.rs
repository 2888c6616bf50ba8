//! The rules from outside: figures of the programs they come from, and the contract of every game.

mod colosseum;
mod common;
mod dots_and_boxes;
mod every_game;
mod infexion;
mod infexion_boards;
mod infexion_plain;
mod infexion_text;
mod pentago_swap;
mod simplexity;
