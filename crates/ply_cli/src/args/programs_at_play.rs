//! Programs at the board: what they may read, and what becomes of all that is said to them and by them.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context as _, Result};
use clap::Args as ClapArgs;
use ply_arena::Logs;

use crate::output::tell;

/// What is done with programs while they play.
#[derive(ClapArgs, Debug, Clone, Default)]
pub struct ProgramArgs {
    /// Write all that is said in each game into this folder, a file each: lines, times, and what programs complain of
    #[arg(long, value_name = "FOLDER")]
    pub log: Option<PathBuf>,
    /// Show the same on stderr while they play
    #[arg(long)]
    pub verbose: bool,
    /// Let programs read this file or folder beside their own; may be repeated
    #[arg(long, value_name = "PATH", value_parser = granted)]
    pub read: Vec<PathBuf>,
}

/// A path as it is seen from everywhere.
fn granted(text: &str) -> Result<PathBuf, String> {
    let path = std::path::absolute(text).map_err(|error| error.to_string())?;
    if path.exists() { Ok(path) } else { Err(format!("there is no file or folder '{text}'")) }
}

impl ProgramArgs {
    /// Where logs go.
    pub fn logs(&self) -> Result<Logs> {
        let aloud = self.verbose.then(|| Arc::new(|line: &str| tell(line)) as ply_arena::Aloud);
        Logs::new(self.log.as_deref(), aloud)
            .with_context(|| format!("--log: {}", self.log.clone().unwrap_or_default().display()))
    }
}
