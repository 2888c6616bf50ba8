//! What is promised of every search: the same limits give the same report, a legal move always, limits kept.

mod common;

use common::{Trial, tour};
use ply_game::{BoardGame, Game, Hashed, Indexed, Notation, Spec, Symmetric, TreeGame};
use ply_search::{
    AlphaBeta, AlphaBetaConfig, Budget, Evaluator, Limits, Margin, Minimax, Noise, Report, Score, Searcher, Silent,
    Split, Ties, Zero,
};

fn alpha_beta(config: AlphaBetaConfig) -> AlphaBeta<Margin> {
    AlphaBeta::new(Margin, config).expect("a right configuration")
}

fn everything() -> AlphaBetaConfig {
    AlphaBetaConfig {
        table_mb: Some(1),
        continuation_history: true,
        reductions: true,
        iir: true,
        late_move_pruning: true,
        ..AlphaBetaConfig::default()
    }
}

struct Twice;

impl Trial for Twice {
    fn on<G: BoardGame>(&mut self, spec: &Spec, position: &G, _depth: u32) {
        for config in [everything(), AlphaBetaConfig { lines: 3, ties: Ties::Random, seed: 9, ..everything() }] {
            let search = || alpha_beta(config).search(position, &Budget::new(Limits::nodes(3000)), &mut Silent);
            let (one, two) = (search(), search());
            assert!(one.same_finding(&two), "{spec} {}: {one:?} {two:?}", position.position_text());
            assert!(one.nodes <= 3000, "{spec}: {}", one.nodes);
            assert!(position.move_list().contains(&one.best));
        }
    }
}

#[test]
fn the_same_limits_give_the_same_report() {
    tour(&mut Twice, 3, 4);
}

struct Hurried;

impl Trial for Hurried {
    fn on<G: BoardGame>(&mut self, spec: &Spec, position: &G, _depth: u32) {
        let legal = |report: Report<G::Move>, what: &str| {
            assert!(position.move_list().contains(&report.best), "{spec} {what} {}", position.position_text());
        };
        for threads in [1, 8] {
            let config = AlphaBetaConfig { threads, ..everything() };
            let cancelled = Budget::new(Limits::default());
            cancelled.cancel.cancel();
            legal(alpha_beta(config).search(position, &cancelled, &mut Silent), "cancelled before it began");
            let no_time = Budget::new(Limits::time(std::time::Duration::from_nanos(1)));
            legal(alpha_beta(config).search(position, &no_time, &mut Silent), "without time");
            legal(alpha_beta(config).search(position, &Budget::new(Limits::nodes(1)), &mut Silent), "with one node");
        }
        legal(Minimax::new(Zero).search(position, &Budget::new(Limits::nodes(1)), &mut Silent), "minimax, one node");
    }
}

#[test]
fn there_is_a_legal_move_however_small_the_budget() {
    tour(&mut Hurried, 3, 5);
}

struct Crowd;

impl Trial for Crowd {
    fn on<G: BoardGame>(&mut self, spec: &Spec, position: &G, depth: u32) {
        let noise = Noise { seed: 3, size: 100 };
        let budget = || Budget::new(Limits::depth(depth));
        let right = Minimax::new(noise).search(position, &budget(), &mut Silent);
        for split in [Split::Lazy, Split::RootMoves] {
            let config = AlphaBetaConfig { threads: 8, split, table_mb: Some(1), ..AlphaBetaConfig::default() };
            let report = AlphaBeta::new(noise, config).unwrap().search(position, &budget(), &mut Silent);
            assert_eq!(report.score, right.score, "{spec} {split:?} {}", position.position_text());
        }
    }
}

#[test]
fn eight_threads_end_and_find_the_right_value() {
    tour(&mut Crowd, 2, 6);
}

/// Plays a search against itself for a while, with a table and history that grow old.
fn self_play<G: Game + Hashed + Indexed + Symmetric>(searcher: &mut impl Searcher<G>, start: &G) -> usize {
    let mut position = start.clone();
    let mut plies = 0;
    while position.outcome().is_none() && plies < 60 {
        let report = searcher.search(&position, &Budget::new(Limits::nodes(500)), &mut Silent);
        assert!(position.move_list().contains(&report.best));
        position.play(report.best);
        plies += 1;
    }
    plies
}

struct SelfPlay;

impl Trial for SelfPlay {
    fn on<G: BoardGame>(&mut self, _spec: &Spec, position: &G, _depth: u32) {
        assert!(self_play(&mut alpha_beta(everything()), position) > 0);
    }
}

#[test]
fn a_searcher_plays_whole_games_with_what_it_remembers() {
    tour(&mut SelfPlay, 1, 7);
}

#[test]
fn an_iteration_is_told_when_it_is_done_and_the_last_one_is_the_report() {
    let game = ply_games::simplexity::Simplexity::<u64>::default();
    let mut depths = Vec::new();
    let mut last = None;
    let report = alpha_beta(everything()).search(&game, &Budget::new(Limits::depth(5)), &mut |report: &Report<_>| {
        depths.push(report.depth);
        last = Some(report.best);
    });
    assert_eq!(depths, [1, 2, 3, 4, 5]);
    assert_eq!(last, Some(report.best));
}

