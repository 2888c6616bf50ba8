//! Tournaments of a store, while they are played and afterwards.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use ply_arena::describe;
use ply_arena::plan::Plan;
use ply_arena::store::{GameId, Store, StoredGame, Tournament};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::position::{RecordLine, record_line};
use crate::problem::Problem;
use crate::routes::{AppState, Name, Query};

/// Points of the rating plot.
const SERIES: usize = 16;
/// Games of one answer.
const MOST_GAMES: usize = 500;
/// How often a stream reads the store.
const POLL: Duration = Duration::from_millis(300);
/// Standings are told at most once in so many readings.
const STANDINGS: u32 = 3;

/// Reads the store; standings are computed once for each number of games.
pub(crate) struct Archive {
    store: Option<PathBuf>,
    computed: Mutex<HashMap<i64, (u64, Arc<Value>)>>,
}

impl Archive {
    pub(crate) fn new(store: Option<PathBuf>) -> Self {
        Self { store, computed: Mutex::default() }
    }

    /// The store, if there is one.
    fn open(&self) -> Result<Option<Store>, Problem> {
        let Some(path) = self.store.as_ref().filter(|path| path.exists()) else { return Ok(None) };
        Ok(Some(Store::open_existing(path)?))
    }

    fn find(&self, name: &str) -> Result<(Store, Tournament, Plan), Problem> {
        let store = self.open()?.ok_or_else(|| Problem::missing("there is no store, and so no tournament"))?;
        let tournament = store.find(name)?;
        let plan = plan(&tournament)?;
        Ok((store, tournament, plan))
    }

    fn list(&self) -> Result<Vec<Value>, Problem> {
        let Some(store) = self.open()? else { return Ok(Vec::new()) };
        let mut all = Vec::new();
        for tournament in store.list()? {
            let plan = plan(&tournament)?;
            let detail = self.detail(&store, &tournament, &plan)?;
            all.push(json!({
                "name": tournament.name,
                "number": tournament.id,
                "games": plan.games.iter().map(|game| &game.spec).collect::<Vec<_>>(),
                "agents": plan.agents.iter().map(|agent| &agent.name).collect::<Vec<_>>(),
                "games_done": tournament.games,
                "games_total": detail["games_total"],
                "state": state(&store, &tournament, &detail)?,
                "created": tournament.created,
            }));
        }
        Ok(all)
    }

    /// Everything about a tournament but its games and its state.
    fn detail(&self, store: &Store, tournament: &Tournament, plan: &Plan) -> Result<Arc<Value>, Problem> {
        // Held while it is computed: who asks for the same at the same time waits for the one answer.
        let mut computed = self.computed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, value)) = computed.get(&tournament.id).filter(|(games, _)| *games == tournament.games) {
            return Ok(value.clone());
        }
        let games = store.games(tournament)?;
        let mut value = describe::standings(&tournament.name, plan, &games);
        value["plays"] =
            plan.games.iter().map(|game| json!({"game": game.spec, "time": game.time.to_string()})).collect();
        value["format"] = plan.format.word().into();
        value["cross"] = describe::cross_table(plan, &games);
        value["thinking"] = describe::thinking_times(plan, &games);
        value["series"] = describe::rating_series(plan, &games, SERIES);
        let value = Arc::new(value);
        computed.insert(tournament.id, (games.len() as u64, value.clone()));
        Ok(value)
    }

    /// The same with its state now.
    fn show(&self, name: &str) -> Result<Value, Problem> {
        let (store, tournament, plan) = self.find(name)?;
        let detail = self.detail(&store, &tournament, &plan)?;
        let mut value = Value::clone(&detail);
        value["state"] = state(&store, &tournament, &detail)?.into();
        Ok(value)
    }

    /// Games under way, with the agents' names.
    fn live(&self, name: &str) -> Result<(u64, Value), Problem> {
        let (store, tournament, plan) = self.find(name)?;
        let games = store.live(&tournament)?.unwrap_or_default().into_iter().map(|game| {
            let mut value = json!(game);
            value["agents"] = names(&plan, game.agents);
            value
        });
        Ok((tournament.games, games.collect()))
    }
}

