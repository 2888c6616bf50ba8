//! The most likely distribution of results under a condition: what the generalised SPRT compares.
//!
//! Results take N values, evenly spaced from 0 to 1: three for games, five for pairs. Among all distributions on
//! these values that fulfil a condition, the one that makes the observed counts most likely has weights
//! `p_i / (1 + θ φ_i)`, where `p` is the observed distribution, `φ` belongs to the condition, and `θ` is the one root
//! of `Σ p_i φ_i / (1 + θ φ_i)` between the poles. The root is found by Newton's method kept within a bracket.
//!
//! - A given mean `s`: `φ_i = a_i - s`. Exact.
//! - A given t-value, (mean - 1/2) / deviation: `φ` depends on the mean and deviation of the answer itself, so it is
//!   iterated from the uniform distribution. Where that does not settle (less than one in a thousand random counts,
//!   nearly all with hypotheses beyond 200 normalised Elo), the ratio is Van den Bergh's approximation by a normal
//!   distribution instead.
//!
//! Cost: about ten evaluations of N terms a root, and about five roots for a t-value.
// CITE: Michel Van den Bergh, The generalized maximum likelihood ratio for the expectation value of a distribution,
//       https://www.cantate.be/Fishtest/support_MLE_multinomial.pdf (proposition 1.1)
// CITE: Michel Van den Bergh, Comments on normalized Elo,
//       https://www.cantate.be/Fishtest/normalized_elo_practical.pdf (section 4)

/// The weight given to a result that never came, as fishtest does: keeps logarithms finite, moves no decision.
const NEVER_SEEN: f64 = 1e-3;

/// Observed frequencies of N results worth 0 to 1.
pub(super) struct Observed<const N: usize> {
    total: f64,
    p: [f64; N],
}

impl<const N: usize> Observed<N> {
    /// The observation of these counts, those of 0 replaced by a small one.
    pub(super) fn new(counts: [u64; N]) -> Self {
        let counts = counts.map(|count| if count == 0 { NEVER_SEEN } else { count as f64 });
        let total = counts.iter().sum();
        Self { total, p: counts.map(|count| count / total) }
    }

    /// The log-likelihood ratio of a mean of `s1` against one of `s0`, both within 0 and 1.
    pub(super) fn llr_of_means(&self, s0: f64, s1: f64) -> f64 {
        match (self.with_mean(s0), self.with_mean(s1)) {
            (Some(p0), Some(p1)) => self.llr(&p0, &p1),
            _ => 0.0,
        }
    }

    /// The log-likelihood ratio of a t-value of `t1` against one of `t0`.
    pub(super) fn llr_of_t_values(&self, t0: f64, t1: f64) -> f64 {
        match (self.with_t_value(t0), self.with_t_value(t1)) {
            (Some(p0), Some(p1)) => self.llr(&p0, &p1),
            _ => {
                let (mean, deviation) = moments(&self.p);
                let t = (mean - 0.5) / deviation;
                0.5 * self.total * ((t - t0).powi(2).ln_1p() - (t - t1).powi(2).ln_1p())
            }
        }
    }

    fn llr(&self, p0: &[f64; N], p1: &[f64; N]) -> f64 {
        self.total * (0..N).map(|i| self.p[i] * (p1[i] / p0[i]).ln()).sum::<f64>()
    }

    fn with_mean(&self, s: f64) -> Option<[f64; N]> {
        self.tilted(std::array::from_fn(|i| value::<N>(i) - s))
    }

    /// Large t-values are approached in steps, each from the answer to the one before.
    fn with_t_value(&self, t: f64) -> Option<[f64; N]> {
        const LARGEST_STEP: f64 = 0.25;
        let steps = (t.abs() / LARGEST_STEP).ceil().max(1.0);
        let uniform = [1.0 / N as f64; N];
        (1..=steps as usize).try_fold(uniform, |p, step| self.with_t_value_from(p, t * step as f64 / steps))
    }

    fn with_t_value_from(&self, mut p: [f64; N], t: f64) -> Option<[f64; N]> {
        const MOST_ITERATIONS: usize = 50;
        for _ in 0..MOST_ITERATIONS {
            let (mean, deviation) = moments(&p);
            let phi = |i| {
                let a = value::<N>(i);
                a - 0.5 - 0.5 * t * deviation * (1.0 + ((a - mean) / deviation).powi(2))
            };
            let next = self.tilted(std::array::from_fn(phi))?;
            let moved = (0..N).map(|i| (next[i] - p[i]).abs()).fold(0.0, f64::max);
            p = next;
            if moved < 1e-9 {
                let (mean, deviation) = moments(&p);
                return (((mean - 0.5) / deviation - t).abs() < 1e-6).then_some(p);
            }
        }
        None
    }

