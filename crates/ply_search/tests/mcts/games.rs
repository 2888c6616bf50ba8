//! The real games: tactics, kept trees, small boards proven.

use ply_game::{BoardGame, Game, Outcome, Player, Spec, rng};
use ply_games::{Visitor, families, visit};
use ply_search::{Bound, Mcts, MctsConfig, Score, Selection, Uniform};

use crate::{simulate, with_threads};

fn in_every_game<V: Visitor>(visitor: impl Fn() -> V) {
    for family in families() {
        visit(&family.name.parse().unwrap(), None, visitor()).unwrap();
    }
}

fn in_game<V: Visitor>(spec: &str, visitor: V) -> V::Output {
    visit(&spec.parse().unwrap(), None, visitor).unwrap()
}

fn winning_moves<G: Game>(position: &G) -> Vec<G::Move> {
    let won = Some(Outcome::Win(position.to_move()));
    position.move_list().into_iter().filter(|&mv| position.after(mv).outcome() == won).collect()
}

/// Moves that lose at once, or after which the opponent is to move and wins at once.
fn blunders<G: Game>(position: &G) -> Vec<G::Move> {
    let mover = position.to_move();
    let blunders = |mv: &G::Move| {
        let after = position.after(*mv);
        match after.outcome() {
            Some(outcome) => outcome == Outcome::Win(mover.other()),
            None => after.to_move() != mover && !winning_moves(&after).is_empty(),
        }
    };
    position.move_list().into_iter().filter(blunders).collect()
}

/// Positions of random games, the last ones first, in which `wanted` holds.
fn positions<G: BoardGame>(start: &G, most: usize, wanted: impl Fn(&G) -> bool) -> Vec<G> {
    let mut found = Vec::new();
    for seed in 0..200 {
        let (mut rng, mut game) = (rng(seed), vec![start.clone()]);
        while let Some(last) = game.last().filter(|last| last.outcome().is_none()) {
            let mv = last.random_move(&mut rng);
            game.push(last.after(mv));
        }
        game.pop();
        found.extend(game.into_iter().rev().take(8).find(|position| wanted(position)));
        if found.len() == most {
            break;
        }
    }
    found
}

struct WinsInOne;
impl Visitor for WinsInOne {
    type Output = ();
    fn visit<G: BoardGame>(self, spec: Spec, start: G) {
        let tests = positions(&start, 20, |position| !winning_moves(position).is_empty());
        assert_eq!(tests.len(), 20, "{spec}");
        for position in tests {
            let report = simulate(&mut Mcts::new(with_threads(1), Uniform).unwrap(), &position, 100);
            assert_eq!((report.score, report.root[0].bound), (Score::win_in(1), Bound::Exact), "{spec} {position:?}");
            assert!(winning_moves(&position).contains(&report.best));
        }
    }
}

#[test]
fn a_win_in_one_is_found_in_every_game() {
    in_every_game(|| WinsInOne);
}

struct AvoidsLossInOne;
impl Visitor for AvoidsLossInOne {
    type Output = ();
    fn visit<G: BoardGame>(self, spec: Spec, start: G) {
        let tests = positions(&start, 5, |position| {
            let bad = blunders(position).len();
            winning_moves(position).is_empty() && bad > 0 && bad < position.move_list().len()
        });
        assert!(!tests.is_empty(), "{spec}");
        for position in tests {
            let report = simulate(&mut Mcts::new(with_threads(1), Uniform).unwrap(), &position, 10_000);
            assert!(!blunders(&position).contains(&report.best), "{spec} {position:?} {report:?}");
        }
    }
}

#[test]
fn a_loss_in_one_is_avoided_in_every_game() {
    in_every_game(|| AvoidsLossInOne);
}

struct SameTwice;
impl Visitor for SameTwice {
    type Output = ();
    fn visit<G: BoardGame>(self, spec: Spec, start: G) {
        let mut mcts = Mcts::new(with_threads(1), Uniform).unwrap();
        let report = simulate(&mut mcts, &start, 3000);
        assert_eq!(report.nodes, 3000);
        assert_eq!(report.root.iter().map(|root| root.nodes).sum::<u64>(), 3000);
        assert!(report.same_finding(&simulate(&mut mcts, &start, 3000)), "{spec}: the same searcher");
        let mut fresh = Mcts::new(with_threads(1), Uniform).unwrap();
        assert!(report.same_finding(&simulate(&mut fresh, &start, 3000)), "{spec}: a fresh one");
        let mut other = Mcts::new(MctsConfig { seed: 1, ..with_threads(1) }, Uniform).unwrap();
        assert!(!report.same_finding(&simulate(&mut other, &start, 3000)), "{spec}: another seed");
    }
}

#[test]
fn the_same_limits_give_the_same_finding() {
    in_every_game(|| SameTwice);
}

