//! The solver against a plain minimax of the rules and against known values.

use std::collections::{HashMap, HashSet};

use ply_game::{Game as _, Symmetric as _, below, rng};
use ply_games::dots_and_boxes::{DotsAndBoxes, Edge, EdgeSet};
use ply_search::{Budget, Limits, Meter, Tally};

use super::canonical::Name;
use super::loony::{self, Strings};
use super::{Board, Solver, Team};

fn solved<E: EdgeSet>(solver: &mut Solver<E>, edges: E) -> i32 {
    let budget = Budget::new(Limits::default());
    let tally = Tally::default();
    solver.value(edges, 0, &mut Meter::new(&budget, &tally)).unwrap()
}

/// What the undrawn edges are worth to the player to move, by the rules alone.
fn plain(position: &DotsAndBoxes<u64>, known: &mut HashMap<u64, i32>) -> i32 {
    if position.outcome().is_some() {
        return 0;
    }
    if let Some(&value) = known.get(&position.drawn()) {
        return value;
    }
    let mut best = i32::MIN;
    position.legal_moves(|mv| {
        let child = position.after(mv);
        let closed = super::super::edges::boxes_closed(position, usize::from(mv.0)) as i32;
        let rest = plain(&child, known);
        best = best.max(if closed > 0 { closed + rest } else { -rest });
    });
    known.insert(position.drawn(), best);
    best
}

fn random_position(rows: usize, cols: usize, drawn: u32, seed: u64) -> DotsAndBoxes<u64> {
    let mut rng = rng(seed);
    let mut position = DotsAndBoxes::<u64>::new(rows, cols);
    for _ in 0..drawn {
        let left = position.undrawn();
        position.play(Edge(left.nth(below(&mut rng, left.count())) as u8));
    }
    position
}

#[test]
fn values_are_those_of_plain_minimax() {
    for (rows, cols, least) in [(1, 4, 0), (2, 2, 0), (2, 3, 0), (3, 2, 0), (3, 3, 10), (2, 5, 13), (4, 4, 27)] {
        let start = DotsAndBoxes::<u64>::new(rows, cols);
        let mut solver = Solver::new(Board::new(&start), 1);
        let mut known = HashMap::new();
        for seed in 0..60 {
            let span = start.geometry().edges() as u32 - least;
            let position = random_position(rows, cols, least + seed as u32 % span, seed);
            let expected = plain(&position, &mut known);
            assert_eq!(solved(&mut solver, position.undrawn()), expected, "{position:?}");
        }
    }
}

/// The value of larger boards is known too, but takes seconds to minutes to find.
const MOST_EDGES: usize = 25;

fn data() -> serde_json::Value {
    serde_json::from_str(include_str!("../../../tests/data/dots-and-boxes.json")).unwrap()
}

#[test]
fn small_boards_have_their_known_values() {
    for (size, value) in data()["exact_values"].as_object().unwrap() {
        let (rows, cols) = size.split_once('x').unwrap();
        let (rows, cols): (usize, usize) = (rows.parse().unwrap(), cols.parse().unwrap());
        let value = value.as_i64().unwrap() as i32;
        if cols * (rows + 1) + rows * (cols + 1) > MOST_EDGES {
            continue;
        }
        let start = DotsAndBoxes::<u64>::new(rows, cols);
        assert_eq!(solved(&mut Solver::new(Board::new(&start), 4), start.undrawn()), value, "{rows}x{cols}");
        let wide = DotsAndBoxes::<u128>::new(rows, cols);
        assert_eq!(solved(&mut Solver::new(Board::new(&wide), 4), wide.undrawn()), value, "{rows}x{cols}");
    }
}

