//! A smooth surface through scores: a slope and a curvature along every axis of the box, by Bayesian linear regression.
//! What one candidate shows is used for those beside it.
// CITE: C. M. Bishop, Pattern Recognition and Machine Learning, 2006, section 3.3

/// A score that was seen.
pub(super) struct Seen<'a> {
    pub(super) point: &'a [f64],
    pub(super) score: f64,
    /// One over its variance.
    pub(super) weight: f64,
}

/// How large a slope and a curvature are expected to be: the deviation of the score over the whole range.
const EXPECTED: [f64; 2] = [1.0, 2.0];

/// The surface.
pub(super) struct Surface {
    centre: Vec<f64>,
    level: f64,
    /// The slope along each axis, then the curvature along each.
    coefficients: Vec<f64>,
}

impl Surface {
    /// The likeliest surface; a flat one where nothing was seen.
    pub(super) fn fit(seen: &[Seen<'_>]) -> Self {
        let axes = seen.first().map_or(0, |first| first.point.len());
        let total: f64 = seen.iter().map(|seen| seen.weight).sum::<f64>().max(f64::MIN_POSITIVE);
        let mean = |of: &dyn Fn(&Seen<'_>) -> f64| seen.iter().map(|seen| seen.weight * of(seen)).sum::<f64>() / total;
        let centre: Vec<f64> = (0..axes).map(|axis| mean(&|seen| seen.point[axis])).collect();
        let flat = Self { centre, level: 0.0, coefficients: vec![0.0; 2 * axes] };
        // The level is taken out, of the scores and of the features: it is not expected to be anything.
        let level = mean(&|seen| seen.score);
        let features: Vec<Vec<f64>> = seen.iter().map(|seen| flat.features(seen.point)).collect();
        let middle: Vec<f64> = (0..2 * axes)
            .map(|place| features.iter().zip(seen).map(|(f, seen)| seen.weight * f[place]).sum::<f64>() / total)
            .collect();
        let mut system: Vec<Vec<f64>> = vec![vec![0.0; 2 * axes + 1]; 2 * axes];
        for (features, seen) in features.iter().zip(seen) {
            for (i, row) in system.iter_mut().enumerate() {
                let weighted = seen.weight * (features[i] - middle[i]);
                for (j, entry) in row.iter_mut().enumerate() {
                    let other = if j == 2 * axes { seen.score - level } else { features[j] - middle[j] };
                    *entry += weighted * other;
                }
            }
        }
        for (place, row) in system.iter_mut().enumerate() {
            row[place] += EXPECTED[place / axes].powi(-2);
        }
        let coefficients = solve(system);
        let shift: f64 = coefficients.iter().zip(&middle).map(|(c, m)| c * m).sum();
        Self { level: level - shift, coefficients, ..flat }
    }

    fn features(&self, point: &[f64]) -> Vec<f64> {
        let from = || point.iter().zip(&self.centre).map(|(x, centre)| x - centre);
        from().chain(from().map(|x| x * x)).collect()
    }

    /// Its height at a point.
    pub(super) fn at(&self, point: &[f64]) -> f64 {
        self.level + self.features(point).iter().zip(&self.coefficients).map(|(f, c)| f * c).sum::<f64>()
    }
}

/// The solution of a positive definite system, its right side in the last column, by elimination.
fn solve(mut system: Vec<Vec<f64>>) -> Vec<f64> {
    let size = system.len();
    for pivot in 0..size {
        let row = system[pivot].clone();
        for (place, other) in system.iter_mut().enumerate() {
            if place != pivot {
                let factor = other[pivot] / row[pivot];
                other.iter_mut().zip(&row).for_each(|(entry, above)| *entry -= factor * above);
            }
        }
    }
    (0..size).map(|place| system[place][size] / system[place][place]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parabola_is_found_from_many_points() {
        let height = |x: f64, y: f64| 0.5 + 0.3 * x - 0.4 * (y - 0.5) * (y - 0.5);
        let points: Vec<Vec<f64>> = (0..100).map(|k| vec![f64::from(k % 10) / 9.0, f64::from(k / 10) / 9.0]).collect();
        let seen: Vec<Seen<'_>> =
            points.iter().map(|point| Seen { point, score: height(point[0], point[1]), weight: 1e6 }).collect();
        let surface = Surface::fit(&seen);
        for [x, y] in [[0.2, 0.9], [0.7, 0.5], [0.0, 0.0]] {
            assert!((surface.at(&[x, y]) - height(x, y)).abs() < 1e-3);
        }
    }

    #[test]
    fn where_nothing_was_seen_it_is_flat_and_few_doubtful_scores_bend_it_little() {
        assert_eq!(Surface::fit(&[]).at(&[]), 0.0);
        let points = [[0.0], [1.0]];
        let seen =
            |weight: f64| [0.3, 0.7].into_iter().zip(&points).map(move |(score, point)| Seen { point, score, weight });
        let slope = |weight: f64| {
            let surface = Surface::fit(&seen(weight).collect::<Vec<_>>());
            surface.at(&[1.0]) - surface.at(&[0.0])
        };
        assert!(slope(0.01) < 0.01 && (slope(1e6) - 0.4).abs() < 1e-3);
    }
}
