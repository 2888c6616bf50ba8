//! What subjects and streams are called: all under a prefix, so that several arenas share a server.

/// The names of one queue.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Names {
    prefix: String,
}

impl Names {
    /// Where nobody says otherwise.
    pub(super) const PREFIX: &'static str = "plyground";

    /// A prefix is part of subjects and of names of files.
    pub(super) fn new(prefix: &str) -> Option<Self> {
        let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        ((1..=32).contains(&prefix.len()) && prefix.chars().all(fits)).then(|| Self { prefix: prefix.to_owned() })
    }

    pub(super) fn prefix(&self) -> &str {
        &self.prefix
    }

    /// A stream, or the bucket of programs.
    pub(super) fn stream(&self, of: &str) -> String {
        format!("{}_{of}", self.prefix)
    }

    pub(super) fn subject(&self, of: &str) -> String {
        format!("{}.{of}", self.prefix)
    }
}

/// Pairs to be played.
pub(super) const WORK: &str = "work";
/// What was played.
pub(super) const RESULTS: &str = "results";
/// What could not be.
pub(super) const DEAD: &str = "dead";
/// Folders of programs.
pub(super) const PROGRAMS: &str = "programs";
/// Workers tell of themselves.
pub(super) const STATUS: &str = "status";
/// Workers are asked to.
pub(super) const ASK: &str = "ask";
/// The coordinator is asked who it is.
pub(super) const OWNER: &str = "owner";
/// What has not begun shall not.
pub(super) const STOP: &str = "stop";
