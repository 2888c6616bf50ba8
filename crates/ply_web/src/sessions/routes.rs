//! Sessions by their addresses.

use axum::Json as Answer;
use axum::extract::State;
use axum::http::{HeaderName, StatusCode, header};
use axum::response::Response;
use ply_arena::TimeControl;
use ply_game::Player;
use serde::Deserialize;
use serde_json::Value;

use super::{Begin, SessionState, drive, fresh_id};
use crate::position::place;
use crate::problem::Problem;
use crate::routes::{AppState, Json, Name};
use crate::thinking::admit;

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
    Json(asked): Json<Create>,
) -> Result<(StatusCode, [(HeaderName, String); 1], Answer<Value>), Problem> {
    let limits = &app.config.limits;
    let agents = [admit(&asked.first, limits)?, admit(&asked.second, limits)?];
    let time = time_control(asked.clock.as_deref())?;
    let seed = asked.seed.unwrap_or_else(|| u64::from_str_radix(&fresh_id()[..12], 16).unwrap_or(0));
    let place = place(&asked.game, asked.position.as_deref(), &asked.moves);
    let start = place.position.map(str::to_owned);
    let game = app.boards.set_up(&place, Begin { agents, time, grace: limits.grace, seed, start })??;
    let session = app.sessions.keep(SessionState::new(game))?;
    drive::play_on(&session, &app);
    let location = [(header::LOCATION, format!("/api/v1/sessions/{}", session.id()))];
    Ok((StatusCode::CREATED, location, Answer(session.describe())))
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
pub(crate) async fn show(State(app): State<AppState>, Name(id): Name) -> Result<Answer<Value>, Problem> {
    let session = app.sessions.find(&id)?;
    drive::play_on(&session, &app);
    Ok(Answer(session.describe()))
}

/// `DELETE sessions/{id}`
pub(crate) async fn delete(State(app): State<AppState>, Name(id): Name) -> Result<StatusCode, Problem> {
    app.sessions.drop(&id)?;
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
    Name(id): Name,
    Json(asked): Json<Move>,
) -> Result<Answer<Value>, Problem> {
    let session = app.sessions.find(&id)?;
    session.change(&app, |state| state.play(&asked.r#move, asked.ply)).map(Answer)
}

/// `POST sessions/{id}/undo`
pub(crate) async fn undo(State(app): State<AppState>, Name(id): Name) -> Result<Answer<Value>, Problem> {
    let session = app.sessions.find(&id)?;
    session.change(&app, SessionState::undo).map(Answer)
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
    Name(id): Name,
    asked: axum::body::Bytes,
) -> Result<Answer<Value>, Problem> {
    let asked: Resign = match &asked[..] {
        b"" => Resign::default(),
        body => serde_json::from_slice(body).map_err(|error| Problem::bad(error.to_string()))?,
    };
    let side = asked.side.map(|side| match side {
        Side::First => Player::First,
        Side::Second => Player::Second,
    });
    let session = app.sessions.find(&id)?;
    session.change(&app, |state| state.resign(side)).map(Answer)
}

/// `GET sessions/{id}/events`
pub(crate) async fn events(State(app): State<AppState>, Name(id): Name) -> Result<Response, Problem> {
    let session = app.sessions.find(&id)?;
    let mut news = session.listen();
    drive::play_on(&session, &app);
    app.stream(async move |events| {
        let mut told = *news.borrow_and_update();
        if !events.send("state", &session.describe()).await {
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
            if !fine || (state && !events.send("state", &session.describe()).await) || now.gone {
                break;
            }
            told = now;
        }
        session.touch();
    })
}
