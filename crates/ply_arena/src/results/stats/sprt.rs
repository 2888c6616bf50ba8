//! The sequential probability ratio test: play until it is clear which of two hypotheses holds, and no longer.
//!
//! H0 says that the new agent is `elo0` points stronger than the base, H1 that it is `elo1`. After each pair the
//! log-likelihood ratio (LLR) of H1 against H0 is computed; at `ln((1 - β) / α)` or above H1 is accepted, at
//! `ln(β / (1 - α))` or below H0. A true H0 is then rejected with probability α at most, a true H1 with β, up to
//! the approximation that makes the test a generalised one: the five pair probabilities are not known, so each
//! hypothesis is given those that suit the results best, see the `likelihood` module.
//!
//! Hypotheses are about the expected score (logistic Elo) or about it in standard deviations (normalised Elo, under
//! which the length of a test does not depend on how often games are drawn). Cost: microseconds a call.
// CITE: fishtest, https://github.com/official-stockfish/fishtest/blob/master/server/fishtest/stats/LLRcalc.py
// CITE: fastchess, https://github.com/Disservin/fastchess/blob/master/app/src/matchmaking/sprt/sprt.cpp

use std::f64::consts::SQRT_2;

use serde::Serialize;
use thiserror::Error;

use super::Pentanomial;
use super::likelihood::Observed;
use super::scale::{NORMALIZED_ELO_PER_DEVIATION, expected_score};

/// What `elo0` and `elo1` are measured in.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum EloModel {
    /// Elo: the expected score, whatever the draws.
    #[default]
    Logistic,
    /// Normalised Elo: the expected score above one half, in standard deviations of a game.
    Normalized,
}

/// What a test says so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    /// The new agent is better by `elo1`, or nearer to it than to `elo0`.
    AcceptH1,
    /// It is not.
    AcceptH0,
    /// More games are needed.
    Continue,
}

/// The state of a test after some games.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct SprtStatus {
    /// The log-likelihood ratio of H1 against H0.
    pub llr: f64,
    /// At or below this, H0 is accepted.
    pub lower: f64,
    /// At or above this, H1 is accepted.
    pub upper: f64,
    /// What follows.
    pub decision: Decision,
}

/// Why there is no such test.
#[derive(Clone, Copy, PartialEq, Debug, Error)]
pub enum SprtError {
    /// The hypotheses are equal or in the wrong order.
    #[error("expected elo0 below elo1, got elo0 {elo0} and elo1 {elo1}")]
    Order {
        /// As given.
        elo0: f64,
        /// As given.
        elo1: f64,
    },
    /// A hypothesis that no match could tell from certainty.
    #[error("expected elo0 and elo1 between -{most} and {most}, got {elo}", most = Sprt::MOST_ELO)]
    Range {
        /// As given.
        elo: f64,
    },
    /// Error probabilities that are none, or that a coin would meet.
    #[error("expected alpha and beta above 0 with a sum below 1, got alpha {alpha} and beta {beta}")]
    Probability {
        /// As given.
        alpha: f64,
        /// As given.
        beta: f64,
    },
}

/// A sequential test of two hypotheses about a match.
///
/// ```
/// use ply_arena::stats::{Decision, EloModel, Pentanomial, Sprt};
///
/// let sprt = Sprt::new(0.0, 10.0, 0.05, 0.05, EloModel::Logistic)?;
/// assert_eq!(sprt.judge(&Pentanomial([0, 0, 0, 0, 0])).decision, Decision::Continue);
/// assert_eq!(sprt.judge(&Pentanomial([10, 60, 200, 110, 30])).decision, Decision::AcceptH1);
/// assert_eq!(sprt.judge(&Pentanomial([30, 110, 200, 60, 10])).decision, Decision::AcceptH0);
/// # Ok::<(), ply_arena::stats::SprtError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: EloModel,
}

impl Sprt {
    /// The largest hypothesis, on either side of 0.
    pub const MOST_ELO: f64 = 1000.0;

    /// A test of `elo1` against `elo0`, wrong with probability `alpha` under H0 and `beta` under H1.
    ///
    /// # Errors
    /// If the hypotheses are out of order or beyond [`MOST_ELO`](Self::MOST_ELO), or the probabilities impossible.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, model: EloModel) -> Result<Self, SprtError> {
        if let Some(&elo) = [elo0, elo1].iter().find(|elo| elo.is_nan() || elo.abs() > Self::MOST_ELO) {
            return Err(SprtError::Range { elo });
        }
        if elo0 >= elo1 {
            return Err(SprtError::Order { elo0, elo1 });
        }
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err(SprtError::Probability { alpha, beta });
        }
        Ok(Self { elo0, elo1, alpha, beta, model })
    }

    /// Where the test stands after these pairs. Pairs of which only one game is finished wait.
    pub fn judge(&self, pairs: &Pentanomial) -> SprtStatus {
        self.judge_counts(pairs.0)
    }

    /// Where the test stands after games without pairs.
    ///
    /// For paired games use [`judge`](Self::judge): it needs fewer of them, and keeps its promises.
    pub fn judge_single_games(&self, wins: u64, draws: u64, losses: u64) -> SprtStatus {
        self.judge_counts([losses, draws, wins])
    }

    /// After how many pairs an undecided test may be given up.
    ///
    /// Five times the expected length where it is longest, with the truth midway between the hypotheses: not one test
    /// in a hundred takes that long, and none that is as good as decided by its score.
    pub fn patience(&self) -> u64 {
        let apart = match self.model {
            // Pairs of independent games without draws, the most varied.
            EloModel::Logistic => (expected_score(self.elo1) - expected_score(self.elo0)) * 8f64.sqrt(),
            EloModel::Normalized => self.t_value(self.elo1, 2) - self.t_value(self.elo0, 2),
        };
        let (lower, upper) = self.bounds();
        (5.0 * -lower * upper / (apart * apart)).ceil() as u64
    }

    fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// Normalised Elo as the t-value of samples of `games` games each.
    fn t_value(&self, elo: f64, games: usize) -> f64 {
        elo / NORMALIZED_ELO_PER_DEVIATION * if games == 2 { SQRT_2 } else { 1.0 }
    }

    fn judge_counts<const N: usize>(&self, counts: [u64; N]) -> SprtStatus {
        let games_a_sample = (N - 1) / 2;
        let observed = Observed::new(counts);
        let llr = match self.model {
            _ if counts == [0; N] => 0.0,
            EloModel::Logistic => observed.llr_of_means(expected_score(self.elo0), expected_score(self.elo1)),
            EloModel::Normalized => observed
                .llr_of_t_values(self.t_value(self.elo0, games_a_sample), self.t_value(self.elo1, games_a_sample)),
        };
        let (lower, upper) = self.bounds();
        let decision = match llr {
            llr if llr >= upper => Decision::AcceptH1,
            llr if llr <= lower => Decision::AcceptH0,
            _ => Decision::Continue,
        };
        SprtStatus { llr, lower, upper, decision }
    }
}

#[cfg(test)]
mod tests;
