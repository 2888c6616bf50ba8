//! Tuning an agent's numbers by play.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use ply_arena::{Threads, run_agenda};
use ply_lab::tune::method::{CmaEsSettings, EvolutionSettings, MethodSettings, SpsaSettings};
use ply_lab::tune::{Found, Setup, Tuning, boards, weights_file};
use ply_search::Cancel;
use pyo3::exceptions::{PyOSError, PyRuntimeError};
use pyo3::prelude::*;

use crate::game::value_error;
use crate::waiting;

/// As the command has it: the share of the budget in which the best few play on, and how many these are.
const SELECTION: f64 = 0.125;
const FINALISTS: usize = 8;

fn method(name: &str) -> PyResult<MethodSettings> {
    match name {
        "evolution" => Ok(MethodSettings::Evolution(EvolutionSettings::default())),
        "cma-es" => Ok(MethodSettings::CmaEs(CmaEsSettings::default())),
        "spsa" => Ok(MethodSettings::Spsa(SpsaSettings::default())),
        other => Err(value_error(format!("expected one of evolution, cma-es, spsa, got '{other}'"))),
    }
}

/// The command's flags are arguments here.
fn in_our_words(error: impl ToString) -> PyErr {
    value_error(error.to_string().trim_start_matches("--"))
}

/// What was found, as JSON; with `out`, the weights are written to that file.
#[pyfunction]
#[pyo3(signature = (game, agent, method_name, params, opponents, budget, time, seed, openings, concurrency, out))]
#[expect(clippy::too_many_arguments, reason = "named in Python")]
pub fn tune(
    py: Python<'_>,
    game: &str,
    agent: &str,
    method_name: &str,
    params: Vec<String>,
    opponents: Vec<String>,
    budget: usize,
    time: &str,
    seed: u64,
    openings: usize,
    concurrency: Option<usize>,
    out: Option<PathBuf>,
) -> PyResult<String> {
    let setup = Setup {
        name: format!("tune {game} {agent}"),
        boards: boards(game, &[]).map_err(in_our_words)?,
        agent: agent.to_owned(),
        method: method(method_name)?,
        params,
        opponents,
        budget,
        time: time.parse().map_err(value_error)?,
        seed,
        plies: openings,
        ranges: Vec::new(),
        pairs: None,
        selection: SELECTION,
        finalists: FINALISTS,
        confirmation: None,
        file: None,
    };
    let tuning = Tuning::new(&setup, |_| {}).map_err(in_our_words)?;
    let threads = concurrency.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let (stop, tuning) = (Cancel::default(), Arc::new(Mutex::new(tuning)));
    let (cancel, agenda) = (stop.clone(), tuning.clone());
    let played = waiting::run(py, &cancel, move || -> Result<bool, String> {
        let mut threads = Threads::new(threads).map_err(|error| error.to_string())?;
        let mut agenda = agenda.lock().unwrap_or_else(PoisonError::into_inner);
        run_agenda(&mut *agenda, None, &mut threads, &stop, |_| {}).map_err(|error| error.to_string())
    })?;
    played.map_err(PyOSError::new_err)?;
    let tuning = tuning.lock().unwrap_or_else(PoisonError::into_inner);
    let found = Found::new(&tuning).ok_or_else(|| PyRuntimeError::new_err("the tuning did not come to its end"))?;
    let file = out.as_ref().map(|path| path.display().to_string()).unwrap_or_default();
    if let Some(path) = out {
        std::fs::write(&path, weights_file(&tuning, &found)).map_err(|error| PyOSError::new_err(error.to_string()))?;
    }
    Ok(found.json(setup.method.name(), &file).to_string())
}
