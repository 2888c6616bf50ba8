//! What several commands take: a position, limits, clocks and openings, a store, the form of the output.

use clap::Args as ClapArgs;
use ply_arena::plan::PlanAgent;

use super::programs_at_play::ProgramArgs;
use super::queue::QueueArgs;

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

/// How the games of a match are played and kept.
#[derive(ClapArgs, Debug)]
pub struct MatchRules {
    /// The clock: 200ms a move; first=30s,2s; bank=180s; 60s+1s; nodes=1000; depth=4
    #[arg(long, value_name = "TC", default_value = "200ms", allow_hyphen_values = true)]
    pub time: ply_arena::TimeControl,
    /// Another clock for the first agent named
    #[arg(long, value_name = "TC", allow_hyphen_values = true)]
    pub time_a: Option<ply_arena::TimeControl>,
    /// Another clock for the second agent named
    #[arg(long, value_name = "TC", allow_hyphen_values = true)]
    pub time_b: Option<ply_arena::TimeControl>,
    /// Threads the first agent thinks with, if it is a program: fewer games are played at the same time
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads_a: Option<u32>,
    /// Threads the second agent thinks with, if it is a program
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads_b: Option<u32>,
    /// What the first agent is told by setoption, if it is a program; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = program_option)]
    pub option_a: Vec<(String, String)>,
    /// What the second agent is told by setoption, if it is a program; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = program_option)]
    pub option_b: Vec<(String, String)>,
    /// Another seed, other openings and other random choices
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    pub seed: u64,
    /// Random plies every opening has, or a file of openings, the moves of one a line
    #[arg(long, value_name = "K|FILE", default_value = "2")]
    pub openings: Openings,
    /// Games at the same time; as many as there are cores for the agents' threads if left out
    #[arg(long, value_name = "N", conflicts_with = "queue", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub concurrency: Option<u32>,
    #[command(flatten)]
    pub queue: QueueArgs,
    /// How much later than its time an answer may come
    #[arg(long, value_name = "T", default_value = "20ms", value_parser = ply_arena::parse_grace)]
    pub grace: std::time::Duration,
    /// Make a random move for an agent at fault instead of ending the game
    #[arg(long)]
    pub random_move_instead: bool,
    #[command(flatten)]
    pub keep: Keep,
}

impl MatchRules {
    /// The two agents of a match as they are typed, each with what it alone was given.
    pub fn agents(&self, typed: [&str; 2]) -> Vec<PlanAgent> {
        let times = [self.time_a, self.time_b];
        let threads = [self.threads_a, self.threads_b];
        let options = [&self.option_a, &self.option_b];
        let mut agents: Vec<PlanAgent> = Vec::new();
        for (side, typed) in typed.into_iter().enumerate() {
            let (time, threads) = (times[side], threads[side].map(|threads| threads as usize));
            let options = options[side].iter().cloned().collect();
            agents.push(PlanAgent { time, threads, options, ..PlanAgent::typed(typed, &agents) });
        }
        agents
    }
}

fn program_option(text: &str) -> Result<(String, String), String> {
    let option = text.split_once('=').filter(|(name, _)| !name.is_empty());
    let (name, value) = option.ok_or_else(|| format!("expected NAME=VALUE, got '{text}'"))?;
    Ok((name.to_owned(), value.to_owned()))
}

/// A share of something.
pub(super) fn share(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| format!("expected a number from 0 to 1, got '{text}'"))
}

/// Where games are kept.
#[derive(ClapArgs, Debug)]
pub struct Keep {
    /// Keep every game in this store, to be shown by results and taken up again
    #[arg(long, value_name = "FILE")]
    pub store: Option<std::path::PathBuf>,
    /// Its name in the store
    #[arg(long)]
    pub name: Option<String>,
    /// Take it up again and play what is missing
    #[arg(long)]
    pub resume: bool,
    #[command(flatten)]
    pub programs: ProgramArgs,
}

/// How games begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Openings {
    /// With so many random plies.
    Plies(usize),
    /// As a file says.
    File(std::path::PathBuf),
}

impl std::str::FromStr for Openings {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        const MOST: usize = 200;
        match text.parse::<usize>() {
            Ok(plies) if plies <= MOST => Ok(Self::Plies(plies)),
            Ok(plies) => Err(format!("expected at most {MOST} plies, got {plies}")),
            Err(_) if std::path::Path::new(text).is_file() => Ok(Self::File(text.into())),
            Err(_) => Err(format!("expected a number of plies or a file of openings, got '{text}'")),
        }
    }
}

/// How data is printed.
#[derive(ClapArgs, Debug, Clone, Copy)]
pub struct Format {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}
