//! The agents of Dots-and-Boxes: legal everywhere, the same for a seed, and as their report describes them.

use ply_agents::{Mind, agents, mind};
use ply_game::{Game as _, Notation as _, Scored as _, below, play_texts, rng};
use ply_games::dots_and_boxes::{DotsAndBoxes, Edge, EdgeSet};
use ply_search::{Bound, Budget, Limits, Proof, Report, Score, Silent};
use serde_json::Value;

fn data() -> Value {
    serde_json::from_str(include_str!("data/dots-and-boxes.json")).unwrap()
}

fn build<E: EdgeSet>(spec: &str) -> Mind<DotsAndBoxes<E>> {
    mind(&spec.parse().unwrap(), 0, 1).unwrap().1
}

/// What an agent thinks with its own depth and so many nodes at most.
fn think<E: EdgeSet>(spec: &str, position: &DotsAndBoxes<E>, nodes: Option<u64>) -> Report<Edge> {
    let mut mind = build::<E>(spec);
    let own = mind.limits(position);
    let limits = Limits { nodes: own.nodes.into_iter().chain(nodes).min(), ..own };
    mind.think(position, &Budget::new(limits), &mut Silent).unwrap()
}

/// Some random moves into a game.
fn random_position<E: EdgeSet>(rows: usize, cols: usize, seed: u64) -> DotsAndBoxes<E> {
    let mut rng = rng(seed);
    let mut position = DotsAndBoxes::<E>::new(rows, cols);
    for _ in 0..below(&mut rng, position.geometry().edges() as u32) {
        let left = position.undrawn();
        position.play(Edge(left.nth(below(&mut rng, left.count())) as u8));
    }
    position
}

fn names() -> Vec<&'static str> {
    agents::<DotsAndBoxes<u64>>().iter().map(|agent| agent.name).filter(|name| *name != "faulty").collect()
}

fn is_legal_everywhere<E: EdgeSet>(rows: usize, cols: usize) {
    for name in names() {
        for seed in 0..3 {
            let position = random_position::<E>(rows, cols, seed);
            for nodes in [1, 40] {
                let best = think(name, &position, Some(nodes)).best;
                assert!(position.undrawn().has(usize::from(best.0)), "{name} plays {best:?} in {position:?}");
            }
        }
    }
}

#[test]
fn every_agent_has_a_legal_move_on_every_size_within_any_limit() {
    for (rows, cols) in [(1, 1), (1, 2), (2, 2), (3, 4), (4, 4), (5, 5), (1, 20)] {
        is_legal_everywhere::<u64>(rows, cols);
    }
    for (rows, cols) in [(6, 6), (7, 7), (7, 8), (1, 42)] {
        is_legal_everywhere::<u128>(rows, cols);
    }
}

#[test]
fn the_same_seed_gives_the_same_report() {
    for name in names() {
        let position = random_position::<u64>(4, 4, 5);
        let reports = [(), ()].map(|()| think(name, &position, Some(3000)));
        assert!(reports[0].same_finding(&reports[1]), "{name}");
    }
}

#[test]
fn another_seed_gives_other_moves() {
    let start = DotsAndBoxes::<u64>::default();
    for name in ["ab-sim-random", "mcts", "mcts-ab", "house"] {
        let moves: Vec<Edge> = (0..8).map(|seed| think(&format!("{name}:seed={seed}"), &start, None).best).collect();
        assert!(moves.iter().any(|mv| *mv != moves[0]), "{name}");
    }
}

#[test]
fn nonsense_is_refused() {
    let refused = |spec: &str| mind::<DotsAndBoxes<u64>>(&spec.parse().unwrap(), 0, 1).err().unwrap().to_string();
    assert_eq!(refused("ab-sim:depth=0"), "ab-sim: depth must be a whole number from 1 to 200, got '0'");
    assert_eq!(refused("mcts-ab:ties=some"), "mcts-ab: ties must be one of sound, unsound, got 'some'");
    assert_eq!(
        refused("mcts-ab-dynamic:deeper=9"),
        "mcts-ab-dynamic: deeper must be a whole number from 10 to 127, got '9'"
    );
    assert_eq!(refused("house:error=2000"), "house: error must be a whole number from 0 to 1000, got '2000'");
    assert_eq!(refused("champion:table=0"), "champion: table must be a whole number from 1 to 65536, got '0'");
    assert!(refused("if-else:depth=3").starts_with("if-else has no option 'depth'"));
}

