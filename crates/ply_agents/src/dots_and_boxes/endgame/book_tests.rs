//! The book against itself and against the solver, and how it is made.

use std::sync::atomic::{AtomicUsize, Ordering};

use ply_game::{Game as _, below, rng};
use ply_games::dots_and_boxes::{DotsAndBoxes, Edge};

use super::super::super::quiet_table;
use super::super::Board;
use super::*;

/// The most edges that are drawn in a position of the book.
const DRAWN: u32 = include_bytes!("book-4x4.bin")[0] as u32;

fn start() -> DotsAndBoxes<u64> {
    DotsAndBoxes::new(4, 4)
}

/// Some edges of a set.
fn random_edges(seed: u64, mut left: u64, count: u32) -> u64 {
    let (mut rng, mut edges) = (rng(seed), 0);
    for _ in 0..count {
        let edge = 1 << left.nth(below(&mut rng, left.count()));
        (edges, left) = (edges | edge, left & !edge);
    }
    edges
}

fn is_in_book(board: &Board<u64>, undrawn: u64) -> bool {
    let degrees = board.degrees(undrawn);
    degrees[..BOXES as usize].iter().all(|&degree| degree > 1)
}

#[test]
fn the_empty_board_is_a_draw_and_every_result_is_the_best_that_a_move_leads_to() {
    let all = start().undrawn();
    let board = Board::new(&start());
    let book = Book::of_board(&board).unwrap();
    assert_eq!(book.look_up(all), Known { lower: 0, upper: 0 });
    let mut checked = 0;
    for seed in 0..2000 {
        let undrawn = all & !random_edges(seed, all, seed as u32 % DRAWN);
        let children = (0..EDGES).map(|edge| undrawn & !(1 << edge)).filter(|&child| child != undrawn);
        if !is_in_book(&board, undrawn) || children.clone().any(|child| !is_in_book(&board, child)) {
            continue;
        }
        let best = children.map(|child| -book.look_up(child).upper.signum()).max();
        let lower = book.look_up(undrawn).lower.signum();
        assert_eq!(Some(lower.max(book.look_up(undrawn).upper.signum())), best, "{undrawn:b}");
        checked += 1;
    }
    assert!(checked > 200, "{checked}");
}

#[test]
fn a_position_of_the_book_and_its_images_are_one() {
    let board = Board::new(&start());
    let book = Book::of_board(&board).unwrap();
    for seed in 0..50 {
        let drawn = random_edges(seed, start().undrawn(), DRAWN);
        for image in &book.images {
            let image = image.iter().enumerate().filter(|(edge, _)| drawn >> edge & 1 != 0);
            assert_eq!(book.key(image.fold(0, |set, (_, bit)| set | bit)), book.key(drawn));
        }
    }
}

/// How many edges are drawn in a position of the book that is made, at most.
const MADE: u32 = 10;

/// Makes the book from the table of all positions: `cargo test --release -p ply_agents --lib the_book_is_made -- --ignored`.
/// The solver had made the same one, entry by entry.
#[test]
#[ignore = "takes some minutes of processor time"]
fn the_book_is_made() {
    let all = start().undrawn();
    let board = Board::new(&start());
    let book = Book::of_board(&board).unwrap();
    let keys = keys(&book, &board, all);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let (table, _) = quiet_table::fill(&start(), threads, &mut |_| true).unwrap();
    let results = on_all_threads(&keys, |_: &mut (), drawn| {
        // No box is closed in any of them, so it does not matter whose turn it is.
        let mut position = start();
        each(drawn, |edge| position.play(Edge(edge as u8)));
        match table.value(&position).signum() {
            1 => WIN,
            0 => DRAW,
            _ => LOSS,
        }
    });
    let entries: Vec<(u64, u8)> = keys.into_iter().zip(results).collect();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/dots_and_boxes/endgame/book-4x4.bin");
    std::fs::write(path, file(&entries, MADE as u8)).unwrap();
}

