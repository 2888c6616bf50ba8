//! Sessions by their addresses.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderName, StatusCode, header};
use axum::response::Response;
use ply_arena::TimeControl;
use ply_game::Player;
use ply_games::set_up;
use serde::Deserialize;

use super::{Begin, Session, SessionState, drive, fresh_id};
use crate::position::{RecordLine, place, record_line};
use crate::problem::Problem;
use crate::routes::{App, AppState, Json, Name};
use crate::thinking::admit;
use crate::visitor::Visitor;

/// A new game.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Create {
    game: String,
    position: Option<String>,
    #[serde(default)]
    moves: String,
    first: String,
    second: String,
    clock: Option<String>,
    seed: Option<u64>,
}

/// `POST sessions`
pub(crate) async fn create(
    State(app): State<AppState>,
    visitor: Visitor,
    Json(asked): Json<Create>,
) -> Result<(StatusCode, [(HeaderName, String); 1], Response), Problem> {
    let limits = &app.config.limits;
    let agents = [admit(&asked.first, limits)?, admit(&asked.second, limits)?];
    let time = time_control(asked.clock.as_deref())?;
    let seed = asked.seed.unwrap_or_else(|| u64::from_str_radix(&fresh_id()[..12], 16).unwrap_or(0));
    let (grace, memory) = (limits.grace, app.memory.clone());
    let begin = move || {
        let place = place(&asked.game, asked.position.as_deref(), &asked.moves);
        let start = place.position.map(str::to_owned);
        set_up(&place, Begin { agents, time, grace, seed, start, memory })?
    };
    let game = app.desk.work(visitor, begin).await?;
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

/// The clock: `none`, or a time control.
fn time_control(text: Option<&str>) -> Result<TimeControl, Problem> {
    match text {
        None | Some("" | "none") => Ok(TimeControl::default()),
        Some(text) => {
            let time: TimeControl = text.parse()?;
            if time.cpu {
                return Err(Problem::bad("clock: CPU time is counted for programs only, and none plays here"));
            }
            Ok(time)
        }
    }
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

/// A move.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Move {
    r#move: String,
    /// The ply at which it is made: a move that was sent twice is made once.
    ply: Option<usize>,
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

/// Who resigns.
#[derive(Deserialize, Default, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Resign {
    side: Option<Side>,
}

/// One of the players.
#[derive(Deserialize, Clone, Copy, Debug)]
#[serde(rename_all = "lowercase")]
enum Side {
    First,
    Second,
}

/// `POST sessions/{id}/resign`
pub(crate) async fn resign(
    State(app): State<AppState>,
    visitor: Visitor,
    Name(id): Name,
    asked: axum::body::Bytes,
) -> Result<Response, Problem> {
    let asked: Resign = match &asked[..] {
        b"" => Resign::default(),
        body => serde_json::from_slice(body).map_err(|error| Problem::bad(error.to_string()))?,
    };
    let side = asked.side.map(|side| match side {
        Side::First => Player::First,
        Side::Second => Player::Second,
    });
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
