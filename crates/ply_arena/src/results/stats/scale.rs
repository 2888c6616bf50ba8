//! The scales: Elo against expected score, normalised Elo, and the normal distribution.

use std::f64::consts::{LN_10, SQRT_2};

/// Elo points in one unit of log-odds.
pub(crate) const ELO_PER_LOG_ODDS: f64 = 400.0 / LN_10;

/// Normalised Elo points in one standard deviation of a game's score.
///
/// Twice the factor above, so that both scales agree for small differences between agents that never draw.
// CITE: Michel Van den Bergh, Normalized Elo, https://www.cantate.be/Fishtest/normalized_elo.pdf
pub(crate) const NORMALIZED_ELO_PER_DEVIATION: f64 = 800.0 / LN_10;

/// The two-sided 95 % quantile of the standard normal distribution.
pub(crate) const Z95: f64 = 1.959_963_984_540_054;

/// The score to expect, between 0 and 1, from an agent that is `elo` points stronger.
///
/// ```
/// use ply_arena::stats::expected_score;
/// assert_eq!(expected_score(0.0), 0.5);
/// assert!((expected_score(400.0) - 10.0 / 11.0).abs() < 1e-12);
/// ```
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo / ELO_PER_LOG_ODDS).exp())
}

/// The Elo difference at which `score` is expected; `None` where it is infinite, at 0 and 1 and beyond.
///
/// ```
/// use ply_arena::stats::elo_of_score;
/// assert_eq!(elo_of_score(0.5), Some(0.0));
/// assert_eq!(elo_of_score(1.0), None);
/// ```
pub fn elo_of_score(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| ELO_PER_LOG_ODDS * (score / (1.0 - score)).ln())
}

/// The probability that a standard normal variable is below `z`.
pub(crate) fn normal_cdf(z: f64) -> f64 {
    0.5 * libm::erfc(-z / SQRT_2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quantile_and_the_distribution_agree() {
        assert!((normal_cdf(Z95) - 0.975).abs() < 1e-15);
        assert!((normal_cdf(-Z95) - 0.025).abs() < 1e-15);
        assert_eq!(normal_cdf(0.0), 0.5);
        assert_eq!((normal_cdf(f64::NEG_INFINITY), normal_cdf(f64::INFINITY)), (0.0, 1.0));
    }

    #[test]
    fn elo_and_score_are_each_others_inverse() {
        for elo in [-900.0, -35.0, 0.0, 1.0, 200.0, 1200.0] {
            let back = elo_of_score(expected_score(elo)).unwrap();
            assert!((back - elo).abs() < 1e-8, "{elo} came back as {back}");
        }
    }
}
