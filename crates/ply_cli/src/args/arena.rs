//! Many games: tournaments, what a store holds of them, and the reports' tables again.

use clap::Args as ClapArgs;

use super::queue::QueueArgs;
use super::shared::{Format, Keep, MatchRules, Openings, share};

/// A match.
#[derive(ClapArgs, Debug)]
pub struct MatchArgs {
    /// The game
    pub game: String,
    /// One agent: SPEC, or NAME=SPEC to name it in tables
    pub a: String,
    /// The other
    pub b: String,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub games: u32,
    #[command(flatten)]
    pub rules: MatchRules,
    /// Write every game to this file, one JSON line each
    #[arg(long, value_name = "FILE")]
    pub save: Option<std::path::PathBuf>,
    /// Write them over a file that is there
    #[arg(long, requires = "save")]
    pub force: bool,
    /// With --save, write the position before each move too
    #[arg(long, requires = "save")]
    pub positions: bool,
    #[command(flatten)]
    pub format: Format,
}

/// A sequential test.
#[derive(ClapArgs, Debug)]
pub struct SprtArgs {
    /// The game
    pub game: String,
    /// The agent that may have gained: SPEC, or NAME=SPEC to name it in tables
    pub new: String,
    /// The agent it is compared with
    #[arg(required_unless_present = "baseline", conflicts_with = "baseline")]
    pub base: Option<String>,
    /// Compare with this build of the same program instead: NEW's command line with this file in its place
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<std::path::PathBuf>,
    /// If the gain is accepted, put NEW's file in the place of the baseline
    #[arg(long, requires = "baseline")]
    pub promote: bool,
    /// The gain that is not worth it
    #[arg(long, value_name = "ELO", default_value_t = 0.0, allow_negative_numbers = true)]
    pub elo0: f64,
    /// The gain that is
    #[arg(long, value_name = "ELO", default_value_t = 5.0, allow_negative_numbers = true)]
    pub elo1: f64,
    /// How often a change worth elo0 may be accepted all the same
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    pub alpha: f64,
    /// How often a change worth elo1 may be rejected all the same
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    pub beta: f64,
    /// Measure in normalised Elo
    #[arg(long)]
    pub normalized: bool,
    /// Give up after so many games; four times the longest expected test if left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=10_000_000))]
    pub games: Option<u32>,
    /// Stop with exit code 2 when either side has forfeited more than this share of the games; 1 never stops
    #[arg(long, value_name = "SHARE", default_value_t = ply_arena::SprtMatch::MOST_FORFEITS, value_parser = share)]
    pub max_forfeits: f64,
    /// Draw the log-likelihood ratio over the games; a table goes beside it as .csv
    #[arg(long, value_name = "FILE.svg")]
    pub plot: Option<std::path::PathBuf>,
    #[command(flatten)]
    pub rules: MatchRules,
    #[command(flatten)]
    pub format: Format,
}

/// A tournament.
#[derive(ClapArgs, Debug)]
pub struct TournamentArgs {
    /// A tournament file (TOML, or a ColorShapeLinks session), or a game; with --resume, a name in the store will do
    #[arg(required_unless_present = "resume")]
    pub what: Option<String>,
    /// The agents, if a game was named: SPEC, or NAME=SPEC to name it in tables
    pub agents: Vec<String>,
    #[command(flatten)]
    pub keep: Keep,
    /// An agent whose files have changed since its games: play the new version and keep the old games apart
    #[arg(long, value_name = "NAME")]
    pub again: Vec<String>,
    /// round-robin, gauntlet, swiss or knockout
    #[arg(long = "format", value_name = "FORMAT")]
    pub meetings: Option<String>,
    /// Opening pairs (two games, sides swapped) of each meeting
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub pairs: Option<u32>,
    /// The clock: 200ms a move; first=30s,2s; bank=180s; 60s+1s; nodes=1000; depth=4
    #[arg(long, value_name = "TC", allow_hyphen_values = true)]
    pub time: Option<ply_arena::TimeControl>,
    /// Another seed, other openings and other random choices
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// Random plies every opening has, or a file of openings, the moves of one a line
    #[arg(long, value_name = "K|FILE")]
    pub openings: Option<Openings>,
    /// Games at the same time; as many as there are cores for the agents' threads if left out
    #[arg(long, value_name = "N", conflicts_with = "queue", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub concurrency: Option<u32>,
    #[command(flatten)]
    pub queue: QueueArgs,
    /// Write a report into this folder at the end: pages that open from disk, with every game on its board
    #[arg(long, value_name = "FOLDER")]
    pub report: Option<std::path::PathBuf>,
    /// The report is for the organisers alone and has the games' logs, which --log writes
    #[arg(long, requires_all = ["report", "log"])]
    pub private: bool,
    #[command(flatten)]
    pub format: Format,
}

