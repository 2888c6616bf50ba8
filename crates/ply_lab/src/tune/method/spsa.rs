//! SPSA: two points on either side of the current one, along a random direction, play each other, and the current one
//! moves towards the winner. As fishtest and OpenBench use it, with several directions at a time.
// CITE: J. C. Spall, Multivariate stochastic approximation using a simultaneous perturbation gradient approximation, 1992
// CITE: fishtest, https://github.com/official-stockfish/fishtest; OpenBench, https://github.com/AndyGrant/OpenBench

use std::fmt;
use std::str::FromStr;

use ply_game::{Rng, below, rng};

use super::{Method, Point, Trial};

/// The gains: `a / (A + k)^alpha` for steps and `c / k^gamma` for perturbations, `k` being the share of the budget that
/// is spent. `a` and `c` are those at the end.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Gains {
    /// Of the steps, at the end.
    pub a: f64,
    /// Of the perturbations, at the end, as a share of the range.
    pub c: f64,
    /// How long the steps stay small at the beginning, as a share of the budget.
    pub stability: f64,
    /// How fast the steps become smaller.
    pub alpha: f64,
    /// How fast the perturbations do.
    pub gamma: f64,
}

impl Default for Gains {
    fn default() -> Self {
        Self { a: 0.0002, c: 0.1, stability: 0.1, alpha: 0.602, gamma: 0.101 }
    }
}

impl FromStr for Gains {
    type Err = String;

    /// `a=0.001,c=0.05,A=0.1,alpha=0.602,gamma=0.101`, any of them left out.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut gains = Self::default();
        for part in text.split(',') {
            let (key, number) = part.split_once('=').unwrap_or((part, ""));
            let slot = match key {
                "a" => &mut gains.a,
                "c" => &mut gains.c,
                "A" => &mut gains.stability,
                "alpha" => &mut gains.alpha,
                "gamma" => &mut gains.gamma,
                _ => return Err(format!("expected a, c, A, alpha or gamma with a number, got '{part}'")),
            };
            let number = number.parse().ok().filter(|number| (0.0..=10.0).contains(number));
            *slot = number.ok_or_else(|| format!("expected {key}=NUMBER from 0 to 10, got '{part}'"))?;
        }
        Ok(gains)
    }
}

/// What can be set.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SpsaSettings {
    /// How many directions are tried at a time.
    pub population: usize,
    /// The gains.
    pub gains: Gains,
}

impl Default for SpsaSettings {
    fn default() -> Self {
        Self { population: 8, gains: Gains::default() }
    }
}

impl fmt::Display for SpsaSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Gains { a, c, stability, alpha, gamma } = self.gains;
        write!(f, "spsa population={} a={a} c={c} A={stability} alpha={alpha} gamma={gamma}", self.population)
    }
}

/// The first perturbations are as if this share of the budget were spent.
const FIRST: f64 = 0.005;
/// The mean is taken of the points after this share of the budget.
const MEAN_FROM: f64 = 0.6;

/// The search under way.
#[derive(Debug)]
pub struct Spsa {
    settings: SpsaSettings,
    rng: Rng,
    point: Point,
    grains: Vec<f64>,
    progress: f64,
    /// The directions last asked for: -1 or 1 along each axis.
    directions: Vec<Vec<f64>>,
    /// The sum of the later points, and how many they are.
    later: (Vec<f64>, usize),
}

impl Spsa {
    /// From a start point; along an axis of whole numbers the two points differ by one at least.
    pub fn new(settings: SpsaSettings, start: Point, grains: &[f64], seed: u64) -> Self {
        let later = (vec![0.0; start.len()], 0);
        let grains = grains.to_vec();
        Self { settings, rng: rng(seed), point: start, grains, progress: 0.0, directions: Vec::new(), later }
    }

    /// How far the two points are from the current one along an axis.
    fn perturbation(&self, axis: usize) -> f64 {
        let Gains { c, gamma, .. } = self.settings.gains;
        (c * libm::pow(self.progress.max(FIRST), -gamma)).max(self.grains[axis])
    }

    fn gain(&self) -> f64 {
        let Gains { a, stability, alpha, .. } = self.settings.gains;
        a * libm::pow((stability + 1.0) / (stability + self.progress).max(FIRST), alpha)
    }
}

impl Method for Spsa {
    fn ask(&mut self, progress: f64) -> Vec<Trial> {
        self.progress = progress;
        let axes = self.point.len();
        let mut direction = || (0..axes).map(|_| f64::from(below(&mut self.rng, 2)) * 2.0 - 1.0).collect();
        self.directions = (0..self.settings.population).map(|_| direction()).collect();
        let beside = |direction: &Vec<f64>, side: f64| -> Point {
            let place = |(axis, sign): (usize, &f64)| {
                (self.point[axis] + side * sign * self.perturbation(axis)).clamp(0.0, 1.0)
            };
            direction.iter().enumerate().map(place).collect()
        };
        self.directions.iter().map(|each| Trial::Duel([beside(each, 1.0), beside(each, -1.0)])).collect()
    }

    fn tell(&mut self, scores: &[f64]) {
        for axis in 0..self.point.len() {
            let towards = |(direction, score): (&Vec<f64>, &f64)| (2.0 * score - 1.0) * direction[axis];
            let slope: f64 = self.directions.iter().zip(scores).map(towards).sum();
            let step = self.gain() * slope / (2.0 * self.perturbation(axis));
            self.point[axis] = (self.point[axis] + step).clamp(0.0, 1.0);
        }
        if self.progress >= MEAN_FROM {
            self.later.0.iter_mut().zip(&self.point).for_each(|(sum, x)| *sum += x);
            self.later.1 += 1;
        }
    }

    /// The mean of the later points, which wanders less than the last one, and the last one.
    // CITE: B. T. Polyak, A. B. Juditsky, Acceleration of stochastic approximation by averaging, 1992
    fn proposals(&self) -> Vec<Point> {
        let (sum, count) = &self.later;
        let mean = (*count > 0).then(|| sum.iter().map(|x| x / *count as f64).collect());
        mean.into_iter().chain([self.point.clone()]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gains_are_read_one_by_one() {
        let read: Gains = "a=0.002,A=0.2".parse().unwrap();
        assert_eq!(read, Gains { a: 0.002, stability: 0.2, ..Gains::default() });
        assert_eq!("b=1".parse::<Gains>().unwrap_err(), "expected a, c, A, alpha or gamma with a number, got 'b=1'");
        assert_eq!("a=-1".parse::<Gains>().unwrap_err(), "expected a=NUMBER from 0 to 10, got 'a=-1'");
    }
}
