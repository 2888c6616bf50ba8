//! Boards treated together against the moves of the rules, and wins that are played out.

use std::collections::HashSet;

use ply_game::{Outcome, Sampled as _, Symmetric as _, rng};
use ply_search::Limits;
use ply_search::solve::{Solver as _, Verdict};

use super::*;

/// Positions of random games that are not over.
fn positions(count: u64) -> impl Iterator<Item = PentagoSwap> {
    (0..count).flat_map(|seed| {
        let rng = &mut rng(seed);
        let mut position = PentagoSwap::default();
        let mut line = Vec::new();
        while position.outcome().is_none() {
            line.push(position);
            position.play(position.random_move(rng));
        }
        line
    })
}

fn contents_of(position: &PentagoSwap) -> Contents {
    Contents { own: position.own_stones(), other: position.other_stones() }
}

#[test]
fn a_stone_and_one_swap_lead_to_the_boards_of_the_rules() {
    for position in positions(30) {
        let is_first = position.to_move() == Player::First;
        let contents = contents_of(&position);
        let mut ours = HashSet::new();
        for cell in (0..64).filter(|cell| contents.empty() >> cell & 1 == 1) {
            let after = Contents { own: contents.own | 1 << cell, ..contents };
            let (own, other) = (TABLES.fives(after.own, u32::MAX >> 8), TABLES.fives(after.other, u32::MAX >> 8));
            for lane in each(TABLES.one_swap(1)) {
                let board = TABLES.position(after, lane, is_first).expect("a board of the game");
                let has = |set: Lanes| set >> lane & 1 == 1;
                let wins = board.outcome() == Some(Outcome::Win(position.to_move()));
                assert_eq!(wins, has(own) && !has(other));
                assert_eq!(board.outcome().is_some(), has(own) || has(other) || after.empty() == 0);
                ours.insert(board.position_text());
            }
        }
        let rules: HashSet<String> =
            position.move_list().into_iter().map(|mv| position.after(mv).position_text()).collect();
        assert_eq!(ours, rules, "{}", position.position_text());
    }
}

#[test]
fn wins_at_once_are_those_of_the_rules() {
    let mut counts = [0; 2];
    for position in positions(60) {
        let winner = Outcome::Win(position.to_move());
        let wins = position.move_list().into_iter().any(|mv| position.after(mv).outcome() == Some(winner));
        assert_eq!(TABLES.wins_at_once(contents_of(&position), 1) == 1, wins, "{}", position.position_text());
        counts[usize::from(wins)] += 1;
    }
    assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
}

#[test]
fn boards_that_are_one_are_images_of_each_other() {
    let whole = u32::MAX >> 8;
    for (number, position) in positions(12).enumerate() {
        let contents = contents_of(&position);
        let least = TABLES.least(contents);
        assert_eq!(TABLES.onto(least, whole), whole);
        for lane in 0..24 {
            let onto = TABLES.onto(least, 1 << lane);
            assert_eq!(TABLES.back_from(least, onto), 1 << lane);
            // The contents that stand for all, in the arrangement that stands for this one.
            let to = onto.trailing_zeros() as usize;
            let tiles: Vec<u64> = (0..4).rev().map(|at| least.number / 3_u64.pow(9 * at) % 3_u64.pow(9)).collect();
            let stones = |digit: u64| {
                let has = |tile: u64, place: u32| tile / 3_u64.pow(place) % 3 == digit;
                (0..4)
                    .flat_map(|at| (0..9).map(move |place| (at, place)))
                    .filter(|&(at, place)| has(tiles[at], place))
                    .fold(0_u64, |word, (at, place)| word | 1 << (16 * at + place as usize))
            };
            let image = Contents { own: stones(1), other: stones(2) };
            let is_first = position.to_move() == Player::First;
            let board = |contents, lane| TABLES.position(contents, lane, is_first).expect("a board of the game");
            let (here, there) = (board(contents, lane), board(image, to));
            let is_image = (0..here.symmetries()).any(|symmetry| here.transformed(symmetry) == there);
            assert!(is_image, "{number}: {} and {}", here.position_text(), there.position_text());
        }
        let other = position.transformed(number % 8);
        assert_eq!(TABLES.least(contents_of(&other)).number, least.number);
    }
}

/// A position in which its mover wins within five plies and no sooner.
fn won_in_five(solver: &mut ExactSolver, budget: &Budget) -> PentagoSwap {
    let mut wins = |position: &PentagoSwap, plies| {
        let answer = solver.wins_within(position, position.to_move(), plies, budget);
        answer.expect("it counts plies").verdict == Verdict::Proven
    };
    let mut early = positions(500).filter(|position| (8..14).contains(&position.plies()));
    early.find(|position| !wins(position, 3) && wins(position, 5)).expect("there is one")
}

#[test]
fn a_win_is_played_out_and_none_that_comes_too_late() {
    let budget = Budget::new(Limits::default());
    let mut solver = ExactSolver::new(4, 1);
    let position = won_in_five(&mut solver, &budget);
    let player = position.to_move();
    for threads in [1, 3] {
        let played = play_out(&solver, &position, (player, 5), (threads, &budget), &|_, _| ()).expect("it is won");
        assert!(played.positions > 1 && played.endings <= played.replies && played.replies > 100, "{played:?}");
    }
    for (player, plies) in [(player, 4), (player, 3), (player, 1), (player.other(), 5)] {
        let played = play_out(&solver, &position, (player, plies), (1, &budget), &|_, _| ());
        assert!(matches!(played, Err(NotPlayedOut::Refuted { .. })), "{player} within {plies}: {played:?}");
    }
    budget.cancel.cancel();
    let stopped = play_out(&solver, &position, (player, 5), (2, &budget), &|_, _| ());
    assert!(matches!(stopped, Err(NotPlayedOut::Stopped)), "{stopped:?}");
}
