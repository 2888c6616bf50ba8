//! Python's own agents at the board: guests of the arena.
//!
//! The package hands over one callable for each: called with a game and a side it gives back another, which is asked for
//! moves. Both are called under the interpreter's lock, on the threads of the arena. Whatever Python raises there is a
//! forfeit by `crash`, with the traceback as its last words.

use std::sync::Arc;

use ply_arena::{Fault, Guest, GuestPlayer, GuestTurn, Guests, Reason};
use ply_game::{Player, Spec};
use ply_search::Cancel;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::game::GameInfo;
use crate::position::{Position, word};

/// Tells a thinking agent that it is to stop.
#[pyclass(frozen, module = "plyground")]
pub struct Stop(Cancel);

#[pymethods]
impl Stop {
    fn is_set(&self) -> bool {
        self.0.is_cancelled()
    }
}

/// The guests of a contest: names and callables.
pub fn guests(brought: &Bound<'_, PyDict>) -> PyResult<Guests> {
    let mut guests = Guests::default();
    for (name, sit) in brought {
        guests.bring(name.extract::<String>()?, guest(sit.unbind()));
    }
    Ok(guests)
}

fn guest(sit: Py<PyAny>) -> Guest {
    Arc::new(move |game: &Spec, player: Player| {
        let game = GameInfo::new(&game.to_string()).map_err(|error| raised(&error))?;
        let asked =
            Python::attach(|py| sit.call1(py, (game.text.as_str(), word(player)))).map_err(|error| raised(&error));
        Ok(at_board(game, asked?))
    })
}

fn at_board(game: Arc<GameInfo>, choose: Py<PyAny>) -> GuestPlayer {
    Box::new(move |turn: &GuestTurn| {
        let position = game.start.parse(&turn.position).expect("the arena's own text");
        Python::attach(|py| {
            let answer = ask(py, &choose, Position::new(&game, position), turn).map_err(|error| raised(&error))?;
            let answer = answer.bind(py);
            if answer.is_none() {
                return Err(Fault::new(Reason::NoMove, "the agent answered None"));
            }
            match answer.cast::<PyString>() {
                Ok(text) => Ok(text.to_string()),
                Err(_) => {
                    let kind = answer.get_type().to_string();
                    Err(Fault::new(Reason::IllegalMove, format!("expected a move as a text or an index, got {kind}")))
                }
            }
        })
    })
}

/// What the guest says: a text, or whatever else.
fn ask(py: Python<'_>, choose: &Py<PyAny>, position: Position, turn: &GuestTurn) -> PyResult<Py<PyAny>> {
    let seconds = |time: std::time::Duration| time.as_secs_f64();
    let clock = PyDict::new(py);
    clock.set_item("time", turn.clock.left(turn.moves_made).map(seconds))?;
    clock.set_item("bank", turn.clock.bank.map(seconds))?;
    clock.set_item("increment", seconds(turn.clock.increment))?;
    clock.set_item("nodes", turn.budget.limits.nodes)?;
    clock.set_item("depth", turn.budget.limits.depth)?;
    clock.set_item("moves_made", turn.moves_made)?;
    clock.set_item("stop", Stop(turn.budget.cancel.clone()))?;
    choose.call1(py, (position, clock))
}

/// What Python raised, as a fault.
fn raised(error: &PyErr) -> Fault {
    Python::attach(|py| {
        let traceback = error.traceback(py).and_then(|traceback| traceback.format().ok()).unwrap_or_default();
        let message = error.to_string();
        Fault::new(Reason::Crash, format!("the agent raised {message}"))
            .with_last_words(format!("{traceback}{message}"))
    })
}
