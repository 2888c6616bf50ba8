//! What is wrong with a tournament's file: which key, what was expected, what came.

use std::path::PathBuf;

/// What is wrong with a tournament's file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlanError {
    /// The file cannot be read.
    #[error("cannot read '{}': {reason}", .path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// What the system said.
        reason: String,
    },
    /// It is no TOML.
    #[error("{0}")]
    Syntax(String),
    /// A key that means nothing.
    #[error("unknown key '{key}'{}; known: {known}", did_you_mean(.nearest.as_deref()))]
    Unknown {
        /// What came.
        key: String,
        /// The known key closest to it.
        nearest: Option<String>,
        /// All of them.
        known: String,
    },
    /// A key that has to be there.
    #[error("'{key}' is missing: expected {expected}")]
    Missing {
        /// Which key.
        key: String,
        /// What it should hold.
        expected: String,
    },
    /// A value of the wrong kind or size.
    #[error("{key}: expected {expected}, got {got}")]
    Value {
        /// Which key.
        key: String,
        /// What is allowed.
        expected: String,
        /// What came.
        got: String,
    },
    /// A value that is wrong for a reason of its own: an unknown agent, a time without a unit.
    #[error("{key}: {reason}")]
    Wrong {
        /// Which key, or which line of a session file.
        key: String,
        /// What is wrong.
        reason: String,
    },
}

/// The hint at the end of an error about an unknown word.
pub(crate) fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map(|near| format!(", did you mean '{near}'?")).unwrap_or_default()
}

impl PlanError {
    pub(super) fn wrong(key: impl Into<String>, reason: impl ToString) -> Self {
        Self::Wrong { key: key.into(), reason: reason.to_string() }
    }
}
