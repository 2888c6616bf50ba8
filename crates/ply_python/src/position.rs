//! A position for Python: an immutable value.

use std::sync::Arc;

use numpy::{IxDyn, PyArray1, PyArray2, PyArrayDyn, PyArrayMethods as _};
use ply_game::{Outcome, Player};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyString, PyTuple};

use crate::erased::AnyPosition;
use crate::game::{Game, GameInfo, value_error};
use crate::random::Random;
use crate::svg::svg;
use crate::waiting;

/// A position: an immutable value that can be compared, hashed, pickled and copied.
#[pyclass(frozen, module = "plyground")]
pub struct Position {
    game: Arc<GameInfo>,
    position: AnyPosition,
}

/// The player's word in Python.
pub const fn word(player: Player) -> &'static str {
    match player {
        Player::First => "first",
        Player::Second => "second",
    }
}

/// The outcome's word in Python.
pub const fn outcome_word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(player) => word(player),
        Outcome::Draw => "draw",
    }
}

impl Position {
    pub fn new(game: &Arc<GameInfo>, position: AnyPosition) -> Self {
        Self { game: game.clone(), position }
    }

    pub fn spec(&self) -> &str {
        &self.game.text
    }

    pub fn erased(&self) -> &AnyPosition {
        &self.position
    }

    fn at(&self, position: AnyPosition) -> Self {
        Self::new(&self.game, position)
    }

    /// The position after a move that Python gave as a text or as an index.
    fn after(&self, mv: &Bound<'_, PyAny>) -> PyResult<AnyPosition> {
        if let Ok(text) = mv.cast::<PyString>() {
            let text = text.to_str()?;
            if text.trim().is_empty() {
                return Err(PyValueError::new_err("expected a move, got an empty text"));
            }
            return self.position.play_text(text).map_err(value_error);
        }
        self.position.play_index(index_of(mv, self.position.move_slots())?).map_err(value_error)
    }

    fn ensure_it_goes_on(&self) -> PyResult<()> {
        match self.position.outcome() {
            None => Ok(()),
            Some(_) => Err(PyValueError::new_err("the game is over: there is no move")),
        }
    }
}

/// An index of a move as Python gave it; NumPy's integers will do.
fn index_of(mv: &Bound<'_, PyAny>, slots: usize) -> PyResult<usize> {
    let is_number = mv.is_instance_of::<PyInt>() || mv.hasattr("__index__")?;
    if !is_number {
        let got = mv.get_type().name()?;
        return Err(PyTypeError::new_err(format!("expected a move as a text or an index, got {got}")));
    }
    let wrong = |_| PyValueError::new_err(format!("expected the index of a move, from 0 to {}, got {mv}", slots - 1));
    mv.extract::<usize>().map_err(wrong)
}

#[pymethods]
impl Position {
    /// The game it is a position of.
    #[getter]
    fn game(&self) -> Game {
        Game(self.game.clone())
    }

