//! The champion: principal variation search with everything on, captures played out, an evaluation on bit planes.

mod capture;
mod evaluation;
mod reach;

use ply_game::{Game as _, SpecError};
use ply_games::infexion::{Action, Infexion, TURN_LIMIT};
use ply_search::{AlphaBeta, AlphaBetaConfig, Budget, Hints, Lateness, Leaf, Report, Searcher, Sink};

use crate::registry::{ChampionOptions, Request};
use crate::thinker::Thinker;
use capture::{Capture, each_worthwhile};
use evaluation::{Evaluation, POWER};
use reach::Reach;

/// Plies of captures after the horizon.
const CAPTURE_PLIES: u32 = 8;

/// Builds the champion from its options, in the order of the list.
pub(super) fn build(request: &mut Request<'_>) -> Result<Thinker<Infexion>, SpecError> {
    let ChampionOptions { depth, nodes, table_mb, threads } = request.champion()?;
    let config = AlphaBetaConfig {
        table_mb: Some(table_mb),
        threads,
        lines: request.lines,
        etc: false,
        reductions: true,
        late_move_pruning: true,
        lateness: Lateness { depth: 5, first: 4, growth: 2, divisor: 3, at_root: true },
        null_move: true,
        futility: Some(POWER),
        first_proof: true,
        leaf: Leaf::Quiescence(CAPTURE_PLIES),
        ..AlphaBetaConfig::default()
    };
    let search = AlphaBeta::with_hints(Evaluation, Knowledge, config);
    let search = search.map_err(|error| request.options.together(error.to_string()))?;
    Ok(Thinker::searching(Champion { search }).with_depth(depth).with_nodes(nodes))
}

struct Champion {
    search: AlphaBeta<Evaluation, Knowledge>,
}

impl Searcher<Infexion> for Champion {
    /// On the empty board all moves are the same but for a symmetry: no need to think. A tenth of the time is left for a
    /// busy machine, and an iteration that would hardly be finished is not begun.
    fn search(&mut self, position: &Infexion, budget: &Budget, sink: &mut dyn Sink<Action>) -> Report<Action> {
        let mut budget = budget.clone();
        if position.occupied() == 0 {
            budget.limits.depth = Some(1);
        }
        let limits = &mut budget.limits;
        limits.hard = limits.hard.map(|hard| hard * 9 / 10);
        limits.soft = limits.soft.map(|soft| limits.hard.map_or(soft, |hard| soft.min(hard * 7 / 10)));
        self.search.search(position, &budget, sink)
    }
}

/// What the search should know about moves.
#[derive(Clone, Copy, Debug)]
struct Knowledge;

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
        (!takes_all).then_some((capture.gain + 4) * POWER)
    }

    #[inline]
    fn is_forcing(&self, position: &Infexion, action: Action) -> bool {
        Capture::of(position, action).is_some_and(|capture| capture.gain > 0)
    }

    /// Somebody who can spawn on a free cell never wishes to pass.
    #[inline]
    fn passed(&self, position: &Infexion) -> Option<Infexion> {
        let far = position.turn() + 20 < usize::from(TURN_LIMIT);
        (far && position.spawn_cells() != 0).then(|| position.passed())
    }
}