    /// The observed distribution with weights divided by `1 + θ φ_i`; `None` where no `θ` meets the condition.
    ///
    /// The sum `Σ p_i φ_i / (1 + θ φ_i)` falls from +∞ to -∞ between the poles around 0, so its root lies between 0 and
    /// the pole on one side. It may lie very near the pole (one-sided results), hence `θ` is measured from there:
    /// with `θ = away - 1 / extreme` the divisors are `(1 - φ_i / extreme) + away * φ_i`, without cancellation.
    fn tilted(&self, phi: [f64; N]) -> Option<[f64; N]> {
        const MOST_STEPS: usize = 200;
        let (least, most) = phi.iter().fold((f64::MAX, f64::MIN), |(lo, hi), &phi| (lo.min(phi), hi.max(phi)));
        if !(least < 0.0 && most > 0.0) {
            return None;
        }
        let observed_mean: f64 = (0..N).map(|i| self.p[i] * phi[i]).sum();
        let extreme = if observed_mean > 0.0 { least } else { most };
        let divisors = |away: f64| phi.map(|phi| (1.0 - phi / extreme) + away * phi);
        let (mut low, mut high) = (f64::min(0.0, 1.0 / extreme), f64::max(0.0, 1.0 / extreme));
        let mut away = 1.0 / extreme;
        for _ in 0..MOST_STEPS {
            let (mut f, mut slope) = (0.0, 0.0);
            for (i, divisor) in divisors(away).into_iter().enumerate() {
                let ratio = phi[i] / divisor;
                f += self.p[i] * ratio;
                slope -= self.p[i] * ratio * ratio;
            }
            *(if f > 0.0 { &mut low } else { &mut high }) = away;
            let newton = away - f / slope;
            let next = if newton > low && newton < high { newton } else { (low + high) / 2.0 };
            let settled = (next - away).abs() <= 1e-14 * away.abs();
            away = next;
            if settled {
                break;
            }
        }
        let divisors = divisors(away);
        let p: [f64; N] = std::array::from_fn(|i| self.p[i] / divisors[i]);
        p.iter().all(|&p| p > 0.0 && p.is_finite()).then_some(p)
    }
}

/// What the i-th of N results is worth.
fn value<const N: usize>(i: usize) -> f64 {
    i as f64 / (N - 1) as f64
}

/// Mean and standard deviation.
fn moments<const N: usize>(p: &[f64; N]) -> (f64, f64) {
    let mean: f64 = (0..N).map(|i| p[i] * value::<N>(i)).sum();
    let variance: f64 = (0..N).map(|i| p[i] * (value::<N>(i) - mean).powi(2)).sum();
    (mean, variance.sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answer_fulfils_its_condition_and_no_neighbour_is_more_likely() {
        let observed = Observed::new([3, 11, 40, 17, 5]);
        let log_likelihood = |p: &[f64; 5]| (0..5).map(|i| observed.p[i] * p[i].ln()).sum::<f64>();
        for s in [0.2, 0.45, 0.5, 0.52, 0.9] {
            let p = observed.with_mean(s).unwrap();
            assert!((moments(&p).0 - s).abs() < 1e-12 && (p.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            // Moves along these directions keep both the sum and the mean.
            for direction in [[1.0, -2.0, 1.0, 0.0, 0.0], [0.0, 1.0, -2.0, 1.0, 0.0], [0.0, 0.0, 1.0, -2.0, 1.0]] {
                for step in [-1e-4, 1e-4] {
                    let moved = std::array::from_fn(|i| p[i] + step * direction[i]);
                    assert!(log_likelihood(&moved) < log_likelihood(&p), "mean {s}, {direction:?}");
                }
            }
        }
        for t in [-0.3, 0.0, 0.1, 0.5] {
            let (mean, deviation) = moments(&observed.with_t_value(t).unwrap());
            assert!(((mean - 0.5) / deviation - t).abs() < 1e-8);
        }
    }

    #[test]
    fn the_observed_mean_is_its_own_most_likely_distribution() {
        let observed = Observed::new([3, 11, 40, 17, 5]);
        let p = observed.with_mean(moments(&observed.p).0).unwrap();
        assert!((0..5).all(|i| (p[i] - observed.p[i]).abs() < 1e-12));
    }
}