#[test]
fn several_threads_find_what_one_finds() {
    for seed in 0..6 {
        let position = random_position(4, 4, 14, 40 + seed);
        let board = Board::new(&position);
        let value = solved(&mut Solver::new(board.clone(), 4), position.undrawn());
        let mut team = Team::new(Solver::new(board.clone(), 4), 4);
        let budget = Budget::new(Limits::default());
        let mut reaches = |target| team.at_least(position.undrawn(), target, &budget).0;
        assert_eq!((reaches(value), reaches(value + 2)), (Some(true), Some(false)), "{position:?}");
        let spent = Budget::new(Limits::nodes(1));
        assert_eq!(Team::new(Solver::new(board, 1), 3).at_least(position.undrawn(), value, &spent).0, None);
    }
}

/// Every opening, every time.
fn plain_strings(chains: &[u8], loops: &[u8]) -> i32 {
    let without = |lengths: &[u8], at: usize| [&lengths[..at], &lengths[at + 1..]].concat();
    let mut best = i32::MIN;
    for at in 0..chains.len() {
        let rest = plain_strings(&without(chains, at), loops);
        let length = i32::from(chains[at]);
        best = best.max(-if length < 3 { length + rest } else { length - 2 + (rest + 2).abs() });
    }
    for at in 0..loops.len() {
        let rest = plain_strings(chains, &without(loops, at));
        best = best.max(-(i32::from(loops[at]) - 4 + (rest + 4).abs()));
    }
    if best == i32::MIN { 0 } else { best }
}

fn strings(chains: &[u8], loops: &[u8]) -> Strings {
    let mut strings = Strings::NONE;
    chains.iter().for_each(|&length| strings.chains[usize::from(length)] += 1);
    loops.iter().for_each(|&length| strings.loops[usize::from(length)] += 1);
    strings
}

#[test]
fn chains_and_loops_have_the_value_of_the_best_order() {
    let mut rng = rng(3);
    for _ in 0..400 {
        let chains: Vec<u8> = (0..below(&mut rng, 5)).map(|_| 1 + below(&mut rng, 6) as u8).collect();
        let loops: Vec<u8> = (0..below(&mut rng, 3)).map(|_| 4 + 2 * below(&mut rng, 3) as u8).collect();
        assert_eq!(loony::value(&strings(&chains, &loops)), plain_strings(&chains, &loops), "{chains:?} {loops:?}");
    }
}

#[test]
fn loony_endgames_have_the_values_found_elsewhere() {
    for entry in data()["loony_endgames"].as_array().unwrap() {
        let lengths = |key: &str| -> Vec<u8> {
            entry[key].as_array().unwrap().iter().map(|length| length.as_u64().unwrap() as u8).collect()
        };
        let value = loony::value(&strings(&lengths("chains"), &lengths("loops")));
        assert_eq!(i64::from(value), entry["value_for_opener"].as_i64().unwrap(), "{entry}");
    }
}

#[test]
fn positions_of_real_games_and_of_the_report_have_the_values_found_elsewhere() {
    let data = data();
    let games = data["exact_positions"].as_array().unwrap().iter().map(|entry| (entry, "future_margin_for_mover"));
    let figures = data["report_figures"].as_object().unwrap().values().map(|entry| (entry, "value_for_mover"));
    let start = DotsAndBoxes::<u64>::default();
    let mut solver = Solver::new(Board::new(&start), 4);
    for (entry, key) in games.chain(figures) {
        let edges = entry["edges"].as_str().unwrap().bytes().enumerate();
        let undrawn = edges.fold(0, |set, (edge, byte)| set | u64::from(byte == b'0') << edge);
        assert_eq!(i64::from(solved(&mut solver, undrawn)), entry[key].as_i64().unwrap(), "{entry}");
    }
}

#[test]
fn a_position_and_its_images_are_one() {
    let position = random_position(4, 4, 15, 8);
    let mut solver = Solver::new(Board::new(&position), 1);
    for symmetry in 0..position.symmetries() {
        let [_, shared] = solver.names(position.undrawn());
        assert_eq!(solver.names(position.transformed(symmetry).undrawn())[1], shared);
    }
}

