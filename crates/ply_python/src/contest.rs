//! Matches, sequential tests and tournaments: a plan, threads that play it, and what came of it as JSON.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ply_arena::plan::{Format, Plan, PlanAgent};
use ply_arena::schedule::Pairing;
use ply_arena::stats::{EloModel, Sprt};
use ply_arena::store::{GameId, StoredGame};
use ply_arena::{
    GameRecord, Guests, LineUp, Logs, MatchTally, Policy, Premises, RunError, SprtMatch, Threads, TimeControl,
    describe, parse_grace, run,
};
use ply_search::Cancel;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Value, json};

use crate::game::value_error;
use crate::guest::guests;
use crate::waiting;

/// What the games of a contest have in common, as the package checked it.
struct Rules {
    time: TimeControl,
    times: [Option<TimeControl>; 2],
    seed: u64,
    plies: usize,
    concurrency: Option<usize>,
    grace: Duration,
    policy: Policy,
    /// The share of games either side of a sequential test may forfeit.
    most_forfeits: f64,
}

impl Rules {
    fn read(given: &Bound<'_, PyDict>) -> PyResult<Self> {
        let time = |key: &str| -> PyResult<Option<TimeControl>> {
            let text: Option<String> = item(given, key)?;
            text.map(|text| text.parse().map_err(value_error)).transpose()
        };
        let instead: Option<bool> = item(given, "random_move_instead")?;
        Ok(Self {
            time: time("time")?.unwrap_or_default(),
            times: [time("time_a")?, time("time_b")?],
            seed: item(given, "seed")?.unwrap_or(0),
            plies: item(given, "openings")?.unwrap_or(2),
            concurrency: item(given, "concurrency")?,
            grace: parse_grace(&item::<String>(given, "grace")?.unwrap_or_else(|| "20ms".to_owned()))
                .map_err(value_error)?,
            policy: if instead == Some(true) { Policy::RandomMove } else { Policy::Forfeit },
            most_forfeits: item(given, "max_forfeits")?.unwrap_or(SprtMatch::MOST_FORFEITS),
        })
    }

    fn apply(&self, plan: &mut Plan) {
        plan.games.iter_mut().for_each(|game| game.time = self.time);
        plan.seed = self.seed;
        plan.openings.plies = self.plies;
        plan.grace = Some(self.grace);
        plan.policy = self.policy;
    }

    fn match_plan(&self, game: &str, [a, b]: [&str; 2], length: usize) -> PyResult<Plan> {
        let mut agents: Vec<PlanAgent> = Vec::new();
        for (typed, time) in [a, b].into_iter().zip(self.times) {
            agents.push(PlanAgent { time, ..PlanAgent::typed(typed, &agents) });
        }
        let mut plan = Plan::new("match", game, agents).map_err(value_error)?;
        plan.format = Format::Match { length };
        self.apply(&mut plan);
        Ok(plan)
    }
}

fn item<'py, T: FromPyObjectOwned<'py>>(given: &Bound<'py, PyDict>, key: &str) -> PyResult<Option<T>> {
    match given.get_item(key)? {
        Some(value) if !value.is_none() => Ok(Some(value.extract().map_err(Into::into)?)),
        _ => Ok(None),
    }
}

/// Games as they end.
type Ended = Arc<Mutex<Vec<(Pairing, GameRecord)>>>;

/// Plays a plan; `ended` hears of every game on the thread that plays, and may stop it.
fn play(
    py: Python<'_>,
    plan: &Plan,
    brought: &Guests,
    concurrency: Option<usize>,
    mut ended: impl FnMut(&Pairing, &GameRecord, &Cancel) + Send + 'static,
) -> PyResult<LineUp> {
    let line_up = LineUp::with_guests(plan, brought).map_err(value_error)?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = concurrency.unwrap_or((cores / line_up.threads()).max(1));
    let (stop, plan, lined_up, brought) = (Cancel::default(), plan.clone(), line_up.clone(), brought.clone());
    let cancel = stop.clone();
    let played = waiting::run(py, &cancel, move || -> Result<bool, RunErrorText> {
        // A match against a program that never began would look like a triumph.
        if matches!(plan.format, Format::Match { .. })
            && let Some((place, fault)) = lined_up.unready(threads, &Logs::default()).into_iter().next()
        {
            return Err(RunErrorText(format!("{} cannot play: {fault}", plan.agents[place].name)));
        }
        let mut threads = Threads::at(threads, Premises { guests: brought, ..Premises::default() })
            .map_err(|error| RunErrorText(error.to_string()))?;
        let ended = |game: &ply_arena::Progress<'_>| ended(&game.pairing, game.record, &stop);
        Ok(run(&plan, &lined_up, None, &mut threads, &stop, ended)?)
    })?;
    played.map_err(|error| PyOSError::new_err(error.0))?;
    Ok(line_up)
}

/// Why a run did not go on.
struct RunErrorText(String);

