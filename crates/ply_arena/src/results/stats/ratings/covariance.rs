//! How sure the parameters are: a cluster-robust covariance with opening pairs as clusters.
//!
//! With information `A` (prior included) and `u_c` the gradient of the games of cluster `c`, the covariance of the
//! maximum is `A⁻¹ B A⁻¹` with `B = Σ u_c u_cᵀ`: right whatever the dependence within pairs, and whether or not draws are
//! as frequent as the model has it. But an agent that won all its games has no surprises to estimate a variance
//! from, and its interval would shrink to nothing. Each cluster's share of `B` is therefore mixed with what the model
//! expects it to be, its information: by the weight `k / (k + v)`, where `v` is how many even games without draws would
//! vary as much as all games of its agents together (the less varied of them), and `k` is a constant. Where results vary,
//! the covariance is the sandwich; where they do not, it is the inverse of the information.
//!
//! Cost: one sort of the games, and a matrix product.
// CITE: K.-Y. Liang and S. L. Zeger, Longitudinal data analysis using generalized linear models, Biometrika 73 (1986)

use std::collections::BTreeMap;

use ply_game::{Outcome, Player};

use super::RatedGame;
use super::model::Fit;
use crate::stats::linear::Matrix;

/// How many even games it takes to believe the observed variance as much as the model's.
const EVEN_GAMES_TO_BELIEVE: f64 = 10.0;

/// First agent, second agent, and the first one's points doubled.
type Game = (usize, usize, u8);

/// The covariance of the parameters of `fit`, which is that of `games`.
pub(super) fn of(fit: &Fit, games: &[RatedGame]) -> Matrix {
    let kinds = clusters(games);
    let variety = variety(fit, &kinds);
    let clusters: u64 = kinds.values().sum();
    let fitted = fit.size() as f64;
    // Residuals are smaller than errors by what the parameters took up.
    let correction = clusters as f64 / (clusters as f64 - fitted).max(clusters as f64 / 2.0);
    let mut filling = Matrix::zero(fit.size());
    for i in 0..fit.size() {
        filling.add(i, i, fit.prior_information(i));
    }
    for (games, &count) in &kinds {
        let seen =
            games.iter().flat_map(|&(first, second, _)| [variety[first], variety[second]]).fold(f64::MAX, f64::min);
        let belief = seen / (seen + EVEN_GAMES_TO_BELIEVE);
        let gradient = gradient(fit, games);
        let weight = count as f64 * belief * correction;
        for (&i, x) in &gradient {
            for (&j, y) in &gradient {
                filling.add(i, j, weight * x * y);
            }
        }
        for &(first, second, _) in games {
            fit.add_information(&mut filling, (first, second), count as f64 * (1.0 - belief));
        }
    }
    fit.solver().sandwich(&filling)
}

/// How often each kind of cluster came: sums over it do not depend on the order of the games.
fn clusters(games: &[RatedGame]) -> BTreeMap<Vec<Game>, u64> {
    let mut kinds = BTreeMap::new();
    let mut pairs = BTreeMap::<u64, Vec<Game>>::new();
    for game in games {
        let half_points = match game.outcome {
            Outcome::Draw => 1,
            Outcome::Win(winner) => 2 * u8::from(winner == Player::First),
        };
        let cell = (game.first, game.second, half_points);
        match game.pair {
            Some(pair) => pairs.entry(pair).or_default().push(cell),
            None => *kinds.entry(vec![cell]).or_default() += 1,
        }
    }
    for mut cluster in pairs.into_values() {
        cluster.sort_unstable();
        *kinds.entry(cluster).or_default() += 1;
    }
    kinds
}

/// For each agent, how many even games without draws vary as much as all its games.
fn variety(fit: &Fit, kinds: &BTreeMap<Vec<Game>, u64>) -> Vec<f64> {
    let mut variety = vec![0.0; fit.agents()];
    for (games, &count) in kinds {
        for &(first, second, _) in games {
            let even_games = 4.0 * count as f64 * fit.game(first, second).variance_of_points();
            variety[first] += even_games;
            variety[second] += even_games;
        }
    }
    variety
}

/// The gradient of the logarithm of the likelihood of these games, where it is not 0.
fn gradient(fit: &Fit, games: &[Game]) -> BTreeMap<usize, f64> {
    let mut gradient = BTreeMap::new();
    for &(first, second, half_points) in games {
        let game = fit.game(first, second);
        let surprise = f64::from(half_points) / 2.0 - 0.5 - game.expected_lead();
        for (index, sign) in fit.indices(first, second) {
            *gradient.entry(index).or_default() += sign * surprise;
        }
        *gradient.entry(fit.draw_index()).or_default() += f64::from(u8::from(half_points == 1)) - game.chances.draw;
    }
    gradient
}
