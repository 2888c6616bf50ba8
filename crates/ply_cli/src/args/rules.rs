//! What the rules alone can tell: a position, and how many follow it.

use clap::Args as ClapArgs;

use super::shared::{Format, From};

/// A position to be drawn.
#[derive(ClapArgs, Debug)]
pub struct ShowArgs {
    /// The game
    pub game: String,
    #[command(flatten)]
    pub from: From,
    #[command(flatten)]
    pub format: Format,
}

/// Positions to be counted.
#[derive(ClapArgs, Debug)]
pub struct PerftArgs {
    /// The game
    pub game: String,
    /// How many moves deep
    #[arg(value_parser = clap::value_parser!(u32).range(0..=200))]
    pub depth: u32,
    #[command(flatten)]
    pub from: From,
    /// Count below each root move
    #[arg(long)]
    pub divide: bool,
    /// Threads to use; all cores if left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: Option<u32>,
    #[command(flatten)]
    pub format: Format,
}
