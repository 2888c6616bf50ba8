//! The hot loop of alpha-beta asks for no memory: ten times the nodes, as good as no more allocations.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering};

use ply_search::{AlphaBeta, AlphaBetaConfig, Budget, Limits, Margin, Searcher, Silent};

struct Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

// SAFETY: everything is handed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller's promise is handed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise is handed on.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Allocations and nodes of a search of fixed depth.
fn search(depth: u32) -> (u64, u64) {
    let game = ply_games::simplexity::Simplexity::<u64>::default();
    let config = AlphaBetaConfig { aspiration: false, iterative: false, ..AlphaBetaConfig::default() };
    let mut searcher = AlphaBeta::new(Margin, config).expect("a right configuration");
    let before = ALLOCATIONS.load(Ordering::Relaxed);
    let report = searcher.search(&game, &Budget::new(Limits::depth(depth)), &mut Silent);
    (ALLOCATIONS.load(Ordering::Relaxed) - before, report.nodes)
}

#[test]
fn a_longer_search_allocates_no_more_than_a_short_one() {
    let (few, short) = search(5);
    let (more, long) = search(10);
    println!("{few} allocations in {short} nodes, {more} in {long}");
    assert!(long > 20 * short, "{long} nodes are not many more than {short}");
    assert!(more <= few + 50, "{few} allocations in {short} nodes, {more} in {long}");
}
