//! Data made by solving and playing: books and suites of openings, games of an agent against itself, puzzles.

use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::shared::{Format, ThinkLimits, share};

/// A suite of openings.
#[derive(ClapArgs, Debug)]
pub struct OpeningsArgs {
    /// The game
    pub game: String,
    /// How many openings
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub count: u32,
    /// Random moves of each
    #[arg(long, value_name = "K", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=200))]
    pub plies: u32,
    /// How far from one half a side's chance may be, in the strongest agent's opinion
    #[arg(long, value_name = "SHARE", default_value = "0.1", value_parser = share)]
    pub balance: f64,
    /// Positions the agent looks at to judge an opening
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Another seed, other openings
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub seed: u64,
    /// Write them to this file, for --openings; they are printed if left out
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Write over a file that is there
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub format: Format,
}

/// A book of openings.
#[derive(ClapArgs, Debug)]
pub struct BookArgs {
    /// The game
    pub game: String,
    /// Every position within so many plies of the start
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(0..=100))]
    pub plies: u32,
    /// Write it to this file, for the agent `prepared:book=FILE`
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Positions that a solver may look at for one question
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Who thinks where the solvers do not get through; the strongest agent if left out
    #[arg(long, value_name = "A")]
    pub agent: Option<String>,
    /// Positions that it may look at; as many as a solver if left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub thought: Option<u64>,
    /// Look values up in a file of `plyground table`, or in a folder of them; may be repeated
    #[arg(long, value_name = "FILE")]
    pub tablebase: Vec<PathBuf>,
    /// Refuse a book of more positions
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub most: u64,
    /// Threads to use; all cores if left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: Option<u32>,
    /// Go on with a file that is there, or add plies to it
    #[arg(long, conflicts_with = "force")]
    pub resume: bool,
    /// Write over a file that is there
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub format: Format,
}

/// Self-play.
#[derive(ClapArgs, Debug)]
pub struct SelfplayArgs {
    /// The game
    pub game: String,
    /// The agent of ours that plays both sides
    pub agent: String,
    /// How many games, no two the same
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub games: u64,
    /// Where they go: a game a line (.jsonl) or a position a line (.csv)
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    #[command(flatten)]
    pub limits: ThinkLimits,
    /// Random moves that each game begins with
    #[arg(long, value_name = "K", default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=200))]
    pub plies: u32,
    /// In the first so many moves after these, draw one as often as the agent looked at it instead of the best
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub sample: u32,
    /// Another seed, other games
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub seed: u64,
    /// Games at the same time; as many as there are cores for the agent's threads if left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: Option<u32>,
    /// Go on with a file that is there
    #[arg(long, conflicts_with = "force")]
    pub resume: bool,
    /// Write over a file that is there
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub format: Format,
}

/// Positions with one winning move.
#[derive(ClapArgs, Debug)]
pub struct PuzzlesArgs {
    /// The game
    pub game: String,
    /// How many, no two the same
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub count: u64,
    /// Write them to this file, one a line as JSON, instead of showing them
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Whose games they come from: an agent of ours that makes mistakes
    #[arg(long, value_name = "A", default_value = "level:strength=5")]
    pub agent: String,
    /// Positions that a solver may look at for one question; more finds deeper puzzles
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Look for wins of at most N plies that no other move reaches as fast, instead of wins that no other move reaches: for
    /// long games, in which nobody can prove that a move does not win
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=99))]
    pub fastest: Option<u32>,
    /// Ask a file of `plyground table`, or a folder of them, where the solvers do not see through; may be repeated
    #[arg(long, value_name = "FILE", conflicts_with = "fastest")]
    pub tablebase: Vec<PathBuf>,
    /// Random moves that each game begins with
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub plies: u32,
    /// Another seed, other puzzles
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub seed: u64,
    /// Threads to use; all cores if left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: Option<u32>,
    /// Write over a file that is there
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub format: Format,
}
