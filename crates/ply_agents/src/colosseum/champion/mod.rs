//! Colosseum's champion: alpha-beta with everything on, wins at sight, over room, reach and territory.

mod survival;
mod tactics;

use ply_search::{AlphaBeta, AlphaBetaConfig, ConfigError};

use survival::Survival;
use tactics::Tactics;

/// A draw is taken only from this far behind: on boards of even size there are many, and most opponents are weaker.
const OPTIMISM: i32 = 25;

/// The searcher, with a table of so many megabytes, so many threads, and so many root moves scored exactly.
///
/// With up to 324 moves in a position late ones are reduced, and near the leaves skipped. The look at all children is
/// off: wins at once are known already. A position with a single legal move needs no care: that move ends the game, so
/// one ply is all there is to search.
pub(super) fn searcher(
    megabytes: usize,
    threads: usize,
    lines: usize,
) -> Result<AlphaBeta<Survival, Tactics>, ConfigError> {
    let config = AlphaBetaConfig {
        table_mb: Some(megabytes),
        etc: false,
        reductions: true,
        late_move_pruning: true,
        optimism: OPTIMISM,
        first_proof: true,
        threads,
        lines,
        ..AlphaBetaConfig::default()
    };
    AlphaBeta::with_hints(Survival, Tactics, config)
}
