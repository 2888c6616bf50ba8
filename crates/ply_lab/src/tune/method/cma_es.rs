//! CMA-ES: points are drawn from a normal distribution whose mean, step and covariance follow the better half of them,
//! while the directions of the worst are made less likely (active covariance matrix adaptation).
// CITE: N. Hansen, The CMA evolution strategy: a tutorial, 2016, https://arxiv.org/abs/1604.00772

use std::fmt;

use ply_game::{Rng, rng};

use super::eigen::{Matrix, eigen, identity};
use super::random::normal;
use super::trail::Trail;
use super::{Method, Point, Trial};

/// What can be set.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CmaEsSettings {
    /// Points in a generation; nothing: three times what the tutorial gives for the number of axes, for games are noisy.
    pub population: Option<usize>,
    /// The first deviation, as a share of the range.
    pub sigma: f64,
}

impl Default for CmaEsSettings {
    fn default() -> Self {
        Self { population: None, sigma: 0.15 }
    }
}

impl fmt::Display for CmaEsSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let population = self.population.map_or("usual".to_owned(), |population| population.to_string());
        write!(f, "cma-es population={population} sigma={}", self.sigma)
    }
}

/// The step never becomes smaller than this: noise would freeze it.
const LEAST_SIGMA: f64 = 0.01;
/// Nor larger.
const MOST_SIGMA: f64 = 0.5;

/// The numbers that follow from the number of axes and the size of a generation, named as in the tutorial.
#[derive(Clone, Debug)]
struct Rates {
    weights: Vec<f64>,
    mu_eff: f64,
    c_sigma: f64,
    d_sigma: f64,
    c_c: f64,
    c_1: f64,
    c_mu: f64,
    chi: f64,
}

impl Rates {
    fn new(axes: usize, population: usize) -> Self {
        let n = axes as f64;
        let raw: Vec<f64> =
            (0..population).map(|i| libm::log((population as f64 + 1.0) / 2.0) - libm::log(i as f64 + 1.0)).collect();
        let sum = |sign: f64| raw.iter().filter(|w| **w * sign > 0.0).sum::<f64>();
        let squares = |sign: f64| raw.iter().filter(|w| **w * sign > 0.0).map(|w| w * w).sum::<f64>();
        let mu_eff = sum(1.0).powi(2) / squares(1.0);
        let mu_eff_minus = sum(-1.0).powi(2) / squares(-1.0).max(f64::MIN_POSITIVE);
        let c_1 = 2.0 / ((n + 1.3).powi(2) + mu_eff);
        let c_mu = (2.0 * (0.25 + mu_eff + 1.0 / mu_eff - 2.0) / ((n + 2.0).powi(2) + mu_eff)).min(1.0 - c_1);
        let least =
            (1.0 + c_1 / c_mu).min(1.0 + 2.0 * mu_eff_minus / (mu_eff + 2.0)).min((1.0 - c_1 - c_mu) / (n * c_mu));
        let weight = |w: &f64| if *w >= 0.0 { w / sum(1.0) } else { w * least / -sum(-1.0) };
        let c_sigma = (mu_eff + 2.0) / (n + mu_eff + 5.0);
        Self {
            weights: raw.iter().map(weight).collect(),
            mu_eff,
            c_sigma,
            d_sigma: 1.0 + 2.0 * (((mu_eff - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0) + c_sigma,
            c_c: (4.0 + mu_eff / n) / (n + 4.0 + 2.0 * mu_eff / n),
            c_1,
            c_mu,
            chi: n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n)),
        }
    }
}

/// The strategy under way.
#[derive(Debug)]
pub struct CmaEs {
    rates: Rates,
    population: usize,
    rng: Rng,
    mean: Point,
    sigma: f64,
    covariance: Matrix,
    /// Its eigenvectors as columns, and the roots of its eigenvalues.
    basis: Matrix,
    roots: Vec<f64>,
    path_sigma: Vec<f64>,
    path_c: Vec<f64>,
    generation: i32,
    /// The steps of the points last asked for, in units of `sigma`.
    steps: Vec<Vec<f64>>,
    grains: Vec<f64>,
    trail: Trail,
}

impl CmaEs {
    /// From a start point; along an axis of whole numbers it takes steps that reach the next one.
    pub fn new(settings: CmaEsSettings, start: Point, grains: &[f64], seed: u64) -> Self {
        let axes = start.len();
        let usual = 3 * (4 + (3.0 * libm::log(axes as f64)) as usize);
        let population = settings.population.unwrap_or(usual).max(4);
        Self {
            rates: Rates::new(axes, population),
            population,
            rng: rng(seed),
            trail: Trail::new(&start),
            mean: start,
            sigma: settings.sigma,
            covariance: identity(axes),
            basis: identity(axes),
            roots: vec![1.0; axes],
            path_sigma: vec![0.0; axes],
            path_c: vec![0.0; axes],
            generation: 0,
            steps: Vec::new(),
            grains: grains.to_vec(),
        }
    }

    /// A step in units of `sigma`: B D z.
    fn step(&mut self) -> Vec<f64> {
        let drawn: Vec<f64> = self.roots.iter().map(|root| root * normal(&mut self.rng)).collect();
        let along = |row: &Vec<f64>| row.iter().zip(&drawn).map(|(b, z)| b * z).sum();
        self.basis.iter().map(along).collect()
    }

