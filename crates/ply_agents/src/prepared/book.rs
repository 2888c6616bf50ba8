//! A book: positions of a board's opening with what they are worth, how that was found, and the best moves.
//!
//! A file has lines of JSON: a heading (format, game, how many positions, whether all that were wanted are there, a digest
//! of the rest) and then one line a position, of its images the one with the smallest key. It is read whole, at most
//! 256 MB, and refused whole if anything is wrong with it. An entry costs some hundred bytes of memory.

use std::any::Any;
use std::collections::HashMap;
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::sync::Arc;

use ply_game::{BoardGame, Spec};
use ply_games::{Visitor, visit};
use ply_search::{digest, write_whole};
use serde::{Deserialize, Serialize};

use super::is_same_board;
use super::kept_open::kept_open;
use crate::payoff::GamePayoff;

const FORMAT: &str = "plyground book 1";
const MOST_BYTES: u64 = 256 << 20;

/// How sure a value is.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Certainty {
    /// Proven to the last point.
    Exact,
    /// Who wins is proven; there may be more points.
    Result,
    /// An agent thinks so.
    Opinion,
}

/// What a book says of a position.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct BookEntry {
    /// Its text.
    pub position: String,
    /// The moves that are known to be best, or the one that an agent prefers.
    pub moves: Vec<String>,
    /// What the player to move gets: the margin where the game counts points, else 1, 0 or -1; of an opinion the agent's points.
    pub value: i32,
    /// How sure that is.
    pub certainty: Certainty,
    /// Who found it: `solver`, `table`, `children` or an agent's spec.
    pub by: String,
    /// The positions that were visited for it.
    pub nodes: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Heading {
    format: String,
    game: String,
    positions: u64,
    complete: bool,
    digest: String,
}

/// Why there is no book.
#[derive(Debug)]
pub enum BookError {
    /// The file cannot be read or written.
    Io(std::io::Error),
    /// It is something else, or damaged.
    Other(String),
}

impl std::error::Error for BookError {}

impl std::fmt::Display for BookError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Io(error) => write!(f, "cannot read or write the book: {error}"),
            Self::Other(reason) => write!(f, "this is no book: {reason}"),
        }
    }
}

impl From<std::io::Error> for BookError {
    fn from(error: std::io::Error) -> Self {
        Self::Io(error)
    }
}

/// The entries of a file and the game they are about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookFile {
    /// The game's spec.
    pub game: String,
    /// Whether all positions are there that were wanted.
    pub complete: bool,
    /// What is known.
    pub entries: Vec<BookEntry>,
}

impl BookFile {
    /// Writes it; what was there before stays until all is written.
    pub fn write(&self, path: &Path) -> Result<(), BookError> {
        let mut lines = Vec::new();
        for entry in &self.entries {
            serde_json::to_writer(&mut lines, entry).map_err(std::io::Error::from)?;
            lines.push(b'\n');
        }
        let heading = Heading {
            format: FORMAT.to_owned(),
            game: self.game.clone(),
            positions: self.entries.len() as u64,
            complete: self.complete,
            digest: format!("{:016x}", digest(&self.game, &lines)),
        };
        Ok(write_whole(path, |file| {
            serde_json::to_writer(&mut *file, &heading)?;
            file.write_all(b"\n")?;
            file.write_all(&lines)
        })?)
    }

    /// Reads it.
    pub fn read(path: &Path) -> Result<Self, BookError> {
        let other = |reason: &str| BookError::Other(reason.to_owned());
        if !std::fs::metadata(path)?.is_file() {
            return Err(other("it is no file"));
        }
        let mut contents = Vec::new();
        std::fs::File::open(path)?.take(MOST_BYTES + 1).read_to_end(&mut contents)?;
        if contents.len() as u64 > MOST_BYTES {
            return Err(other("it is longer than 256 MB"));
        }
        let end = contents.iter().position(|&byte| byte == b'\n').ok_or_else(|| other("it has no heading"))?;
        let (first, lines) = (&contents[..end], &contents[end + 1..]);
        let heading: Heading = serde_json::from_slice(first).map_err(|_| other("it does not begin as a book does"))?;
        if heading.format != FORMAT {
            let format: String = heading.format.escape_debug().take(40).collect();
            return Err(BookError::Other(format!("expected {FORMAT}, got {format}")));
        } else if heading.digest != format!("{:016x}", digest(&heading.game, lines)) {
            return Err(other("it is damaged"));
        }
        let lines = lines.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
        let entries: Vec<BookEntry> = lines
            .map(serde_json::from_slice)
            .collect::<Result<_, _>>()
            .map_err(|error| BookError::Other(format!("a position cannot be read: {error}")))?;
        if entries.len() as u64 != heading.positions {
            return Err(other("it has another number of positions than it says"));
        }
        Ok(Self { game: heading.game, complete: heading.complete, entries })
    }
}

/// A book to look positions up in.
pub struct Book<G: BoardGame> {
    start: G,
    /// What the game is played for.
    pub payoff: GamePayoff,
    entries: HashMap<String, BookEntry>,
}

impl<G: BoardGame> Book<G> {
    /// Opens the book of a file, which must be about this game.
    pub fn open(path: &Path) -> Result<Arc<Self>, BookError> {
        kept_open(path, |path| {
            let file = BookFile::read(path)?;
            let game: String = file.game.escape_debug().take(100).collect();
            let other = |error: &dyn ToString| BookError::Other(format!("it is about {game}: {}", error.to_string()));
            let spec: Spec = file.game.parse().map_err(|error| other(&error))?;
            let start = visit(&spec, None, StartOf).map_err(|error| other(&error))?;
            let start = start.downcast::<G>().map_err(|_| BookError::Other(format!("it is about {game}")))?;
            Ok(Self::new(*start, GamePayoff::of(&spec), file.entries))
        })
    }

    /// A book of entries of one board.
    pub fn new(start: G, payoff: GamePayoff, entries: Vec<BookEntry>) -> Self {
        Self { start, payoff, entries: entries.into_iter().map(|entry| (entry.position.clone(), entry)).collect() }
    }

    /// How many positions it has.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// What it says of a position and the best moves there, of which there is at least one.
    pub fn look_up(&self, position: &G) -> Option<(&BookEntry, Vec<G::Move>)> {
        let (image, symmetry) = position.canonical();
        let entry = self.entries.get(&image.position_text()).filter(|_| is_same_board(&self.start, position))?;
        let name = |mv: &G::Move| image.move_text(position.transformed_move(symmetry, *mv));
        let is_best = |mv: &G::Move| entry.moves.contains(&name(mv));
        let moves: Vec<G::Move> = position.move_list().into_iter().filter(is_best).collect();
        (!moves.is_empty()).then_some((entry, moves))
    }
}

struct StartOf;

impl Visitor for StartOf {
    type Output = Box<dyn Any>;

    fn visit<G: BoardGame>(self, _spec: Spec, start: G) -> Box<dyn Any> {
        Box::new(start)
    }
}
