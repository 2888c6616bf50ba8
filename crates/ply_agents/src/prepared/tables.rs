//! Tables of all positions, found by what stands in the files: one, or all of a folder.

use std::any::Any;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ply_game::{BoardGame, Spec};
use ply_games::{Visitor, visit};
use ply_search::tablebase::{self, AnyTable, Census, Tablebase, TablebaseError, game_of};

use super::is_same_board;
use super::kept_open::kept_open;
use crate::payoff::GamePayoff;
use crate::registration::{OwnTable, registration};

/// A folder with more tables than this is none.
const MOST_TABLES: usize = 256;

/// A table and the board it is about.
pub struct BoardTable<G: BoardGame> {
    start: G,
    /// What its positions are worth.
    pub values: AnyTable<G>,
    /// The board's spec.
    pub game: Spec,
}

/// The table that a game has of its own for a board.
fn own_table<G: BoardGame>(start: &G) -> Option<&'static OwnTable<G>> {
    registration::<G>().ok()?.table.as_ref().filter(|own| (own.covers)(start))
}

/// How many positions the table of a board has, and the bytes it takes in memory.
pub fn table_size<G: BoardGame>(start: &G) -> Result<(u64, u64), TablebaseError> {
    own_table(start).map_or(tablebase::size as fn(&G) -> _, |own| own.size)(start)
}

/// So many positions of such a table are filled in the time in which a solver of the game visits one.
const FILLED_A_NODE: u64 = 16;

/// A table that can be filled quickly.
#[derive(Clone, Copy, Debug)]
pub struct QuickTable {
    /// How many positions it has.
    pub positions: u64,
    /// The bytes it takes in memory.
    pub bytes: u64,
    /// A solver visits so many nodes in the time that filling it takes.
    pub nodes: u64,
}

impl QuickTable {
    /// That of the board of a position, if there is one that takes at most so many bytes.
    pub fn of<G: BoardGame>(position: &G, most_bytes: u64) -> Option<Self> {
        let own = own_table(position).filter(|own| (own.least_bytes)(position) <= most_bytes)?;
        let (positions, bytes) = (own.size)(position).ok()?;
        (bytes <= most_bytes).then_some(Self { positions, bytes, nodes: positions / FILLED_A_NODE })
    }
}

/// The table of a board, filled by so many threads. `go_on` is told how many positions are done, now and then, and says
/// whether to go on.
pub fn fill_table<G: BoardGame>(
    start: &G,
    payoff: GamePayoff,
    threads: usize,
    go_on: &mut dyn FnMut(u64) -> bool,
) -> Result<(AnyTable<G>, Census), TablebaseError> {
    if let Some(own) = own_table(start) {
        return (own.fill)(start, threads, go_on);
    }
    let (table, census) = tablebase::fill(start, payoff, threads, go_on)?;
    Ok((Arc::new(table), census))
}

/// The tables of a game.
pub struct Tables<G: BoardGame>(Vec<Arc<BoardTable<G>>>);

impl<G: BoardGame> Default for Tables<G> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<G: BoardGame> Tables<G> {
    /// Those tables of some files and folders (there, what ends in `.table`) that are about this game.
    pub fn open(paths: &[impl AsRef<Path>]) -> Result<Self, TablesError> {
        let mut tables = Vec::new();
        for file in files(paths)? {
            let about = |error| TablesError(file.clone(), error);
            if is_about::<G>(&game_of(&file).map_err(about)?) {
                tables.push(kept_open(&file, open).map_err(about)?);
            }
        }
        Ok(Self(tables))
    }

    /// The table of the board of a position, if there is one.
    pub fn of_board(&self, position: &G) -> Option<&Arc<BoardTable<G>>> {
        self.0.iter().find(|table| is_same_board(&table.start, position))
    }
}

/// Which file is no table, and why.
#[derive(Debug)]
pub struct TablesError(PathBuf, TablebaseError);

impl std::error::Error for TablesError {}

impl std::fmt::Display for TablesError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.0.display(), self.1)
    }
}

/// The files that are named, and those of folders that are.
fn files(paths: &[impl AsRef<Path>]) -> Result<Vec<PathBuf>, TablesError> {
    let mut files = Vec::new();
    for path in paths.iter().map(AsRef::as_ref) {
        if !path.is_dir() {
            files.push(path.to_owned());
            continue;
        }
        let entries = std::fs::read_dir(path).map_err(|error| TablesError(path.to_owned(), error.into()))?;
        let mut inside: Vec<PathBuf> = entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.extension().is_some_and(|end| end == "table"))
            .take(MOST_TABLES)
            .collect();
        inside.sort();
        files.extend(inside);
    }
    Ok(files)
}

fn is_about<G: BoardGame>(game: &str) -> bool {
    struct IsType<G>(std::marker::PhantomData<G>);
    impl<G: BoardGame> Visitor for IsType<G> {
        type Output = bool;

        fn visit<H: BoardGame>(self, _spec: Spec, start: H) -> bool {
            (&start as &dyn Any).is::<G>()
        }
    }
    game.parse().is_ok_and(|spec| visit(&spec, None, IsType::<G>(std::marker::PhantomData)).unwrap_or(false))
}

fn open<G: BoardGame>(path: &Path) -> Result<BoardTable<G>, TablebaseError> {
    let game = game_of(path)?;
    let other = |reason: String| TablebaseError::Other { game: "this game".to_owned(), reason };
    let spec: Spec = game.parse().map_err(|error| other(format!("its game cannot be read: {error}")))?;
    let opened = visit(&spec, None, Open { path, game: &game });
    let table = opened.map_err(|error| other(format!("its game cannot be read: {error}")))??;
    table.downcast().map(|table| *table).map_err(|_| other(format!("it is about {game}")))
}

struct Open<'a> {
    path: &'a Path,
    game: &'a str,
}

impl Visitor for Open<'_> {
    type Output = Result<Box<dyn Any>, TablebaseError>;

    fn visit<G: BoardGame>(self, game: Spec, start: G) -> Self::Output {
        let values = match own_table(&start) {
            Some(own) => (own.open)(self.path, self.game, &start)?,
            None => Arc::new(Tablebase::open(self.path, self.game, &start, GamePayoff::of(&game))?),
        };
        Ok(Box::new(BoardTable { start, values, game }))
    }
}