impl From<RunError> for RunErrorText {
    fn from(error: RunError) -> Self {
        Self(error.to_string())
    }
}

fn taken(ended: &Ended) -> Vec<(Pairing, GameRecord)> {
    std::mem::take(&mut *ended.lock().unwrap_or_else(PoisonError::into_inner))
}

/// The records in the order of the schedule, whichever ended first.
fn records(games: &mut [(Pairing, GameRecord)]) -> Value {
    games.sort_by_key(|(pairing, _)| *pairing);
    games.iter().map(|(_, record)| json!(record)).collect()
}

/// A match as JSON, with the record of every game.
#[pyfunction]
pub fn match_games(
    py: Python<'_>,
    game: &str,
    a: &str,
    b: &str,
    games: usize,
    rules: &Bound<'_, PyDict>,
    brought: &Bound<'_, PyDict>,
) -> PyResult<String> {
    let rules = Rules::read(rules)?;
    let plan = rules.match_plan(game, [a, b], games)?;
    let ended = Ended::default();
    let list = ended.clone();
    let line_up = play(py, &plan, &guests(brought)?, rules.concurrency, move |pairing, record, _| {
        list.lock().unwrap_or_else(PoisonError::into_inner).push((*pairing, record.clone()));
    })?;
    let mut games = taken(&ended);
    let mut tally = MatchTally::default();
    games.iter().for_each(|(pairing, record)| tally.count(pairing, record));
    let mut data = describe::match_games(&plan, &line_up, &tally);
    for (side, faults) in ["a", "b"].into_iter().zip(&tally.faults) {
        data[side]["reasons"] = json!(faults.reasons());
    }
    data["records"] = records(&mut games);
    Ok(data.to_string())
}

/// A sequential test as JSON. `test` is elo0, elo1, alpha and beta.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "named in Python")]
pub fn sprt(
    py: Python<'_>,
    game: &str,
    new: &str,
    base: &str,
    test: [f64; 4],
    normalized: bool,
    games: Option<usize>,
    rules: &Bound<'_, PyDict>,
    brought: &Bound<'_, PyDict>,
) -> PyResult<String> {
    const MOST_GAMES: u64 = 10_000_000;
    let rules = Rules::read(rules)?;
    let model = if normalized { EloModel::Normalized } else { EloModel::Logistic };
    let [elo0, elo1, alpha, beta] = test;
    let test = Sprt::new(elo0, elo1, alpha, beta, model).map_err(value_error)?;
    let games = games.unwrap_or_else(|| (2 * test.patience()).min(MOST_GAMES) as usize);
    let plan = rules.match_plan(game, [new, base], games)?;
    let state = Arc::new(Mutex::new(SprtMatch::new(test, rules.most_forfeits)));
    let told = state.clone();
    let line_up = play(py, &plan, &guests(brought)?, rules.concurrency, move |pairing, record, stop| {
        if told.lock().unwrap_or_else(PoisonError::into_inner).count(pairing, record) {
            stop.cancel();
        }
    })?;
    let state = state.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(describe::sprt(&plan, &line_up, &state).to_string())
}

/// A tournament as JSON, with the record of every game. `agents` are names and specs.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "named in Python")]
pub fn tournament(
    py: Python<'_>,
    name: &str,
    game: &str,
    agents: Vec<(String, String)>,
    format: &str,
    pairs: usize,
    rules: &Bound<'_, PyDict>,
    brought: &Bound<'_, PyDict>,
) -> PyResult<String> {
    let rules = Rules::read(rules)?;
    let agents: Vec<PlanAgent> = agents.into_iter().map(|(name, spec)| PlanAgent::new(name, spec)).collect();
    let known = ["round-robin", "gauntlet", "swiss", "knockout"];
    let unknown = || value_error(format!("expected one of {}, got '{format}'", known.join(", ")));
    let format =
        Format::usual(format, agents.len()).filter(|format| known.contains(&format.word())).ok_or_else(unknown)?;
    let mut plan = Plan::new(name, game, agents).map_err(value_error)?;
    plan.format = format;
    plan.pairs = pairs;
    rules.apply(&mut plan);
    let ended = Ended::default();
    let list = ended.clone();
    play(py, &plan, &guests(brought)?, rules.concurrency, move |pairing, record, _| {
        list.lock().unwrap_or_else(PoisonError::into_inner).push((*pairing, record.clone()));
    })?;
    let mut games = taken(&ended);
    let all = records(&mut games);
    let stored = |(pairing, record): (Pairing, GameRecord)| {
        let id = GameId::of(&plan.name, &pairing, &record);
        StoredGame { id, pairing, played: 0, record }
    };
    let games: Vec<StoredGame> = games.into_iter().map(stored).collect();
    let mut data = describe::standings(name, &plan, &games);
    data["cross"] = describe::cross_table(&plan, &games);
    data["records"] = all;
    Ok(data.to_string())
}