    /// Who moves; `None` if the game is over.
    #[getter]
    fn to_move(&self) -> Option<&'static str> {
        self.position.outcome().is_none().then(|| word(self.position.to_move()))
    }

    /// Who has won; `None` while the game goes on.
    #[getter]
    fn outcome(&self) -> Option<&'static str> {
        self.position.outcome().map(outcome_word)
    }

    /// What both players have on the board, in games that count points.
    #[getter]
    fn scores(&self) -> Option<(i32, i32)> {
        self.position.scores().map(|[first, second]| (first, second))
    }

    /// Moves played so far, where the position tells.
    #[getter]
    fn ply(&self) -> Option<usize> {
        self.position.ply()
    }

    /// 64 bits that tell positions of a game apart, the same on every machine.
    #[getter]
    fn key(&self) -> u64 {
        self.position.key()
    }

    /// Every legal move as text, always in the same order.
    fn legal_moves(&self) -> Vec<String> {
        self.position.legal_texts()
    }

    /// Every legal move as index, in the order of `legal_moves()`.
    fn legal_indices(&self) -> Vec<usize> {
        self.position.legal_indices()
    }

    /// The position after one or more moves, texts or indices; `ValueError` if one is not legal.
    #[pyo3(signature = (*moves))]
    fn play(&self, moves: &Bound<'_, PyTuple>) -> PyResult<Self> {
        let mut position = match moves.get_item(0) {
            Ok(first) => self.at(self.after(&first)?),
            Err(_) => return Err(PyTypeError::new_err("expected at least one move")),
        };
        for mv in moves.iter().skip(1) {
            position = self.at(position.after(&mv)?);
        }
        Ok(position)
    }

    /// The position after a move, or `None` if it is not legal.
    #[pyo3(signature = (r#move, /))]
    fn try_play(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Option<Self>> {
        match self.after(r#move) {
            Ok(position) => Ok(Some(self.at(position))),
            Err(error) if error.is_instance_of::<PyValueError>(r#move.py()) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The index of a move, legal or not.
    fn move_index(&self, text: &str) -> PyResult<usize> {
        self.position.move_index(text).map_err(value_error)
    }

    /// The move of an index, legal or not.
    fn move_text(&self, index: usize) -> PyResult<String> {
        let slots = self.position.move_slots();
        let none = || PyIndexError::new_err(format!("expected the index of a move, below {slots}, got {index}"));
        self.position.move_text(index).ok_or_else(none)
    }

    /// For each index whether that move is legal.
    fn legal_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let mut mask = vec![false; self.position.move_slots()];
        self.position.mask(&mut mask);
        PyArray1::from_vec(py, mask)
    }

    /// The position as planes of numbers from 0 to 1, seen by the player to move.
    fn observation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
        let shape = self.position.observation_shape();
        let mut planes = vec![0.0; shape.iter().product()];
        self.position.observe(&mut planes);
        PyArray1::from_vec(py, planes).reshape(IxDyn(&shape))
    }

    /// Its images under the board's symmetries, itself first.
    fn symmetries(&self) -> Vec<Self> {
        self.position.images().into_iter().map(|image| self.at(image)).collect()
    }

    /// For each symmetry, what the index of each move becomes; -1 where there is no such move.
    fn symmetry_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let number = |index: Option<usize>| index.map_or(-1, |index| index as i32);
        let images = self.position.move_images().into_iter().map(|row| row.into_iter().map(number).collect());
        PyArray2::from_vec2(py, &images.collect::<Vec<Vec<i32>>>()).map_err(value_error)
    }

    /// The index of a random legal move.
    #[pyo3(signature = (rng = None))]
    fn sample(&self, rng: Option<&Bound<'_, Random>>) -> PyResult<usize> {
        self.ensure_it_goes_on()?;
        Ok(Random::with(rng, |rng| self.position.random_index(rng)))
    }

    /// Plays random moves to the end: the outcome, and how many moves that took.
    #[pyo3(signature = (rng = None))]
    fn playout(&self, rng: Option<&Bound<'_, Random>>) -> (&'static str, usize) {
        let (outcome, plies) = Random::with(rng, |rng| self.position.playout(rng));
        (outcome_word(outcome), plies)
    }

    /// How many positions there are at each depth, and how many of them are final.
    fn perft<'py>(&self, py: Python<'py>, depth: u32) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let position = self.position.copy();
        let rows = waiting::run(py, &ply_search::Cancel::default(), move || position.perft(depth))?;
        let as_dict = |row: ply_game::PerftRow| {
            let dict = PyDict::new(py);
            dict.set_item("depth", row.depth)?;
            dict.set_item("nodes", row.nodes)?;
            dict.set_item("first_wins", row.first_wins)?;
            dict.set_item("second_wins", row.second_wins)?;
            dict.set_item("draws", row.draws)?;
            Ok(dict)
        };
        rows.into_iter().map(as_dict).collect()
    }

    /// The board for the terminal, the last move marked if it is given.
    #[pyo3(signature = (*, last = None, unicode = true, colour = false))]
    fn draw(&self, last: Option<&str>, unicode: bool, colour: bool) -> PyResult<String> {
        let canvas = self.position.draw(unicode, last).map_err(value_error)?;
        Ok(if colour { canvas.coloured() } else { canvas.plain() })
    }

    /// The board as SVG, which notebooks show by themselves.
    #[pyo3(signature = (*, last = None))]
    fn svg(&self, last: Option<&str>) -> PyResult<String> {
        Ok(svg(&self.position.draw(true, last).map_err(value_error)?, &self.position.text()))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(None)
    }

    fn __str__(&self) -> String {
        self.position.text()
    }

    fn __repr__(&self) -> String {
        format!("<{} {}>", self.game.text, self.position.text())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Self>() else { return false };
        let other = other.get();
        self.game.text == other.game.text && self.position.equals(other.position.as_ref())
    }

    fn __hash__(&self) -> u64 {
        self.position.key()
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String, String))> {
        let restore = py.import("plyground._native")?.getattr("restore")?;
        Ok((restore, (self.game.text.clone(), self.position.text())))
    }
}

/// A position from its text: what pickles hold.
#[pyfunction]
pub fn restore(spec: &str, text: &str) -> PyResult<Position> {
    let game = GameInfo::new(spec)?;
    let position = game.start.parse(text).map_err(value_error)?;
    Ok(Position::new(&game, position))
}
