//! The test against published results, against its own promises, and at the ends of the scale.

use ply_game::{Rng, below, rng};

use super::*;

fn sprt(elo0: f64, elo1: f64, model: EloModel) -> Sprt {
    Sprt::new(elo0, elo1, 0.05, 0.05, model).unwrap()
}

/// `elo0`, `elo1`, the pentanomial counts, and the LLR that was published for them.
type Published = (f64, f64, [u64; 5], f64);

fn assert_published(model: EloModel, results: &[Published]) {
    for &(elo0, elo1, counts, published) in results {
        let llr = sprt(elo0, elo1, model).judge(&Pentanomial(counts)).llr;
        assert!((llr - published).abs() < 0.006, "{counts:?} in [{elo0}, {elo1}]: {llr}, published {published}");
    }
}

#[test]
fn logistic_results_are_those_fishtest_published() {
    // CITE: https://github.com/official-stockfish/Stockfish/pull/ 2493, 2950, 2951, 2971, 3098, 3209, 3331:
    // logistic bounds in braces, LLR and Ptnml(0-2) as printed there.
    assert_published(
        EloModel::Logistic,
        &[
            (-1.0, 3.0, [424, 2948, 5832, 3045, 460], 2.94),
            (0.0, 2.0, [1284, 17437, 55536, 18085, 1292], 2.94),
            (-0.5, 1.5, [133, 1751, 5094, 1849, 165], 2.94),
            (0.25, 1.75, [149, 4748, 32785, 5063, 159], 2.95),
            (-0.5, 1.5, [59, 754, 2467, 865, 75], 2.95),
            (0.25, 1.75, [33, 1185, 8378, 1302, 50], 2.95),
            (-0.5, 1.5, [17, 253, 1042, 337, 39], 2.96),
            (0.25, 1.75, [11, 407, 3238, 513, 11], 2.93),
            (-0.25, 1.25, [491, 7345, 29693, 7670, 465], 2.96),
            (0.25, 1.25, [53, 2220, 21459, 2445, 47], 2.97),
            (-0.25, 1.25, [253, 4282, 17604, 4431, 286], 2.94),
            (0.25, 1.25, [58, 3302, 33130, 3518, 84], 2.97),
            (-0.25, 1.25, [115, 2196, 11328, 2317, 136], 2.94),
            (0.25, 1.25, [14, 1030, 14318, 1163, 19], 2.93),
        ],
    );
}

#[test]
fn normalised_results_are_those_fishtest_published() {
    // CITE: https://github.com/official-stockfish/Stockfish/pull/ 3514, 4194: normalised bounds in angle brackets.
    assert_published(
        EloModel::Normalized,
        &[
            (-0.5, 2.5, [264, 5737, 31270, 5964, 269], 2.97),
            (0.5, 3.5, [29, 2205, 35000, 2392, 34], 2.94),
            (0.0, 2.0, [371, 10263, 24989, 10642, 379], 2.95),
            (0.5, 2.5, [47, 8181, 25234, 8575, 47], 2.94),
        ],
    );
}

#[test]
fn pairs_and_single_games_agree_with_fastchess() {
    // CITE: https://github.com/Disservin/fastchess/blob/master/app/tests/sprt_test.cpp, whose tolerance is 1 %.
    let near = |llr: f64, published: f64| assert!((llr / published - 1.0).abs() < 0.01, "{llr}, published {published}");
    let pairs = |counts, elo0, elo1, model| sprt(elo0, elo1, model).judge(&Pentanomial(counts)).llr;
    let games =
        |(wins, losses, draws), elo0, elo1, model| sprt(elo0, elo1, model).judge_single_games(wins, draws, losses).llr;
    use EloModel::{Logistic, Normalized};
    near(pairs([223, 9863, 21279, 10037, 246], 0.5, 2.5, Logistic), -3.07);
    near(pairs([871, 26175, 55983, 26678, 821], 0.0, 2.0, Logistic), -4.98);
    near(pairs([365, 16618, 36229, 16974, 390], 0.0, 2.0, Normalized), 2.25);
    near(pairs([127, 4883, 10712, 5150, 104], -1.75, 0.25, Normalized), 3.01);
    near(pairs([0, 0, 0, 0, 5550], 0.0, 5.0, Normalized), 111.82);
    near(games((21404, 21184, 40708), 0.5, 2.5, Logistic), -1.57);
    near(games((57433, 57030, 106593), 0.0, 2.0, Logistic), -2.59);
    near(games((36433, 36027, 68692), 0.0, 2.0, Normalized), 0.92);
    near(games((10871, 10650, 20431), -1.75, 0.25, Normalized), 2.30);
    near(games((4250, 0, 0), 0.0, 10.0, Normalized), 120.56);
}

#[test]
fn extreme_scores_are_decided_the_right_way() {
    for model in [EloModel::Logistic, EloModel::Normalized] {
        let sprt = sprt(0.0, 20.0, model);
        let decide = |counts| sprt.judge(&Pentanomial(counts)).decision;
        assert_eq!(decide([0; 5]), Decision::Continue);
        assert_eq!(decide([0, 0, 0, 0, 1]), Decision::Continue);
        assert_eq!(decide([0, 0, 0, 0, 200]), Decision::AcceptH1);
        assert_eq!(decide([200, 0, 0, 0, 0]), Decision::AcceptH0);
        assert_eq!(decide([0, 0, sprt.patience(), 0, 0]), Decision::AcceptH0, "all pairs alike, {model:?}");
    }
}

