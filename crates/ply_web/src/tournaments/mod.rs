//! Tournaments of a store, while they are played and afterwards.

mod archive;
mod watching;

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::response::Response;
use ply_arena::plan::Plan;
use ply_arena::store::{GameId, StoredGame};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::answers::{RecordLine, record_line};
use crate::problem::Problem;
use crate::routes::{AppState, Name, Query};
use crate::visitor::Visitor;
use archive::names;
pub(crate) use archive::{Archive, detail};
pub(crate) use watching::events;

/// Games of one answer.
const MOST_GAMES: usize = 500;

/// What is read of the store, as an answer.
async fn answer<T: Serialize>(
    app: &AppState,
    visitor: Visitor,
    read: impl FnOnce(&Archive) -> Result<T, Problem> + Send + 'static,
) -> Result<Response, Problem> {
    let reader = app.clone();
    app.reading.answer(visitor, move || read(&reader.archive)).await
}

/// `GET tournaments`
pub(crate) async fn list(State(app): State<AppState>, visitor: Visitor) -> Result<Response, Problem> {
    answer(&app, visitor, Archive::list).await
}

/// `GET tournaments/{tournament}`
pub(crate) async fn show(State(app): State<AppState>, visitor: Visitor, Name(name): Name) -> Result<Response, Problem> {
    answer(&app, visitor, move |archive| archive.show(&name)).await
}

/// Which games.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Part {
    #[serde(default)]
    offset: usize,
    limit: Option<usize>,
    agent: Option<String>,
}

/// `GET tournaments/{tournament}/games`
pub(crate) async fn games(
    State(app): State<AppState>,
    visitor: Visitor,
    Name(name): Name,
    Query(part): Query<Part>,
) -> Result<Response, Problem> {
    let limit = part.limit.unwrap_or(50);
    if limit == 0 || limit > MOST_GAMES {
        return Err(Problem::bad(format!("limit must be a whole number from 1 to {MOST_GAMES}")));
    }
    let list = move |archive: &Archive| {
        let (store, tournament, plan) = archive.find(&name)?;
        let wanted = part.agent.filter(|agent| !agent.is_empty());
        let number = match &wanted {
            Some(wanted) => {
                let number = plan.agents.iter().position(|agent| agent.name == *wanted);
                Some(number.ok_or_else(|| Problem::missing("the tournament has no such agent"))?)
            }
            None => None,
        };
        let mut games = store.games(&tournament)?;
        games.retain(|game| number.is_none_or(|number| game.pairing.agents.contains(&number)));
        games.sort_by_key(|game| std::cmp::Reverse((game.played, game.pairing)));
        let shown = games.iter().skip(part.offset).take(limit).map(|game| brief(&plan, game));
        Ok(json!({"total": games.len(), "games": shown.collect::<Vec<_>>()}))
    };
    answer(&app, visitor, list).await
}

fn brief(plan: &Plan, game: &StoredGame) -> Value {
    json!({
        "id": game.id.to_string(),
        "round": game.pairing.round,
        "game": game.record.game.to_string(),
        "agents": names(plan, game.pairing.agents),
        "outcome": game.record.outcome.map(|outcome| outcome.to_string()),
        "ending": game.record.ending,
        "plies": game.record.opening.len() + game.record.moves.len(),
        "played": game.played,
    })
}

/// A tournament's name and a game's number in the path.
type GamePath = Result<Path<(String, String)>, PathRejection>;

/// Finds a game of a tournament.
async fn find_game(app: &AppState, visitor: Visitor, path: GamePath) -> Result<(Plan, StoredGame), Problem> {
    let Path((name, id)) = path?;
    let reader = app.clone();
    let find = move || {
        let (store, tournament, plan) = reader.archive.find(&name)?;
        let game = if id.len() < 8 { None } else { store.game(&id)? };
        let game = game.filter(|game| game.pairing.agents.iter().all(|agent| *agent < plan.agents.len()));
        let game = game.ok_or_else(|| Problem::missing("the tournament has no such game"))?;
        if GameId::of(&tournament.name, &game.pairing, &game.record) != game.id {
            return Err(Problem::missing("this game is of another tournament"));
        }
        Ok((plan, game))
    };
    app.reading.work(visitor, find).await
}

/// `GET tournaments/{tournament}/games/{id}`
pub(crate) async fn game(
    State(app): State<AppState>,
    visitor: Visitor,
    path: GamePath,
) -> Result<Json<Value>, Problem> {
    let (plan, game) = find_game(&app, visitor, path).await?;
    let agents = names(&plan, game.pairing.agents);
    Ok(Json(json!({"id": game.id.to_string(), "agents": agents, "record": game.record})))
}

/// `GET tournaments/{tournament}/games/{id}/record`
pub(crate) async fn record(
    State(app): State<AppState>,
    visitor: Visitor,
    path: GamePath,
) -> Result<RecordLine, Problem> {
    find_game(&app, visitor, path).await.map(|(_, game)| record_line(&game.record))
}
