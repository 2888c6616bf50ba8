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
    /// List the agents with their options
    #[command(after_help = "Example:\n  plyground agents infexion")]
    Agents {
        /// For this game
        game: Option<String>,
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
    /// Play against an agent, a program or another person
    #[command(
        after_help = "On the board: arrows and Enter, or type a move; help lists the rest. The game is kept after every move.\n\nExamples:\n  plyground play pentago-swap\n  plyground play simplexity --agent mcts --as second --time 60s+1s\n  plyground play dots-and-boxes --agent \"cmd:python3 my_agent.py\"\n  plyground play --resume"
    )]
    Play(PlayArgs),
    /// Play two agents against each other, in pairs of games with the same opening and sides swapped
    #[command(
        after_help = "Examples:\n  plyground match simplexity alpha-beta mcts --games 40 --time 100ms\n  plyground match dots-and-boxes greedy \"cmd:python3 my_agent.py\" --games 20 --time 1s --save games.jsonl"
    )]
    Match {
        /// The game
        game: String,
        /// One agent
        a: String,
        /// The other
        b: String,
        /// How many games
        #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
        games: u32,
        #[command(flatten)]
        house: House,
        #[command(flatten)]
        format: Format,
        /// Write every game to this file, one JSON line each
        #[arg(long, value_name = "FILE")]
        save: Option<std::path::PathBuf>,
    },
    /// Play a tournament, from a file or from the command line
    #[command(
        after_help = "A game alone plays a sensible line-up. Every game is stored as it ends; Ctrl-C finishes the games under way.\n\nExamples:\n  plyground tournament pentago-swap\n  plyground tournament simplexity random greedy mcts alpha-beta --pairs 10 --time 50ms --store spring.db\n  plyground tournament spring.toml\n  plyground tournament --resume --name spring"
    )]
    Tournament {
        #[command(flatten)]
        tournament: TournamentArgs,
        #[command(flatten)]
        format: Format,
    },
    /// Show what a store holds: tournaments, standings, games
    #[command(
        after_help = "Examples:\n  plyground results\n  plyground results spring --cross --games\n  plyground results spring --export csv > games.csv\n  plyground results spring --report spring/"
    )]
    Results {
        #[command(flatten)]
        results: ResultsArgs,
        #[command(flatten)]
        format: Format,
    },
    /// Test whether an agent gained on another, and stop as soon as it is clear
    #[command(
        after_help = "Exit code 0: the gain is accepted; 1: it is rejected, or undecided after --games.\n\nExample:\n  plyground sprt simplexity alpha-beta:reductions=on alpha-beta --elo0 0 --elo1 20 --time 20ms"
    )]
    Sprt {
        /// The game
        game: String,
        /// The agent that may have gained
        new: String,
        /// The agent it is compared with
        base: String,
        /// The gain that is not worth it
        #[arg(long, value_name = "ELO", default_value_t = 0.0, allow_negative_numbers = true)]
        elo0: f64,
        /// The gain that is
        #[arg(long, value_name = "ELO", default_value_t = 5.0, allow_negative_numbers = true)]
        elo1: f64,
        /// How often a change worth elo0 may be accepted all the same
        #[arg(long, value_name = "P", default_value_t = 0.05)]
        alpha: f64,
        /// How often a change worth elo1 may be rejected all the same
        #[arg(long, value_name = "P", default_value_t = 0.05)]
        beta: f64,
        /// Measure in normalised Elo
        #[arg(long)]
        normalized: bool,
        /// Give up after so many games; four times the longest expected test if left out
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..))]
        games: Option<u32>,
        #[command(flatten)]
        house: House,
        #[command(flatten)]
        format: Format,
    },
    /// Play the tables of the five reports again, and set ours beside theirs
    #[command(
        after_help = "Every game is stored as it ends: the same command goes on after Ctrl-C, and a run that was done before is done at once.\n\nExamples:\n  plyground reproduce all --quick\n  plyground reproduce infexion --json\n  plyground reproduce all --page docs/src/reproduced.md"
    )]
    Reproduce {
        #[command(flatten)]
        reproduce: ReproduceArgs,
        #[command(flatten)]
        format: Format,
    },
    /// Serve an agent as a UGI engine on standard input and output
    #[command(after_help = "Example:\n  plyground match simplexity mcts \"cmd:plyground ugi simplexity alpha-beta\"")]
    Ugi {
        /// The game
        game: String,
        /// The agent
        agent: String,
    },
    /// Walk a program through the protocol and explain every mistake
    #[command(
        after_help = "Example:\n  plyground check-agent dots-and-boxes \"cmd:python3 examples/agents/python/random_agent.py\""
    )]
    CheckAgent {
        /// The game
        game: String,
        /// The program: cmd:PROGRAM ARGS...
        agent: String,
        #[command(flatten)]
        format: Format,
    },
    /// Show a finished game, board by board
    #[command(
        after_help = "Examples:\n  plyground replay games.jsonl\n  plyground replay games.jsonl --game 7 --ply 12"
    )]
    Replay {
        /// A file of records, one JSON line a game, as `match --save` writes it
        file: std::path::PathBuf,
        /// Which game of the file
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
        game: u32,
        /// Only the board after this many moves
        #[arg(long, value_name = "P")]
        ply: Option<u32>,
        #[command(flatten)]
        format: Format,
    },
    /// Let an agent think about a position
    #[command(
        after_help = "Without a limit it thinks for 2 s; Ctrl-C ends it with the best so far.\n\nExamples:\n  plyground analyze simplexity --time 500ms\n  plyground analyze infexion mcts --moves \"3,3 3,4\" --nodes 100000 --lines 3\n  plyground analyze dots-and-boxes alpha-beta:threads=2,table=64 --depth 12 --json"
    )]
    Analyze {
        /// The game
        game: String,
        /// Who thinks: any agent of the game, with options
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
    /// Serve the page: play, watch, analyse and replay in a browser
    #[command(after_help = "Examples:\n  plyground serve --open\n  plyground serve --port 9000 --store spring.db")]
    Serve(ServeArgs),
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
    pub svg: Option<std::path::PathBuf>,
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
    pub format: Format,
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

/// How games are played.
#[derive(ClapArgs, Debug)]
pub struct House {
    /// The clock: 200ms a move; first=30s,2s; bank=180s; 60s+1s; nodes=1000; depth=4
    #[arg(long, value_name = "TC", default_value = "200ms", allow_hyphen_values = true)]
    pub time: ply_arena::TimeControl,
    /// Another seed, other openings and other random choices
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub seed: u64,
    /// Random plies every opening has
    #[arg(long, value_name = "K", default_value_t = 2, value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub openings: u32,
    /// Games at the same time; as many as there are cores for the agents' threads if left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub concurrency: Option<u32>,
    /// How much later than its time an answer may come
    #[arg(long, value_name = "T", default_value = "20ms", value_parser = ply_search::parse_duration)]
    pub grace: std::time::Duration,
    /// Make a random move for an agent at fault instead of ending the game
    #[arg(long)]
    pub random_move_instead: bool,
}

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

/// A tournament.
#[derive(ClapArgs, Debug)]
pub struct TournamentArgs {
    /// A tournament file (TOML, or a ColorShapeLinks session), or a game
    #[arg(required_unless_present = "resume")]
    pub what: Option<String>,
    /// The agents, if a game was named
    pub agents: Vec<String>,
    /// Where results are kept; in the user's data folder if left out
    #[arg(long, value_name = "FILE")]
    pub store: Option<std::path::PathBuf>,
    /// Its name in the store
    #[arg(long)]
    pub name: Option<String>,
    /// Take a stored tournament up again and play what is missing
    #[arg(long)]
    pub resume: bool,
    /// round-robin, gauntlet, swiss or knockout
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<String>,
    /// Opening pairs (two games, sides swapped) of each meeting
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub pairs: Option<u32>,
    /// The clock: 200ms a move; first=30s,2s; bank=180s; 60s+1s; nodes=1000; depth=4
    #[arg(long, value_name = "TC", allow_hyphen_values = true)]
    pub time: Option<ply_arena::TimeControl>,
    /// Another seed, other openings and other random choices
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// Random plies every opening has
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub openings: Option<u32>,
    /// Games at the same time; as many as there are cores for the agents' threads if left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub concurrency: Option<u32>,
    /// Write a report with pictures and all games into this folder at the end
    #[arg(long, value_name = "FOLDER")]
    pub report: Option<std::path::PathBuf>,
}

/// What to show of a store.
#[derive(ClapArgs, Debug)]
pub struct ResultsArgs {
    /// A tournament by name or number; all are listed if left out
    pub name: Option<String>,
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
    /// Write a report with pictures and all games into this folder
    #[arg(long, value_name = "FOLDER")]
    pub report: Option<std::path::PathBuf>,
}

/// Which reports, and how thoroughly.
#[derive(ClapArgs, Debug)]
pub struct ReproduceArgs {
    /// simpai, pentago-swap, colosseum, dots-and-boxes, infexion or all
    #[arg(default_value = "all")]
    pub report: String,
    /// Few games and short clocks: about two minutes for all of them on two cores
    #[arg(long)]
    pub quick: bool,
    /// The clock of those who play on time, instead of the usual ones
    #[arg(long, value_name = "TC", allow_hyphen_values = true)]
    pub time: Option<ply_arena::TimeControl>,
    /// Another seed, other openings and other random choices
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub seed: u64,
    /// Games at the same time; as many as there are cores if left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub concurrency: Option<u32>,
    /// Where results are kept; in the user's data folder if left out
    #[arg(long, value_name = "FILE")]
    pub store: Option<std::path::PathBuf>,
    /// Play everything anew, whatever the store has: for agents that have changed
    #[arg(long)]
    pub again: bool,
    /// Write a page with figures: a Markdown file, or a folder for it
    #[arg(long, value_name = "FILE")]
    pub page: Option<std::path::PathBuf>,
}

/// How data is printed.
#[derive(ClapArgs, Debug, Clone, Copy)]
pub struct Format {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}
