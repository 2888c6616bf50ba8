//! The extension module `plyground._native`: positions, thinking, contests and lanes of games, for the Python package
//! beside it (`python/plyground`), which gives them their types and names.
//!
//! Nothing here thinks while it holds the interpreter's lock, everything that may take long looks for Ctrl-C, and what
//! Python gets wrong is a `ValueError` in our own words.

mod contest;
mod erased;
mod game;
mod guest;
mod lanes;
mod lists;
mod numpy_lanes;
mod position;
mod random;
mod svg;
mod think;
mod tuning;
mod waiting;
mod warden;

use pyo3::prelude::*;

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<game::Game>()?;
    module.add_class::<position::Position>()?;
    module.add_class::<random::Random>()?;
    module.add_class::<numpy_lanes::Lanes>()?;
    module.add_class::<guest::Stop>()?;
    module.add_function(wrap_pyfunction!(position::restore, module)?)?;
    module.add_function(wrap_pyfunction!(think::think_py, module)?)?;
    module.add_function(wrap_pyfunction!(lists::games, module)?)?;
    module.add_function(wrap_pyfunction!(lists::agents, module)?)?;
    module.add_function(wrap_pyfunction!(contest::match_games, module)?)?;
    module.add_function(wrap_pyfunction!(contest::sprt, module)?)?;
    module.add_function(wrap_pyfunction!(contest::tournament, module)?)?;
    module.add_function(wrap_pyfunction!(tuning::tune, module)?)?;
    module.add_function(wrap_pyfunction!(warden::stand_in, module)?)?;
    module.add_function(wrap_pyfunction!(warden::enter, module)?)?;
    module.add_function(wrap_pyfunction!(warden::layers, module)?)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}
