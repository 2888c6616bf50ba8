//! Colosseum's champion: alpha-beta with everything on, wins at sight, over room, reach and territory.

mod survival;
mod tactics;

use ply_game::SpecError;
use ply_games::colosseum::{Bits, Colosseum};
use ply_search::{AlphaBeta, AlphaBetaConfig};

use crate::champion::ChampionOptions;
use crate::entry::Request;
use crate::mind::Mind;
use survival::Survival;
use tactics::Tactics;

/// A draw is taken only from this far behind: on boards of even size there are many, and most opponents are weaker.
const OPTIMISM: i32 = 25;

/// Builds the champion.
///
/// With up to 324 moves in a position late ones are reduced, and near the leaves skipped. The look at all children is
/// off: wins at once are known already. A position with a single legal move needs no care: that move ends the game, so
/// one ply is all there is to search.
pub(super) fn build<B: Bits>(request: &Request) -> Result<Mind<Colosseum<B>>, SpecError> {
    let options = ChampionOptions::of(request);
    let config = options.configure(AlphaBetaConfig {
        etc: false,
        reductions: true,
        late_move_pruning: true,
        optimism: OPTIMISM,
        first_proof: true,
        ..AlphaBetaConfig::default()
    });
    let searcher = AlphaBeta::with_hints(Survival, Tactics, config).map_err(|error| request.refuse(error))?;
    Ok(options.mind(searcher))
}
