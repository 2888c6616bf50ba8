//! Equal positions share what is known of them, and nothing becomes untrue by it.

use ply_game::{Game as _, Sampled as _, rng};
use ply_games::dots_and_boxes::DotsAndBoxes;
use ply_search::{Mcts, MctsConfig, Uniform};

use crate::{simulate, with_threads};

/// Positions of 2x3 boxes with so many edges left.
fn positions(left: u32) -> Vec<DotsAndBoxes<u64>> {
    let mut rng = rng(u64::from(left));
    let one = |_| {
        let mut position = DotsAndBoxes::<u64>::new(2, 3);
        while position.undrawn().count_ones() > left {
            position.play(position.random_move(&mut rng));
        }
        position
    };
    (0..20).map(one).filter(|position| position.outcome().is_none()).collect()
}

#[test]
fn a_graph_proves_what_the_tree_proves() {
    for threads in [1, 2] {
        let config = MctsConfig { expand_after: 1, ..with_threads(threads) };
        for position in positions(7) {
            let plain = simulate(&mut Mcts::new(config, Uniform).unwrap(), &position, 200_000);
            let shared = simulate(&mut Mcts::new(config, Uniform).unwrap().with_transpositions(), &position, 200_000);
            assert!(plain.nodes < 200_000 && shared.nodes < 200_000, "{} {} not proven", plain.nodes, shared.nodes);
            assert_eq!(plain.score.points().signum(), shared.score.points().signum());
            if threads == 1 {
                assert!(shared.nodes <= plain.nodes, "{} {}", shared.nodes, plain.nodes);
            }
        }
    }
}

#[test]
fn without_the_solver_the_graph_comes_to_the_same_opinion() {
    let config = MctsConfig { expand_after: 1, solver: false, ..with_threads(1) };
    for position in positions(5) {
        let plain = simulate(&mut Mcts::new(config, Uniform).unwrap(), &position, 50_000);
        let shared = simulate(&mut Mcts::new(config, Uniform).unwrap().with_transpositions(), &position, 50_000);
        assert_eq!((plain.nodes, shared.nodes), (50_000, 50_000));
        let apart = plain.score.points() - shared.score.points();
        assert!(apart.abs() < 150, "{} {}", plain.score, shared.score);
    }
}

#[test]
fn the_same_question_twice_has_the_same_answer() {
    let mut mcts = Mcts::new(with_threads(1), Uniform).unwrap().with_transpositions();
    for position in positions(12) {
        let once = simulate(&mut mcts, &position, 2000);
        assert!(once.same_finding(&simulate(&mut mcts, &position, 2000)));
    }
}
