//! `--tablebase FILE`: the table of a board among files of `plyground table`.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context as _, Result};
use ply_agents::{BoardTable, Tables, board};
use ply_game::{BoardGame, Spec};

/// The table of the board of a position; none where no file is named.
pub fn open<G: BoardGame>(paths: &[PathBuf], game: &Spec, position: &G) -> Result<Option<Arc<BoardTable<G>>>> {
    if paths.is_empty() {
        return Ok(None);
    }
    let tables = Tables::open(paths)?;
    let found = tables.of_board(position).cloned();
    found.map(Some).with_context(|| format!("--tablebase: none of the tables is of {}", board(game)))
}
