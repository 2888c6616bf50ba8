//! A position after moves, as data.

use axum::extract::State;
use axum::http::{HeaderName, header};
use axum::response::Response;
use ply_arena::{GameRecord, TimeControl};
use ply_game::BoardGame;
use ply_games::{Place, Scene, SceneVisitor, set_up};
use serde::Deserialize;
use serde_json::Value;

use crate::board::describe;
use crate::drawing::drawing;
use crate::problem::Problem;
use crate::routes::{AppState, Query};
use crate::sessions::Begin;
use crate::visitor::Visitor;

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

/// `GET position`
pub(crate) async fn position(
    State(app): State<AppState>,
    visitor: Visitor,
    Query(asked): Query<Where>,
) -> Result<Response, Problem> {
    app.desk.answer(visitor, move || Ok(set_up(&asked.place(), Show)?)).await
}

/// A game's record as a file: one line, which can be read exactly.
pub(crate) type RecordLine = ([(HeaderName, &'static str); 1], String);

/// The line of a record.
pub(crate) fn record_line(record: &GameRecord) -> RecordLine {
    let line = serde_json::to_string(record).expect("a record has only texts and numbers");
    ([(header::CONTENT_TYPE, "application/json")], line + "\n")
}

/// `GET record`
pub(crate) async fn record(
    State(app): State<AppState>,
    visitor: Visitor,
    Query(asked): Query<Where>,
) -> Result<RecordLine, Problem> {
    let (grace, memory) = (app.config.limits.grace, app.memory.clone());
    let line = move || {
        let place = asked.place();
        let start = place.position.map(str::to_owned);
        let persons = Begin { agents: [None, None], time: TimeControl::default(), grace, seed: 0, start, memory };
        Ok(record_line(&set_up(&place, persons)??.record()))
    };
    app.desk.work(visitor, line).await
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
