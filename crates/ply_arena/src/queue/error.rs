//! What can go wrong with a queue, a sentence each. None of them has a password in it.

use std::error::Error;

/// What went wrong with a queue.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum QueueError {
    /// The address is none.
    #[error("--queue: expected nats://HOST[:PORT] or tls://HOST[:PORT], got {0}")]
    Address(String),
    /// The prefix is none.
    #[error("--queue-prefix: expected 1 to 32 letters, digits, dashes or underscores, got '{0}'")]
    Prefix(String),
    /// A file of credentials or certificates cannot be read.
    #[error("{flag}: '{path}': {reason}")]
    File {
        /// What it was given with.
        flag: &'static str,
        /// The file.
        path: String,
        /// Why not.
        reason: String,
    },
    /// Nobody is there.
    #[error("no NATS server answers at {server}: {reason}")]
    NoServer {
        /// Where.
        server: String,
        /// What the system says.
        reason: String,
    },
    /// The server does not let us in.
    #[error(
        "the server at {server} does not let us in: the user, password, token or credentials file is wrong or missing"
    )]
    Refused {
        /// Which.
        server: String,
    },
    /// The server has no queues.
    #[error(
        "the server at {server} has JetStream turned off: start nats-server with -js, or with jetstream {{}} in its file"
    )]
    NoJetStream {
        /// Which.
        server: String,
    },
    /// The server has no space left.
    #[error(
        "the server at {server} has no space left for the queue ({reason}): make space there; every game that was stored \
         stays, and --resume plays the rest"
    )]
    Full {
        /// Which.
        server: String,
        /// What it says.
        reason: String,
    },
    /// Another tournament is being played.
    #[error(
        "the queue '{prefix}' at {server} is in use by the tournament '{tournament}', played by {by}: wait for it, or name \
         another queue with --queue-prefix"
    )]
    InUse {
        /// Which server.
        server: String,
        /// Which queue.
        prefix: String,
        /// Whose it is.
        tournament: String,
        /// Who plays it.
        by: String,
    },
    /// Another tournament was broken off.
    #[error(
        "the queue '{prefix}' at {server} belongs to the tournament '{tournament}', which was broken off: take that up \
         again with --resume, give it up with 'plyground workers --queue {server} --clear', or name another queue with \
         --queue-prefix"
    )]
    Foreign {
        /// Which server.
        server: String,
        /// Which queue.
        prefix: String,
        /// Whose it is.
        tournament: String,
    },
    /// A stream of the same name that is not ours.
    #[error("the stream '{stream}' at {server} is none of plyground's: name another queue with --queue-prefix")]
    NotOurs {
        /// Which server.
        server: String,
        /// Its name.
        stream: String,
    },
    /// A worker of another version.
    #[error(
        "this worker is plyground {here}, the tournament '{tournament}' is played by plyground {there}, and they do not \
         play alike: use the same version"
    )]
    Version {
        /// The worker's version and signature.
        here: String,
        /// The coordinator's.
        there: String,
        /// Which tournament.
        tournament: String,
    },
    /// A worker without a layer that the plan requires.
    #[error("the tournament '{tournament}' requires '{layer}', which cannot be enforced here: {reason}")]
    Layer {
        /// Which tournament.
        tournament: String,
        /// The layer.
        layer: String,
        /// Why it is not enforced.
        reason: String,
    },
    /// An agent's folder cannot travel.
    #[error("agent '{agent}': {reason}")]
    Program {
        /// Which agent.
        agent: String,
        /// Why not.
        reason: String,
    },
    /// Anything else the server says.
    #[error("the queue at {server}: {reason}")]
    Other {
        /// Which.
        server: String,
        /// What it says.
        reason: String,
    },
}

impl QueueError {
    /// What an error of JetStream means.
    pub(super) fn of(server: &str, error: &(dyn Error + 'static)) -> Self {
        let reason = whole(error);
        let server = server.to_owned();
        let says = |words: &[&str]| words.iter().any(|word| reason.contains(word));
        if says(&[
            "insufficient",
            "maximum bytes",
            "maximum messages",
            "resource limits",
            "no space",
            "storage resources",
        ]) {
            return Self::Full { server, reason };
        }
        if says(&["not enabled", "requested JetStream resource does not exist", "jetstream unavailable"]) {
            return Self::NoJetStream { server };
        }
        Self::Other { server, reason }
    }
}

/// An error with its causes.
pub(super) fn whole(error: &(dyn Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        let said = inner.to_string();
        if !text.contains(&said) {
            text = format!("{text}: {said}");
        }
        cause = inner.source();
    }
    text
}
