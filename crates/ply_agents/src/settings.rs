//! Options that several agents have.

use std::f64::consts::SQRT_2;

use ply_game::Setting;

pub(crate) const SEED: Setting<u64> = Setting::seed("seed", "the seed of its choices");
pub(crate) const DEPTH: Setting<Option<u32>> = Setting::limit_or_off("depth", 1..=MOST_PLIES, "plies at most");
pub(crate) const NODES: Setting<Option<u64>> = Setting::limit_or_off("nodes", 1..=u64::MAX, "positions at most");
pub(crate) const THREADS: Setting<usize> = Setting::threads("threads", "threads");
pub(crate) const TABLE_OR_OFF: Setting<Option<usize>> =
    Setting::megabytes_or_off("table", 16, "megabytes of the transposition table");

/// Those of Monte-Carlo tree searches.
pub(crate) const SIMULATIONS: Setting<Option<u64>> =
    Setting::limit_or_off("nodes", 1..=u64::MAX, "simulations at most");
pub(crate) const CURIOSITY: Setting<f64> =
    Setting::decimal("c", 0.0..=1000.0, SQRT_2, "the weight of curiosity (UCB1)");
pub(crate) const EXPAND: Setting<u32> =
    Setting::number("expand", 1..=1_000_000, 8, "visits before a leaf gets children");
pub(crate) const MEMORY: Setting<usize> = Setting::megabytes("memory", 256, "megabytes of the tree");

pub(crate) const MOST_PLIES: u64 = 200;

/// A fixed depth.
pub(crate) const fn plies(default: u64) -> Setting<u32> {
    Setting::limit("depth", 1..=MOST_PLIES, default, "plies")
}
