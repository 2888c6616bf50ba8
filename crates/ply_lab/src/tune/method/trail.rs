//! The mean of a point that wanders, the later places counting more: noise moves it less than the point itself.
// CITE: B. T. Polyak, A. B. Juditsky, Acceleration of stochastic approximation by averaging, 1992

use super::Point;

/// The places of the last third, about, make up most of the mean.
const LATER: f64 = 3.0;

/// The places so far.
#[derive(Debug)]
pub(super) struct Trail {
    mean: Point,
    places: f64,
}

impl Trail {
    /// Nothing but the start, which counts nothing once there is another place.
    pub(super) fn new(start: &Point) -> Self {
        Self { mean: start.clone(), places: 0.0 }
    }

    /// The next place.
    pub(super) fn add(&mut self, point: &Point) {
        self.places += 1.0;
        let share = (LATER / (LATER + self.places)).max(1.0 / self.places);
        self.mean.iter_mut().zip(point).for_each(|(mean, x)| *mean += share * (x - *mean));
    }

    pub(super) fn mean(&self) -> Point {
        self.mean.clone()
    }
}
