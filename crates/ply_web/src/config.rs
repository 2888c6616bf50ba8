//! What the server is told at its start.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

/// What the server is told at its start.
///
/// ```
/// use ply_web::Config;
/// assert!(Config::at("::ffff:127.0.0.1".parse().unwrap()).loopback);
/// assert!(!Config::at("0.0.0.0".parse().unwrap()).loopback);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// The store whose tournaments are shown, and where games on the page are kept; made with the first of them. Nothing:
    /// no tournaments, and games end with the server.
    pub store: Option<PathBuf>,
    /// Only this machine may ask: the `Host` of a request must be this machine too, so that no page from elsewhere can
    /// get in by a name that it makes point here.
    pub loopback: bool,
    /// What may be asked for.
    pub limits: Limits,
    /// Files and folders of tables that judge moves.
    pub tables: TableFiles,
}

/// Files of tables, and folders of them.
pub type TableFiles = std::sync::Arc<[PathBuf]>;

impl Config {
    /// What is usual for a server that listens at this address.
    pub fn at(address: IpAddr) -> Self {
        Self { loopback: address.to_canonical().is_loopback(), ..Self::default() }
    }
}

/// What may be asked for. One visitor gets half of what there is of connections, streams, games, memory and places in the
/// line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Open connections; half-sent requests make room for others.
    pub connections: usize,
    /// How long a request's head may take to come, and then its body.
    pub sending: Duration,
    /// Games in progress.
    pub sessions: usize,
    /// Moves that had been made in them when they began or were taken up again.
    pub moves: usize,
    /// A game nobody has looked at for so long may be dropped for a new one.
    pub idle: Duration,
    /// A game nobody has looked at for so long is dropped; the store still has it.
    pub forgotten: Duration,
    /// Games in the store; the oldest go first.
    pub kept: usize,
    /// How long the store keeps a game in which nothing happens.
    pub kept_for: Duration,
    /// Searches at a time; more wait in a line.
    pub searches: usize,
    /// Searches in the line.
    pub waiting: usize,
    /// Open event streams.
    pub streams: usize,
    /// How much later than its time a move may come: it travels over a network.
    pub grace: Duration,
    /// The longest thought.
    pub think: Duration,
    /// The thought of an agent that nothing else limits.
    pub usual_think: Duration,
    /// Nobody listens for so long: thoughts end.
    pub patience: Duration,
    /// Threads of one agent.
    pub threads: u64,
    /// Megabytes of one agent's tables.
    pub memory: u64,
    /// Megabytes of the tables of all agents.
    pub all_memory: u64,
    /// Bytes of a request's body.
    pub body: usize,
    /// Bytes of a request's query.
    pub query: usize,
    /// Bytes of all long answers under way.
    pub answers: usize,
}

impl Limits {
    /// The same with so many megabytes for all agents, and half of them for one.
    #[must_use]
    pub fn with_memory(self, megabytes: u64) -> Self {
        Self { all_memory: megabytes, memory: (megabytes / 2).max(1), ..self }
    }
}

impl Default for Limits {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            connections: 768,
            sending: Duration::from_secs(10),
            sessions: 400,
            moves: 100_000,
            idle: Duration::from_secs(60),
            forgotten: Duration::from_secs(24 * 3600),
            kept: 2000,
            kept_for: Duration::from_secs(30 * 24 * 3600),
            searches: cores,
            waiting: 256,
            streams: 512,
            grace: Duration::from_millis(100),
            think: Duration::from_secs(30),
            usual_think: Duration::from_secs(1),
            patience: Duration::from_secs(20),
            threads: cores as u64,
            memory: 256,
            all_memory: 512,
            body: 64 << 10,
            query: 32 << 10,
            answers: 64 << 20,
        }
    }
}
