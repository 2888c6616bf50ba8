//! Budgets, settings, roll-outs and priors.

use std::time::Duration;

use ply_game::{Game, Rng, Sampled, TreeGame, below};
use ply_games::dots_and_boxes::{DotsAndBoxes, Edge};
use ply_search::{
    Biased, Budget, Capped, Judged, Limits, Margin, Mcts, MctsConfig, Priors, Report, Rewards, RootChoice, Score,
    Searcher, Selection, Silent, Uniform, Zero,
};

use crate::{simulate, with_threads};

fn dots() -> DotsAndBoxes<u64> {
    DotsAndBoxes::new(4, 4)
}

#[test]
fn one_simulation_is_enough_for_a_legal_move() {
    for choice in [RootChoice::Visits, RootChoice::Value] {
        for simulations in [0, 1, 2] {
            let config = MctsConfig { root_choice: choice, ..with_threads(1) };
            let report = simulate(&mut Mcts::new(config, Uniform).unwrap(), &dots(), simulations);
            assert!(dots().move_list().contains(&report.best));
            assert_eq!(report.nodes, simulations.max(1));
            assert_eq!((report.root.len(), report.root[0].nodes), (40, 1));
        }
    }
}

#[test]
fn a_cancelled_search_gives_a_move_at_once() {
    for threads in [1, 4] {
        let budget = Budget::new(Limits::default());
        budget.cancel.cancel();
        let report = Mcts::new(with_threads(threads), Uniform).unwrap().search(&dots(), &budget, &mut Silent);
        assert!(report.nodes <= 16 * threads as u64 && dots().move_list().contains(&report.best));
    }
}

#[test]
fn a_search_without_limits_ends_when_the_sink_has_heard_enough() {
    for threads in [1, 3] {
        let budget = Budget::new(Limits::default());
        let cancel = budget.cancel.clone();
        let mut heard: Vec<Report<Edge>> = Vec::new();
        let mut sink = |report: &Report<Edge>| {
            heard.push(report.clone());
            if heard.len() == 2 {
                cancel.cancel();
            }
        };
        let report = Mcts::new(with_threads(threads), Uniform).unwrap().search(&dots(), &budget, &mut sink);
        assert!(heard.len() > 2 && heard.last().unwrap().same_finding(&report));
        assert!(heard.is_sorted_by_key(|report| report.nodes));
    }
}

#[test]
fn the_sooner_of_the_two_times_ends_the_search() {
    let limits = Limits { soft: Some(Duration::ZERO), hard: Some(Duration::from_secs(3600)), ..Limits::default() };
    let report = Mcts::new(with_threads(1), Uniform).unwrap().search(&dots(), &Budget::new(limits), &mut Silent);
    assert!(report.nodes <= 16);
}

#[test]
#[should_panic(expected = "the game is over")]
fn a_finished_game_is_refused() {
    simulate(&mut Mcts::new(with_threads(1), Uniform).unwrap(), &"+".parse::<TreeGame>().unwrap(), 1);
}

#[test]
#[should_panic(expected = "no idea")]
fn a_panic_in_one_thread_ends_them_all() {
    let rollout = Biased(|position: &DotsAndBoxes<u64>, rng: &mut Rng| {
        assert!(below(rng, 5000) > 0, "no idea");
        position.random_move(rng)
    });
    Mcts::new(with_threads(3), rollout).unwrap().search(&dots(), &Budget::new(Limits::default()), &mut Silent);
}

#[test]
fn wrong_settings_are_refused() {
    let wrong = MctsConfig { memory_mb: 0, ..MctsConfig::default() };
    let error = Mcts::<TreeGame, _>::new(wrong, Uniform).err().unwrap();
    assert_eq!(error.to_string(), "memory_mb must be from 1 to 65536, got 0");
}

#[test]
fn signed_rewards_are_the_unit_ones_with_half_the_constant() {
    let search = |rewards, constant| {
        let config = MctsConfig { rewards, selection: Selection::Ucb1 { constant }, ..with_threads(1) };
        simulate(&mut Mcts::new(config, Uniform).unwrap(), &dots(), 20_000)
    };
    let constant = 1.4 * 2f64.sqrt();
    assert!(search(Rewards::Signed, constant).same_finding(&search(Rewards::Unit, constant / 2.0)));
    assert!(!search(Rewards::Signed, constant).same_finding(&search(Rewards::Unit, constant)));
}

/// Believes in one edge.
struct Favourite(Edge);

impl Priors<DotsAndBoxes<u64>> for Favourite {
    fn weigh(&self, _: &DotsAndBoxes<u64>, moves: &[Edge], weights: &mut [f32]) {
        for (mv, weight) in moves.iter().zip(weights) {
            *weight = if *mv == self.0 { 100.0 } else { 1.0 };
        }
    }
}

#[test]
fn priors_draw_simulations_to_a_move() {
    let favourite = dots().move_list()[29];
    let config = with_threads(1);
    for config in
        [MctsConfig { selection: Selection::Puct { constant: 2.0 }, ..config }, MctsConfig { bias: 100.0, ..config }]
    {
        let mut even = Mcts::new(config, Uniform).unwrap();
        let mut biased = Mcts::new(config, Uniform).unwrap().with_priors(Favourite(favourite));
        let visits = |report: Report<Edge>| report.root.iter().find(|root| root.mv == favourite).unwrap().nodes;
        let (before, after) =
            (visits(simulate(&mut even, &dots(), 2000)), visits(simulate(&mut biased, &dots(), 2000)));
        assert!(after > 3 * before, "{before} {after}");
        assert_eq!(simulate(&mut biased, &dots(), 1).best, favourite);
    }
}

#[test]
fn every_policy_takes_the_boxes_it_can_have() {
    // Three edges of the box in the corner are drawn: to take it is good, and all else gives it away.
    let mut position = DotsAndBoxes::<u64>::new(3, 3);
    for index in [0, 12, 3] {
        position.play(Edge(index));
    }
    let greedy = Biased(|position: &DotsAndBoxes<u64>, rng: &mut Rng| {
        let mover = position.to_move();
        let closing = position.move_list().into_iter().find(|&mv| position.after(mv).to_move() == mover);
        closing.unwrap_or_else(|| position.random_move(rng))
    });
    let config = MctsConfig { selection: Selection::Ucb1 { constant: 0.7 }, ..with_threads(1) };
    let judged = Judged::new(Margin, 300).unwrap();
    let capped = Capped { plies: 6, then: judged };
    let draw = Capped { plies: 60, then: Judged::new(Zero, 1).unwrap() };
    let bests = [
        simulate(&mut Mcts::new(config, Uniform).unwrap(), &position, 50_000),
        simulate(&mut Mcts::new(config, greedy).unwrap(), &position, 10_000),
        simulate(&mut Mcts::new(config, judged).unwrap(), &position, 50_000),
        simulate(&mut Mcts::new(config, capped).unwrap(), &position, 50_000),
        simulate(&mut Mcts::new(config, draw).unwrap(), &position, 50_000),
    ]
    .map(|report| (position.after(report.best).to_move() == position.to_move(), report.score > Score::DRAW));
    assert_eq!(bests, [(true, true); 5]);
}
