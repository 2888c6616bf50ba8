//! What the server is told at its start.

use std::path::PathBuf;
use std::time::Duration;

/// What the server is told at its start.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// The store whose tournaments are shown; nothing: none.
    pub store: Option<PathBuf>,
    /// Only this machine may ask: the `Host` of a request must be this machine too, so that no page from elsewhere can
    /// get in by a name that it makes point here.
    pub loopback: bool,
    /// What may be asked for.
    pub limits: Limits,
}

/// What may be asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Games in progress.
    pub sessions: usize,
    /// A game nobody has looked at for so long may be dropped for a new one.
    pub idle: Duration,
    /// A game nobody has looked at for so long is dropped.
    pub forgotten: Duration,
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
    /// Megabytes of the tables of all agents in games.
    pub all_memory: u64,
    /// Bytes of a request's body.
    pub body: usize,
    /// Bytes of a request's query.
    pub query: usize,
    /// Kinds of boards that are ever set up: their tables stay for ever.
    pub boards: usize,
}

impl Default for Limits {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            sessions: 1000,
            idle: Duration::from_secs(60),
            forgotten: Duration::from_secs(24 * 3600),
            searches: cores,
            waiting: 256,
            streams: 512,
            grace: Duration::from_millis(100),
            think: Duration::from_secs(30),
            usual_think: Duration::from_secs(1),
            patience: Duration::from_secs(20),
            threads: cores as u64,
            memory: 256,
            all_memory: 4096,
            body: 64 << 10,
            query: 32 << 10,
            boards: 4096,
        }
    }
}
