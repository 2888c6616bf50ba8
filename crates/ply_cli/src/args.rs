//! What can be typed, and its help.

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};

const AFTER: &str = "\
Games are spelled NAME[:key=value,...]: simplexity:rows=8,cols=9  dots-and-boxes  colosseum:size=7,seed=3
Exit codes: 0 done, 1 a negative answer, 2 an error.";

/// Where board-game agents are written, tested and pitted against each other.
#[derive(Parser, Debug)]
#[command(name = "plyground", version, after_help = AFTER, propagate_version = true)]
pub struct Args {
    #[command(flatten)]
    pub look: Look,
    #[command(subcommand)]
    pub command: Command,
}

/// How results are shown.
#[derive(ClapArgs, Debug, Clone, Copy)]
pub struct Look {
    /// When to colour the output
    #[arg(long, global = true, value_enum, default_value_t = When::Auto, value_name = "WHEN")]
    pub color: When,
    /// Draw with plain ASCII characters only
    #[arg(long, global = true)]
    pub ascii: bool,
}

#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    Auto,
    Always,
    Never,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// List the games with their options
    #[command(after_help = "Example:\n  plyground games")]
    Games {
        #[command(flatten)]
        format: Format,
    },
    /// Draw a position
    #[command(
        after_help = "Examples:\n  plyground show simplexity --moves \"o3 s3 o2\"\n  plyground show colosseum:size=5 --position \"5 a 1,2 3,4 0,1,r+2,3,d\""
    )]
    Show {
        #[command(flatten)]
        place: Place,
        #[command(flatten)]
        format: Format,
    },
    /// Count the positions at each depth
    #[command(after_help = "Examples:\n  plyground perft pentago-swap 3\n  plyground perft infexion 3 --divide --json")]
    Perft {
        /// The game
        game: String,
        /// How many moves deep
        #[arg(value_parser = clap::value_parser!(u32).range(0..=200))]
        depth: u32,
        #[command(flatten)]
        from: From,
        /// Count below each root move
        #[arg(long)]
        divide: bool,
        /// Threads to use; all cores if left out
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
        threads: Option<u32>,
        #[command(flatten)]
        format: Format,
    },
    /// Let a searcher think about a position
    #[command(
        after_help = "Without a limit it thinks for 2 s; Ctrl-C ends it with the best so far.\n\nExamples:\n  plyground analyze simplexity --time 500ms\n  plyground analyze infexion mcts --moves \"3,3 3,4\" --nodes 100000 --lines 3\n  plyground analyze dots-and-boxes alpha-beta:threads=2,table=64 --depth 12 --json"
    )]
    Analyze {
        /// The game
        game: String,
        /// Who thinks: alpha-beta, mcts or minimax, with options
        #[arg(default_value = "alpha-beta")]
        agent: String,
        #[command(flatten)]
        from: From,
        #[command(flatten)]
        limits: ThinkLimits,
        /// How many of the best moves get a score and a line
        #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
        lines: u32,
        #[command(flatten)]
        format: Format,
    },
    /// Measure rules and searchers on this machine
    #[command(after_help = BENCH_HELP)]
    Bench(Bench),
}

const BENCH_HELP: &str = "\
Examples:
  plyground bench
  plyground bench infexion simplexity:rows=12,cols=12,win=6 --repeats 9 --json
  plyground bench --signature > bench.signature
  plyground bench --ablation --svg ablation.svg
  plyground bench dots-and-boxes --threads
  plyground bench --deadlines --repeats 100";

/// What is measured, on which games.
#[derive(ClapArgs, Debug)]
pub struct Bench {
    /// The games to measure; all at their standard size if none is given
    pub games: Vec<String>,
    /// How often each measurement is repeated [default: 5; 9 for --threads; 50 for --deadlines]
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
    pub svg: Option<std::path::PathBuf>,
    /// Wall time to a fixed depth with one thread and with two
    #[arg(long, group = "kind")]
    pub threads: bool,
    /// How late searches end after a hard deadline or a cancel, with the machine idle and loaded
    #[arg(long, group = "kind")]
    pub deadlines: bool,
    #[command(flatten)]
    pub format: Format,
}

/// A game and a position of it.
#[derive(ClapArgs, Debug)]
pub struct Place {
    /// The game
    pub game: String,
    #[command(flatten)]
    pub from: From,
}

/// Where to start.
#[derive(ClapArgs, Debug, Default)]
pub struct From {
    /// Start from this position instead of the game's start
    #[arg(long, value_name = "P")]
    pub position: Option<String>,
    /// Then play these moves, separated by spaces
    #[arg(long, value_name = "\"M M M\"", default_value = "")]
    pub moves: String,
}

/// How long a searcher may think.
#[derive(ClapArgs, Debug)]
pub struct ThinkLimits {
    /// At most this long, with a unit: 200ms, 2s, 1m
    #[arg(long, value_name = "T", allow_hyphen_values = true, value_parser = ply_search::parse_duration)]
    pub time: Option<std::time::Duration>,
    /// At most this many plies deep
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=200))]
    pub depth: Option<u32>,
    /// At most this many positions (simulations for mcts)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
}

/// How data is printed.
#[derive(ClapArgs, Debug, Clone, Copy)]
pub struct Format {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}
