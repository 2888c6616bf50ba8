//! Colosseum's champion: alpha-beta with everything on, wins at sight, over room, reach and territory.

mod network;
mod survival;
mod tactics;

use ply_game::{OptionInfo, SpecError};
use ply_games::colosseum::{Bits, Colosseum};
use ply_search::{AlphaBeta, AlphaBetaConfig, ConfigError, Lateness};

use crate::champion::{ChampionOptions, TABLE};
use crate::entry::Request;
use crate::mind::Mind;
use crate::network::NETWORK;
use crate::settings::{DEPTH, NODES, THREADS};
use crate::weights::weights;
pub(super) use survival::Survival;
pub(super) use tactics::Tactics;

weights! {
    /// What its opinion counts, and where it looks first.
    Weights of "champion": ["built-in" => "colosseum-champion", "hand" => "colosseum-champion-hand"];
    room: 0..=2000, "all open edges between cells that it comes to first";
    reach: 0..=1000, "all cells within reach of the next move";
    territory: 0..=2000, "all cells that it comes to first, once every edge has a wall";
    optimism: 0..=200, "a draw is taken only from this far behind";
    open_side: 0..=100, "of the order of moves: an open side of the cell where one ends";
    step_away: 0..=100, "of the order of moves: a step from there to the opponent, taken away";
}

/// The options of the champion.
pub(super) const OPTIONS: &[OptionInfo] =
    &[DEPTH.info, NODES.info, TABLE.info, THREADS.info, Weights::OPTION.info, NETWORK.info];

/// Points a ply: an opinion so far beyond the window is believed near the leaves.
const FUTILITY: i32 = 90;

/// Builds the champion.
///
/// With up to 324 moves in a position late ones are reduced, and near the leaves skipped. The look at all children is
/// off: wins at once are known already. A position with a single legal move needs no care: that move ends the game, so
/// one ply is all there is to search.
pub(super) fn build<B: Bits>(request: &Request) -> Result<Mind<Colosseum<B>>, SpecError> {
    let options = ChampionOptions::of(request);
    let searcher = searcher(Survival::of(request)?, |switches| options.configure(switches))
        .map_err(|error| request.refuse(error))?;
    Ok(options.mind(searcher))
}

/// Its search, configured further. It avoids draws that it need not take: on boards of even size there are many, and
/// most opponents are weaker.
pub(super) fn searcher(
    survival: Survival,
    configure: impl FnOnce(AlphaBetaConfig) -> AlphaBetaConfig,
) -> Result<AlphaBeta<Survival, Tactics>, ConfigError> {
    let config = configure(AlphaBetaConfig {
        etc: false,
        reductions: true,
        iir: true,
        late_move_pruning: true,
        lateness: Lateness { first: 3, growth: 2, divisor: 5, improving: true, ..Lateness::default() },
        futility: Some(FUTILITY),
        optimism: survival.weights.optimism,
        first_proof: true,
        ..AlphaBetaConfig::default()
    });
    let tactics = Tactics(survival.weights);
    AlphaBeta::with_hints(survival, tactics, config)
}
