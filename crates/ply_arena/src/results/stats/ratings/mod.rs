//! Ratings of many agents from all their games at once.
//!
//! **The model** is Bradley and Terry's with draws after Davidson and an advantage of the first move. With strengths
//! `β` and `x = β_first - β_second + δ`, the first agent wins, draws and loses with weights `e^(x/2)`, `e^η`,
//! `e^(-x/2)`. Davidson rather than Rao and Kupper: its likelihood is concave in all parameters together, so there is
//! one maximum and Newton's method finds it, and an agent's points are all that counts of its results, so that in a
//! round robin the ratings never contradict the standings.
//!
//! **The scale.** Where many games are drawn, `β` spreads: 30 wins, 60 draws and 10 losses are 190 points of `β` but
//! a score of 60 %, 70 Elo. Ratings are `β` times `2 / (2 + e^η)`, which gives a small difference the expected score
//! that Elo's formula gives it.
//!
//! **The prior** is half a drawn game of each agent against an imaginary one of strength 0, and likewise half a game
//! for `δ` and for `η`. It keeps agents finite that won or lost everything, and groups that never met near each
//! other; [`Rating::group`] tells who can be compared at all.
//!
//! **The intervals** are from a cluster-robust covariance (sandwich) with opening pairs as clusters, see `covariance`.
//!
//! Cost: a few Newton steps of `(agents + 2)³ / 6`, and one pass over the games.
// CITE: R. R. Davidson, On extending the Bradley-Terry model to accommodate ties, JASA 65 (1970)
// CITE: R. R. Davidson and R. J. Beaver, On extending the Bradley-Terry model to incorporate within-pair order
//       effects, Biometrics 33 (1977)

mod covariance;
mod model;
mod record;

use ply_game::Outcome;
use serde::Serialize;
use thiserror::Error;

use super::linear::Matrix;
use super::scale::{ELO_PER_LOG_ODDS, Z95, normal_cdf};
use model::Fit;
use record::Record;

/// One finished game between two of the agents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RatedGame {
    /// The agent that moved first.
    pub first: usize,
    /// The other one.
    pub second: usize,
    /// How it ended, forfeits included.
    pub outcome: Outcome,
    /// The opening pair it belongs to, a number no other pair has; `None` for a game without a partner.
    pub pair: Option<u64>,
}

/// Where the scale has its fixed point.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub enum Anchor {
    /// The mean of all agents is 0.
    #[default]
    Mean,
    /// This agent has this rating.
    Agent {
        /// Which one.
        agent: usize,
        /// Its rating.
        elo: f64,
    },
}

/// Why there are no ratings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum RatingError {
    /// A game or the anchor names an agent that is not there.
    #[error("expected agents below {agents}, got agent {agent}")]
    UnknownAgent {
        /// As given.
        agent: usize,
        /// How many there are.
        agents: usize,
    },
}

/// A value in Elo with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// The most likely value.
    pub elo: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Estimate {
    fn new(elo: f64, variance: f64) -> Self {
        let error = Z95 * variance.max(0.0).sqrt();
        Self { elo, low: elo - error, high: elo + error }
    }
}

/// One agent's rating.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// Relative to the anchor: an anchored agent has an interval of length 0.
    #[serde(flatten)]
    pub rating: Estimate,
    /// Games played.
    pub games: u64,
    /// Points from them: 1 for a win, 1/2 for a draw.
    pub points: f64,
    /// Agents of the same group are linked by games; between groups, ratings mean nothing.
    pub group: usize,
}

/// How a game may end.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Chances {
    /// The probability that the first agent wins.
    pub first: f64,
    /// The probability of a draw.
    pub draw: f64,
    /// The probability that the second agent wins.
    pub second: f64,
}

/// The ratings of all agents.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ratings {
    /// By agent.
    pub agents: Vec<Rating>,
    /// What moving first is worth.
    pub first_move: Estimate,
    /// How often equal agents draw when neither has the advantage of the first move.
    pub draw_rate: f64,
    /// `los[a][b]` is the likelihood that agent `a` is stronger than agent `b`.
    pub los: Vec<Vec<f64>>,
    #[serde(skip)]
    fit: Fit,
}

impl Ratings {
    /// How a game of these agents may end.
    ///
    /// # Panics
    /// If there are no such agents.
    pub fn predict(&self, first: usize, second: usize) -> Chances {
        self.fit.chances(first, second)
    }
}

