//! What is measured.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args as ClapArgs;

use super::Format;

pub(super) const EXAMPLES: &str = "\
Examples:
  plyground bench
  plyground bench infexion simplexity:rows=12,cols=12,win=6 --repeats 9 --json
  plyground bench --signature > bench.signature
  plyground bench --ablation --svg ablation.svg
  plyground bench dots-and-boxes --threads
  plyground bench --deadlines --repeats 100
  plyground bench --champions pentago-swap --times 10ms,200ms --games 50
  plyground bench --champions --odds --games 20";

/// What is measured, on which games.
#[derive(ClapArgs, Debug)]
pub struct Bench {
    /// The games to measure; all at their standard size if none is given
    pub games: Vec<String>,
    /// How often each measurement is repeated [default: 5; 9 for --threads; 50 for --deadlines; 200 games for --arena]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub repeats: Option<u32>,
    /// Only the checksum: nodes of fixed searches, the same on every machine until a searcher changes
    #[arg(long, group = "kind", conflicts_with_all = ["repeats", "json"])]
    pub signature: bool,
    /// Nodes to a fixed depth with each feature of alpha-beta switched off
    #[arg(long, group = "kind", conflicts_with = "repeats")]
    pub ablation: bool,
    /// Also draw the ablation, as an SVG file
    #[arg(long, value_name = "FILE", requires = "ablation", conflicts_with_all = ["threads", "deadlines", "signature"])]
    pub svg: Option<PathBuf>,
    /// Wall time to a fixed depth with one thread and with two
    #[arg(long, group = "kind")]
    pub threads: bool,
    /// How late searches end after a hard deadline or a cancel, with the machine idle and loaded
    #[arg(long, group = "kind")]
    pub deadlines: bool,
    /// What the arena itself costs a move, for built-in agents and for programs
    #[arg(long, group = "kind")]
    pub arena: bool,
    #[command(flatten)]
    pub champions: Champions,
    #[command(flatten)]
    pub format: Format,
}

/// How the champions are measured.
#[derive(ClapArgs, Debug)]
pub struct Champions {
    /// How good the champions are where the truth is known: results kept, falls, depth, nodes a second
    #[arg(long, group = "kind", conflicts_with = "repeats")]
    pub champions: bool,
    /// Times for a move, separated by commas
    #[arg(
        long, value_name = "T,...", value_delimiter = ',', requires = "champions", default_value = "10ms,50ms,200ms,1s",
        value_parser = ply_search::parse_duration
    )]
    pub times: Vec<Duration>,
    /// Games against itself for each time; with --odds, against each opponent
    #[arg(long = "games", id = "played", value_name = "N", requires = "champions", default_value_t = 10)]
    pub played: usize,
    /// Known positions for each time, at most; with --collect, how many are wanted
    #[arg(long, value_name = "N", requires = "champions", default_value_t = 100)]
    pub positions: usize,
    /// Instead: the champion with the first of the times against every other built-in agent with twenty times as much
    #[arg(long, requires = "champions", conflicts_with = "collect")]
    pub odds: bool,
    /// Instead: find known positions of one game and write them to a file
    #[arg(long, value_name = "FILE", requires = "champions")]
    pub collect: Option<PathBuf>,
}
