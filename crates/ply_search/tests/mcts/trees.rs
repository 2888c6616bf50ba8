//! Small trees are proven, with the values of minimax.

use ply_game::{Game, TreeGame, rng};
use ply_search::{
    Bound, Budget, Limits, Mcts, MctsConfig, Minimax, Report, Score, Searcher, Selection, Silent, Uniform, Zero,
};

use crate::{simulate, with_threads};

const DEPTH: usize = 6;
const ENOUGH: u64 = 100_000;

/// A proven score is the truth: the result always, the distance where it is said to be exact, and never less than the
/// true distance where it is not.
fn assert_true(score: Score, bound: Bound, truth: Score, context: &str) {
    match (score.plies_to_end(), truth.plies_to_end()) {
        (Some(plies), Some(least)) => {
            assert_eq!(score.points().signum(), truth.points().signum(), "{score} for {truth} in {context}");
            assert!(
                if bound == Bound::Exact { plies == least } else { plies >= least },
                "{score} for {truth} in {context}"
            );
            assert!(bound != if score > Score::DRAW { Bound::Upper } else { Bound::Lower }, "{bound:?} in {context}");
        }
        (None, _) if bound == Bound::Exact => assert_eq!((score, truth), (Score::DRAW, Score::DRAW), "{context}"),
        (None, _) => {}
        (Some(_), None) => panic!("{score} for {truth} in {context}"),
    }
}

/// The root is proven, and all that is said to be proven about its moves is true.
fn assert_proven(tree: &TreeGame, report: &Report<u16>) {
    let truth = Minimax::new(Zero).search(tree, &Budget::new(Limits::depth(DEPTH as u32)), &mut Silent);
    let context = tree.to_string();
    assert!(report.nodes < ENOUGH, "not proven: {context}");
    assert!(report.score.is_decided() || report.root[0].bound == Bound::Exact, "{report:?} {context}");
    assert_eq!(report.score.points().signum(), truth.score.points().signum(), "{context}");
    assert_eq!(report.root.len(), truth.root.len());
    for found in &report.root {
        let true_move = truth.root.iter().find(|root| root.mv == found.mv).unwrap();
        assert_true(found.score, found.bound, true_move.score, &context);
        assert_eq!(found.pv[0], found.mv);
        found.pv.iter().fold(tree.clone(), |position, &mv| {
            assert!(position.move_list().contains(&mv));
            position.after(mv)
        });
    }
}

fn prove_many(config: MctsConfig, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let tree = TreeGame::random(&mut rng(seed), DEPTH, 4);
        let mut mcts = Mcts::new(MctsConfig { seed, ..config }, Uniform).unwrap();
        assert_proven(&tree, &simulate(&mut mcts, &tree, ENOUGH));
    }
}

#[test]
fn trees_with_kept_turns_are_proven_as_minimax_has_them() {
    prove_many(with_threads(1), 0..500);
}

#[test]
fn trees_are_proven_whatever_the_formula() {
    let config = MctsConfig { expand_after: 1, ..with_threads(1) };
    prove_many(config, 0..200);
    prove_many(MctsConfig { selection: Selection::Puct { constant: 2.0 }, ..config }, 200..400);
    prove_many(MctsConfig { bias: 3.0, ..config }, 400..500);
}

#[test]
fn many_threads_prove_the_same() {
    prove_many(with_threads(2), 0..200);
    prove_many(MctsConfig { expand_after: 1, ..with_threads(8) }, 200..400);
}

#[test]
fn a_kept_tree_proves_the_same_after_every_move() {
    for seed in 0..200 {
        let mut position = TreeGame::random(&mut rng(seed), DEPTH, 4);
        let mut mcts = Mcts::new(MctsConfig { expand_after: 1, seed, ..with_threads(1) }, Uniform).unwrap();
        while position.outcome().is_none() {
            simulate(&mut mcts, &position, 30);
            let moves = position.move_list();
            position.play(moves[seed as usize % moves.len()]);
            if position.outcome().is_none() {
                assert_proven(&position, &simulate(&mut mcts, &position, ENOUGH));
            }
        }
    }
}

#[test]
fn a_draw_in_hand_is_taken_where_the_rest_is_lost() {
    let tree: TreeGame = "1[2[+ + + + + + -] = 2[+ + + + + -]]".parse().unwrap();
    let report = simulate(&mut Mcts::new(with_threads(1), Uniform).unwrap(), &tree, ENOUGH);
    assert_eq!((report.best, report.score, report.root[0].bound), (1, Score::DRAW, Bound::Exact));
    assert_eq!(report.root[1].score, Score::loss_in(2));
}

#[test]
fn the_longest_loss_is_chosen_and_the_soonest_win() {
    let report = |text: &str| {
        let tree: TreeGame = text.parse().unwrap();
        simulate(&mut Mcts::new(with_threads(1), Uniform).unwrap(), &tree, ENOUGH)
    };
    let lost = report("1[- 2[1[- -] 1[-]] 2[-]]");
    assert_eq!((lost.best, lost.score, lost.pv.len()), (1, Score::loss_in(3), 3));
    let won = report("1[2[- +] 1[+ 2[- -]] 1[2[+]]]");
    assert_eq!((won.best, won.score, won.pv.len()), (1, Score::win_in(2), 2));
}

#[test]
fn without_the_solver_nothing_is_claimed() {
    let config = MctsConfig { solver: false, ..with_threads(1) };
    let tree: TreeGame = "1[2[+ -] 1[= +] -]".parse().unwrap();
    let report = simulate(&mut Mcts::new(config, Uniform).unwrap(), &tree, 5000);
    assert_eq!((report.best, report.nodes), (1, 5000));
    assert!(report.root.iter().all(|root| !root.score.is_decided() && root.bound != Bound::Exact));
    assert!(report.score > Score::opinion(900), "{}", report.score);
}

#[test]
fn without_the_solver_the_move_played_is_still_one_of_the_best() {
    let config = MctsConfig { solver: false, ..with_threads(1) };
    for seed in 0..100 {
        let tree = TreeGame::random(&mut rng(seed), 4, 3);
        let report = simulate(&mut Mcts::new(config, Uniform).unwrap(), &tree, 20_000);
        let truth = Minimax::new(Zero).search(&tree, &Budget::new(Limits::depth(4)), &mut Silent);
        let chosen = truth.root.iter().find(|root| root.mv == report.best).unwrap();
        assert_eq!(chosen.score.points().signum(), truth.score.points().signum(), "{tree}");
    }
}
