//! A position after moves, as data.

use axum::Json;
use axum::extract::State;
use ply_game::BoardGame;
use ply_games::{Place, Scene, SceneVisitor};
use serde::Deserialize;
use serde_json::Value;

use crate::board::describe;
use crate::drawing::drawing;
use crate::problem::Problem;
use crate::routes::{AppState, Query};

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
pub(crate) async fn position(State(app): State<AppState>, Query(asked): Query<Where>) -> Result<Json<Value>, Problem> {
    app.boards.set_up(&asked.place(), Show).map(Json)
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
