//! An evolutionary algorithm on real numbers: tournament selection, extended intermediate crossover, normal mutation whose
//! step becomes smaller as the budget is spent, elitism.
// CITE: H. Mühlenbein, D. Schlierkamp-Voosen, Predictive models for the breeder genetic algorithm, 1993

use std::fmt;

use ply_game::{Rng, below, rng};

use super::random::{normal, reflected, unit};
use super::trail::Trail;
use super::{Method, Point, Trial};

/// What can be set.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EvolutionSettings {
    /// How many live at a time.
    pub population: usize,
    /// How many meet when a parent is chosen.
    pub tournament: usize,
    /// How often a child has two parents.
    pub crossover: f64,
    /// How often a number of a child is changed.
    pub mutation: f64,
    /// How many of the best live on as they are.
    pub elite: usize,
    /// The deviation of the first generation and of the first mutations, as a share of the range.
    pub sigma: f64,
}

impl Default for EvolutionSettings {
    fn default() -> Self {
        Self { population: 48, tournament: 3, crossover: 0.7, mutation: 0.3, elite: 2, sigma: 0.15 }
    }
}

impl fmt::Display for EvolutionSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { population, tournament, crossover, mutation, elite, sigma } = self;
        write!(
            f,
            "evolution population={population} tournament={tournament} crossover={crossover} mutation={mutation} \
             elite={elite} sigma={sigma}"
        )
    }
}

/// The last mutations are so much smaller than the first.
const COOLING: f64 = 0.1;
/// A child may lie beyond its parents by this share of their distance.
const BEYOND: f64 = 0.25;

/// The algorithm under way.
#[derive(Debug)]
pub struct Evolution {
    settings: EvolutionSettings,
    rng: Rng,
    start: Point,
    /// Those who live, the best first once they are judged.
    living: Vec<Point>,
    trail: Trail,
}

impl Evolution {
    /// From a start point, which is one of the first generation.
    pub fn new(settings: EvolutionSettings, start: Point, seed: u64) -> Self {
        let trail = Trail::new(&start);
        Self { settings, rng: rng(seed), start, living: Vec::new(), trail }
    }

    /// The best of some that are drawn by chance.
    fn parent(&mut self) -> usize {
        let living = self.living.len() as u32;
        // They are sorted, so the best is the first.
        (0..self.settings.tournament.max(1)).map(|_| below(&mut self.rng, living) as usize).min().unwrap_or(0)
    }

    fn child(&mut self, sigma: f64) -> Point {
        let first = self.parent();
        let mut child = self.living[first].clone();
        if unit(&mut self.rng) < self.settings.crossover {
            let second = self.parent();
            for (gene, other) in child.iter_mut().zip(&self.living[second]) {
                let share = unit(&mut self.rng) * (1.0 + 2.0 * BEYOND) - BEYOND;
                *gene = reflected(*gene + share * (other - *gene));
            }
        }
        for gene in &mut child {
            if unit(&mut self.rng) < self.settings.mutation {
                *gene = reflected(*gene + sigma * normal(&mut self.rng));
            }
        }
        child
    }
}

impl Method for Evolution {
    fn ask(&mut self, progress: f64) -> Vec<Trial> {
        let EvolutionSettings { population, elite, sigma, .. } = self.settings;
        self.living = if self.living.is_empty() {
            let around =
                |start: &Point, rng: &mut Rng| start.iter().map(|x| reflected(x + sigma * normal(rng))).collect();
            let others = (1..population).map(|_| around(&self.start, &mut self.rng)).collect::<Vec<Point>>();
            std::iter::once(self.start.clone()).chain(others).collect()
        } else {
            let sigma = sigma * libm::pow(COOLING, progress);
            let children: Vec<Point> = (elite.min(population)..population).map(|_| self.child(sigma)).collect();
            self.living.iter().take(elite).cloned().chain(children).collect()
        };
        self.living.iter().cloned().map(Trial::Alone).collect()
    }

    fn tell(&mut self, scores: &[f64]) {
        let mut order: Vec<usize> = (0..self.living.len()).collect();
        order.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]));
        self.living = order.iter().map(|place| self.living[*place].clone()).collect();
        let half = &self.living[..self.living.len().div_ceil(2)];
        let mean = |axis: usize| half.iter().map(|point| point[axis]).sum::<f64>() / half.len() as f64;
        self.trail.add(&(0..self.start.len()).map(mean).collect::<Point>());
    }

    /// The mean of the better half of each generation, the later ones counting more.
    fn proposals(&self) -> Vec<Point> {
        vec![self.trail.mean()]
    }
}