#[test]
fn the_ratio_is_a_number_for_all_counts_and_bounds() {
    let mut rng = rng(1);
    let draw = |rng: &mut Rng| match below(rng, 4) {
        0 | 1 => 0,
        2 => u64::from(below(rng, 20)),
        _ => u64::from(below(rng, 1_000_000)),
    };
    for _ in 0..20_000 {
        let counts = std::array::from_fn(|_| draw(&mut rng));
        let elo0 = f64::from(below(&mut rng, 2000)) - 1000.0;
        let elo1 = elo0 + (1000.0 - elo0) * f64::from(1 + below(&mut rng, 1000)) / 1000.0;
        for model in [EloModel::Logistic, EloModel::Normalized] {
            let sprt = sprt(elo0, elo1, model);
            let status = sprt.judge(&Pentanomial(counts));
            assert!(status.llr.is_finite(), "{counts:?} in [{elo0}, {elo1}], {model:?}");
            let [losses, draws, wins, ..] = counts;
            assert!(sprt.judge_single_games(wins, draws, losses).llr.is_finite());
        }
    }
}

#[test]
fn swapping_the_agents_mirrors_the_test() {
    for model in [EloModel::Logistic, EloModel::Normalized] {
        let llr = sprt(-3.0, 12.0, model).judge(&Pentanomial([7, 40, 90, 55, 12])).llr;
        let mirrored = sprt(-12.0, 3.0, model).judge(&Pentanomial([12, 55, 90, 40, 7])).llr;
        assert!((llr + mirrored).abs() < 1e-7, "{llr} and {mirrored}");
    }
}

#[test]
fn impossible_tests_are_refused() {
    let new = |elo0, elo1, alpha, beta| Sprt::new(elo0, elo1, alpha, beta, EloModel::Logistic);
    assert!(matches!(new(5.0, 5.0, 0.05, 0.05), Err(SprtError::Order { .. })));
    assert!(matches!(new(f64::NAN, 5.0, 0.05, 0.05), Err(SprtError::Range { .. })));
    assert!(matches!(new(0.0, 1e9, 0.05, 0.05), Err(SprtError::Range { .. })));
    assert!(matches!(new(0.0, 5.0, 0.0, 0.05), Err(SprtError::Probability { .. })));
    assert!(matches!(new(0.0, 5.0, 0.6, 0.4), Err(SprtError::Probability { .. })));
    let text = new(5.0, 0.0, 0.05, 0.05).unwrap_err().to_string();
    assert_eq!(text, "expected elo0 below elo1, got elo0 5 and elo1 0");
}

/// Plays simulated tests in which pair results have the given probabilities; how many of them accepted H1.
fn accepted(sprt: &Sprt, weights: [f64; 5], tests: usize, seed: u64) -> usize {
    let mut rng = rng(seed);
    let mut accepted = 0;
    for _ in 0..tests {
        let mut pairs = Pentanomial::default();
        for played in 0.. {
            assert!(played < 2 * sprt.patience(), "undecided: {pairs:?}");
            let mut u = f64::from(below(&mut rng, u32::MAX)) / f64::from(u32::MAX);
            let result = weights.iter().position(|&weight| {
                u -= weight;
                u < 0.0
            });
            pairs.0[result.unwrap_or(4)] += 1;
            match sprt.judge(&pairs).decision {
                Decision::Continue => {}
                Decision::AcceptH0 => break,
                Decision::AcceptH1 => {
                    accepted += 1;
                    break;
                }
            }
        }
    }
    accepted
}

#[test]
fn errors_are_as_rare_as_promised() {
    const TESTS: usize = 2000;
    // Five probabilities with a mean of the score `s`: a drawish one shifted linearly.
    let with_score = |s: f64| {
        let shift = s - 0.5;
        [0.08 - 0.5 * shift, 0.22 - shift, 0.4, 0.22 + shift, 0.08 + 0.5 * shift]
    };
    let (equal, better) = (with_score(0.5), with_score(expected_score(40.0)));
    let normalized = {
        let moment =
            |f: &dyn Fn(f64) -> f64| (0u8..5).map(|i| better[usize::from(i)] * f(f64::from(i) / 4.0)).sum::<f64>();
        let mean = moment(&|a| a);
        (mean - 0.5) / (2.0 * moment(&|a| (a - mean).powi(2))).sqrt() * NORMALIZED_ELO_PER_DEVIATION
    };
    for (elo1, model) in [(40.0, EloModel::Logistic), (normalized, EloModel::Normalized)] {
        let sprt = sprt(0.0, elo1, model);
        let wrongly_accepted = accepted(&sprt, equal, TESTS, 11);
        let wrongly_rejected = TESTS - accepted(&sprt, better, TESTS, 12);
        // 5 % of 2000 is 100 with a deviation of 10; overshooting the bounds makes errors rarer than promised.
        assert!((60..125).contains(&wrongly_accepted), "{wrongly_accepted} accepted under H0, {model:?}");
        assert!((60..125).contains(&wrongly_rejected), "{wrongly_rejected} rejected under H1, {model:?}");
    }
}
