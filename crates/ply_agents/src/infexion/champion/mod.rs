//! The champion: principal variation search with everything on, captures played out, an evaluation on bit planes.

mod capture;
mod evaluation;
mod network;
mod reach;

use ply_game::{Game as _, OptionInfo, SpecError};
use ply_games::infexion::{Action, Infexion};
use ply_search::{AlphaBeta, AlphaBetaConfig, Hints, Lateness, Leaf};

use crate::champion::{ChampionOptions, TABLE};
use crate::entry::Request;
use crate::mind::Mind;
use crate::network::NETWORK;
use crate::settings::{DEPTH, NODES, THREADS};
use crate::time_policy::{Stakes, TimePolicy};
use capture::{Capture, each_worthwhile};
use evaluation::{Evaluation, Weights};
use network::Network;
use reach::Reach;

/// The options of the champion.
pub(super) const OPTIONS: &[OptionInfo] =
    &[DEPTH.info, NODES.info, TABLE.info, THREADS.info, Weights::OPTION.info, NETWORK.info];

/// Plies of captures after the horizon.
const CAPTURE_PLIES: u32 = 8;

/// Builds the champion. On the empty board all moves are the same but for a symmetry: no need to think.
pub(super) fn build(request: &Request) -> Result<Mind<Infexion>, SpecError> {
    let options = ChampionOptions::of(request);
    let weights = Weights::of(request)?;
    let config = options.configure(AlphaBetaConfig {
        etc: false,
        reductions: true,
        iir: true,
        late_move_pruning: true,
        lateness: Lateness { depth: 5, first: 4, growth: 2, divisor: 3, at_root: true, ..Lateness::default() },
        null_move: true,
        futility: Some(weights.power),
        first_proof: true,
        leaf: Leaf::Quiescence(CAPTURE_PLIES),
        ..AlphaBetaConfig::default()
    });
    let knowledge = Knowledge { power: weights.power };
    let evaluation = Evaluation::new(weights, Network::of::<Infexion>(request)?);
    let search = AlphaBeta::with_hints(evaluation, knowledge, config);
    let search = search.map_err(|error| request.refuse(error))?;
    let stakes = |position: &Infexion| if position.occupied() == 0 { Stakes::Nothing } else { Stakes::Move };
    Ok(options.mind(search).with_policy(TimePolicy { stakes, ..TimePolicy::default() }))
}

/// What the search should know about moves.
#[derive(Clone, Copy, Debug)]
struct Knowledge {
    /// What a unit of power counts.
    power: i32,
}

/// Captures that win something come before everything but the table's move.
const WINS: i32 = 1 << 21;

impl Hints<Infexion> for Knowledge {
    fn noisy_moves(&self, position: &Infexion, each: impl FnMut(Action)) {
        each_worthwhile(position, each);
    }

    /// By what it wins at once: good enough to order captures.
    #[inline]
    fn promise(&self, position: &Infexion, action: Action) -> i32 {
        Capture::of(position, action).map_or(0, |capture| capture.gain)
    }

    #[inline]
    fn promises<'a>(&'a self, position: &'a Infexion) -> impl Fn(Action) -> i32 + 'a {
        let mover = position.to_move();
        let own = Reach::of(position, position.cells_of(mover));
        let enemy = Reach::of(position, position.cells_of(mover.other()));
        move |action| match Capture::of(position, action) {
            Some(capture) => match capture.safe_gain(position, own, enemy) {
                gain @ 1.. => WINS + gain * 1024 + capture.gain,
                gain => gain * 1024,
            },
            None if action.direction().is_none() => {
                let cell = 1 << action.cell();
                match (cell & own.once != 0, cell & enemy.once != 0) {
                    (true, false) => 2048,
                    (false, true) => -8192,
                    _ => 0,
                }
            }
            None => -2048,
        }
    }

    /// Nothing bounds a capture of all that is left: it wins.
    #[inline]
    fn most_gain(&self, position: &Infexion, action: Action) -> Option<i32> {
        let Some(capture) = Capture::of(position, action) else { return Some(0) };
        let takes_all = capture.targets == position.cells_of(position.to_move().other());
        (!takes_all).then_some((capture.gain + 4) * self.power)
    }

    #[inline]
    fn is_forcing(&self, position: &Infexion, action: Action) -> bool {
        Capture::of(position, action).is_some_and(|capture| capture.gain > 0)
    }

    /// Somebody who can spawn on a free cell never wishes to pass.
    #[inline]
    fn passed(&self, position: &Infexion) -> Option<Infexion> {
        let far = position.turn() + 20 < usize::from(position.size().turn_limit());
        (far && position.spawn_cells() != 0).then(|| position.passed())
    }
}
