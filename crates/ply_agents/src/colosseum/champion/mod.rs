//! Colosseum's champion: alpha-beta with everything on, wins at sight, over room, reach and territory.

mod survival;
mod tactics;

use ply_game::SpecError;
use ply_games::colosseum::{Bits, Colosseum};
use ply_search::{AlphaBeta, AlphaBetaConfig, ConfigError};

use crate::champion::ChampionOptions;
use crate::entry::Request;
use crate::mind::Mind;
pub(super) use survival::Survival;
pub(super) use tactics::Tactics;

/// A draw is taken only from this far behind: on boards of even size there are many, and most opponents are weaker.
const OPTIMISM: i32 = 25;

/// Builds the champion.
///
/// With up to 324 moves in a position late ones are reduced, and near the leaves skipped. The look at all children is
/// off: wins at once are known already. A position with a single legal move needs no care: that move ends the game, so
/// one ply is all there is to search.
pub(super) fn build<B: Bits>(request: &Request) -> Result<Mind<Colosseum<B>>, SpecError> {
    let options = ChampionOptions::of(request);
    let searcher = searcher(options.configure(switches())).map_err(|error| request.refuse(error))?;
    Ok(options.mind(searcher))
}

/// What of the search is on.
pub(super) fn switches() -> AlphaBetaConfig {
    AlphaBetaConfig {
        etc: false,
        reductions: true,
        late_move_pruning: true,
        optimism: OPTIMISM,
        first_proof: true,
        ..AlphaBetaConfig::default()
    }
}

/// Its search.
pub(super) fn searcher(config: AlphaBetaConfig) -> Result<AlphaBeta<Survival, Tactics>, ConfigError> {
    AlphaBeta::with_hints(Survival, Tactics, config)
}
