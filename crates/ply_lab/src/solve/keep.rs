//! Tables kept in a file, so that a solution goes on where it was interrupted.
//!
//! A line of JSON says which game and which payoff the entries are about; then come the entries, 17 bytes each: which
//! table, key and data. A file that was cut off, or that is about another game, is refused whole.

use std::fs::File;
use std::io::{BufRead as _, BufReader, BufWriter, Read as _, Write as _};
use std::path::Path;

use ply_game::{BoardGame, Spec};
use ply_search::write_whole;
use serde::{Deserialize, Serialize};

use super::portfolio::Portfolio;

const FORMAT: &str = "plyground tables 1";
/// A first line longer than this is none of ours.
const LONGEST_HEADING: u64 = 1 << 16;

#[derive(Serialize, Deserialize, PartialEq, Eq, Debug)]
struct Heading {
    format: String,
    game: String,
    entries: u64,
}

/// Why tables cannot be kept or brought back.
#[derive(Debug, thiserror::Error)]
pub enum KeepError {
    /// The file cannot be read or written.
    #[error("cannot read or write {path}: {source}")]
    Io {
        /// Which one.
        path: String,
        /// Why.
        source: std::io::Error,
    },
    /// It is something else.
    #[error("{path} holds no tables of {game}: {reason}")]
    Other {
        /// Which one.
        path: String,
        /// What was looked for.
        game: String,
        /// What is there.
        reason: String,
    },
}

/// Writes the tables of solvers of a game; what was there before stays until all is written.
pub fn save<G: BoardGame>(path: &Path, game: &Spec, solver: &Portfolio<G>) -> Result<u64, KeepError> {
    let io = |source| KeepError::Io { path: path.display().to_string(), source };
    let tables = solver.tables();
    let entries = tables.iter().flatten().map(|table| table.entries().count() as u64).sum();
    let write = |file: &mut BufWriter<File>| {
        let heading = Heading { format: FORMAT.to_owned(), game: game.to_string(), entries };
        serde_json::to_writer(&mut *file, &heading)?;
        file.write_all(b"\n")?;
        for (number, table) in (0_u8..).zip(tables) {
            for [key, data] in table.into_iter().flat_map(|table| table.entries()) {
                file.write_all(&[number])?;
                file.write_all(&key.to_le_bytes())?;
                file.write_all(&data.to_le_bytes())?;
            }
        }
        Ok(())
    };
    write_whole(path, write).map_err(io)?;
    Ok(entries)
}

/// Brings tables back; how many entries there were.
pub fn load<G: BoardGame>(path: &Path, game: &Spec, solver: &Portfolio<G>) -> Result<u64, KeepError> {
    let io = |source| KeepError::Io { path: path.display().to_string(), source };
    let other = |reason: String| KeepError::Other { path: path.display().to_string(), game: game.to_string(), reason };
    let mut file = BufReader::new(File::open(path).map_err(io)?);
    let mut line = Vec::new();
    file.by_ref().take(LONGEST_HEADING).read_until(b'\n', &mut line).map_err(io)?;
    let heading: Heading = serde_json::from_slice(&line).map_err(|error| other(error.to_string()))?;
    if heading.format != FORMAT {
        return Err(other(format!("expected {FORMAT}, got {}", heading.format)));
    } else if heading.game != game.to_string() {
        return Err(other(format!("it is about {}", heading.game)));
    }
    let length = file.get_ref().metadata().map_err(io)?.len();
    if heading.entries.checked_mul(17).and_then(|bytes| bytes.checked_add(line.len() as u64)) != Some(length) {
        return Err(other("it is not whole".to_owned()));
    }
    let tables = solver.tables();
    for _ in 0..heading.entries {
        let mut entry = [0; 17];
        file.read_exact(&mut entry).map_err(io)?;
        let word = |from: usize| u64::from_le_bytes(entry[from..from + 8].try_into().expect("eight bytes"));
        if let Some(Some(table)) = tables.get(usize::from(entry[0])) {
            table.restore([word(1), word(9)]);
        }
    }
    Ok(heading.entries)
}
