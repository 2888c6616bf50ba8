//! Every sound configuration of alpha-beta gives plain minimax's root value: on all games, on random trees with kept
//! turns, with an evaluator in which any fault shows, on one thread and on several.

mod common;

use common::{Trial, tour};
use ply_game::{BoardGame, Game, Spec, TreeGame, rng};
use ply_search::{
    AlphaBeta, AlphaBetaConfig, Bound, Budget, Lateness, Limits, Minimax, Noise, Ordering, Proof, Score, Searcher,
    Silent, Split, Ties,
};

/// Everything on, one thing off or changed at a time, and the plain ones.
fn configurations() -> Vec<(&'static str, AlphaBetaConfig)> {
    let all = AlphaBetaConfig { table_mb: Some(1), ..AlphaBetaConfig::default() };
    vec![
        ("everything", all),
        ("minimax", AlphaBetaConfig::minimax()),
        ("pruning only", AlphaBetaConfig::pruning_only()),
        ("fixed depth", AlphaBetaConfig { iterative: false, ..all }),
        ("no aspiration", AlphaBetaConfig { aspiration: false, ..all }),
        ("no pvs", AlphaBetaConfig { pvs: false, ..all }),
        ("no table", AlphaBetaConfig { table_mb: None, ..all }),
        ("no etc", AlphaBetaConfig { etc: false, ..all }),
        ("no order", AlphaBetaConfig { ordering: Ordering::None, ..all }),
        ("evaluator order", AlphaBetaConfig { ordering: Ordering::Evaluator, ..all }),
        ("continuation history", AlphaBetaConfig { continuation_history: true, ..all }),
        ("symmetric keys", AlphaBetaConfig { symmetric_plies: 2, ..all }),
        ("random ties", AlphaBetaConfig { ties: Ties::Random, ..all }),
        ("three lines", AlphaBetaConfig { lines: 3, ..all }),
        ("three threads", AlphaBetaConfig { threads: 3, ..all }),
        ("root moves dealt out", AlphaBetaConfig { threads: 2, split: Split::RootMoves, ..all }),
    ]
}

struct Oracle {
    noise: Noise,
}

impl Oracle {
    fn compare<G: BoardGame>(&self, position: &G, depth: u32, place: &str) {
        let budget = || Budget::new(Limits::depth(depth));
        let right = Minimax::new(self.noise).search(position, &budget(), &mut Silent);
        for (name, config) in configurations() {
            let mut noise = self.noise;
            if config.symmetric_plies > 0 {
                // Mirror images must be judged alike for the value to be the same.
                noise.size = 0;
            }
            let right = if noise.size == 0 {
                Minimax::new(noise).search(position, &budget(), &mut Silent)
            } else {
                right.clone()
            };
            let report = AlphaBeta::new(noise, config).unwrap().search(position, &budget(), &mut Silent);
            let here = format!("{name} {place} {} depth {depth}", position.position_text());
            assert_eq!(report.score, right.score, "{here}");
            // A proven end is found at a smaller depth; what is known of other moves then holds for that depth.
            let comparable = report.depth == depth;
            for found in report.root.iter().filter(|found| comparable && found.nodes > 0) {
                let exact = right.root.iter().find(|other| other.mv == found.mv).expect("the same moves").score;
                match found.bound {
                    Bound::Exact => assert_eq!(found.score, exact, "{here}"),
                    Bound::Upper => assert!(found.score >= exact, "{here}"),
                    Bound::Lower => assert!(found.score <= exact, "{here}"),
                }
            }
            let best = right.root.iter().find(|other| other.mv == report.best).expect("a legal move");
            assert_eq!(best.score, right.score, "{here}: the move is as good as its score");
            line_is_worth_its_score(position, &report.pv, report.score, noise, depth, &here);
        }
    }
}

