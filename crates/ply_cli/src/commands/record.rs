//! The record somebody named: in a file, as `match --save`, `play` and the page write it, or in a store.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Error, Result, anyhow, bail, ensure};
use ply_arena::store::Store;
use ply_arena::{GameRecord, GameUnderWay};
use ply_game::{BoardGame, Spec};
use ply_games::{Visitor, visit};
use serde_json::{Deserializer, Value};

use super::run::store_path;
use crate::args::RecordPlace;
use crate::output::tell;

/// A file of games is no longer than this: some hundred thousand.
const MOST_BYTES: u64 = 1 << 30;

/// A record, and the file it stands in if nothing else does.
pub struct Named {
    pub record: GameRecord,
    pub file: Option<PathBuf>,
}

/// The record in the file of this name, else the game of the store whose id begins so.
pub fn find(name: &str, place: &RecordPlace) -> Result<Named> {
    let file = Path::new(name);
    if file.exists() {
        return in_file(file, place.number.unwrap_or(1) as usize);
    }
    if name.is_empty() || !name.chars().all(|digit| digit.is_ascii_hexdigit()) {
        bail!("there is no file '{name}', and no game's id begins so");
    }
    let no_file = || format!("there is no file '{name}'");
    let store = Store::open_to_read(&store_path(place.store.as_deref())?).with_context(no_file)?;
    let game = store.game(&name.to_ascii_lowercase())?;
    let unknown = || format!("there is no file '{name}', and no game in '{}' has such an id", store.path().display());
    Ok(Named { record: game.with_context(unknown)?.record, file: None })
}

/// Game `number` of a file, counted from 1. One game may stand on several lines.
fn in_file(file: &Path, number: usize) -> Result<Named> {
    let name = file.display();
    let mut text = String::new();
    let read = File::open(file).and_then(|file| file.take(MOST_BYTES + 1).read_to_string(&mut text));
    read.with_context(|| name.to_string())?;
    ensure!(text.len() as u64 <= MOST_BYTES, "{name} is longer than {} MB", MOST_BYTES >> 20);
    let mut games = Vec::new();
    for game in Deserializer::from_str(&text).into_iter::<Value>() {
        match game {
            // Whoever wrote it was killed, or the disk was full.
            Err(error) if error.is_eof() && !games.is_empty() => {
                tell(format_args!("{name}: its last game is not whole, and was left out"));
            }
            game => games.push(game.with_context(|| format!("{name} holds something else than games"))?),
        }
    }
    let alone = games.len() == 1;
    match games.len() {
        0 => bail!("{name} holds no game"),
        1 if number > 1 => bail!("{name} has one game, there is no game {number}"),
        count if number > count => bail!("{name} has {count} games, there is no game {number}"),
        _ => {}
    }
    let record = serde_json::from_value(games.swap_remove(number - 1));
    let record = record.with_context(|| format!("{name}, game {number}"))?;
    Ok(Named { record, file: alone.then(|| file.to_owned()) })
}

/// What is said of a ply that a game of so many moves does not have.
pub fn no_such_ply(ply: usize, moves: usize) -> Error {
    anyhow!("the game has {moves} moves, there is no ply {ply}")
}

/// Something done with a recorded game.
pub trait GameVisitor {
    type Output;

    fn visit<G: BoardGame>(self, game: GameUnderWay<G>) -> Result<Self::Output>;
}

/// Plays the recorded moves again and hands the game over.
pub fn with_game<V: GameVisitor>(record: &GameRecord, visitor: V) -> Result<V::Output> {
    visit(&record.game, record.start.as_deref(), Again { record, visitor })?
}

struct Again<'a, V> {
    record: &'a GameRecord,
    visitor: V,
}

impl<V: GameVisitor> Visitor for Again<'_, V> {
    type Output = Result<V::Output>;

    fn visit<G: BoardGame>(self, _spec: Spec, start: G) -> Self::Output {
        self.visitor.visit(GameUnderWay::from_record(start, self.record)?)
    }
}
