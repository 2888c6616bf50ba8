//! What can go wrong with a store, in words that say what to do.

use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

use crate::plan::did_you_mean;

/// What went wrong with a store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file cannot be opened or made.
    #[error("cannot open the store '{}': {reason}", .path.display())]
    Open {
        /// Which file.
        path: PathBuf,
        /// What the system said.
        reason: String,
    },
    /// The file holds something else.
    #[error("'{}' is no store of plyground: {reason}", .path.display())]
    Foreign {
        /// Which file.
        path: PathBuf,
        /// What it is instead.
        reason: String,
    },
    /// A newer plyground made the file.
    #[error(
        "the store '{}' has version {found}, this plyground knows versions up to {known}: use a newer plyground",
        .path.display()
    )]
    Newer {
        /// Which file.
        path: PathBuf,
        /// Its version.
        found: i64,
        /// Ours.
        known: i64,
    },
    /// There is no space for another game.
    #[error(
        "no space left for the store '{}': the last game was not stored, all before it were; make space and resume",
        .path.display()
    )]
    Full {
        /// Which file.
        path: PathBuf,
    },
    /// Somebody else plays this tournament.
    #[error("tournament '{name}' is already being played by {holder}: wait for it or stop it")]
    Locked {
        /// Which tournament.
        name: String,
        /// Who, as far as is known.
        holder: String,
    },
    /// A new tournament with an old name.
    #[error("tournament '{name}' is already in the store with {games} games: resume it or choose another name")]
    Exists {
        /// Which name.
        name: String,
        /// How many games it has.
        games: u64,
    },
    /// No such tournament.
    #[error("no tournament '{name}' in the store{}; known: {known}", did_you_mean(.nearest.as_deref()))]
    Unknown {
        /// What was asked for.
        name: String,
        /// The known name closest to it.
        nearest: Option<String>,
        /// All of them.
        known: String,
    },
    /// Several games whose ids begin so.
    #[error("several games in the store '{}' have an id that begins with '{id}': give more of it", .path.display())]
    Ambiguous {
        /// Which file.
        path: PathBuf,
        /// What was asked for.
        id: String,
    },
    /// A stored game that cannot be read.
    #[error("game {game} in the store '{}' cannot be read: {reason}", .path.display())]
    Record {
        /// Which file.
        path: PathBuf,
        /// Which game.
        game: String,
        /// What is wrong with it.
        reason: String,
    },
    /// Anything else the database says.
    #[error("the store '{}': {reason}", .path.display())]
    Database {
        /// Which file.
        path: PathBuf,
        /// What the database said.
        reason: String,
    },
}

impl StoreError {
    pub(super) fn open(path: &Path, error: impl ToString) -> Self {
        Self::Open { path: path.to_owned(), reason: error.to_string() }
    }

    /// What an error of the database means for the store at `path`.
    pub(super) fn of(path: &Path, error: &rusqlite::Error) -> Self {
        let path = path.to_owned();
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => Self::Full { path },
            Some(ErrorCode::NotADatabase) => Self::Foreign { path, reason: "it is no database".to_owned() },
            Some(ErrorCode::CannotOpen | ErrorCode::PermissionDenied | ErrorCode::ReadOnly) => {
                Self::Open { path, reason: error.to_string() }
            }
            _ => Self::Database { path, reason: error.to_string() },
        }
    }
}