    /// C^(-1/2) of a vector.
    fn whitened(&self, vector: &[f64]) -> Vec<f64> {
        let size = vector.len();
        let turned = |column: usize| (0..size).map(|row| self.basis[row][column] * vector[row]).sum::<f64>();
        let scaled: Vec<f64> = (0..size).map(|column| turned(column) / self.roots[column]).collect();
        self.basis.iter().map(|row| row.iter().zip(&scaled).map(|(b, z)| b * z).sum()).collect()
    }

    fn adapt(&mut self, order: &[usize]) {
        let rates = self.rates.clone();
        let axes = self.mean.len();
        let chosen: Vec<(f64, &Vec<f64>)> =
            rates.weights.iter().zip(order).map(|(weight, place)| (*weight, &self.steps[*place])).collect();
        let better = chosen.iter().filter(|(weight, _)| *weight > 0.0);
        let shift: Vec<f64> = (0..axes).map(|i| better.clone().map(|(weight, step)| weight * step[i]).sum()).collect();
        // Step size: the length of the path against that of a path of chance.
        let white = self.whitened(&shift);
        let keep = (rates.c_sigma * (2.0 - rates.c_sigma) * rates.mu_eff).sqrt();
        for (path, step) in self.path_sigma.iter_mut().zip(&white) {
            *path = (1.0 - rates.c_sigma) * *path + keep * step;
        }
        let length = norm(&self.path_sigma);
        let settled = (1.0 - libm::pow(1.0 - rates.c_sigma, f64::from(2 * (self.generation + 1)))).sqrt();
        let moving = length / settled < (1.4 + 2.0 / (axes as f64 + 1.0)) * rates.chi;
        // Covariance: rank one by the path, rank mu by the points, the worst ones with negative weights.
        let keep = if moving { (rates.c_c * (2.0 - rates.c_c) * rates.mu_eff).sqrt() } else { 0.0 };
        for (path, step) in self.path_c.iter_mut().zip(&shift) {
            *path = (1.0 - rates.c_c) * *path + keep * step;
        }
        let scaled = |(weight, step): &(f64, &Vec<f64>)| {
            if *weight >= 0.0 { *weight } else { *weight * axes as f64 / norm(&self.whitened(step)).powi(2).max(1e-12) }
        };
        let weights: Vec<f64> = chosen.iter().map(scaled).collect();
        let lost = if moving { 0.0 } else { rates.c_1 * rates.c_c * (2.0 - rates.c_c) };
        let kept = 1.0 + lost - rates.c_1 - rates.c_mu * rates.weights.iter().sum::<f64>();
        let mut covariance = self.covariance.clone();
        for (i, row) in covariance.iter_mut().enumerate() {
            for (j, entry) in row.iter_mut().enumerate() {
                let points: f64 =
                    weights.iter().zip(&chosen).map(|(weight, (_, step))| weight * step[i] * step[j]).sum();
                *entry = kept * *entry + rates.c_1 * self.path_c[i] * self.path_c[j] + rates.c_mu * points;
            }
        }
        for (mean, step) in self.mean.iter_mut().zip(&shift) {
            *mean = (*mean + self.sigma * step).clamp(0.0, 1.0);
        }
        self.covariance = covariance;
        let change = libm::exp(rates.c_sigma / rates.d_sigma * (length / rates.chi - 1.0));
        self.sigma = (self.sigma * change).clamp(LEAST_SIGMA, MOST_SIGMA);
        self.generation += 1;
    }

    fn decompose(&mut self) {
        // Whole numbers: a deviation below half a step would draw the same number again and again.
        for (axis, grain) in self.grains.iter().enumerate() {
            let least = (0.5 * grain / self.sigma).powi(2);
            self.covariance[axis][axis] = self.covariance[axis][axis].max(least);
        }
        let (values, basis) = eigen(self.covariance.clone());
        self.roots = values.iter().map(|value| value.max(1e-12).sqrt()).collect();
        self.basis = basis;
    }
}

fn norm(vector: &[f64]) -> f64 {
    vector.iter().map(|x| x * x).sum::<f64>().sqrt()
}

impl Method for CmaEs {
    fn ask(&mut self, _progress: f64) -> Vec<Trial> {
        self.decompose();
        let drawn: Vec<Vec<f64>> = (0..self.population).map(|_| self.step()).collect();
        let place = |step: &Vec<f64>| -> Point {
            self.mean.iter().zip(step).map(|(mean, step)| (mean + self.sigma * step).clamp(0.0, 1.0)).collect()
        };
        let points: Vec<Point> = drawn.iter().map(place).collect();
        // A point that was put back into the box counts as if it had been drawn there.
        let step = |point: &Point| point.iter().zip(&self.mean).map(|(x, mean)| (x - mean) / self.sigma).collect();
        self.steps = points.iter().map(step).collect();
        points.into_iter().map(Trial::Alone).collect()
    }

    fn tell(&mut self, scores: &[f64]) {
        let mut order: Vec<usize> = (0..self.steps.len()).collect();
        order.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]));
        self.adapt(&order);
        self.trail.add(&self.mean);
    }

    fn proposals(&self) -> Vec<Point> {
        vec![self.trail.mean(), self.mean.clone()]
    }
}
