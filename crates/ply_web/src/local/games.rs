//! Positions, and games in progress.

use std::collections::HashMap;
use std::sync::Arc;

use http::StatusCode;
use ply_arena::GameRecord;
use ply_game::mix;
use ply_search::{Cancel, Instant};
use serde_json::json;

use super::address::{Address, body};
use super::{LocalAnswer, Said, Task, limits};
use crate::config::Limits;
use crate::memory::Memory;
use crate::position;
use crate::problem::Problem;
use crate::sessions::asked::{Create, Move, Resign};
use crate::sessions::{SessionState, game, is_id};

/// The API for one visitor, without a server.
///
/// ```
/// use ply_web::Local;
/// let mut local = Local::new(7);
/// let answer = local.ask("GET", "/api/v1/position?game=infexion", "");
/// assert_eq!(answer.status, 200);
/// assert!(answer.body.contains("\"to_move\":\"first\""));
/// ```
pub struct Local {
    limits: Limits,
    /// Nobody thinks here: nothing of it is ever taken.
    memory: Arc<Memory>,
    games: HashMap<String, SessionState>,
    /// Where numbers and seeds come from.
    random: u64,
}

impl Local {
    /// Nothing is in progress. Numbers of games and their seeds come from `random`, which nobody should guess.
    pub fn new(random: u64) -> Self {
        let limits = limits();
        Self { limits, memory: Memory::new(limits.all_memory), games: HashMap::new(), random }
    }

    /// Answers a question.
    pub fn ask(&mut self, method: &str, address: &str, body: &str) -> LocalAnswer {
        LocalAnswer::of(self.answer(method, address, body))
    }

    /// Goes on with a game that was kept. Whether it can be.
    pub fn take_in(&mut self, id: &str, record: &str) -> bool {
        let record: Option<GameRecord> = serde_json::from_str(record).ok();
        let restored = record.filter(|_| is_id(id)).and_then(|it| game::restore(&it, &self.limits, &self.memory).ok());
        if let Some(game) = restored {
            self.games.entry(id.to_owned()).or_insert_with(|| SessionState::new(game));
        }
        self.games.contains_key(id)
    }

    /// What is new in a game, as JSON: its `state`, the `record` to be kept of it, the `task` for an agent that is to
    /// think now, how long until a person's time is over (`flag_ms`), and the `epoch`, which another thought does not have.
    /// Nothing where there is no such game.
    pub fn news(&mut self, id: &str) -> Option<String> {
        let state = self.games.get_mut(id)?;
        let flag = state.flag();
        let record = json!(state.game.record());
        play_on(state);
        let waits = state.thought.is_some() && state.running.is_none();
        let task = waits.then(|| {
            state.running = Some(Instant::now());
            Task { id: id.to_owned(), epoch: state.epoch, record: record.clone() }
        });
        let news = json!({
            "id": id,
            "epoch": state.epoch,
            "state": state.describe(id),
            "record": record,
            "task": task,
            "flag_ms": flag.map(|left| left.as_secs_f64() * 1e3),
        });
        Some(news.to_string())
    }

    /// An agent has said something while it thinks, unless nobody wants that any more.
    pub fn report(&mut self, id: &str, epoch: u64, report: &str) {
        if let Some(state) = self.thinking(id, epoch) {
            state.report = serde_json::from_str(report).ok();
        }
    }

    /// An agent has answered, unless nobody wants that any more.
    pub fn answered(&mut self, id: &str, epoch: u64, said: &str) {
        if let Some(state) = self.thinking(id, epoch)
            && let Ok(said) = serde_json::from_str::<Said>(said)
        {
            state.answered(said.chosen());
        }
    }

    /// A thought is not to be: whoever comes back begins another.
    pub fn give_up(&mut self, id: &str, epoch: u64) {
        if let Some(state) = self.thinking(id, epoch) {
            state.thought = None;
            state.running = None;
        }
    }

    fn thinking(&mut self, id: &str, epoch: u64) -> Option<&mut SessionState> {
        self.games.get_mut(id).filter(|state| state.epoch == epoch)
    }

    fn fresh(&mut self) -> u64 {
        self.random = self.random.wrapping_add(1);
        mix(self.random)
    }

    fn answer(&mut self, method: &str, address: &str, text: &str) -> Result<LocalAnswer, Problem> {
        let limits = self.limits;
        let address = Address::read(address, &limits)?;
        let ok = |value: String| Ok(LocalAnswer::new(StatusCode::OK, value));
        match (method, &address.path[..]) {
            ("GET", ["position"]) => ok(position::show(&address.query()?)?.to_string()),
            ("GET", ["record"]) => {
                ok(position::record_line(&position::record(&address.query()?, limits.grace, &self.memory)?))
            }
            ("POST", ["sessions"]) => {
                let asked: Create = body(text, &limits)?;
                let seed = self.fresh() >> 16;
                let game = asked.begin(&limits, &self.memory, seed)?;
                let id = format!("{:016x}{:016x}", self.fresh(), self.fresh());
                let state = self.games.entry(id.clone()).insert_entry(SessionState::new(game)).into_mut();
                play_on(state);
                Ok(LocalAnswer::new(StatusCode::CREATED, state.describe(&id).to_string()))
            }
            ("DELETE", ["sessions", id]) => {
                self.games.remove(*id).ok_or_else(no_game)?;
                Ok(LocalAnswer::new(StatusCode::NO_CONTENT, String::new()))
            }
            (method, ["sessions", id, rest @ ..]) => {
                let state = self.games.get_mut(*id).ok_or_else(no_game)?;
                ok(in_game(state, id, method, rest, text, &limits)?)
            }
            _ => Err(nowhere(&address)),
        }
    }
}

/// What is asked of a game in progress.
fn in_game(
    state: &mut SessionState,
    id: &str,
    method: &str,
    path: &[&str],
    text: &str,
    limits: &Limits,
) -> Result<String, Problem> {
    state.flag();
    match (method, path) {
        ("GET", []) => {}
        ("GET", ["record"]) => return Ok(position::record_line(&state.game.record())),
        ("POST", ["moves"]) => {
            let Move { r#move, ply } = body(text, limits)?;
            state.play(&r#move, ply)?;
        }
        ("POST", ["undo"]) => state.undo()?,
        ("POST", ["resign"]) => state.resign(Resign::read(text.as_bytes())?.side())?,
        _ => return Err(Problem::missing("a game has no such address, or not for this method")),
    }
    play_on(state);
    Ok(state.describe(id).to_string())
}

/// An agent whose turn it is waits to think.
fn play_on(state: &mut SessionState) {
    if state.agent_to_move().is_some() && state.thought.is_none() {
        state.thought = Some(Cancel::default());
    }
}

fn no_game() -> Problem {
    Problem::missing("there is no such game in this browser")
}

fn nowhere(address: &Address<'_>) -> Problem {
    let path: String = address.path.join("/").chars().take(100).collect();
    Problem::missing(format!("there is no '{path}' without a server"))
}
