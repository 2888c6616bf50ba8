//! Work that takes long: done on a thread of its own, without the interpreter's lock, while we look for Ctrl-C.

use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use ply_arena::{Pending, Thinker};
use ply_search::Cancel;
use pyo3::exceptions::{PyOSError, PyRuntimeError};
use pyo3::prelude::*;

/// Between two looks for signals.
const LOOK: Duration = Duration::from_millis(20);
/// How long cancelled work may take to end before it is left alone.
const STOPPING: Duration = Duration::from_millis(500);

/// Does the work and gives back what came of it. A signal that raises in Python cancels it; a panic is a `RuntimeError`.
pub fn run<T: Send + 'static>(
    py: Python<'_>,
    cancel: &Cancel,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let thinker = Thinker::new(()).map_err(|error| PyOSError::new_err(error.to_string()))?;
    let mut pending: Pending<T> = thinker.ask(move |(), _| work());
    loop {
        let (answer, still) = py.detach(move || {
            let answer = pending.wait(Some(LOOK));
            (answer, pending)
        });
        pending = still;
        match answer {
            Ok(answered) => {
                let panicked =
                    |message| PyRuntimeError::new_err(format!("plyground panicked, which is a bug: {message}"));
                return answered.answer.map_err(panicked);
            }
            Err(RecvTimeoutError::Disconnected) => return Err(PyRuntimeError::new_err("the thread is gone")),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Err(interrupt) = py.check_signals() {
            cancel.cancel();
            py.detach(move || drop(pending.wait(Some(STOPPING))));
            return Err(interrupt);
        }
    }
}
