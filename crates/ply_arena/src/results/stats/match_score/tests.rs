//! Match results against published figures, closed forms and the ends of the scale.

use super::*;

/// A game that gives A this many half points, in this pair, with A on this side.
fn game(half_points: u64, side_of_a: Player, pair: Option<u64>) -> MatchGame {
    let outcome = match half_points {
        0 => Outcome::Win(side_of_a.other()),
        1 => Outcome::Draw,
        _ => Outcome::Win(side_of_a),
    };
    MatchGame { side_of_a, outcome, pair }
}

/// Complete pairs that give A these results.
fn pairs(counts: [u64; 5]) -> Vec<MatchGame> {
    let halves = [[0, 0], [0, 1], [2, 0], [1, 2], [2, 2]];
    let results = counts.iter().zip(halves).flat_map(|(&count, halves)| (0..count).map(move |_| halves));
    let pair =
        |(pair, [x, y]): (u64, [u64; 2])| [game(x, Player::First, Some(pair)), game(y, Player::Second, Some(pair))];
    (0..).zip(results).flat_map(pair).collect()
}

fn singles(wins: u64, draws: u64, losses: u64) -> Vec<MatchGame> {
    [(2, wins), (1, draws), (0, losses)]
        .into_iter()
        .flat_map(|(half, count)| (0..count).map(move |_| game(half, Player::First, None)))
        .collect()
}

fn near(value: Option<f64>, published: f64) {
    let value = value.unwrap();
    assert!((value / published - 1.0).abs() < 0.01, "{value}, published {published}");
}

#[test]
fn pairs_give_the_figures_fastchess_published() {
    // CITE: https://github.com/Disservin/fastchess/blob/master/app/tests/elo_test.cpp, whose tolerance is 1 %.
    for (counts, elo, error, nelo, nelo_error, los) in [
        ([34, 54, 63, 64, 75], 55.58, 27.65, 57.94, 28.28, 1.0),
        ([332, 433, 498, 333, 334], -8.64, 10.33, -9.17, 10.96, 0.0505),
        ([7895, 8757, 5685, 568, 9999], -21.04, 2.95, -19.01, 2.65, 0.0),
    ] {
        let score = MatchScore::of_games(&pairs(counts));
        assert_eq!(score.pentanomial.0, counts);
        near(score.elo, elo);
        near(score.elo_error, error);
        near(score.normalized_elo, nelo);
        near(score.normalized_elo_error, nelo_error);
        assert!((score.los - los).abs() < 1e-4, "{} instead of {los}", score.los);
    }
}

#[test]
fn single_games_give_the_figures_fastchess_published() {
    let score = MatchScore::of_games(&singles(76, 123, 89));
    near(score.normalized_elo, -20.76);
    near(score.normalized_elo_error, 40.13);
    assert!((score.los - 0.1553).abs() < 5e-4);
    let score = MatchScore::of_games(&singles(136, 111, 96));
    near(score.elo, 40.70);
    near(score.elo_error, 30.43);
    assert!((score.los - 0.9960).abs() < 5e-4);
    near(MatchScore::of_games(&singles(34, 0, 356)).normalized_elo, -508.44);
}

#[test]
fn a_lopsided_opening_adds_no_doubt_to_a_paired_match() {
    let paired = pairs([0, 5, 80, 15, 0]);
    let unpaired: Vec<_> = paired.iter().map(|game| MatchGame { pair: None, ..*game }).collect();
    let (paired, unpaired) = (MatchScore::of_games(&paired), MatchScore::of_games(&unpaired));
    assert_eq!((paired.elo, paired.wins), (unpaired.elo, unpaired.wins));
    assert!(paired.elo_error.unwrap() < 0.5 * unpaired.elo_error.unwrap());
    assert_eq!(unpaired.pentanomial.pairs(), 0);
}

#[test]
fn an_unfinished_pair_counts_as_a_game_but_not_as_a_pair() {
    let mut games = pairs([1, 2, 3, 4, 5]);
    games.pop();
    let score = MatchScore::of_games(&games);
    assert_eq!((score.games, score.pentanomial.0), (29, [1, 2, 3, 4, 4]));
}

#[test]
fn two_games_on_the_same_side_are_no_complete_pair() {
    let score = MatchScore::of_games(&[game(2, Player::First, Some(1)), game(2, Player::First, Some(1))]);
    assert_eq!((score.games, score.pentanomial.pairs()), (2, 0));
}

#[test]
fn no_game_says_nothing() {
    let score = MatchScore::of_games(&[]);
    assert_eq!((score.score, score.elo, score.elo_error, score.los), (None, None, None, 0.5));
    assert_eq!((score.elo_low, score.normalized_elo), (None, None));
}

#[test]
fn a_clean_sweep_has_one_finite_end_that_grows_with_the_games() {
    let mut last = 0.0;
    for count in [1, 10, 100, 1000] {
        let won = MatchScore::of_games(&pairs([0, 0, 0, 0, count]));
        let lost = MatchScore::of_games(&pairs([count, 0, 0, 0, 0]));
        assert_eq!((won.score, won.elo, won.elo_error, won.elo_high), (Some(1.0), None, None, None));
        assert!((won.elo_low.unwrap() + lost.elo_high.unwrap()).abs() < 1e-9);
        assert!((won.los + lost.los - 1.0).abs() < 1e-12 && won.los > 0.9);
        assert!(won.elo_low.unwrap() > last || count == 1);
        last = won.elo_low.unwrap();
    }
    assert!(MatchScore::of_games(&singles(1, 0, 0)).los < 0.9, "one win is no proof");
}

#[test]
fn equal_pairs_make_the_difference_small_but_never_certain() {
    let errors: Vec<f64> =
        [1, 10, 1000].map(|count| MatchScore::of_games(&pairs([0, 0, count, 0, 0])).elo_error.unwrap()).to_vec();
    assert!(errors[0] > 100.0 && errors[1] < errors[0] && errors[2] < errors[1] && errors[2] > 0.0, "{errors:?}");
    let score = MatchScore::of_games(&singles(0, 50, 0));
    assert_eq!((score.elo, score.los, score.normalized_elo), (Some(0.0), 0.5, Some(0.0)));
}

#[test]
fn superiority_is_likely_exactly_where_the_interval_is_above_nought() {
    for won in 0..=60 {
        let score = MatchScore::of_games(&singles(won, 20, 60 - won));
        let above = score.elo_low.is_some_and(|low| low > 0.0);
        assert_eq!(score.los > 0.975, above, "{score:?}");
    }
}

#[test]
fn the_order_of_the_games_changes_no_bit() {
    let mut games = pairs([3, 14, 15, 9, 2]);
    games.extend(singles(6, 5, 3));
    let score = MatchScore::of_games(&games);
    let mut rng = ply_game::rng(5);
    for _ in 0..20 {
        for i in (1..games.len()).rev() {
            games.swap(i, ply_game::below(&mut rng, i as u32 + 1) as usize);
        }
        assert_eq!(MatchScore::of_games(&games), score);
    }
}

#[test]
fn a_score_becomes_json_with_null_for_what_is_infinite() {
    let json = serde_json::to_value(MatchScore::of_games(&pairs([0, 0, 0, 0, 1]))).unwrap();
    assert_eq!(json["pentanomial"], serde_json::json!([0, 0, 0, 0, 1]));
    assert_eq!((&json["elo"], &json["points"]), (&serde_json::Value::Null, &serde_json::json!(2.0)));
}
