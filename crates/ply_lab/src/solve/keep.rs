//! Tables kept in a file, so that a solution goes on where it was interrupted.
//!
//! A line of JSON says which game and which payoff the entries are about; then come the entries, 17 bytes each: which
//! table, key and data; then a digest of them. A file that was damaged or cut off, or that is about another game, is
//! refused whole.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, BufWriter, Read, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use ply_game::{BoardGame, Spec};
use ply_search::solve::SolverTable;
use ply_search::{Digest, write_whole};
use serde::{Deserialize, Serialize};

use super::portfolio::Portfolio;

const FORMAT: &str = "plyground tables 2";
/// The bytes of an entry.
const ENTRY: u64 = 17;
/// The bytes of the digest.
const DIGEST: u64 = 8;
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
        source: io::Error,
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

/// Writes the tables of solvers of a game, of which at most so many bytes of entries: those that took the most work. What
/// was there before stays until all is written.
pub fn save<G: BoardGame>(
    path: &Path,
    game: &Spec,
    solver: &Portfolio<G>,
    most_bytes: Option<u64>,
) -> Result<u64, KeepError> {
    let io = |source| KeepError::Io { path: path.display().to_string(), source };
    let tables = solver.tables();
    let kept = Kept::of(&tables, most_bytes.map_or(u64::MAX, |bytes| bytes / ENTRY));
    let entries = kept.entries;
    let write = |file: &mut BufWriter<File>| {
        let heading = Heading { format: FORMAT.to_owned(), game: game.to_string(), entries };
        serde_json::to_writer(&mut *file, &heading)?;
        file.write_all(b"\n")?;
        let mut digest = Digest::new(&heading.game, entries);
        for (number, table) in (0_u8..).zip(tables) {
            let all = table.into_iter().flat_map(|table| table.entries());
            for [key, data] in all.filter(|&entry| SolverTable::work(entry) >= kept.least_work) {
                file.write_all(&[number])?;
                file.write_all(&key.to_le_bytes())?;
                file.write_all(&data.to_le_bytes())?;
                add_entry(&mut digest, number, [key, data]);
            }
        }
        file.write_all(&digest.value().to_le_bytes())
    };
    write_whole(path, write).map_err(io)?;
    Ok(entries)
}

/// Which entries are kept: all from some work on.
struct Kept {
    least_work: u8,
    entries: u64,
}

impl Kept {
    /// As many as there may be.
    fn of(tables: &[Option<&SolverTable>], most: u64) -> Self {
        let mut of_work = [0_u64; 1 << u8::BITS];
        for entry in tables.iter().flatten().flat_map(|table| table.entries()) {
            of_work[usize::from(SolverTable::work(entry))] += 1;
        }
        let mut kept = Self { least_work: u8::MAX, entries: of_work[usize::from(u8::MAX)] };
        while let Some(work) = kept.least_work.checked_sub(1) {
            let entries = kept.entries + of_work[usize::from(work)];
            if entries > most {
                break;
            }
            kept = Self { least_work: work, entries };
        }
        kept
    }
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
    let whole = heading.entries.checked_mul(ENTRY).and_then(|bytes| bytes.checked_add(line.len() as u64 + DIGEST));
    if whole != Some(length) {
        return Err(other("it is not whole".to_owned()));
    }
    let mut digest = Digest::new(&heading.game, heading.entries);
    each_entry(&mut file, heading.entries, |number, entry| add_entry(&mut digest, number, entry)).map_err(io)?;
    let mut kept = [0; DIGEST as usize];
    file.read_exact(&mut kept).map_err(io)?;
    if u64::from_le_bytes(kept) != digest.value() {
        return Err(other("it is damaged".to_owned()));
    }
    file.seek(SeekFrom::Start(line.len() as u64)).map_err(io)?;
    let tables = solver.tables();
    each_entry(&mut file, heading.entries, |number, entry| {
        if let Some(Some(table)) = tables.get(usize::from(number)) {
            table.restore(entry);
        }
    })
    .map_err(io)?;
    Ok(heading.entries)
}

/// Reads so many entries: of which table, key and data.
fn each_entry(file: &mut impl Read, entries: u64, mut each: impl FnMut(u8, [u64; 2])) -> io::Result<()> {
    for _ in 0..entries {
        let mut entry = [0; ENTRY as usize];
        file.read_exact(&mut entry)?;
        let word = |from: usize| u64::from_le_bytes(entry[from..from + 8].try_into().expect("eight bytes"));
        each(entry[0], [word(1), word(9)]);
    }
    Ok(())
}

fn add_entry(digest: &mut Digest, number: u8, [key, data]: [u64; 2]) {
    [u64::from(number), key, data].into_iter().for_each(|word| digest.add(word));
}
