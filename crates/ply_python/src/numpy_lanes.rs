//! Lanes of games over NumPy arrays, which are made once and written in place.

use numpy::{IxDyn, PyArray1, PyArray2, PyArrayDyn, PyArrayMethods as _, PyReadonlyArray1};
use pyo3::exceptions::{PyIndexError, PyOSError};
use pyo3::prelude::*;

use crate::game::{Game, GameInfo, value_error};
use crate::lanes::{AnyLanes, IllegalAction, Told};
use crate::position::Position;

/// Games side by side over NumPy arrays; see `VectorEnv`.
#[pyclass(module = "plyground")]
pub struct Lanes {
    game: std::sync::Arc<GameInfo>,
    lanes: Box<dyn AnyLanes>,
    pool: Option<rayon::ThreadPool>,
    count: usize,
    masks: Py<PyArray2<bool>>,
    observations: Py<PyArrayDyn<f32>>,
    rewards: Py<PyArray2<f32>>,
    ended: Py<PyArray1<bool>>,
    movers: Py<PyArray1<i8>>,
    actions: Py<PyArray1<i32>>,
}

impl Lanes {
    /// Does something with the lanes and their arrays, without the interpreter's lock.
    fn with<T: Send>(
        &mut self,
        py: Python<'_>,
        work: impl FnOnce(&mut dyn AnyLanes, Told<'_>, Option<&rayon::ThreadPool>) -> T + Send,
    ) -> PyResult<T> {
        let (masks, observations) = (self.masks.bind(py), self.observations.bind(py));
        let (rewards, ended, movers) = (self.rewards.bind(py), self.ended.bind(py), self.movers.bind(py));
        // SAFETY: the arrays are ours, contiguous, and never resized; Python has them read-only, and whoever reads them on
        // another thread meanwhile sees numbers of either step. `&mut self` keeps a second writer out.
        let told = unsafe {
            Told {
                masks: masks.as_slice_mut().map_err(value_error)?,
                observations: observations.as_slice_mut().map_err(value_error)?,
                rewards: rewards.as_slice_mut().map_err(value_error)?,
                ended: ended.as_slice_mut().map_err(value_error)?,
                movers: movers.as_slice_mut().map_err(value_error)?,
            }
        };
        let (lanes, pool) = (self.lanes.as_mut(), self.pool.as_ref());
        Ok(py.detach(move || work(lanes, told, pool)))
    }
}

#[pymethods]
impl Lanes {
    #[new]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, Game>,
        count: usize,
        threads: usize,
        observations: bool,
        random_plies: usize,
    ) -> PyResult<Self> {
        let game = game.get().0.clone();
        let lanes = game.start.lanes(count, random_plies);
        let pool = (threads > 1).then(|| rayon::ThreadPoolBuilder::new().num_threads(threads).build());
        let pool = pool.transpose().map_err(|error| PyOSError::new_err(error.to_string()))?;
        let mut shape = lanes.observation_shape();
        shape.insert(0, if observations { count } else { 0 });
        Ok(Self {
            masks: PyArray2::zeros(py, [count, lanes.move_slots()], false).unbind(),
            observations: PyArrayDyn::zeros(py, IxDyn(&shape), false).unbind(),
            rewards: PyArray2::zeros(py, [count, 2], false).unbind(),
            ended: PyArray1::zeros(py, count, false).unbind(),
            movers: PyArray1::zeros(py, count, false).unbind(),
            actions: PyArray1::zeros(py, count, false).unbind(),
            game,
            lanes,
            pool,
            count,
        })
    }

    #[getter]
    fn masks(&self, py: Python<'_>) -> Py<PyArray2<bool>> {
        self.masks.clone_ref(py)
    }

    #[getter]
    fn observations(&self, py: Python<'_>) -> Py<PyArrayDyn<f32>> {
        self.observations.clone_ref(py)
    }

    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.rewards.clone_ref(py)
    }

    #[getter]
    fn ended(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.ended.clone_ref(py)
    }

    #[getter]
    fn movers(&self, py: Python<'_>) -> Py<PyArray1<i8>> {
        self.movers.clone_ref(py)
    }

    fn reset(&mut self, py: Python<'_>, seed: u64) -> PyResult<()> {
        self.with(py, |lanes, told, _| lanes.reset(seed, told))
    }

    fn sample(&mut self, py: Python<'_>) -> PyResult<Py<PyArray1<i32>>> {
        let actions = self.actions.bind(py);
        // SAFETY: as in `with`; this array is the caller's to read and to change until the next call.
        let slice = unsafe { actions.as_slice_mut() }.map_err(value_error)?;
        self.lanes.sample(slice);
        Ok(self.actions.clone_ref(py))
    }

    fn step(&mut self, py: Python<'_>, actions: PyReadonlyArray1<'_, i32>) -> PyResult<()> {
        let actions = actions.as_slice().map_err(value_error)?;
        if actions.len() != self.count {
            let (expected, got) = (self.count, actions.len());
            return Err(value_error(format!("expected {expected} actions, one for each game, got {got}")));
        }
        let stepped = self.with(py, |lanes, told, pool| lanes.step(actions, told, pool))?;
        stepped.map_err(|IllegalAction { lane, action }| {
            let position = self.lanes.position(lane);
            let text = usize::try_from(action).ok().and_then(|index| position.move_text(index));
            let text = text.map(|text| format!(" ({text})")).unwrap_or_default();
            value_error(format!("game {lane}: action {action}{text} is not legal in '{}'", position.text()))
        })
    }

    fn position(&self, lane: usize) -> PyResult<Position> {
        if lane >= self.count {
            return Err(PyIndexError::new_err(format!("expected a game below {}, got {lane}", self.count)));
        }
        Ok(Position::new(&self.game, self.lanes.position(lane)))
    }

    fn replace(&mut self, py: Python<'_>, lane: usize, position: &Bound<'_, Position>) -> PyResult<()> {
        let position = position.get();
        if lane >= self.count {
            return Err(PyIndexError::new_err(format!("expected a game below {}, got {lane}", self.count)));
        }
        if position.spec() != self.game.text {
            let (ours, theirs) = (&self.game.text, position.spec());
            return Err(value_error(format!("expected a position of {ours}, got one of {theirs}")));
        }
        if position.erased().outcome().is_some() {
            return Err(value_error("the game is over: a lane needs a position that goes on"));
        }
        let copy = position.erased().copy();
        self.with(py, |lanes, told, _| lanes.replace(lane, &copy, told)).map(drop)
    }
}
