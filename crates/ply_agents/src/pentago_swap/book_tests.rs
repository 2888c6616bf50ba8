//! The book against the rules and the solver. How it is made: `crates/ply_lab/examples/pentago_swap_book.rs`.

use ply_game::{Notation as _, Rng, Sampled as _, below, rng};
use ply_games::pentago_swap::board::BITS;
use ply_search::solve::{Solver as _, Verdict};
use ply_search::{Budget, Limits};

use super::super::exact::ExactSolver;
use super::super::immediate_win::first_win;
use super::*;

/// White has five by this ply.
const LAST_PLY: usize = 19;
/// What the solver spent at most on the positions that were left out.
const NODES: u64 = 3000;

/// The position that has a number.
fn numbered(mut wanted: u64, stones: u64) -> PentagoSwap {
    let (whites, blacks) = (stones.div_ceil(2), stones / 2);
    let ways = choose(CELLS as u64 - whites, blacks);
    let cells = |mut rank: u64, count: u64, free: Vec<usize>| {
        let mut word = 0_u64;
        for count in (1..=count).rev() {
            let at = (0..free.len() as u64).rev().find(|&at| choose(at, count) <= rank).unwrap();
            rank -= choose(at, count);
            word |= 1 << BITS[free[at as usize]];
        }
        word
    };
    let white = cells(wanted / ways, whites, (0..CELLS).collect());
    wanted %= ways;
    let is_free = |&cell: &usize| white >> BITS[cell] & 1 == 0;
    let black = cells(wanted, blacks, (0..CELLS).filter(is_free).collect());
    PentagoSwap::from_stones(white, black).unwrap()
}

/// Every position of the book with its move.
fn every_entry() -> impl Iterator<Item = (PentagoSwap, Move)> {
    BOOK.pages.iter().enumerate().flat_map(|(half, page)| {
        let entry =
            move |&(number, mv): &Entry| (numbered(number, 2 * half as u64), Move::from_index(mv.into()).unwrap());
        page.iter().map(entry)
    })
}

/// A game in which White plays by the book and Black at random, but such that it goes on in the book if one of a few moves
/// does; up to the first position that is not in it.
fn leaving_the_book(rng: &mut Rng) -> PentagoSwap {
    let mut position = PentagoSwap::default();
    while let Some(mv) = BOOK.look_up(&position) {
        let left = position.after(mv);
        let mut reply = || left.after(left.random_move(rng));
        let some: [PentagoSwap; 8] = std::array::from_fn(|_| reply());
        position = some.into_iter().find(|reply| BOOK.look_up(reply).is_some()).unwrap_or(some[0]);
    }
    position
}

#[test]
fn the_book_is_read_as_it_was_written() {
    let entries: Vec<(PentagoSwap, Move)> = every_entry().collect();
    assert!(entries.len() > 50_000, "{}", entries.len());
    assert!(book_file(entries) == FILE);
    assert!(BOOK.pages.iter().all(|page| page.is_sorted_by(|one, other| one.0 < other.0)));
}

#[test]
fn every_position_of_the_book_has_a_legal_move_and_no_win_at_once() {
    for (position, mv) in every_entry() {
        let text = position.position_text();
        assert!(position.check_move(mv).is_ok() && position.after(mv).outcome().is_none(), "{text}");
        assert_eq!(first_win(&position), None, "{text}");
        assert!(position.plies() < LAST_PLY);
    }
}

#[test]
fn images_of_a_position_have_images_of_its_move() {
    let entries: Vec<(PentagoSwap, Move)> = every_entry().collect();
    let mut rng = rng(1);
    for _ in 0..300 {
        let (position, _) = entries[below(&mut rng, entries.len() as u32) as usize];
        let known = position.after(BOOK.look_up(&position).unwrap());
        for symmetry in 0..COUNT {
            let image = position.transformed(symmetry);
            let after = image.after(BOOK.look_up(&image).unwrap());
            assert!((0..COUNT).any(|symmetry| known.transformed(symmetry) == after), "{}", image.position_text());
        }
    }
}

/// The opponent's replies lead back into the book, to a win at once, or to what the solver proves with few nodes.
#[test]
fn where_the_book_ends_the_solver_proves_the_win_with_few_nodes() {
    let mut rng = rng(2);
    let mut proven = 0;
    for _ in 0..2000 {
        let position = leaving_the_book(&mut rng);
        let is_won = position.outcome().is_some_and(|outcome| outcome.winner() == Some(Player::First));
        if is_won || first_win(&position).is_some() {
            continue;
        }
        let plies = (LAST_PLY - position.plies()) as u32;
        let mut solver = ExactSolver::new(1, 1);
        let budget = Budget::new(Limits::nodes(NODES));
        let answer = solver.wins_within(&position.canonical().0, Player::First, plies, &budget).unwrap();
        assert_eq!(answer.verdict, Verdict::Proven, "{}", position.position_text());
        proven += 1;
    }
    assert!(proven > 100, "{proven}");
}

/// White begins on the centre of a quadrant.
#[test]
fn a_position_off_the_proof_is_not_in_the_book() {
    let has_centre =
        |position: &PentagoSwap| (0..4).any(|tile| position.stones(Player::First) >> (16 * tile + 4) & 1 == 1);
    assert!(every_entry().skip(1).all(|(position, _)| has_centre(&position)));
    let mut rng = rng(3);
    let mut others = 0;
    for stones in (0..2000).map(|number| 1 + number % 12) {
        let mut position = PentagoSwap::default();
        while position.plies() < stones && position.outcome().is_none() {
            position.play(position.random_move(&mut rng));
        }
        if position.to_move() == Player::Second || !has_centre(&position) {
            assert_eq!(BOOK.look_up(&position), None, "{}", position.position_text());
            others += 1;
        }
    }
    assert!(others > 1000, "{others}");
}
