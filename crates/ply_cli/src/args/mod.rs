//! What can be typed, and its help.

mod arena;
mod bench;
mod data;
mod play;
mod programs;
mod programs_at_play;
mod queue;
mod rules;
mod shared;
mod solve;
mod tune;

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};

pub use arena::{MatchArgs, ReproduceArgs, ResultsArgs, SprtArgs, TournamentArgs};
pub use bench::{Bench, Champions};
pub use data::{BookArgs, OpeningsArgs, PuzzlesArgs, SelfplayArgs};
pub use play::{AnalyzeArgs, PlayArgs, PlayAs, RecordPlace, ReplayArgs, ServeArgs};
pub use programs::{BridgeArgs, CheckAgentArgs, Language, NewAgentArgs};
pub use programs_at_play::ProgramArgs;
#[cfg(feature = "queue")]
pub use queue::QueueServer;
pub use queue::{QueueArgs, WorkerArgs, WorkersArgs};
pub use rules::{PerftArgs, ShowArgs};
pub use shared::{Format, From, Keep, MatchRules, Openings, ThinkLimits};
pub use solve::{SolveArgs, TableArgs, VerifyArgs, WhoWins};
pub use tune::{TuneArgs, TuneMethod};

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
    Show(ShowArgs),
    /// Count the positions at each depth
    #[command(after_help = "Examples:\n  plyground perft pentago-swap 3\n  plyground perft infexion 3 --divide --json")]
    Perft(PerftArgs),
    /// Find the exact value of a position, and a proof of it
    #[command(
        after_help = "Exit code 0: it is proven who wins; 1: not within the limits, and what is known is shown.\n\nExamples:\n  plyground solve dots-and-boxes:rows=2,cols=3\n  plyground solve simplexity:rows=4,cols=4,win=3 --time 1m --proof four.proof\n  plyground solve pentago-swap --within 13\n  plyground solve colosseum:size=4 --table 2000 --store four.tables"
    )]
    Solve(SolveArgs),
    /// Find what every position of a small board is worth
    #[command(
        after_help = "Exit code 0: done; 1: a search differs from the table.\n\nExamples:\n  plyground table dots-and-boxes:rows=2,cols=3\n  plyground table dots-and-boxes:rows=3,cols=3 --out 3x3.table --check 1000\n  plyground solve dots-and-boxes:rows=3,cols=3 --tablebase 3x3.table"
    )]
    Table(TableArgs),
    /// Find positions in which one move wins and every other does not
    #[command(
        after_help = "Examples:\n  plyground puzzles pentago-swap\n  plyground puzzles simplexity --count 200 --out simplexity.jsonl"
    )]
    Puzzles(PuzzlesArgs),
    /// Check a proof by the rules alone
    #[command(
        after_help = "Exit code 0: it shows what it claims; 1: it does not, and the position where it fails is named.\n\nExample:\n  plyground verify four.proof"
    )]
    Verify(VerifyArgs),
    /// Play against an agent, a program or another person
    #[command(
        after_help = "On the board: arrows and Enter, or type a move; help lists the rest. The game is kept after every move.\n\nExamples:\n  plyground play pentago-swap\n  plyground play simplexity --agent mcts --as second --time 60s+1s\n  plyground play dots-and-boxes --agent \"cmd:python3 my_agent.py\"\n  plyground play --resume"
    )]
    Play(PlayArgs),
    /// Play two agents against each other, in pairs of games with the same opening and sides swapped
    #[command(
        after_help = "Examples:\n  plyground match simplexity alpha-beta mcts --games 40 --time 100ms\n  plyground match dots-and-boxes greedy \"cmd:python3 my_agent.py\" --games 20 --time 1s --save games.jsonl"
    )]
    Match(MatchArgs),
    /// Play a tournament, from a file or from the command line
    #[command(
        after_help = "A game alone plays a sensible line-up. Every game is stored as it ends; Ctrl-C finishes the games under way.\n\nExamples:\n  plyground tournament pentago-swap\n  plyground tournament simplexity random greedy mcts alpha-beta --pairs 10 --time 50ms --store spring.db\n  plyground tournament spring.toml\n  plyground tournament --resume spring"
    )]
    Tournament(TournamentArgs),
    /// Find better numbers for an agent's weights and options by playing
    #[command(after_help = tune::EXAMPLES)]
    Tune(Box<TuneArgs>),
    /// Show what a store holds: tournaments, standings, games
    #[command(
        after_help = "Examples:\n  plyground results\n  plyground results spring --cross --games\n  plyground results spring --export csv > games.csv\n  plyground results spring --report spring/"
    )]
    Results(ResultsArgs),
    /// Test whether an agent gained on another, and stop as soon as it is clear
    #[command(
        after_help = "Exit code 0: the gain is accepted; 1: it is rejected, or undecided after --games; 2: too many forfeits.\n\nExamples:\n  plyground sprt simplexity alpha-beta:reductions=on alpha-beta --elo0 0 --elo1 20 --time 20ms\n  plyground sprt simplexity alpha-beta:table=8 alpha-beta --elo0 -5 --elo1 0 --plot smaller-table.svg\n  plyground sprt infexion \"cmd:./target/release/engine\" --baseline kept/engine --promote --elo1 10 --time 1s"
    )]
    Sprt(SprtArgs),
    /// Find fair openings, no two alike, and write them to a file
    #[command(
        after_help = "match, sprt, tournament and tune read the file with --openings FILE. Exit code 1: there were fewer.\n\nExample:\n  plyground openings simplexity --count 500 --plies 4 --balance 0.1 --out simplexity.openings"
    )]
    Openings(OpeningsArgs),
    /// Find what the positions of a board's opening are worth, and write a book for agents
    #[command(
        after_help = "It is written every few seconds: after Ctrl-C or a crash the same command with --resume goes on. Exit code 1: it is not complete.\n\nExamples:\n  plyground book dots-and-boxes:rows=3,cols=3 --plies 3 --out 3x3.book\n  plyground book pentago-swap --plies 2 --nodes 200000 --thought 5000000 --out pentago.book\n  plyground match dots-and-boxes:rows=3,cols=3 prepared:book=3x3.book champion"
    )]
    Book(BookArgs),
    /// Let an agent play against itself, and write positions, scores, policies and results as training data
    #[command(
        after_help = "Without a limit the agent has 1000 nodes for a move. Every game is written as it ends: after Ctrl-C or a crash the same command with --resume goes on, and the data are the same.\n\nExamples:\n  plyground selfplay simplexity mcts --games 10000 --nodes 800 --sample 8 --out simplexity.jsonl\n  plyground selfplay infexion champion:table=1 --games 500 --out infexion.csv"
    )]
    Selfplay(SelfplayArgs),
    /// Play the tables of the five reports again, and set ours beside theirs
    #[command(
        after_help = "Every game is stored as it ends: the same command goes on after Ctrl-C, and a run that was done before is done at once.\n\nExamples:\n  plyground reproduce all --quick\n  plyground reproduce infexion --json\n  plyground reproduce all --page docs/src/reproduced.md"
    )]
    Reproduce(ReproduceArgs),
    /// Play games for tournaments on other machines, until Ctrl-C
    #[command(
        after_help = "Ctrl-C finishes the games that have begun; a second one gives them back at once.\n\nExamples:\n  plyground worker --queue nats://arena.example.org\n  PLYGROUND_QUEUE_PASSWORD=... plyground worker --queue tls://arena.example.org --queue-user ada --concurrency 4"
    )]
    Worker(WorkerArgs),
    /// Show who plays for a queue, and what could not be played
    #[command(
        after_help = "Examples:\n  plyground workers --queue nats://arena.example.org\n  plyground workers --queue nats://arena.example.org --dead-letters"
    )]
    Workers(WorkersArgs),
    /// Serve an agent as a UGI engine on standard input and output
    #[command(after_help = "Example:\n  plyground match simplexity mcts \"cmd:plyground ugi simplexity alpha-beta\"")]
    Ugi {
        /// The game
        game: String,
        /// The agent
        agent: String,
    },
    /// Walk a program through the protocol, let it play whole games, and explain every mistake
    #[command(
        after_help = "Exit code 0: it can play; 1: it will forfeit games; 2: it cannot even be started.\n\nExamples:\n  plyground check-agent dots-and-boxes \"cmd:python3 examples/agents/python/agent.py\"\n  plyground check-agent simplexity \"cmd:./agent\" --time 2s --log what-was-said"
    )]
    CheckAgent(CheckAgentArgs),
    /// Begin an agent of your own: a program that plays, its test, the rules, and how to go on
    #[command(
        after_help = "Examples:\n  plyground new-agent infexion my-agent\n  plyground new-agent pentago-swap --language rust my-agent"
    )]
    NewAgent(NewAgentArgs),
    /// Print the cmd: that plays a course's own agent as it is
    #[command(
        after_help = "Examples:\n  plyground bridge infexion ~/comp30024/project\n  plyground bridge colosseum ~/comp424/agents/student_agent.py\n  plyground match infexion \"$(plyground bridge infexion ~/comp30024/project)\" greedy --games 10"
    )]
    Bridge(BridgeArgs),
    /// Show a game, board by board
    #[command(
        after_help = "Examples:\n  plyground replay games.jsonl\n  plyground replay games.jsonl --game 7 --ply 12\n  plyground replay 3fa9 --store spring.db"
    )]
    Replay(ReplayArgs),
    /// Let an agent think about a position
    #[command(
        after_help = "Without a limit it thinks for 2 s; Ctrl-C ends it with the best so far.\n\nExamples:\n  plyground analyze simplexity --time 500ms\n  plyground analyze infexion mcts --moves \"3,3 3,4\" --nodes 100000 --lines 3\n  plyground analyze dots-and-boxes alpha-beta:threads=2,table=64 --depth 12 --json\n  plyground analyze --record games.jsonl --ply 12 champion"
    )]
    Analyze(AnalyzeArgs),
    /// Serve the page: play, watch, analyse and replay in a browser
    #[command(after_help = "Examples:\n  plyground serve --open\n  plyground serve --port 9000 --store spring.db")]
    Serve(ServeArgs),
    /// Write the man pages and the completions for shells into a folder
    #[cfg(feature = "dist")]
    #[command(hide = true)]
    WriteManual {
        /// The folder, which is made
        folder: std::path::PathBuf,
    },
    /// Measure rules and searchers on this machine
    #[command(after_help = bench::EXAMPLES)]
    Bench(Bench),
}