/// Rates `agents` agents, numbered from 0, by all their games.
///
/// A game of an agent against itself tells of the first move and of draws only.
///
/// ```
/// use ply_arena::stats::{Anchor, RatedGame, rate};
/// use ply_game::{Outcome, Player};
///
/// let game = |n| {
///     let outcome = Outcome::Win(if n % 4 == 0 { Player::Second } else { Player::First });
///     RatedGame { first: 0, second: 1, outcome, pair: None }
/// };
/// let games: Vec<RatedGame> = (0..100).map(game).collect();
/// let ratings = rate(2, &games, Anchor::Agent { agent: 1, elo: 1000.0 })?;
/// assert_eq!(ratings.agents[1].rating.elo, 1000.0);
/// assert!(ratings.agents[0].rating.elo > 1000.0);
/// # Ok::<(), ply_arena::stats::RatingError>(())
/// ```
///
/// # Errors
/// If a game or the anchor names an agent that is not there.
pub fn rate(agents: usize, games: &[RatedGame], anchor: Anchor) -> Result<Ratings, RatingError> {
    let anchored = if let Anchor::Agent { agent, .. } = anchor { Some(agent) } else { None };
    let named = games.iter().flat_map(|game| [game.first, game.second]).chain(anchored);
    if let Some(agent) = named.into_iter().find(|&agent| agent >= agents) {
        return Err(RatingError::UnknownAgent { agent, agents });
    }
    let record = Record::new(agents, games);
    let fit = Fit::most_likely(&record, model::PRIOR_GAMES);
    let covariance = covariance::of(&fit, games);
    let view = View { fit: &fit, covariance: &covariance };
    let groups = record.groups();
    let rating = |agent| {
        let (games, points) = record.games_and_points(agent);
        Rating { rating: view.rating(agent, anchor), games, points, group: groups[agent] }
    };
    let los = |a| (0..agents).map(|b| view.superiority(a, b)).collect();
    Ok(Ratings {
        agents: (0..agents).map(rating).collect(),
        first_move: view.estimate(&[(fit.first_move_index(), 1.0)]),
        draw_rate: fit.draw_rate(),
        los: (0..agents).map(los).collect(),
        fit,
    })
}

/// Parameters and their covariance, asked for linear combinations.
struct View<'a> {
    fit: &'a Fit,
    covariance: &'a Matrix,
}

impl View<'_> {
    fn rating(&self, agent: usize, anchor: Anchor) -> Estimate {
        match anchor {
            Anchor::Mean => {
                let agents = self.fit.agents();
                let share = 1.0 / agents as f64;
                let contrast: Vec<_> =
                    (0..agents).map(|other| (other, if other == agent { 1.0 - share } else { -share })).collect();
                self.estimate(&contrast)
            }
            Anchor::Agent { agent: anchored, elo } => {
                let Estimate { elo: above, low, high } = self.estimate(&[(agent, 1.0), (anchored, -1.0)]);
                Estimate { elo: elo + above, low: elo + low, high: elo + high }
            }
        }
    }

    /// A sum of weighted parameters in Elo; the uncertainty of the scale itself is part of the interval.
    fn estimate(&self, weights: &[(usize, f64)]) -> Estimate {
        let value: f64 = weights.iter().map(|&(i, weight)| weight * self.fit.parameter(i)).sum();
        let (scale, slope) = self.fit.scale_and_slope();
        let draws = self.fit.draw_index();
        let with_draws: f64 = weights.iter().map(|&(i, weight)| weight * self.covariance.get(i, draws)).sum();
        let variance = scale * scale * self.variance(weights)
            + 2.0 * scale * slope * value * with_draws
            + (slope * value).powi(2) * self.covariance.get(draws, draws);
        Estimate::new(ELO_PER_LOG_ODDS * scale * value, ELO_PER_LOG_ODDS * ELO_PER_LOG_ODDS * variance)
    }

    fn variance(&self, weights: &[(usize, f64)]) -> f64 {
        let products = weights.iter().flat_map(|&(i, x)| weights.iter().map(move |&(j, y)| (i, j, x * y)));
        products.map(|(i, j, weight)| weight * self.covariance.get(i, j)).sum()
    }

    fn superiority(&self, a: usize, b: usize) -> f64 {
        let variance = self.variance(&[(a, 1.0), (b, -1.0)]);
        // Equal parameters, as an agent's with its own, may have any variance down to 0 and rounding below it.
        let ahead = self.fit.parameter(a) - self.fit.parameter(b);
        if ahead == 0.0 { 0.5 } else { normal_cdf(ahead / variance.max(f64::MIN_POSITIVE).sqrt()) }
    }
}

#[cfg(test)]
mod tests;