#[test]
fn a_search_ends_by_itself_when_everything_is_known() {
    let tree: TreeGame = "1[2[= =] 2[1[= -] =]]".parse().unwrap();
    let report = alpha_beta(everything()).search(&tree, &Budget::new(Limits::default()), &mut Silent);
    assert_eq!(report.score, Score::DRAW);
    assert!(report.depth <= 4, "{}", report.depth);
}

#[test]
fn a_proof_ends_a_search_with_reductions_if_it_is_to_settle() {
    let position = ply_games::colosseum::Small::start(3, 0).parse_position("3 a 0,1 2,1 -").unwrap();
    let depth_with = |first_proof| {
        let config = AlphaBetaConfig { reductions: true, first_proof, ..AlphaBetaConfig::default() };
        let report = alpha_beta(config).search(&position, &Budget::new(Limits::depth(8)), &mut Silent);
        assert!(report.score.is_decided() && report.score > Score::DRAW, "{}", report.score);
        report.depth
    };
    assert!(depth_with(true) < depth_with(false));
}

#[test]
fn random_ties_choose_every_best_move_and_no_other() {
    let tree: TreeGame = "1[2[= +] 2[- +] 2[+ =] 2[= =]]".parse().unwrap();
    let mut chosen = [0; 4];
    for seed in 0..60 {
        let config = AlphaBetaConfig { ties: Ties::Random, seed, ..everything() };
        let report = alpha_beta(config).search(&tree, &Budget::new(Limits::depth(4)), &mut Silent);
        chosen[usize::from(report.best)] += 1;
    }
    assert!(chosen[0] > 5 && chosen[1] == 0 && chosen[2] > 5 && chosen[3] > 5, "{chosen:?}");
}

#[test]
fn unsound_ties_take_a_bound_for_a_score() {
    // The second move loses, but after the first its refutation is only looked at until it is no better.
    let tree: TreeGame = "1[2[= +] 2[= -] 2[+ =]]".parse().unwrap();
    let worst = (0..60).filter(|&seed| {
        let config = AlphaBetaConfig { ties: Ties::Unsound, seed, ..AlphaBetaConfig::pruning_only() };
        alpha_beta(config).search(&tree, &Budget::new(Limits::depth(4)), &mut Silent).best == 1
    });
    assert!(worst.count() > 5);
}

#[test]
fn an_optimist_leaves_a_draw_for_something_unknown_and_reports_without_hope() {
    let tree: TreeGame = "1[= 2[+ -]]".parse().unwrap();
    let report = |optimism, depth| {
        let config = AlphaBetaConfig { optimism, ..AlphaBetaConfig::default() };
        AlphaBeta::new(Zero, config).unwrap().search(&tree, &Budget::new(Limits::depth(depth)), &mut Silent)
    };
    let best = |optimism, depth| report(optimism, depth).best;
    assert_eq!((best(10, 1), best(-10, 1), best(10, 2)), (1, 0, 0));
    assert_eq!(report(10, 1).root.iter().map(|known| known.score).collect::<Vec<_>>(), [Score::DRAW; 2]);
}

#[test]
fn what_an_optimist_remembers_for_one_side_is_not_used_for_the_other() {
    let config = AlphaBetaConfig { optimism: 10, ..AlphaBetaConfig::default() };
    let mut searcher = AlphaBeta::new(Zero, config).unwrap();
    // The same positions, in which all that can be known at this depth are hopes.
    let unknown = "2[1[+ -] 1[- +]]";
    for text in [format!("1[{unknown} =]"), format!("2[{unknown} =]")] {
        let tree: TreeGame = text.parse().unwrap();
        let report = searcher.search(&tree, &Budget::new(Limits::depth(2)), &mut Silent);
        assert_eq!(report.best, 0, "{text}");
    }
}

#[test]
fn a_wrong_configuration_names_the_option_and_its_range() {
    let said = |config: AlphaBetaConfig| AlphaBeta::new(Zero, config).unwrap_err().to_string();
    let all = AlphaBetaConfig::default();
    assert_eq!(said(AlphaBetaConfig { table_mb: Some(0), ..all }), "table must be from 1 to 1048576, got 0");
    assert_eq!(said(AlphaBetaConfig { breadth: Some(0), ..all }), "breadth must be from 1 to 65535, got 0");
    assert_eq!(said(AlphaBetaConfig { threads: 0, ..all }), "threads must be from 1 to 1024, got 0");
    assert_eq!(said(AlphaBetaConfig { lines: 0, ..all }), "lines must be from 1 to 1000, got 0");
}

#[test]
fn the_noise_is_fixed_and_within_its_size() {
    let noise = Noise { seed: 1, size: 10 };
    let game = ply_games::simplexity::Simplexity::<u64>::default();
    let opinions: Vec<i32> = game.move_list().into_iter().map(|mv| noise.evaluate(&game.after(mv))).collect();
    assert!(opinions.iter().all(|opinion| opinion.abs() <= 10));
    assert!(opinions.iter().any(|opinion| *opinion != opinions[0]));
}