struct KeepsTheTree;
impl Visitor for KeepsTheTree {
    type Output = ();
    fn visit<G: BoardGame>(self, spec: Spec, start: G) {
        let mut mcts = Mcts::new(with_threads(1), Uniform).unwrap();
        // In a wide game a random reply is seldom one that was looked at often enough to have children.
        let wide = start.move_list().len() > 45;
        let (mut position, mut rng, mut kept) = (start, rng(3), 0);
        for _ in 0..12 {
            let report = simulate(&mut mcts, &position, 4000);
            let mut legal = position.move_list();
            assert_eq!(report.root.len(), legal.len());
            legal.retain(|mv| report.root.iter().all(|root| root.mv != *mv));
            assert_eq!(legal, [], "{spec}: every move is there");
            assert!(report.nodes <= 4000);
            kept += u64::from(report.root.iter().map(|root| root.nodes).sum::<u64>() > report.nodes);
            position.play(report.best);
            // The opponent, who is no searcher, moves as long as it is their turn.
            let mover = position.to_move();
            while position.outcome().is_none() && position.to_move() == mover {
                let reply = position.random_move(&mut rng);
                position.play(reply);
            }
            if position.outcome().is_some() {
                break;
            }
        }
        assert!(kept > 0 || wide, "{spec}: nothing was kept");
    }
}

#[test]
fn a_kept_tree_has_all_legal_moves_and_no_others() {
    in_every_game(|| KeepsTheTree);
}

struct KeepsTheBestLine;
impl Visitor for KeepsTheBestLine {
    type Output = ();
    fn visit<G: BoardGame>(self, spec: Spec, start: G) {
        let mut mcts = Mcts::new(with_threads(1), Uniform).unwrap();
        let first = simulate(&mut mcts, &start, 50_000);
        let next = start.after(first.best);
        let visits = first.root[0].nodes;
        let second = simulate(&mut mcts, &next, 1000);
        let sum: u64 = second.root.iter().map(|root| root.nodes).sum();
        assert!(
            sum >= visits + 1000 - u64::from(mcts.config().expand_after) && sum <= visits + 1000,
            "{spec}: {sum} {visits}"
        );
        let mut afresh = Mcts::new(MctsConfig { reuse: false, ..with_threads(1) }, Uniform).unwrap();
        simulate(&mut afresh, &start, 1000);
        let second = simulate(&mut afresh, &next, 1000);
        assert_eq!(second.root.iter().map(|root| root.nodes).sum::<u64>(), 1000, "{spec}");
    }
}

#[test]
fn what_was_known_about_the_move_played_is_kept() {
    in_game("simplexity", KeepsTheBestLine);
    in_game("dots-and-boxes", KeepsTheBestLine);
}

struct ManyThreads(usize);
impl Visitor for ManyThreads {
    type Output = ();
    fn visit<G: BoardGame>(self, spec: Spec, start: G) {
        let mut mcts = Mcts::new(with_threads(self.0), Uniform).unwrap();
        let report = simulate(&mut mcts, &start, 5000);
        assert!(report.nodes >= 5000, "{spec}");
        assert_eq!(report.root.iter().map(|root| root.nodes).sum::<u64>(), report.nodes, "{spec}: no visit is lost");
        assert!(start.move_list().contains(&report.best));
    }
}

#[test]
fn eight_threads_end_and_count_every_visit_once() {
    in_every_game(|| ManyThreads(2));
    in_every_game(|| ManyThreads(8));
}

/// Who wins, as the solver proves it.
struct Proves(MctsConfig);
impl Visitor for Proves {
    type Output = Option<Outcome>;
    fn visit<G: BoardGame>(self, _: Spec, start: G) -> Option<Outcome> {
        const ENOUGH: u64 = 10_000_000;
        let report = simulate(&mut Mcts::new(self.0, Uniform).unwrap(), &start, ENOUGH);
        let winner = if report.score > Score::DRAW { start.to_move() } else { start.to_move().other() };
        match (report.score.is_decided(), report.nodes < ENOUGH) {
            (true, _) => Some(Outcome::Win(winner)),
            (false, true) => Some(Outcome::Draw),
            (false, false) => None,
        }
    }
}

#[test]
fn small_boards_of_dots_and_boxes_are_proven() {
    for threads in [1, 4] {
        let proves = |spec| {
            let selection = Selection::Ucb1 { constant: 0.3 };
            in_game(spec, Proves(MctsConfig { selection, expand_after: 1, threads, ..MctsConfig::default() }))
        };
        assert_eq!(proves("dots-and-boxes:rows=1,cols=1"), Some(Outcome::Win(Player::Second)));
        assert_eq!(proves("dots-and-boxes:rows=1,cols=2"), Some(Outcome::Draw));
        assert_eq!(proves("dots-and-boxes:rows=2,cols=2"), Some(Outcome::Win(Player::First)));
    }
}

struct Full;
impl Visitor for Full {
    type Output = ();
    fn visit<G: BoardGame>(self, spec: Spec, start: G) {
        let config = MctsConfig { memory_mb: 1, expand_after: 1, ..MctsConfig::default() };
        let mut mcts = Mcts::new(config, Uniform).unwrap();
        let mut position = start;
        for _ in 0..3 {
            let report = simulate(&mut mcts, &position, 20_000);
            assert_eq!((report.nodes, mcts.memory()), (20_000, 1 << 20), "{spec}");
            assert!(report.root.iter().map(|root| root.nodes).sum::<u64>() >= 20_000);
            position.play(report.best);
        }
        mcts.forget();
        assert_eq!(mcts.memory(), 0);
    }
}

#[test]
fn a_full_memory_ends_growth_but_not_the_search() {
    in_game("pentago-swap", Full);
    in_game("simplexity", Full);
}
