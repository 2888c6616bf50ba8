//! Positions and searches by their addresses.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderName, header};
use axum::response::Response;
use ply_arena::GameRecord;
use ply_search::Limits;
use serde_json::Value;

use crate::analysis::{self, Analysis};
use crate::position::{self, Where};
use crate::problem::Problem;
use crate::review::{self, Review, Verdicts};
use crate::routes::{App, AppState, Query};
use crate::stream::Events;
use crate::study::{Needs, watch};
use crate::thinking::Study;
use crate::visitor::Visitor;

/// `GET position`
pub(crate) async fn position(
    State(app): State<AppState>,
    visitor: Visitor,
    Query(asked): Query<Where>,
) -> Result<Response, Problem> {
    app.desk.answer(visitor, move || position::show(&asked)).await
}

/// A game's record as a file: one line, which can be read exactly.
pub(crate) type RecordLine = ([(HeaderName, &'static str); 1], String);

/// The line of a record.
pub(crate) fn record_line(record: &GameRecord) -> RecordLine {
    ([(header::CONTENT_TYPE, "application/json")], position::record_line(record))
}

/// `GET record`
pub(crate) async fn record(
    State(app): State<AppState>,
    visitor: Visitor,
    Query(asked): Query<Where>,
) -> Result<RecordLine, Problem> {
    let (grace, memory) = (app.config.limits.grace, app.memory.clone());
    app.desk.work(visitor, move || Ok(record_line(&position::record(&asked, grace, &memory)?))).await
}

/// `GET analysis`
pub(crate) async fn analysis(
    State(app): State<AppState>,
    visitor: Visitor,
    Query(asked): Query<analysis::Asked>,
) -> Result<Response, Problem> {
    let (allowed, memory, tables) = (app.config.limits, app.memory.clone(), app.config.tables.clone());
    let begin = move || Analysis::new(&asked, &allowed, &memory, &tables);
    let Analysis { study, chair, cost, limits } = app.desk.work(visitor, begin).await?;
    let place = app.queue.enter(visitor)?;
    app.clone().stream(visitor, async move |events| {
        let needs = Needs { place, cost, chair: &chair, limits };
        let ended = watch(&app, study, needs, &events, Some("report")).await;
        events.end(ended).await;
    })
}

/// `GET review`
pub(crate) async fn review(
    State(app): State<AppState>,
    visitor: Visitor,
    Query(asked): Query<review::Asked>,
) -> Result<Response, Problem> {
    let (allowed, memory, tables) = (app.config.limits, app.memory.clone(), app.config.tables.clone());
    let game = app.desk.work(visitor, move || Review::new(&asked, &allowed, &memory, &tables)).await?;
    // Refused now rather than at the first position.
    app.queue.enter(visitor).map(drop)?;
    app.clone().stream(visitor, async move |events| {
        let ended = walk(&app, visitor, &game, &events).await;
        events.end(ended).await;
    })
}

/// Goes through the game; nothing when nobody listens.
async fn walk(app: &Arc<App>, visitor: Visitor, game: &Review, events: &Events) -> Option<Result<Value, Problem>> {
    let limits: Limits = game.limits;
    let judge = async |study: Study| {
        let place = match app.queue.enter(visitor) {
            Ok(place) => place,
            Err(problem) => return Some(Err(problem)),
        };
        watch(app, study, Needs { place, cost: game.cost, chair: &game.chair, limits }, events, None).await
    };
    let mut verdicts = Verdicts::default();
    for ply in 0..game.plies() {
        let opinion = match game.study(ply) {
            Some(study) => match judge(study).await? {
                Ok(last) => last,
                Err(problem) => return Some(Err(problem)),
            },
            None => game.end(ply),
        };
        if !events.send("ply", &verdicts.add(game, ply, opinion)).await {
            return None;
        }
    }
    Some(Ok(verdicts.summary(game)))
}
