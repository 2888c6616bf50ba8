//! What this crate knows of each game: one registration in the game's folder, and here the one list of their types.
//!
//! A [`Registration`] is made for every type of every game when it is first asked for, here, so that the searchers are
//! compiled once, in this crate, and not again in each program that uses them.

use std::any::{Any, TypeId, type_name};
use std::collections::HashMap;
use std::path::Path;
use std::sync::OnceLock;

use ply_game::{BoardGame, Game, SpecError};
use ply_games::colosseum::{Large, Small};
use ply_games::dots_and_boxes::DotsAndBoxes;
use ply_games::infexion::Infexion;
use ply_games::pentago_swap::PentagoSwap;
use ply_games::simplexity::{Simplexity, Wide};
use ply_games::{TypeVisitor, each_type};
use ply_search::solve::Solver;
use ply_search::tablebase::{AnyTable, Census, TablebaseError};
use ply_search::{AlphaBeta, AlphaBetaConfig, ConfigError, Evaluator as _, Margin, Mcts, MctsConfig, Uniform};

use crate::common::{Common, Levels, levels};
use crate::entry::AgentEntry;
use crate::mind::AnySearcher;
use crate::simple::Simple;

/// A game's registration: its own agents, its simple evaluator, and what that one's points mean.
pub(crate) trait Registered: BoardGame {
    /// The game's own agents, its report's first.
    const AGENTS: &'static [AgentEntry<Self>];

    /// With so many points of the simple evaluator three games of four are won, about.
    const UNIT: f64;

    /// The levels below its champion.
    const LEVELS: Levels = USUAL_LEVELS;

    /// A solver that knows the game, for boards it is made for, with so many megabytes and threads.
    const SOLVER: MakeSolver<Self> = |_, _, _| None;

    /// A table of all positions that knows more of the game than their numbers.
    const TABLE: Option<OwnTable<Self>> = None;

    /// The simple evaluator: a few dozen nanoseconds, no search, no knowledge beyond the obvious.
    fn evaluate(&self) -> i32;
}

/// Makes a solver for the board of a position, if there is one, with so many megabytes and, where it can use them, threads.
pub(crate) type MakeSolver<G> = fn(&G, usize, usize) -> Option<Box<dyn Solver<G>>>;

/// A table of all positions that a game has of its own.
pub(crate) struct OwnTable<G> {
    /// Whether the board of a position has one.
    pub(crate) covers: fn(&G) -> bool,
    /// Bytes that it takes at least, told at once.
    pub(crate) least_bytes: fn(&G) -> u64,
    /// How many positions it has, and the bytes it takes in memory; they are counted.
    pub(crate) size: fn(&G) -> Result<(u64, u64), TablebaseError>,
    /// Fills it on so many threads, telling how many positions are done, as long as it is told to go on.
    pub(crate) fill: FillTable<G>,
    /// Opens a file that is about this game.
    pub(crate) open: fn(&Path, &str, &G) -> Result<AnyTable<G>, TablebaseError>,
}

type FillTable<G> = fn(&G, usize, &mut dyn FnMut(u64) -> bool) -> Result<(AnyTable<G>, Census), TablebaseError>;

/// The unit of a game that has no registration.
const USUAL_UNIT: f64 = 40.0;

/// The levels of a game that nobody has measured: slips from nearly all to none.
const USUAL_LEVELS: Levels = levels([(100, 90), (100, 70), (200, 50), (500, 30), (1_000, 15), (5_000, 5), (20_000, 0)]);