/// The principal variation is legal, and leads to what the score says.
fn line_is_worth_its_score<G: BoardGame>(
    root: &G,
    line: &[G::Move],
    score: Score,
    noise: Noise,
    depth: u32,
    here: &str,
) {
    let mut position = root.clone();
    for &mv in line {
        assert!(position.move_list().contains(&mv), "{here}: the line is legal");
        position.play(mv);
    }
    if let Some(outcome) = position.outcome() {
        assert_eq!(Score::of_outcome(outcome, root.to_move(), line.len()), score, "{here}: the line's end");
    } else if line.len() == depth as usize {
        use ply_search::Evaluator;
        let opinion = Score::opinion(noise.evaluate(&position));
        let opinion = if position.to_move() == root.to_move() { opinion } else { -opinion };
        assert_eq!(opinion, score, "{here}: the line's end");
    }
}

impl Trial for Oracle {
    fn on<G: BoardGame>(&mut self, spec: &Spec, position: &G, depth: u32) {
        self.compare(position, depth, &spec.to_string());
    }
}

#[test]
fn every_configuration_agrees_with_minimax_on_all_games() {
    tour(&mut Oracle { noise: Noise { seed: 1, size: 1000 } }, 6, 1);
    tour(&mut Oracle { noise: Noise { seed: 2, size: 2 } }, 6, 2);
}

#[test]
fn every_configuration_agrees_with_minimax_on_trees_with_kept_turns() {
    for seed in 0..400 {
        let tree = TreeGame::random(&mut rng(seed), 7, 3);
        for (depth, size) in [(3, 1000), (5, 2), (8, 10)] {
            Oracle { noise: Noise { seed, size } }.compare(&tree, depth, &format!("tree {seed}"));
        }
    }
}

#[test]
fn what_is_said_to_be_proven_is_the_value_of_the_tree() {
    const HEIGHT: usize = 6;
    let all = AlphaBetaConfig { table_mb: Some(1), ..AlphaBetaConfig::default() };
    let sound = configurations().into_iter().map(|(name, config)| (name, config, true));
    let lateness = Lateness { first: 1, growth: 1, improving: true, ..Lateness::default() };
    let unsound = [
        ("reductions", AlphaBetaConfig { reductions: true, ..all }, false),
        ("late move pruning", AlphaBetaConfig { late_move_pruning: true, ..all }, false),
        (
            "the same, sooner where nothing improves",
            AlphaBetaConfig { late_move_pruning: true, lateness, ..all },
            false,
        ),
        ("breadth", AlphaBetaConfig { breadth: Some(1), ..all }, false),
    ];
    let configurations: Vec<_> = sound.chain(unsound).collect();
    for seed in 0..60 {
        let tree = TreeGame::random(&mut rng(seed), HEIGHT, 3);
        let noise = Noise { seed, size: 5 };
        let find = |searcher: &mut dyn Searcher<TreeGame>, depth| {
            searcher.search(&tree, &Budget::new(Limits::depth(depth)), &mut Silent)
        };
        let truth = find(&mut Minimax::new(noise), 2 * HEIGHT as u32).score;
        for &(name, config, is_sound) in &configurations {
            for depth in 1..=HEIGHT as u32 + 1 {
                let report = find(&mut AlphaBeta::new(noise, config).unwrap(), depth);
                let (score, here) = (report.score, format!("{name} tree {seed} depth {depth}: {}", report.score));
                match report.proof {
                    Proof::Exact => assert_eq!(score, truth, "{here}"),
                    Proof::Result => assert_eq!(score.points().signum(), truth.points().signum(), "{here}"),
                    Proof::Open => assert!(!is_sound || depth <= HEIGHT as u32, "{here}"),
                }
            }
        }
    }
}

#[test]
fn the_oracle_sees_the_distance_of_a_win() {
    let tree: TreeGame = "1[2[1[+ +] 1[+ =]] 2[+ 1[+ +]]]".parse().unwrap();
    let report = Minimax::new(ply_search::Zero).search(&tree, &Budget::new(Limits::depth(5)), &mut Silent);
    assert_eq!(report.score, Score::win_in(3));
    assert!(tree.after(report.best).outcome().is_none());
}
