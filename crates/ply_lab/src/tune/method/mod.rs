//! How better points of a box are looked for, when all one has is games: ask for points, tell what came of them.

mod cma_es;
mod eigen;
mod evolution;
mod random;
mod spsa;
mod trail;

use std::fmt;

pub use cma_es::{CmaEs, CmaEsSettings};
pub use evolution::{Evolution, EvolutionSettings};
pub use spsa::{Gains, Spsa, SpsaSettings};

/// A point of the box, each coordinate from 0 to 1.
pub type Point = Vec<f64>;

/// What a method wants to know.
#[derive(Clone, PartialEq, Debug)]
pub enum Trial {
    /// How a point does against the opponents.
    Alone(Point),
    /// How one point does against another.
    Duel([Point; 2]),
}

/// Looks for the point that scores best. The same settings and answers give the same questions.
pub trait Method: Send {
    /// The next trials, all to be made under the same conditions. `progress` is the share of the budget that is spent.
    fn ask(&mut self, progress: f64) -> Vec<Trial>;

    /// The scores of the trials last asked for, from 0 to 1: those of the point, or of the first of two.
    fn tell(&mut self, scores: &[f64]);

    /// Where it takes the best point to be, without having tried it, the likeliest first.
    fn proposals(&self) -> Vec<Point>;
}

/// Which method, with its settings.
#[derive(Clone, PartialEq, Debug)]
pub enum MethodSettings {
    /// An evolutionary algorithm.
    Evolution(EvolutionSettings),
    /// The evolution strategy with covariance matrix adaptation.
    CmaEs(CmaEsSettings),
    /// Simultaneous perturbation stochastic approximation.
    Spsa(SpsaSettings),
}

impl MethodSettings {
    /// Its name.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Evolution(_) => "evolution",
            Self::CmaEs(_) => "cma-es",
            Self::Spsa(_) => "spsa",
        }
    }

    /// The method for a box: where it starts, and how far apart neighbouring values are along each axis.
    pub fn build(&self, start: Point, grains: &[f64], seed: u64) -> Box<dyn Method> {
        match self {
            Self::Evolution(settings) => Box::new(Evolution::new(*settings, start, seed)),
            Self::CmaEs(settings) => Box::new(CmaEs::new(*settings, start, grains, seed)),
            Self::Spsa(settings) => Box::new(Spsa::new(*settings, start, grains, seed)),
        }
    }

    /// Whether its candidates play each other, and no opponents.
    pub const fn duels(&self) -> bool {
        matches!(self, Self::Spsa(_))
    }
}

/// Its name and all its settings: two that differ are written differently.
impl fmt::Display for MethodSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Evolution(settings) => settings.fmt(f),
            Self::CmaEs(settings) => settings.fmt(f),
            Self::Spsa(settings) => settings.fmt(f),
        }
    }
}
