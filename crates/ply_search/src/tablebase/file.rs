//! A table as a file: a heading that says of which game it is, then the entries as they lie in memory.
//!
//! | bytes | |
//! |---|---|
//! | 8 | `plytable` |
//! | 4 | the version of the format, 1; numbers have their lowest byte first |
//! | 4 | bits of an entry |
//! | 8 | how many entries there are |
//! | 8 | a digest of the game's spec and the entries |
//! | 4 | the length of the spec |
//! | | the spec, then zeros up to a multiple of 64 |
//! | | the entries |
//!
//! Opening reads the file once for the digest (about half a second a gigabyte) and then maps it.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::path::Path;

use ply_game::{Hashed, Ranked};

use super::fill::{MOST_BYTES, numbering};
use super::look_up::{Entries, Place, Tablebase};
use crate::solve::Payoff;
use crate::whole_file::{digest, write_whole};

const MAGIC: &[u8; 8] = b"plytable";
const VERSION: u32 = 1;
/// The part of the heading before the spec.
const FIXED: usize = 36;
/// Where entries begin is a multiple of this.
const ALIGNED: usize = 64;
/// A spec longer than this is none of ours.
const LONGEST_SPEC: usize = 4096;

/// Why there is no table.
#[derive(Debug, thiserror::Error)]
pub enum TablebaseError {
    /// Nobody numbered the positions.
    #[error("there is no table of this board: it is too large, or its game has none")]
    NoNumbers,
    /// More than anybody should wait for.
    #[error("a table of {positions} positions has {bytes} bytes, at most {MOST_BYTES} are possible")]
    TooLarge {
        /// How many there are.
        positions: u64,
        /// What they take.
        bytes: u64,
    },
    /// The system has less.
    #[error("there is not enough memory for the table")]
    NoMemory,
    /// It was stopped from outside.
    #[error("stopped before the table was full")]
    Stopped,
    /// The file cannot be read or written.
    #[error("cannot read or write the table: {0}")]
    Io(#[from] std::io::Error),
    /// It is something else, or damaged.
    #[error("this is no table of {game}: {reason}")]
    Other {
        /// What was looked for.
        game: String,
        /// What is there.
        reason: String,
    },
}

/// What stands before the entries.
struct Heading<'a> {
    bits: u32,
    entries: u64,
    digest: u64,
    spec: &'a [u8],
    /// Where the entries begin.
    from: usize,
}

impl<'a> Heading<'a> {
    /// The heading at the beginning of a file, or why there is none.
    fn read(file: &'a [u8]) -> Result<Self, String> {
        if file.len() < FIXED {
            return Err("it is too short for a heading".to_owned());
        }
        let word = |from: usize| u32::from_le_bytes(file[from..from + 4].try_into().expect("four bytes"));
        let long = |from: usize| u64::from_le_bytes(file[from..from + 8].try_into().expect("eight bytes"));
        if &file[..8] != MAGIC {
            return Err("it does not begin as a table does".to_owned());
        } else if word(8) != VERSION {
            return Err(format!("it has version {} of the format, expected {VERSION}", word(8)));
        }
        let length = (word(32) as usize).min(LONGEST_SPEC);
        let spec = file.get(FIXED..FIXED + length).ok_or("it is cut off")?;
        let from = (FIXED + length).next_multiple_of(ALIGNED);
        Ok(Self { bits: word(12), entries: long(16), digest: long(24), spec, from })
    }

    /// The spec as it may be shown.
    fn shown(&self) -> String {
        String::from_utf8_lossy(self.spec).escape_debug().take(100).collect()
    }
}

/// The spec of the board that a table is about.
pub fn game_of(path: &Path) -> Result<String, TablebaseError> {
    let other = |reason: String| TablebaseError::Other { game: "any board".to_owned(), reason };
    if !std::fs::metadata(path)?.is_file() {
        return Err(other("it is no file".to_owned()));
    }
    let mut beginning = Vec::new();
    File::open(path)?.take((FIXED + LONGEST_SPEC) as u64).read_to_end(&mut beginning)?;
    let heading = Heading::read(&beginning).map_err(other)?;
    String::from_utf8(heading.spec.to_vec()).map_err(|_| other(format!("it is about {}", heading.shown())))
}

/// What a file's heading says of its entries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Format {
    /// The bits of an entry.
    pub bits: u32,
    /// How many there are.
    pub entries: u64,
    /// The bytes of all of them.
    pub bytes: u64,
}

impl Entries {
    /// Writes the table of a game; what was there before stays until all is written.
    pub fn write(&self, path: &Path, game: &str, format: Format) -> Result<(), TablebaseError> {
        let entries = self.bytes();
        let mut heading = Vec::from(MAGIC);
        heading.extend(VERSION.to_le_bytes());
        heading.extend(format.bits.to_le_bytes());
        heading.extend(format.entries.to_le_bytes());
        heading.extend(digest(game, entries).to_le_bytes());
        heading.extend((game.len() as u32).to_le_bytes());
        heading.extend(game.as_bytes());
        heading.resize(heading.len().next_multiple_of(ALIGNED), 0);
        Ok(write_whole(path, |file| {
            file.write_all(&heading)?;
            file.write_all(entries)
        })?)
    }

    /// Opens the table of a game's board.
    pub fn open(path: &Path, game: &str, format: Format) -> Result<Self, TablebaseError> {
        let other = |reason: &str| TablebaseError::Other { game: game.to_owned(), reason: reason.to_owned() };
        if !std::fs::metadata(path)?.is_file() {
            return Err(other("it is no file"));
        }
        let file = File::open(path)?;
        if file.metadata()?.len() == 0 {
            return Err(other("it is too short for a heading"));
        }
        // SAFETY: nobody of ours writes into a table: `write` makes a new file and gives it the name. Should somebody
        // else change the file meanwhile, then entries are wrong, but all of them are numbers that have a meaning; a file
        // that is cut short meanwhile ends the process.
        let file = unsafe { memmap2::Mmap::map(&file)? };
        let heading = Heading::read(&file).map_err(|reason| other(&reason))?;
        let from = heading.from;
        if heading.spec != game.as_bytes() {
            return Err(other(&format!("it is about {}", heading.shown())));
        } else if (heading.bits, heading.entries) != (format.bits, format.entries) {
            return Err(other("it has another number of positions"));
        } else if file.len() as u64 != from as u64 + format.bytes {
            return Err(other("it is not whole"));
        } else if heading.digest != digest(game, &file[from..]) {
            return Err(other("it is damaged"));
        }
        Ok(Self(Place::Mapped { file, from }))
    }
}

impl<G: Hashed + Ranked, P: Payoff<G>> Tablebase<G, P> {
    /// Opens the table of a game's board.
    pub fn open(path: &Path, game: &str, start: &G, payoff: P) -> Result<Self, TablebaseError> {
        let (ranking, width) = numbering(start)?;
        let entries = Entries::open(path, game, width.format(ranking.size()))?;
        Ok(Self { ranking, payoff, width, entries })
    }
}
