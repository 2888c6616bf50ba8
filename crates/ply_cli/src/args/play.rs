//! A person at the board: in the terminal and in the browser.

use clap::{Args as ClapArgs, ValueEnum};

use super::From;

/// A game in the terminal.
#[derive(ClapArgs, Debug)]
pub struct PlayArgs {
    /// The game
    #[arg(required_unless_present = "resume", conflicts_with = "resume")]
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
    /// Go on with the game that was kept, in FILE or where games usually are
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "", conflicts_with_all = ["agent", "side", "time", "position", "moves", "save"])]
    pub resume: Option<String>,
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
    /// The store whose tournaments are shown; the one in the user's data folder if left out
    #[arg(long, value_name = "FILE")]
    pub store: Option<std::path::PathBuf>,
}