/// What comes of each item, on all processors; each keeps something of its own.
fn on_all_threads<T: Copy + Sync, K: Default, R: Send>(items: &[T], each: impl Fn(&mut K, T) -> R + Sync) -> Vec<R> {
    const AT_ONCE: usize = 64;
    let next = AtomicUsize::new(0);
    let work = || {
        let (mut own, mut found) = (K::default(), Vec::new());
        loop {
            let at = next.fetch_add(AT_ONCE, Ordering::Relaxed);
            let Some(some) = items.get(at..) else { return found };
            let some = &some[..some.len().min(AT_ONCE)];
            found.push((at, some.iter().map(|&item| each(&mut own, item)).collect::<Vec<R>>()));
        }
    };
    let mut found: Vec<(usize, Vec<R>)> = std::thread::scope(|scope| {
        let count = std::thread::available_parallelism().map_or(1, usize::from);
        let threads: Vec<_> = (0..count).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    found.sort_unstable_by_key(|(at, _)| *at);
    found.into_iter().flat_map(|(_, some)| some).collect()
}

/// One of each kind of position, by its key: those with most edges drawn first, since they are what the others are
/// solved by.
fn keys(book: &Book, board: &Board<u64>, all: u64) -> Vec<u64> {
    let after = |_: &mut (), before: u64| {
        let next = (0..EDGES).map(|edge| before | 1 << edge);
        let quiet = next.filter(|&drawn| drawn != before && is_in_book(board, all & !drawn));
        quiet.map(|drawn| book.key(drawn)).collect::<Vec<u64>>()
    };
    let mut layers = vec![vec![0]];
    for _ in 0..MADE {
        let mut layer: Vec<u64> = on_all_threads(layers.last().unwrap(), after).into_iter().flatten().collect();
        layer.sort_unstable();
        layer.dedup();
        layers.push(layer);
    }
    layers.into_iter().rev().flatten().collect()
}

/// Bytes that have an entry for each key.
fn file(entries: &[(u64, u8)], drawn: u8) -> Vec<u8> {
    let mut bytes = vec![0; entries.len() * 23 / 100 + 16];
    let order = loop {
        match order(entries, DIGITS * bytes.len()) {
            Some(order) => break order,
            None => bytes.resize(bytes.len() * 100 / 99 + 1, 0),
        }
    };
    for (at, place) in order.into_iter().rev() {
        let (key, entry) = entries[at];
        let wrong = (3 + entry - entry_in(&bytes, key)) % 3;
        bytes[place / DIGITS] += wrong * 3_u8.pow((place % DIGITS) as u32);
    }
    bytes.insert(0, drawn);
    bytes
}

/// Which entry each of so many places is left to, the last to be filled first; nothing if there are too few.
fn order(entries: &[(u64, u8)], all: usize) -> Option<Vec<(usize, usize)>> {
    let mut at_place: Vec<(u32, usize)> = vec![(0, 0); all];
    for (at, (key, _)) in entries.iter().enumerate() {
        places(*key, all).iter().for_each(|&place| at_place[place] = (at_place[place].0 + 1, at_place[place].1 ^ at));
    }
    // A key that has a place for itself alone is set last; without it others get places for themselves.
    let mut alone: Vec<usize> = (0..all).filter(|&place| at_place[place].0 == 1).collect();
    let mut order = Vec::new();
    while let Some(place) = alone.pop() {
        let (1, at) = at_place[place] else { continue };
        order.push((at, place));
        for other in places(entries[at].0, all) {
            at_place[other] = (at_place[other].0 - 1, at_place[other].1 ^ at);
            if at_place[other].0 == 1 {
                alone.push(other);
            }
        }
    }
    (order.len() == entries.len()).then_some(order)
}

#[test]
fn every_key_of_a_file_has_its_entry() {
    let mut rng = rng(1);
    for count in [1, 2, 50, 5000] {
        let entries: Vec<(u64, u8)> = (0..count).map(|key| (mix(key), below(&mut rng, 3) as u8)).collect();
        let bytes = file(&entries, 5);
        for (key, entry) in entries {
            assert_eq!(entry_in(&bytes[1..], key), entry);
        }
    }
}