/// Own boxes less the opponent's after the best of `steps` moves of either, in a hundredth of a box.
fn lead_after(position: &DotsAndBoxes<u64>, steps: u32) -> i32 {
    let mover = position.to_move().index();
    let scores = position.scores().unwrap();
    if steps == 0 || position.outcome().is_some() {
        return 100 * (scores[mover] - scores[1 - mover]);
    }
    let after = |mv| {
        let child = position.after(mv);
        let lead = lead_after(&child, steps - 1);
        if child.to_move() == position.to_move() { lead } else { -lead }
    };
    position.move_list().into_iter().map(after).max().unwrap()
}

#[test]
fn if_else_and_negamax_count_boxes_two_moves_ahead() {
    let mut saved = 0;
    for seed in 0..40 {
        let position = random_position::<u64>(3, 3, seed);
        if position.undrawn().count() < 3 {
            continue;
        }
        let score = Score::opinion(lead_after(&position, 2));
        let [rule, plain, pruned] =
            ["if-else", "negamax", "negamax:pruning=on"].map(|spec| think(spec, &position, None));
        assert_eq!([rule.score, plain.score, pruned.score], [score; 3], "{position:?}");
        assert_eq!((rule.best, plain.best), (plain.best, pruned.best));
        let edges = u64::from(position.undrawn().count());
        assert_eq!(plain.nodes, edges * edges);
        saved += plain.nodes - pruned.nodes;
    }
    assert!(saved > 0);
}

#[test]
fn ties_that_are_called_sound_are() {
    for seed in 0..30 {
        let position = random_position::<u64>(3, 3, seed);
        let best = think("ab-sim", &position, None).score;
        let chosen = think(&format!("ab-sim-random:seed={seed}"), &position, None);
        let child = position.after(chosen.best);
        if child.outcome().is_some() || position.undrawn().count() < 3 {
            continue;
        }
        let reply = think("ab-sim:depth=1", &child, None).score;
        assert_eq!(if child.to_move() == position.to_move() { reply } else { -reply }, best, "{position:?}");
    }
}

#[test]
fn two_plies_miss_the_double_cross_and_more_find_it() {
    let edges = data()["report_figures"]["fig10_panel1"]["edges"].as_str().unwrap().to_owned();
    let position = DotsAndBoxes::<u64>::default().parse_position(&format!("4x4 1 6-2 {edges}")).unwrap();
    let plays = |spec: &str| position.move_text(think(spec, &position, None).best);
    for spec in ["if-else", "ab-sim", "mcts-ab"] {
        assert_ne!(plays(spec), "h4,2", "{spec}");
    }
    for spec in ["ab-sim:depth=3", "mcts-ab-dynamic", "champion"] {
        assert_eq!(plays(spec), "h4,2", "{spec}");
    }
}

#[test]
fn the_champion_knows_and_keeps_the_value_of_positions_it_can_solve() {
    for entry in data()["exact_positions"].as_array().unwrap() {
        let mut position = DotsAndBoxes::<u64>::default();
        play_texts(&mut position, entry["moves"].as_str().unwrap()).unwrap();
        let mover = position.to_move();
        let report = think("champion", &position, Some(100_000));
        let margin = Score::opinion(entry["final_margin_for_mover"].as_i64().unwrap() as i32);
        assert_eq!((report.score, report.root[0].bound), (margin, Bound::Exact), "{entry}");
        position.play(report.best);
        let after = think("champion", &position, Some(100_000)).score;
        let kept = if position.to_move() == mover { after } else { -after };
        assert!(kept == margin || margin < Score::DRAW && kept < Score::DRAW, "{entry}");
    }
}

/// Simulations speak for `v4,2`, which loses.
#[test]
fn the_champion_s_threads_find_the_only_moves() {
    let text = "5x5 1 0-0 111001001111010000110100000100000100000001100000000101110110";
    let start = DotsAndBoxes::<u64>::new(5, 5);
    let position = start.parse_position(text).unwrap();
    for spec in ["champion", "champion:threads=3"] {
        let report = think(spec, &position, Some(400_000));
        assert!(report.score > Score::DRAW && report.proof != Proof::Open, "{spec}: {report:?}");
    }
}

#[test]
fn the_champion_stops_when_there_is_nothing_to_find_out() {
    let mut position = DotsAndBoxes::<u64>::new(1, 2);
    play_texts(&mut position, "h0,0 h1,0 h0,1 h1,1 v0,0 v0,2").unwrap();
    let report = think("champion", &position, None);
    assert_eq!((report.score, report.pv.len()), (Score::opinion(2), 1));
}
