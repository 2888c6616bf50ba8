//! The store's tournaments as they are told.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use axum::http::StatusCode;
use ply_arena::WorkerSeen;
use ply_arena::describe;
use ply_arena::plan::Plan;
use ply_arena::store::{Store, StoredGame, Tournament};
use serde_json::{Value, json};

use super::watching::Watched;
use crate::problem::Problem;

/// Points of the rating plot.
const SERIES: usize = 16;

/// Reads the store; standings are computed once for each number of games.
pub(crate) struct Archive {
    store: Option<PathBuf>,
    computed: Mutex<HashMap<i64, (u64, Arc<Value>)>>,
    /// Who is watched, by name.
    pub(super) watched: Mutex<HashMap<String, Watched>>,
}

impl Archive {
    pub(crate) fn new(store: Option<PathBuf>) -> Self {
        Self { store, computed: Mutex::default(), watched: Mutex::default() }
    }

    /// The store, if there is one.
    fn open(&self) -> Result<Option<Store>, Problem> {
        let Some(path) = self.store.as_ref().filter(|path| path.exists()) else { return Ok(None) };
        Ok(Some(Store::open_to_read(path)?))
    }

    pub(super) fn find(&self, name: &str) -> Result<(Store, Tournament, Plan), Problem> {
        let store = self.open()?.ok_or_else(|| Problem::missing("there is no store, and so no tournament"))?;
        let tournament = store.find(name)?;
        let plan = plan(&tournament)?;
        Ok((store, tournament, plan))
    }

    pub(super) fn list(&self) -> Result<Vec<Value>, Problem> {
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
        let value = Arc::new(detail(&tournament.name, plan, &games));
        computed.insert(tournament.id, (games.len() as u64, value.clone()));
        Ok(value)
    }

    /// The same with its state now.
    pub(super) fn show(&self, name: &str) -> Result<Value, Problem> {
        let (store, tournament, plan) = self.find(name)?;
        let detail = self.detail(&store, &tournament, &plan)?;
        let mut value = Value::clone(&detail);
        value["state"] = state(&store, &tournament, &detail)?.into();
        Ok(value)
    }

    /// How many games there are, those under way with the agents' names, and the machines that play.
    pub(super) fn live(&self, name: &str) -> Result<(u64, Value, Vec<WorkerSeen>), Problem> {
        let (store, tournament, plan) = self.find(name)?;
        let games = store.live(&tournament)?.unwrap_or_default().into_iter().map(|game| {
            let mut value = json!(game);
            value["agents"] = names(&plan, game.agents);
            value
        });
        let workers = store.workers(&tournament)?;
        Ok((tournament.games, games.collect(), workers))
    }
}

/// What is shown of a tournament beside its games and its state.
pub(crate) fn detail(name: &str, plan: &Plan, games: &[StoredGame]) -> Value {
    let mut value = describe::standings(name, plan, games);
    value["plays"] = plan.games.iter().map(|game| json!({"game": game.spec, "time": game.time.to_string()})).collect();
    value["format"] = plan.format.word().into();
    value["cross"] = describe::cross_table(plan, games);
    value["thinking"] = describe::thinking_times(plan, games);
    value["series"] = describe::rating_series(plan, games, SERIES);
    value
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

pub(super) fn names(plan: &Plan, agents: [usize; 2]) -> Value {
    let name = |agent: usize| plan.agents.get(agent).map(|agent| agent.name.as_str());
    json!(agents.map(name))
}
