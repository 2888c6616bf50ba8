//! A position after moves, as data.

use std::sync::Arc;
use std::time::Duration;

use ply_arena::{GameRecord, TimeControl};
use ply_game::BoardGame;
use ply_games::{Place, Scene, SceneVisitor, set_up};
use serde::Deserialize;
use serde_json::Value;

use crate::board::describe;
use crate::drawing::drawing;
use crate::memory::Memory;
use crate::problem::Problem;
use crate::sessions::Begin;

/// Which position.
#[derive(Clone, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Where {
    pub(crate) game: String,
    pub(crate) position: Option<String>,
    #[serde(default)]
    pub(crate) moves: String,
}

impl Where {
    pub(crate) fn place(&self) -> Place<'_> {
        place(&self.game, self.position.as_deref(), &self.moves)
    }
}

/// A place from what came in a query: an empty position is none.
pub(crate) fn place<'a>(game: &'a str, position: Option<&'a str>, moves: &'a str) -> Place<'a> {
    Place { game, position: position.filter(|text| !text.is_empty()), moves }
}

/// Everything about a position.
pub(crate) fn show(asked: &Where) -> Result<Value, Problem> {
    Ok(set_up(&asked.place(), Show)?)
}

/// A game of two persons that went so.
pub(crate) fn record(asked: &Where, grace: Duration, memory: &Arc<Memory>) -> Result<GameRecord, Problem> {
    let place = asked.place();
    let start = place.position.map(str::to_owned);
    let (time, memory) = (TimeControl::default(), memory.clone());
    let persons = Begin { agents: [None, None], time, grace, seed: 0, start, memory };
    Ok(set_up(&place, persons)??.record())
}

/// The line of a record.
pub(crate) fn record_line(record: &GameRecord) -> String {
    serde_json::to_string(record).expect("a record has only texts and numbers") + "\n"
}

struct Show;

impl SceneVisitor for Show {
    type Output = Value;

    fn visit<G: BoardGame>(self, scene: Scene<G>) -> Value {
        let mut value = describe(&scene);
        value["drawing"] = drawing(&scene);
        value
    }
}
