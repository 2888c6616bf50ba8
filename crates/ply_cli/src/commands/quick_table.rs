//! `plyground solve` where the quickest way is to look at every position of the board, from the last back.

use std::time::Duration;

use anyhow::Result;
use ply_agents::{GamePayoff, QuickTable, solver};
use ply_game::BoardGame;
use ply_search::Budget;
use ply_search::tablebase::AnyTable;

use super::table;
use crate::args::SolveArgs;
use crate::memory::free_memory_mb;
use crate::output::{grouped, tell};
use crate::setup::Scene;

/// The nodes of the shortest search that is worth avoiding.
const LONG_SEARCH: u64 = 4_000_000;
/// What filling in a position takes a thread, at most.
const FILLING: Duration = Duration::from_nanos(100);

/// A table of every position, where filling it takes less time than a search would and there is room for it.
pub fn fill_if_quicker<G: BoardGame>(
    args: &SolveArgs,
    scene: &Scene<G>,
    threads: usize,
    budget: &Budget,
) -> Result<Option<AnyTable<G>>> {
    let position = &scene.position;
    let nodes = solver(position, 1, 1).and_then(|solver| solver.estimate(position)).unwrap_or(0);
    if nodes < LONG_SEARCH || args.store.is_some() {
        return Ok(None);
    }
    let megabytes = free_memory_mb().map_or(args.table, |free| args.table.min(free as u64));
    let Some(QuickTable { positions, nodes: work, .. }) = QuickTable::of(position, megabytes << 20) else {
        return Ok(None);
    };
    let time = FILLING.mul_f64(positions as f64 / threads as f64);
    if work > nodes || args.time.is_some_and(|limit| limit < time) {
        return Ok(None);
    }
    tell(format_args!("a table of all {} positions is quicker than a search", grouped(positions)));
    match table::fill(position, GamePayoff::of(&scene.spec), threads, budget) {
        Err(_) if budget.cancel.is_cancelled() => Ok(None),
        filled => Ok(Some(filled?.table)),
    }
}
