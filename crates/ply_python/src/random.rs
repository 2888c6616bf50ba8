//! The project's random generator for Python: from the same seed the same choices on every machine.

use std::cell::RefCell;
use std::sync::{Mutex, PoisonError};

use ply_game::{Rng, rng};
use pyo3::prelude::*;

/// The project's random generator: the same seed gives the same choices on every machine.
#[pyclass(frozen, module = "plyground")]
pub struct Random(Mutex<Rng>);

thread_local! {
    /// For those who bring no generator of their own: every thread's begins at seed 0.
    static USUAL: RefCell<Rng> = RefCell::new(rng(0));
}

impl Random {
    /// Lends a generator: the one given, else the thread's.
    pub fn with<T>(random: Option<&Bound<'_, Self>>, work: impl FnOnce(&mut Rng) -> T) -> T {
        match random {
            Some(random) => work(&mut random.get().0.lock().unwrap_or_else(PoisonError::into_inner)),
            None => USUAL.with_borrow_mut(work),
        }
    }
}

#[pymethods]
impl Random {
    #[new]
    #[pyo3(signature = (seed = 0))]
    fn new(seed: u64) -> Self {
        Self(Mutex::new(rng(seed)))
    }
}
