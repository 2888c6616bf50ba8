//! One game: played in the terminal or in the browser, shown again, thought about.

use clap::{Args as ClapArgs, ValueEnum};

use super::{Format, From, ThinkLimits};

/// A game in the terminal.
#[derive(ClapArgs, Debug)]
pub struct PlayArgs {
    /// The game
    #[arg(required_unless_present = "resume", conflicts_with_all = ["resume", "number", "store"])]
    pub game: Option<String>,
    /// Who plays the other side; the strongest agent if left out
    #[arg(long, value_name = "A")]
    pub agent: Option<ply_arena::AgentSpec>,
    /// The side you play
    #[arg(long = "as", value_name = "SIDE", value_enum, default_value_t = PlayAs::First)]
    pub side: PlayAs,
    /// The clock of both sides, such as 60s+1s; without one, you have all the time and agents take 1 s a move
    #[arg(long, value_name = "TC", allow_hyphen_values = true)]
    pub time: Option<ply_arena::TimeControl>,
    #[command(flatten)]
    pub from: From,
    /// Line by line instead of on the whole screen
    #[arg(long)]
    pub plain: bool,
    /// Keep the game in this file; in the user's data folder if left out
    #[arg(long, value_name = "FILE")]
    pub save: Option<std::path::PathBuf>,
    /// Go on with this game: a file, or the beginning of an id in a store; the last one if left out
    #[arg(long, value_name = "RECORD|ID", num_args = 0..=1, default_missing_value = "", conflicts_with_all = ["agent", "side", "time", "position", "moves"])]
    pub resume: Option<String>,
    #[command(flatten)]
    pub place: RecordPlace,
}

/// Where the record of a game is.
#[derive(ClapArgs, Debug)]
pub struct RecordPlace {
    /// Which game of a file with several; the first if left out
    #[arg(id = "number", long = "game", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub number: Option<u32>,
    /// The store that has the game of this id; the one in the user's data folder if left out
    #[arg(long, value_name = "FILE")]
    pub store: Option<std::path::PathBuf>,
}

/// A game shown again.
#[derive(ClapArgs, Debug)]
pub struct ReplayArgs {
    /// A file of records, as `match --save`, `play` and the page write it, or the beginning of a game's id in a store
    #[arg(value_name = "RECORD|ID")]
    pub record: String,
    #[command(flatten)]
    pub place: RecordPlace,
    /// Only the board after this many moves
    #[arg(long, value_name = "P", conflicts_with = "json")]
    pub ply: Option<u32>,
    #[command(flatten)]
    pub format: Format,
}

/// A position to think about.
#[derive(ClapArgs, Debug)]
#[command(
    override_usage = "plyground analyze [OPTIONS] GAME [AGENT]\n       plyground analyze [OPTIONS] --record RECORD|ID [AGENT]"
)]
pub struct AnalyzeArgs {
    /// The game; there is none with --record
    #[arg(required_unless_present = "record")]
    pub game: Option<String>,
    /// Who thinks: any agent of the game, with options; the strongest if left out
    pub agent: Option<String>,
    #[command(flatten)]
    pub from: From,
    /// Think about this game: a file of records, or the beginning of an id in a store
    #[arg(long, value_name = "RECORD|ID", conflicts_with_all = ["position", "moves"])]
    pub record: Option<String>,
    #[command(flatten)]
    pub place: RecordPlace,
    /// After this many moves of it; after all of them if left out
    #[arg(long, value_name = "P", requires = "record")]
    pub ply: Option<u32>,
    #[command(flatten)]
    pub limits: ThinkLimits,
    /// How many of the best moves get a score and a line
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub lines: u32,
    /// Judge the moves by a file of `plyground table`, or by a folder of them; may be repeated
    #[arg(long, value_name = "FILE")]
    pub tablebase: Vec<std::path::PathBuf>,
    #[command(flatten)]
    pub format: Format,
}

#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayAs {
    First,
    Second,
    Both,
}

/// Where the page is served.
#[derive(ClapArgs, Debug)]
pub struct ServeArgs {
    /// The port; 0 takes any that is free
    #[arg(long, value_name = "PORT", default_value_t = 8080)]
    pub port: u16,
    /// The address; 127.0.0.1 lets only this machine in, 0.0.0.0 everybody who can reach it
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub host: std::net::IpAddr,
    /// Open the page in a browser
    #[arg(long)]
    pub open: bool,
    /// The store whose tournaments are shown, and where games on the page are kept; the one in the user's data folder if
    /// left out
    #[arg(long, value_name = "FILE")]
    pub store: Option<std::path::PathBuf>,
    /// Judge moves in analyses and reviews by a file of `plyground table`, or by a folder of them; may be repeated
    #[arg(long, value_name = "FILE")]
    pub tablebase: Vec<std::path::PathBuf>,
    /// Megabytes for the tables of all agents together, of which one visitor gets half
    #[arg(long, value_name = "MB", default_value_t = ply_web::Limits::default().all_memory, value_parser = clap::value_parser!(u64).range(2..=1 << 20))]
    pub memory: u64,
}
