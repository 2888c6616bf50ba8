//! Exact values of one position or all of a board, and proofs of them.

use clap::{Args as ClapArgs, ValueEnum};

use super::shared::{Format, From};

/// A position whose exact value is asked for.
#[derive(ClapArgs, Debug)]
pub struct SolveArgs {
    /// The game
    pub game: String,
    #[command(flatten)]
    pub from: From,
    /// Threads to use; all cores if left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: Option<u32>,
    /// Megabytes for the solvers' tables; less where the machine has less
    #[arg(long, value_name = "MB", default_value_t = 512, value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    pub table: u64,
    /// At most this long, with a unit: 10s, 5m, 2h; until it is solved if left out
    #[arg(long, value_name = "T", allow_hyphen_values = true, value_parser = ply_search::parse_duration)]
    pub time: Option<std::time::Duration>,
    /// Keep the tables in this file, and go on with what it holds
    #[arg(long, value_name = "FILE")]
    pub store: Option<std::path::PathBuf>,
    /// At most so many megabytes in that file: what took the most work
    #[arg(long, value_name = "MB", requires = "store", value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    pub store_size: Option<u64>,
    /// Write a proof of the value, or of the win with --within, to this file, for `plyground verify`
    #[arg(long, value_name = "FILE")]
    pub proof: Option<std::path::PathBuf>,
    /// Look the position up in a file of `plyground table`, or in a folder of them, instead of searching; may be repeated
    #[arg(long, value_name = "FILE", conflicts_with = "store")]
    pub tablebase: Vec<std::path::PathBuf>,
    /// Solve each start that the game may draw, images of one another once
    #[arg(long, conflicts_with_all = ["position", "moves", "store", "proof", "tablebase"])]
    pub every_start: bool,
    /// Ask only whether a player can force a win within so many plies
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=1000))]
    #[arg(conflicts_with_all = ["store", "tablebase", "every_start"])]
    pub within: Option<u32>,
    /// Which player; whoever is to move if left out
    #[arg(long = "for", value_name = "PLAYER", requires = "within", value_enum)]
    pub player: Option<WhoWins>,
    /// Play a win that is found out against every reply, by the rules; for games whose solver can
    #[arg(long, requires = "within")]
    pub play_out: bool,
    /// Draw the starts in this file, coloured by who wins
    #[arg(long, value_name = "FILE.svg", requires = "every_start")]
    pub picture: Option<std::path::PathBuf>,
    /// Write over a picture that is there
    #[arg(long, requires = "picture")]
    pub force: bool,
    #[command(flatten)]
    pub format: Format,
}

/// A player whose win is asked for.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum WhoWins {
    First,
    Second,
}

/// A board all of whose positions are asked for.
#[derive(ClapArgs, Debug)]
pub struct TableArgs {
    /// The game, on a small board
    pub game: String,
    /// Write the table to this file, for `--tablebase` of other commands
    #[arg(long, value_name = "FILE")]
    pub out: Option<std::path::PathBuf>,
    /// Write over a file that is there
    #[arg(long, requires = "out")]
    pub force: bool,
    /// Threads to use; all cores if left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: Option<u32>,
    /// Compare this many positions of random games with a search to the end of the game
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub check: Option<u64>,
    /// Draws those positions
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub seed: u64,
    #[command(flatten)]
    pub format: Format,
}

/// A proof to be checked.
#[derive(ClapArgs, Debug)]
pub struct VerifyArgs {
    /// A file of `plyground solve --proof`
    pub file: std::path::PathBuf,
    #[command(flatten)]
    pub format: Format,
}