/// What to show of a store.
#[derive(ClapArgs, Debug)]
pub struct ResultsArgs {
    /// A tournament by name or number, or several to be ranked together; all are listed if left out
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,
    /// Where results are kept; in the user's data folder if left out
    #[arg(long, value_name = "FILE")]
    pub store: Option<std::path::PathBuf>,
    /// Who scored what against whom
    #[arg(long)]
    pub cross: bool,
    /// How probable it is that each is stronger than each other
    #[arg(long)]
    pub los: bool,
    /// Every game in a line
    #[arg(long)]
    pub games: bool,
    /// One game in full, by its number or the beginning of it
    #[arg(long, value_name = "ID")]
    pub game: Option<String>,
    /// Print all games or the table: jsonl, csv, tsv, markdown
    #[arg(long, value_name = "FORM")]
    pub export: Option<String>,
    /// Write a report into this folder: pages that open from disk, with every game on its board
    #[arg(long, value_name = "FOLDER")]
    pub report: Option<std::path::PathBuf>,
    /// The report is for the organisers alone and has the games' logs
    #[arg(long, requires_all = ["report", "log"])]
    pub private: bool,
    /// Where --log has written the logs, for --private
    #[arg(long, value_name = "FOLDER", requires = "private")]
    pub log: Option<std::path::PathBuf>,
    /// Forget the tournament and all its games, so that its name is free again
    #[arg(long, requires = "names", conflicts_with_all = ["report", "export", "game"])]
    pub delete: bool,
    /// Do not ask before deleting
    #[arg(long, requires = "delete")]
    pub yes: bool,
    #[command(flatten)]
    pub format: Format,
}

/// Which reports, and how thoroughly.
#[derive(ClapArgs, Debug)]
pub struct ReproduceArgs {
    /// simpai, pentago-swap, colosseum, dots-and-boxes, infexion, wishes, or all (the five reports)
    #[arg(default_value = "all")]
    pub report: String,
    /// Few games and short clocks: about a minute for all of them on two cores
    #[arg(long)]
    pub quick: bool,
    /// The clock of those who play on time, instead of the usual ones
    #[arg(long, value_name = "TC", allow_hyphen_values = true)]
    pub time: Option<ply_arena::TimeControl>,
    /// Another seed, other openings and other random choices
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub seed: u64,
    /// Games at the same time; as many as there are cores if left out
    #[arg(long, value_name = "N", conflicts_with = "queue", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub concurrency: Option<u32>,
    #[command(flatten)]
    pub queue: QueueArgs,
    /// Where results are kept; in the user's data folder if left out
    #[arg(long, value_name = "FILE")]
    pub store: Option<std::path::PathBuf>,
    /// Play everything anew, whatever the store has: for agents that have changed
    #[arg(long)]
    pub again: bool,
    /// Write a page with figures: a Markdown file, or a folder for it
    #[arg(long, value_name = "FILE")]
    pub page: Option<std::path::PathBuf>,
    #[command(flatten)]
    pub format: Format,
}
