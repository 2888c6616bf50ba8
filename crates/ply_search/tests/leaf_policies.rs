//! Quiescence and breadth limits have a value of their own, that of a plain search with the same leaves and the same
//! moves: pruning, tables and threads must not change it, and every bound left in the table must be one.
//!
//! A wrong bound seldom reaches the root of a search on one thread; it shows in the table, which is audited here entry
//! by entry, and in searches on several threads, which are repeated.

mod common;

use common::{Trial, tour};
use ply_game::{BoardGame, Spec};
use ply_search::{
    AlphaBeta, AlphaBetaConfig, Bound, Budget, Evaluator as _, Hints, Leaf, Limits, Noise, Ordering, Score, Searcher,
    Silent, Split, Transposition,
};

const NOISE: Noise = Noise { seed: 5, size: 50 };
const CAPTURES: Leaf = Leaf::Quiescence(2);
/// Searches of a position on several threads. Where one in thirty went wrong, a hundred are all right by chance once in
/// thirty runs; the audit of the table does not depend on chance.
const REPEATS: usize = 100;
/// Positions with more moves are looked at once, and less deep: a fault at the end of a game does not need breadth.
const NARROW: usize = 40;

/// Every third move is noisy; a bound on what it gains is known or not.
#[derive(Clone, Copy)]
struct Odd {
    bounds_gains: bool,
}

impl<G: BoardGame> Hints<G> for Odd {
    fn noisy_moves(&self, position: &G, mut each: impl FnMut(G::Move)) {
        position.legal_moves(|mv| {
            if position.move_index(mv) % 3 == 0 {
                each(mv);
            }
        });
    }

    /// The opponent may stand pat after a move that ends nothing, so it leads to some opinion at best.
    fn most_gain(&self, position: &G, mv: G::Move) -> Option<i32> {
        let child = position.after(mv);
        let leads_to_opinions = child.outcome().is_none() && child.to_move() != position.to_move();
        (self.bounds_gains && leads_to_opinions).then(|| NOISE.size as i32 - NOISE.evaluate(position))
    }
}

fn odd(bounds_gains: bool, config: AlphaBetaConfig) -> AlphaBeta<Noise, Odd> {
    AlphaBeta::with_hints(NOISE, Odd { bounds_gains }, config).expect("a configuration")
}

/// The value without any pruning.
fn plain<G: BoardGame>(position: &G, leaf: Leaf, breadth: Option<usize>, depth: u32) -> Score {
    let ordering = if breadth.is_some() { Ordering::Evaluator } else { Ordering::None };
    let config = AlphaBetaConfig { leaf, breadth, ordering, ..AlphaBetaConfig::minimax() };
    odd(false, config).search(position, &Budget::new(Limits::depth(depth)), &mut Silent).score
}

fn everything_on(leaf: Leaf, breadth: Option<usize>) -> AlphaBetaConfig {
    let ordering = if breadth.is_some() { Ordering::Evaluator } else { Ordering::History };
    AlphaBetaConfig { leaf, breadth, ordering, table_mb: Some(1), ..AlphaBetaConfig::default() }
}

struct SameValue;

impl Trial for SameValue {
    fn on<G: BoardGame>(&mut self, spec: &Spec, position: &G, depth: u32) {
        let (depth, repeats) =
            if position.move_list().len() > NARROW { (depth.min(1), 1) } else { (depth.min(3), REPEATS) };
        for (leaf, breadth) in [(CAPTURES, None), (Leaf::Evaluate, Some(3))] {
            let right = plain(position, leaf, breadth, depth);
            let config = everything_on(leaf, breadth);
            for (threads, split, repeats) in [
                (1, Split::Lazy, 1),
                (2, Split::Lazy, repeats),
                (4, Split::Lazy, repeats),
                (2, Split::RootMoves, repeats),
            ] {
                for bounds_gains in [false, true] {
                    let mut searcher = odd(bounds_gains, AlphaBetaConfig { threads, split, ..config });
                    for _ in 0..repeats {
                        let report = searcher.search(position, &Budget::new(Limits::depth(depth)), &mut Silent);
                        let here = format!("{leaf:?} {breadth:?} {spec} {} x{threads}", position.position_text());
                        assert_eq!(report.score, right, "{here}");
                        searcher.forget();
                    }
                }
            }
        }
    }
}

#[test]
fn quiescence_and_breadth_limits_have_the_same_value_with_and_without_pruning() {
    tour(&mut SameValue, 4, 3);
}

/// Compares what one search left in the table with plain searches of the same depth.
#[derive(Default)]
struct Audit {
    entries: usize,
    decided_windows: usize,
}

impl Audit {
    fn entry<G: BoardGame>(&mut self, position: &G, entry: Transposition) {
        if u32::from(entry.depth) > 2 {
            return;
        }
        let right = plain(position, CAPTURES, None, entry.depth.into());
        let here = format!("{entry:?} {}, right is {right:?}", position.position_text());
        match entry.bound {
            Bound::Exact => assert_eq!(entry.score, right, "{here}"),
            Bound::Upper => assert!(entry.score >= right, "{here}"),
            Bound::Lower => assert!(entry.score <= right, "{here}"),
        }
        self.entries += 1;
        self.decided_windows += usize::from(entry.score.is_decided());
    }

    fn below<G: BoardGame>(&mut self, searcher: &AlphaBeta<Noise, Odd>, position: &G, plies: u32) {
        if position.outcome().is_some() {
            return;
        }
        if let Some(entry) = searcher.table().and_then(|table| table.probe(position.key())) {
            self.entry(position, entry);
        }
        if plies > 0 {
            position.legal_moves(|mv| self.below(searcher, &position.after(mv), plies - 1));
        }
    }
}

impl Trial for Audit {
    fn on<G: BoardGame>(&mut self, _spec: &Spec, position: &G, depth: u32) {
        if position.move_list().len() > NARROW {
            return;
        }
        for bounds_gains in [false, true] {
            let mut searcher = odd(bounds_gains, everything_on(CAPTURES, None));
            for depth in 1..=depth.min(3) {
                let _ = searcher.search(position, &Budget::new(Limits::depth(depth)), &mut Silent);
            }
            self.below(&searcher, position, depth.min(3) - 1);
        }
    }
}

#[test]
fn every_bound_that_a_search_leaves_in_the_table_is_one() {
    let mut audit = Audit::default();
    tour(&mut audit, 12, 4);
    assert!(audit.entries > 1000 && audit.decided_windows > 100, "{} {}", audit.entries, audit.decided_windows);
}
