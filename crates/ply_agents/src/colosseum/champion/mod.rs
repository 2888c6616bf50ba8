//! Colosseum's champion: alpha-beta with everything on, wins at sight, territory and reach.

mod survival;
mod tactics;

use ply_search::{AlphaBeta, AlphaBetaConfig, ConfigError};

use survival::Survival;
use tactics::Tactics;

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
        first_proof: true,
        threads,
        lines,
        ..AlphaBetaConfig::default()
    };
    AlphaBeta::with_hints(Survival, Tactics, config)
}
