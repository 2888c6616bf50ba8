//! Tuning: what is searched, how, for how long, and where the result goes.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};
use ply_lab::tune::AxisRange;
use ply_lab::tune::method::Gains;

use super::queue::QueueArgs;
use super::shared::{Format, Keep, Openings, share};

pub const EXAMPLES: &str = "\
The result is a weights file, used as AGENT:weights=FILE. Under node limits, as by default, the same command gives the
same numbers on every machine. With --store it can be killed at any moment: --resume goes on exactly where it was.

Examples:
  plyground tune simplexity simpai --budget 20000 --store simpai.db --figure simpai.svg
  plyground tune simplexity simpai --sizes 6x7,8x8,9x10 --params shape,colour --range shape=0..40
  plyground tune infexion mcts --method spsa --time 20ms --budget 4000
  plyground tune simplexity simpai --opponents self pool alpha-beta:depth=4";

/// How better numbers are looked for.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum TuneMethod {
    /// A population with selection, crossover, mutation and elitism
    Evolution,
    /// The evolution strategy with covariance matrix adaptation
    CmaEs,
    /// Simultaneous perturbation stochastic approximation
    Spsa,
}

/// A tuning.
#[derive(ClapArgs, Debug)]
pub struct TuneArgs {
    /// The game
    pub game: String,
    /// The agent to be tuned, as it starts
    pub agent: String,
    /// How better numbers are looked for
    #[arg(long, value_enum, default_value_t = TuneMethod::Evolution)]
    pub method: TuneMethod,
    /// Which weights and options; all that are numbers if left out
    #[arg(long, value_name = "P,Q", value_delimiter = ',')]
    pub params: Vec<String>,
    /// Search a parameter in this range: shape=0..40; a weight is searched in its whole range if left out, an option
    /// within a factor of eight of its start
    #[arg(long, value_name = "P=LOW..HIGH", allow_hyphen_values = true)]
    pub range: Vec<AxisRange>,
    /// Games of the search, an eighth of which compare the best few; those that confirm the result come on top
    #[arg(long, value_name = "GAMES", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(2..=10_000_000))]
    pub budget: u32,
    /// The clock: nodes=5000 a move; 20ms; depth=4
    #[arg(long, value_name = "TC", default_value = "nodes=5000", allow_hyphen_values = true)]
    pub time: ply_arena::TimeControl,
    /// Several boards in turn: 6x7,8x8 for rows and columns, 7,8 for a size
    #[arg(long, value_name = "SIZES", value_delimiter = ',')]
    pub sizes: Vec<String>,
    /// Whom candidates play, in turn: self (the agent as it starts), pool (the best of the last generations), other
    /// agents; self and pool if left out
    #[arg(long, value_name = "AGENT", num_args = 1..)]
    pub opponents: Vec<String>,
    /// Another seed, other openings and other random choices
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    pub seed: u64,
    /// Random plies every opening has, or a file of openings, the moves of one a line; a third is kept for the end
    #[arg(long, value_name = "K|FILE", default_value = "4")]
    pub openings: Openings,
    /// Opening pairs each candidate plays in a generation: 4, with spsa 1, or more if there are more boards and opponents
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub pairs: Option<u32>,
    /// Candidates in a generation: 48, with cma-es by the number of parameters, with spsa 8 pairs of them
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(4..=10_000))]
    pub population: Option<u32>,
    /// Evolution: how many meet when a parent is chosen
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub tournament: u32,
    /// Evolution: how often a child has two parents
    #[arg(long, value_name = "P", default_value = "0.7", value_parser = share)]
    pub crossover: f64,
    /// Evolution: how often a number of a child is changed
    #[arg(long, value_name = "P", default_value = "0.3", value_parser = share)]
    pub mutation: f64,
    /// Evolution: how many of the best live on
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub elite: u32,
    /// Evolution and cma-es: the first steps, as a share of the range
    #[arg(long, value_name = "S", default_value = "0.15", value_parser = share)]
    pub sigma: f64,
    /// Spsa: the gains, any of a=0.0002,c=0.1,A=0.1,alpha=0.602,gamma=0.101; a and c are those at the end
    #[arg(long, value_name = "GAINS")]
    pub gains: Option<Gains>,
    /// The share of the budget in which the best few play on
    #[arg(long, value_name = "P", default_value = "0.125", value_parser = share)]
    pub selection: f64,
    /// How many these are
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub finalists: u32,
    /// Games of the tuned agent against the untuned one at the end; a tenth of the budget, and 200 at least, if left out
    #[arg(long, value_name = "GAMES", value_parser = clap::value_parser!(u32).range(2..=10_000_000))]
    pub confirm: Option<u32>,
    /// Games at the same time; as many as there are cores for the agents' threads if left out
    #[arg(long, value_name = "N", conflicts_with = "queue", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub concurrency: Option<u32>,
    #[command(flatten)]
    pub queue: QueueArgs,
    /// Where the result goes; GAME-AGENT.weights.toml if left out
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Write the result over a file that is there
    #[arg(long)]
    pub force: bool,
    /// Draw the score and every parameter over the generations; a table goes beside it as .csv
    #[arg(long, value_name = "FILE.svg")]
    pub figure: Option<PathBuf>,
    #[command(flatten)]
    pub keep: Keep,
    #[command(flatten)]
    pub format: Format,
}
