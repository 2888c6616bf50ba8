//! Many machines: where the queue is, how one gets in, and who works for it.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args as ClapArgs;

use super::shared::Format;

const HEADING: &str = "Many machines";

/// A queue and how one gets in.
#[derive(ClapArgs, Debug, Clone, Default)]
#[cfg_attr(not(feature = "queue"), allow(dead_code, reason = "what was typed is only refused then"))]
pub struct QueueServer {
    /// Let the workers of this NATS server play the games: nats://HOST:PORT or tls://HOST:PORT, 4222 if left out
    #[arg(long, value_name = "URL", help_heading = HEADING)]
    pub queue: Option<String>,
    /// Which of the server's queues: arenas with different prefixes do not see each other
    #[arg(long, value_name = "PREFIX", default_value = "plyground", requires = "queue", help_heading = HEADING)]
    pub queue_prefix: String,
    /// A user of the server
    #[arg(long, value_name = "NAME", env = "PLYGROUND_QUEUE_USER", help_heading = HEADING)]
    pub queue_user: Option<String>,
    /// The user's password; everybody on this machine can read a command line, and nobody the environment
    #[arg(long, value_name = "PASSWORD", env = "PLYGROUND_QUEUE_PASSWORD", hide_env_values = true, help_heading = HEADING)]
    pub queue_password: Option<String>,
    /// A token instead
    #[arg(long, value_name = "TOKEN", env = "PLYGROUND_QUEUE_TOKEN", hide_env_values = true, help_heading = HEADING)]
    pub queue_token: Option<String>,
    /// A credentials file instead, as nsc makes them
    #[arg(long, value_name = "FILE", env = "PLYGROUND_QUEUE_CREDS", help_heading = HEADING)]
    pub queue_creds: Option<PathBuf>,
    /// Certificates to be trusted beside the system's, for tls://
    #[arg(long, value_name = "FILE", env = "PLYGROUND_QUEUE_CA", help_heading = HEADING)]
    pub queue_ca: Option<PathBuf>,
    /// Our own certificate, if the server wants one
    #[arg(long, value_name = "FILE", env = "PLYGROUND_QUEUE_CERT", requires = "queue_key", help_heading = HEADING)]
    pub queue_cert: Option<PathBuf>,
    /// The key of our own certificate
    #[arg(long, value_name = "FILE", env = "PLYGROUND_QUEUE_KEY", requires = "queue_cert", help_heading = HEADING)]
    pub queue_key: Option<PathBuf>,
}

/// Where games are played, if not on this machine.
#[derive(ClapArgs, Debug, Clone, Default)]
#[cfg_attr(not(feature = "queue"), allow(dead_code, reason = "what was typed is only refused then"))]
pub struct QueueArgs {
    #[command(flatten)]
    pub server: QueueServer,
    /// Scale every worker's clocks to the speed of this machine; the factor is in every record
    #[arg(long, requires = "queue", help_heading = HEADING)]
    pub normalise: bool,
    /// How long a worker may be silent before its games are given to another
    #[arg(long, value_name = "T", default_value = "20s", requires = "queue", help_heading = HEADING, value_parser = patience)]
    pub queue_patience: Duration,
}

fn patience(text: &str) -> Result<Duration, String> {
    let time = ply_search::parse_duration(text).map_err(|error| error.to_string())?;
    let fits = (Duration::from_secs(1)..=Duration::from_secs(3600)).contains(&time);
    if fits { Ok(time) } else { Err(format!("expected a time from 1s to 3600s, got '{text}'")) }
}

/// A worker.
#[derive(ClapArgs, Debug)]
#[command(mut_arg("queue", |arg| arg.required(true)))]
#[cfg_attr(not(feature = "queue"), allow(dead_code, reason = "what was typed is only refused then"))]
pub struct WorkerArgs {
    #[command(flatten)]
    pub server: QueueServer,
    /// Games at the same time; as many as there are cores if left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub concurrency: Option<u32>,
    /// What the worker is called; as its machine if left out
    #[arg(long)]
    pub name: Option<String>,
}

/// Which workers there are.
#[derive(ClapArgs, Debug)]
#[command(mut_arg("queue", |arg| arg.required(true)))]
#[cfg_attr(not(feature = "queue"), allow(dead_code, reason = "what was typed is only refused then"))]
pub struct WorkersArgs {
    #[command(flatten)]
    pub server: QueueServer,
    /// Show what could not be read or played, with the log of what was tried
    #[arg(long)]
    pub dead_letters: bool,
    /// Remove the queue with everything in it, if nobody plays: what a tournament that was broken off left there
    #[arg(long, conflicts_with = "dead_letters")]
    pub clear: bool,
    #[command(flatten)]
    pub format: Format,
}
