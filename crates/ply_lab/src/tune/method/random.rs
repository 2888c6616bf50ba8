//! Random numbers for the methods: the same on every machine, so no function of the system's mathematics library.

use std::f64::consts::TAU;

use ply_game::{Rng, below};

/// At least 0 and below 1.
pub(super) fn unit(rng: &mut Rng) -> f64 {
    const STEPS: u32 = 1 << 30;
    f64::from(below(rng, STEPS)) / f64::from(STEPS)
}

/// Normally distributed, with mean 0 and deviation 1.
// CITE: G. E. P. Box, M. E. Muller, A note on the generation of random normal deviates, 1958
pub(super) fn normal(rng: &mut Rng) -> f64 {
    let radius = libm::sqrt(-2.0 * libm::log(1.0 - unit(rng)));
    radius * libm::cos(TAU * unit(rng))
}

/// Back into the box: a step beyond a wall is reflected at it.
pub(super) fn reflected(coordinate: f64) -> f64 {
    let folded = coordinate.rem_euclid(2.0);
    if folded > 1.0 { 2.0 - folded } else { folded }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ply_game::rng;

    #[test]
    fn the_normal_numbers_have_the_moments_of_the_normal_distribution() {
        let mut rng = rng(1);
        let drawn: Vec<f64> = (0..20_000).map(|_| normal(&mut rng)).collect();
        let moment = |power: i32| drawn.iter().map(|x| x.powi(power)).sum::<f64>() / drawn.len() as f64;
        assert!(moment(1).abs() < 0.03 && (moment(2) - 1.0).abs() < 0.03 && (moment(4) - 3.0).abs() < 0.2);
    }

    #[test]
    fn what_leaves_the_box_comes_back() {
        for (given, expected) in [(0.25, 0.25), (-0.25, 0.25), (1.25, 0.75), (2.5, 0.5)] {
            assert!((reflected(given) - expected).abs() < 1e-12);
        }
    }
}