/// A key that took two different positions for one would be found out here.
#[test]
fn positions_of_one_key_have_one_value() {
    for (rows, cols) in [(3, 3), (2, 4), (2, 3)] {
        let start = DotsAndBoxes::<u64>::new(rows, cols);
        let mut solver = Solver::new(Board::new(&start), 1);
        let (mut known, mut values) = (HashMap::new(), HashMap::new());
        let (all, mut shared) = (start.geometry().edges() as u32, 0);
        let most = all.min(13);
        for seed in 0..1500 {
            let drawn = all - most + seed as u32 % (most - 3);
            let rest = solver.board.peel(random_position(rows, cols, drawn, 5000 + seed).undrawn()).rest;
            let value = plain(&start.with_drawn(start.undrawn() & !rest), &mut known);
            for (kind, name) in solver.names(rest).into_iter().enumerate() {
                let (other, set) = *values.entry(name).or_insert((value, rest));
                assert_eq!(other, value, "{rest:b}");
                assert!(name == Name::default() || name.key >> 40 != name.check(), "{rest:b}: one number told twice");
                shared += u32::from(kind == 1 && set != rest);
            }
            assert_eq!(solved(&mut solver, rest), value);
        }
        assert!(shared > 10, "{rows}x{cols}: {shared}");
    }
}

#[test]
fn two_chains_of_one_box_cancel_beside_whatever_else_there_is() {
    let start = DotsAndBoxes::<u64>::new(3, 3);
    let mut solver = Solver::new(Board::new(&start), 1);
    let at = |moves: &str| {
        let mut position = start;
        ply_game::play_texts(&mut position, moves).unwrap();
        position.undrawn()
    };
    let (one, both) = (at("h1,0 v0,1"), at("h1,0 v0,1 h2,2 v2,2"));
    assert_ne!(solver.names(one), solver.names(both));
    let corners = both & !at("h1,0 v0,1 h2,2 v2,2 h0,0 v0,0 h3,2 v2,3");
    assert_eq!(corners.count_ones(), 4);
    assert_eq!(solver.names(both), solver.names(both & !corners));
    let mut known = HashMap::new();
    let value =
        |undrawn: u64, known: &mut HashMap<u64, i32>| plain(&start.with_drawn(start.undrawn() & !undrawn), known);
    for seed in 0..40 {
        let mut rng = rng(seed);
        let mut core = both & !corners;
        for _ in 0..6 + below(&mut rng, 6) {
            core &= !(1 << core.nth(below(&mut rng, core.count_ones())));
        }
        assert_eq!(value(core | corners, &mut known), value(core, &mut known), "{core:b}");
    }
}

/// What the search keeps up to date edge by edge, from scratch.
#[test]
fn a_position_after_a_move_is_the_one_taken_apart_anew() {
    for (rows, cols) in [(3, 3), (4, 4), (1, 6), (3, 5), (5, 5)] {
        let start = DotsAndBoxes::<u64>::new(rows, cols);
        for shares_from in [3, 9] {
            let mut solver = Solver { shares_from, ..Solver::new(Board::new(&start), 1) };
            for seed in 0..200 {
                let edges = start.geometry().edges() as u32;
                let position = random_position(rows, cols, seed as u32 % edges, 1000 + seed);
                solver.check_children(position.undrawn());
            }
        }
    }
}

#[test]
fn what_is_its_own_image_is_told_apart_by_both_numbers() {
    let names: Vec<Name> = (0..1000).map(|number| Name::of(ply_game::mix(number), ply_game::mix(number))).collect();
    let keys: HashSet<u64> = names.iter().map(|name| name.key).collect();
    let checks: HashSet<u64> = names.iter().map(|name| name.check()).collect();
    assert_eq!(keys.len(), names.len());
    assert!(checks.len() > 990, "{}", checks.len());
}