/// The agents, the unit, the levels, the solver and the table of one type, in a form that has a type of its own for each.
struct Own<G: Game>(&'static [AgentEntry<G>], f64, Levels, MakeSolver<G>, Option<OwnTable<G>>);

/// The types that have a registration. Which of them `G` is, is known when this is compiled: only its own line remains.
macro_rules! registered {
    ($($game:ty),* $(,)?) => {
        fn own<G: BoardGame>() -> Own<G> {
            $(if TypeId::of::<G>() == TypeId::of::<$game>() {
                let own: Box<dyn Any> =
                    Box::new(Own(<$game>::AGENTS, <$game>::UNIT, <$game>::LEVELS, <$game>::SOLVER, <$game>::TABLE));
                return *own.downcast().expect("the types were compared");
            })*
            Own(&[], USUAL_UNIT, USUAL_LEVELS, |_, _, _| None, None)
        }

        /// The simple evaluator's opinion; a game without a registration is judged by its own points.
        #[inline]
        pub(crate) fn evaluate<G: BoardGame>(position: &G) -> i32 {
            $(if let Some(position) = (position as &dyn Any).downcast_ref::<$game>() {
                return Registered::evaluate(position);
            })*
            Margin.evaluate(position)
        }
    };
}

registered! {
    Simplexity<u64>, Simplexity<u128>, Simplexity<Wide<4>>, Simplexity<Wide<8>>, Simplexity<Wide<24>>,
    PentagoSwap,
    Small, Large,
    DotsAndBoxes<u64>, DotsAndBoxes<u128>,
    Infexion,
}

/// What there is for one type of game.
pub(crate) struct Registration<G: BoardGame> {
    /// The game's own agents.
    pub(crate) own: &'static [AgentEntry<G>],
    /// Those that every game has.
    pub(crate) common: &'static [AgentEntry<G>],
    /// With so many points of the simple evaluator three games of four are won, about.
    pub(crate) unit: f64,
    /// The levels below its champion.
    pub(crate) levels: Levels,
    /// Makes a solver that knows the game.
    pub(crate) solver: MakeSolver<G>,
    /// A table of all positions of its own.
    pub(crate) table: Option<OwnTable<G>>,
    pub(crate) alpha_beta: fn(AlphaBetaConfig) -> Result<AnySearcher<G>, ConfigError>,
    pub(crate) mcts: fn(MctsConfig) -> Result<AnySearcher<G>, ConfigError>,
}

impl<G: BoardGame> Registration<G> {
    /// Every agent of the game: its own first, then the common ones of other names.
    pub(crate) fn agents(&self) -> impl Iterator<Item = &'static AgentEntry<G>> + Clone {
        let is_other = |entry: &&AgentEntry<G>| self.own.iter().all(|own| own.info.name != entry.info.name);
        self.own.iter().chain(self.common.iter().filter(is_other))
    }
}

/// Each type's registration.
struct All(HashMap<TypeId, Box<dyn Any + Send + Sync>>);

impl TypeVisitor for All {
    fn visit<G: BoardGame>(&mut self) {
        let Own(own, unit, levels, solver, table) = own::<G>();
        let registration = Registration::<G> {
            own,
            common: Common::<G>::AGENTS,
            unit,
            levels,
            solver,
            table,
            alpha_beta: |config| Ok(Box::new(AlphaBeta::new(Simple, config)?)),
            mcts: |config| Ok(Box::new(Mcts::new(config, Uniform)?)),
        };
        self.0.insert(TypeId::of::<G>(), Box::new(registration));
    }
}

/// The registrations of all types. It is not generic, and so the only place where agents are compiled: what a generic
/// function calls is compiled again in every crate that calls the function.
#[inline(never)]
fn all() -> &'static All {
    static ALL: OnceLock<All> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all = All(HashMap::new());
        each_type(&mut all);
        all
    })
}

/// What there is for a game. A type that is in no list of games has nothing.
pub(crate) fn registration<G: BoardGame>() -> Result<&'static Registration<G>, SpecError> {
    let found = all().0.get(&TypeId::of::<G>()).and_then(|registration| registration.downcast_ref());
    found.ok_or_else(|| SpecError::Together {
        owner: type_name::<G>().to_owned(),
        reason: "the list of games does not have this type, so it has no agents".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use ply_games::Family as _;

    use super::*;

    struct HasOwn;

    impl TypeVisitor for HasOwn {
        fn visit<G: BoardGame>(&mut self) {
            assert!(!own::<G>().0.is_empty(), "{} is missing from the list of types", type_name::<G>());
        }
    }

    #[test]
    fn a_game_with_a_registration_has_it_at_every_size() {
        ply_games::simplexity::Family::types(&mut HasOwn);
        ply_games::pentago_swap::Family::types(&mut HasOwn);
        ply_games::colosseum::Family::types(&mut HasOwn);
        ply_games::dots_and_boxes::Family::types(&mut HasOwn);
        ply_games::infexion::Family::types(&mut HasOwn);
    }
}
