//! Sessions by their addresses.

use axum::Json as Answer;
use axum::extract::State as Shared;
use axum::http::{HeaderName, StatusCode, header};
use axum::response::Response;
use ply_agents::AnyAgent;
use ply_arena::TimeControl;
use ply_game::{BoardGame, Player, mix};
use ply_games::{Scene, SceneVisitor};
use serde::Deserialize;
use serde_json::Value;

use super::{Seat, State, drive, fresh_id};
use crate::board::Table;
use crate::position::place;
use crate::problem::Problem;
use crate::routes::{House, Json, Name};
use crate::stream::stream;
use crate::thinking::{Applicant, admit, build};

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
    Shared(house): Shared<House>,
    Json(asked): Json<Create>,
) -> Result<(StatusCode, [(HeaderName, String); 1], Answer<Value>), Problem> {
    let limits = &house.config.limits;
    let players = [admit(&asked.first, limits)?, admit(&asked.second, limits)?];
    let control = control(asked.clock.as_deref())?;
    let seed = asked.seed.unwrap_or_else(|| u64::from_str_radix(&fresh_id()[..12], 16).unwrap_or(0));
    let place = place(&asked.game, asked.position.as_deref(), &asked.moves);
    let state = house.boards.set_up(&place, Begin { players, control, seed })??;
    let session = house.sessions.keep(state)?;
    drive::stir(&session, &house);
    let location = [(header::LOCATION, format!("/api/v1/sessions/{}", session.id()))];
    Ok((StatusCode::CREATED, location, Answer(session.describe())))
}

/// The clock: `none`, or a time control.
fn control(text: Option<&str>) -> Result<TimeControl, Problem> {
    match text {
        None | Some("" | "none") => Ok(TimeControl::default()),
        Some(text) => {
            let control: TimeControl = text.parse()?;
            if control.cpu {
                return Err(Problem::bad("clock: CPU time is counted for programs only, and none plays here"));
            }
            Ok(control)
        }
    }
}

/// Sits the players down.
struct Begin {
    players: [Option<Applicant>; 2],
    control: TimeControl,
    seed: u64,
}

impl SceneVisitor for Begin {
    type Output = Result<State, Problem>;

    fn visit<G: BoardGame>(self, scene: Scene<G>) -> Self::Output {
        let mut players = ["human".to_owned(), "human".to_owned()];
        let mut names = players.clone();
        let mut seats = [None; 2];
        let mut agents: [Option<AnyAgent<G>>; 2] = [None, None];
        for (side, player) in self.players.iter().enumerate() {
            let Some(applicant) = player else { continue };
            let guest = build::<G>(applicant, mix(self.seed ^ mix(1 + side as u64)))?;
            players[side] = guest.spec.to_string();
            names[side].clone_from(&guest.spec.name);
            seats[side] = Some(Seat { cost: guest.cost, bounded: guest.bounded, megabytes: guest.megabytes });
            agents[side] = Some(guest.agent);
        }
        let table = Table::new(scene, agents, names);
        Ok(State::new(Box::new(table), players, seats, self.control, self.seed))
    }
}

/// `GET sessions/{id}`
pub(crate) async fn show(Shared(house): Shared<House>, Name(id): Name) -> Result<Answer<Value>, Problem> {
    let session = house.sessions.find(&id)?;
    drive::stir(&session, &house);
    Ok(Answer(session.describe()))
}

/// `DELETE sessions/{id}`
pub(crate) async fn delete(Shared(house): Shared<House>, Name(id): Name) -> Result<StatusCode, Problem> {
    house.sessions.drop(&id)?;
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
    Shared(house): Shared<House>,
    Name(id): Name,
    Json(asked): Json<Move>,
) -> Result<Answer<Value>, Problem> {
    let session = house.sessions.find(&id)?;
    session.change(&house, |state| {
        let now = state.board.ply();
        if let Some(ply) = asked.ply.filter(|ply| *ply != now) {
            return Err(Problem::conflict(format!("the game is at ply {now}, not {ply}")));
        }
        if let Some((player, _)) = state.agent_to_move() {
            let name = &state.players[player.index()];
            return Err(Problem::conflict(format!("it is the turn of {name}, who plays {player}")));
        }
        state.play(&asked.r#move)
    })?;
    Ok(Answer(session.describe()))
}

/// `POST sessions/{id}/undo`
pub(crate) async fn undo(Shared(house): Shared<House>, Name(id): Name) -> Result<Answer<Value>, Problem> {
    let session = house.sessions.find(&id)?;
    session.change(&house, State::undo)?;
    Ok(Answer(session.describe()))
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
    Shared(house): Shared<House>,
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
    let session = house.sessions.find(&id)?;
    session.change(&house, |state| state.resign(side))?;
    Ok(Answer(session.describe()))
}

/// `GET sessions/{id}/events`
pub(crate) async fn events(Shared(house): Shared<House>, Name(id): Name) -> Result<Response, Problem> {
    let session = house.sessions.find(&id)?;
    let place = house.stream_place()?;
    let mut news = session.listen();
    drive::stir(&session, &house);
    Ok(stream(place, async move |events| {
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
    }))
}
