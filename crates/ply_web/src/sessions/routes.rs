//! Sessions by their addresses.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderName, StatusCode, header};
use axum::response::Response;

use super::asked::{Create, Move, Resign};
use super::registry::fresh_id;
use super::{Session, SessionState, drive};
use crate::answers::{RecordLine, record_line};
use crate::problem::Problem;
use crate::routes::{App, AppState, Json, Name};
use crate::visitor::Visitor;

/// `POST sessions`
pub(crate) async fn create(
    State(app): State<AppState>,
    visitor: Visitor,
    Json(asked): Json<Create>,
) -> Result<(StatusCode, [(HeaderName, String); 1], Response), Problem> {
    let (limits, memory) = (app.config.limits, app.memory.clone());
    let seed = u64::from_str_radix(&fresh_id()[..12], 16).unwrap_or(0);
    let game = app.desk.work(visitor, move || asked.begin(&limits, &memory, seed)).await?;
    let session = app.sessions.take_in(fresh_id(), visitor, SessionState::new(game))?;
    let keeping = session.keep(&app, &session.state());
    drive::play_on(&session, &app);
    keeping.kept().await;
    let location = [(header::LOCATION, format!("/api/v1/sessions/{}", session.id()))];
    Ok((StatusCode::CREATED, location, described(&app, &session, visitor).await?))
}

/// Everything about a game.
async fn described(app: &App, session: &Arc<Session>, visitor: Visitor) -> Result<Response, Problem> {
    let session = session.clone();
    app.desk.answer(visitor, move || Ok(session.describe())).await
}

/// `GET sessions/{id}`
pub(crate) async fn show(State(app): State<AppState>, visitor: Visitor, Name(id): Name) -> Result<Response, Problem> {
    let session = app.session(&id, visitor).await?;
    drive::play_on(&session, &app);
    described(&app, &session, visitor).await
}

/// `GET sessions/{id}/record`
pub(crate) async fn record(
    State(app): State<AppState>,
    visitor: Visitor,
    Name(id): Name,
) -> Result<RecordLine, Problem> {
    Ok(record_line(&app.session(&id, visitor).await?.state().game.record()))
}

/// `DELETE sessions/{id}`
pub(crate) async fn delete(
    State(app): State<AppState>,
    visitor: Visitor,
    Name(id): Name,
) -> Result<StatusCode, Problem> {
    let session = app.session(&id, visitor).await?;
    app.sessions.drop(&session);
    Ok(StatusCode::NO_CONTENT)
}

/// `POST sessions/{id}/moves`
pub(crate) async fn play(
    State(app): State<AppState>,
    visitor: Visitor,
    Name(id): Name,
    Json(asked): Json<Move>,
) -> Result<Response, Problem> {
    let session = app.session(&id, visitor).await?;
    session.change(&app, |state| state.play(&asked.r#move, asked.ply)).await?;
    described(&app, &session, visitor).await
}

/// `POST sessions/{id}/undo`
pub(crate) async fn undo(State(app): State<AppState>, visitor: Visitor, Name(id): Name) -> Result<Response, Problem> {
    let session = app.session(&id, visitor).await?;
    session.change(&app, SessionState::undo).await?;
    described(&app, &session, visitor).await
}

/// `POST sessions/{id}/resign`
pub(crate) async fn resign(
    State(app): State<AppState>,
    visitor: Visitor,
    Name(id): Name,
    asked: axum::body::Bytes,
) -> Result<Response, Problem> {
    let side = Resign::read(&asked)?.side();
    let session = app.session(&id, visitor).await?;
    session.change(&app, |state| state.resign(side)).await?;
    described(&app, &session, visitor).await
}

/// `GET sessions/{id}/events`
pub(crate) async fn events(State(app): State<AppState>, visitor: Visitor, Name(id): Name) -> Result<Response, Problem> {
    let session = app.session(&id, visitor).await?;
    let mut news = session.listen();
    drive::play_on(&session, &app);
    app.clone().stream(visitor, async move |events| {
        let tell = async || {
            let session = session.clone();
            let state = app.desk.spell(visitor, move || Ok(session.describe())).await;
            match state {
                Ok(state) => events.send_spelled("state", state).await,
                Err(_problem) => false,
            }
        };
        let mut told = *news.borrow_and_update();
        if !tell().await {
            return;
        }
        loop {
            tokio::select! {
                changed = news.changed() => if changed.is_err() { return },
                () = events.deserted() => break,
            }
            let now = *news.borrow_and_update();
            let report = (now.report != told.report).then(|| session.state().report.clone()).flatten();
            let fine = match report {
                Some(report) => events.send("report", &report).await,
                None => true,
            };
            let state = now.state != told.state;
            if !fine || (state && !tell().await) || now.gone {
                break;
            }
            told = now;
        }
        session.touch();
    })
}