fn plan(tournament: &Tournament) -> Result<Plan, Problem> {
    let broken = |error| format!("the plan of {} cannot be read: {error}", tournament.name);
    tournament.plan().map_err(|error| Problem::new(StatusCode::INTERNAL_SERVER_ERROR, broken(error)))
}

fn state(store: &Store, tournament: &Tournament, detail: &Value) -> Result<&'static str, Problem> {
    Ok(match store.live(tournament)? {
        Some(_) => "running",
        None if detail["complete"] == true => "complete",
        None => "stopped",
    })
}

fn names(plan: &Plan, agents: [usize; 2]) -> Value {
    let name = |agent: usize| plan.agents.get(agent).map(|agent| agent.name.as_str());
    json!(agents.map(name))
}

/// The database waits for disks and other processes: not on the threads that answer.
async fn read<T: Send + 'static>(
    app: &AppState,
    work: impl FnOnce(&Archive) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let app = app.clone();
    let read = tokio::task::spawn_blocking(move || work(&app.archive)).await;
    read.unwrap_or_else(|_| Err(Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "the store cannot be read")))
}

/// `GET tournaments`
pub(crate) async fn list(State(app): State<AppState>) -> Result<Json<Vec<Value>>, Problem> {
    read(&app, Archive::list).await.map(Json)
}

/// `GET tournaments/{tournament}`
pub(crate) async fn show(State(app): State<AppState>, Name(name): Name) -> Result<Json<Value>, Problem> {
    read(&app, move |archive| archive.show(&name)).await.map(Json)
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
    Name(name): Name,
    Query(part): Query<Part>,
) -> Result<Json<Value>, Problem> {
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
    read(&app, list).await.map(Json)
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
async fn find_game(app: &AppState, path: GamePath) -> Result<(Plan, StoredGame), Problem> {
    let Path((name, id)) = path?;
    let find = move |archive: &Archive| {
        let (store, tournament, plan) = archive.find(&name)?;
        let game = if id.len() < 8 { None } else { store.game(&id)? };
        let game = game.filter(|game| game.pairing.agents.iter().all(|agent| *agent < plan.agents.len()));
        let game = game.ok_or_else(|| Problem::missing("the tournament has no such game"))?;
        if GameId::of(&tournament.name, &game.pairing, &game.record) != game.id {
            return Err(Problem::missing("this game is of another tournament"));
        }
        Ok((plan, game))
    };
    read(app, find).await
}

/// `GET tournaments/{tournament}/games/{id}`
pub(crate) async fn game(State(app): State<AppState>, path: GamePath) -> Result<Json<Value>, Problem> {
    let (plan, game) = find_game(&app, path).await?;
    let agents = names(&plan, game.pairing.agents);
    Ok(Json(json!({"id": game.id.to_string(), "agents": agents, "record": game.record})))
}

/// `GET tournaments/{tournament}/games/{id}/record`
pub(crate) async fn record(State(app): State<AppState>, path: GamePath) -> Result<RecordLine, Problem> {
    find_game(&app, path).await.map(|(_, game)| record_line(&game.record))
}

/// `GET tournaments/{tournament}/events`
pub(crate) async fn events(State(app): State<AppState>, Name(name): Name) -> Result<Response, Problem> {
    let known = name.clone();
    read(&app, move |archive| archive.find(&known).map(drop)).await?;
    app.clone().stream(async move |events| {
        let mut counted = None;
        let mut shown = Value::Null;
        let mut polls = 0;
        loop {
            let wanted = name.clone();
            let Ok((count, live)) = read(&app, move |archive| archive.live(&wanted)).await else { break };
            let ended = live == json!([]) && shown != live;
            if counted.is_none() || ended || (counted != Some(count) && polls % STANDINGS == 0) {
                let wanted = name.clone();
                let Ok(now) = read(&app, move |archive| archive.show(&wanted)).await else { break };
                if !events.send("standings", &now).await {
                    break;
                }
                counted = Some(count);
            }
            if shown != live && !events.send("live", &live).await {
                break;
            }
            shown = live;
            polls += 1;
            tokio::select! {
                () = tokio::time::sleep(POLL) => {}
                () = events.deserted() => break,
            }
        }
    })
}
