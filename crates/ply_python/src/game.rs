//! A game at one size, for Python: its start, its positions by text, its moves by index.

use std::sync::Arc;

use ply_game::Spec;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;

use crate::erased::{self, AnyPosition};
use crate::position::Position;

/// What a game is, shared by all of its positions.
pub struct GameInfo {
    pub spec: Spec,
    /// The full spelling.
    pub text: String,
    pub start: AnyPosition,
}

impl GameInfo {
    pub fn new(spec: &str) -> PyResult<Arc<Self>> {
        let (spec, start) = erased::start(spec).map_err(value_error)?;
        Ok(Arc::new(Self { text: spec.to_string(), spec, start }))
    }
}

/// What is wrong with what came from Python, in our own words.
pub fn value_error(error: impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A game at one size.
///
/// >>> from plyground import Game
/// >>> Game("dots-and-boxes:rows=1,cols=1").start.legal_moves()
/// ['h0,0', 'h1,0', 'v0,0', 'v0,1']
#[allow(clippy::doc_lazy_continuation, reason = "the example is Python's, not Markdown")]
#[pyclass(frozen, module = "plyground")]
pub struct Game(pub Arc<GameInfo>);

#[pymethods]
impl Game {
    #[new]
    fn new(spec: &str) -> PyResult<Self> {
        GameInfo::new(spec).map(Self)
    }

    /// The full spelling, every option in it.
    #[getter]
    fn spec(&self) -> &str {
        &self.0.text
    }

    /// Its name, without options.
    #[getter]
    fn name(&self) -> &str {
        &self.0.spec.name
    }

    /// The start position.
    #[getter]
    fn start(&self) -> Position {
        Position::new(&self.0, self.0.start.copy())
    }

    /// How many indices of moves there are: the size of the action space.
    #[getter]
    fn num_moves(&self) -> usize {
        self.0.start.move_slots()
    }

    /// The shape of `Position.observation()`.
    #[getter]
    fn observation_shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, pyo3::types::PyTuple>> {
        pyo3::types::PyTuple::new(py, self.0.start.observation_shape())
    }

    /// The position of a text; `ValueError` if it is none of this game.
    fn position(&self, text: &str) -> PyResult<Position> {
        let position = self.0.start.parse(text).map_err(value_error)?;
        Ok(Position::new(&self.0, position))
    }

    /// The index of a move, legal or not.
    fn move_index(&self, text: &str) -> PyResult<usize> {
        self.0.start.move_index(text).map_err(value_error)
    }

    /// The move of an index, legal or not; `IndexError` where no position has such a move.
    fn move_text(&self, index: usize) -> PyResult<String> {
        let slots = self.0.start.move_slots();
        let none = || PyIndexError::new_err(format!("expected the index of a move, below {slots}, got {index}"));
        self.0.start.move_text(index).ok_or_else(none)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().0.text == self.0.text)
    }

    fn __hash__(&self) -> u64 {
        self.0.text.bytes().fold(0, |hash, byte| ply_game::mix(hash ^ u64::from(byte)))
    }

    fn __repr__(&self) -> String {
        format!("Game('{}')", self.0.text)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, pyo3::types::PyType>, (String,)) {
        (py.get_type::<Self>(), (self.0.text.clone(),))
    }
}
