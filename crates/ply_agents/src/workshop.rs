//! What builds the agents of each game. Every type of every game has its workshop here, so that the searchers are
//! compiled once, in this crate, and not again in each program that uses them.

use std::any::{Any, TypeId, type_name};
use std::collections::HashMap;
use std::sync::OnceLock;

use ply_game::{BoardGame, Spec, SpecError};
use ply_games::{TypeVisitor, each_type};
use ply_search::{AlphaBeta, AlphaBetaConfig, ConfigError, Mcts, MctsConfig, Uniform};

use crate::common::{AnySearcher, Simple, searchers};
use crate::registry;
use crate::thinker::Thinker;

/// How an agent's inside is built, with its full spelling.
type Build<G> = fn(&Spec, u64, usize) -> Result<(Spec, Thinker<G>), SpecError>;

/// What is built for one type of game.
pub(crate) struct Workshop<G: BoardGame> {
    /// An agent's inside, from its spec, a salt for its seed, and the number of lines.
    pub(crate) build: Build<G>,
    common: fn(&Spec, usize) -> Result<Thinker<G>, SpecError>,
    alpha_beta: fn(AlphaBetaConfig) -> Result<AnySearcher<G>, ConfigError>,
    mcts: fn(MctsConfig) -> Result<AnySearcher<G>, ConfigError>,
}

/// Each type's workshop.
type Workshops = HashMap<TypeId, Box<dyn Any + Send + Sync>>;

/// The workshop of a game. A type that is in no list of games has none.
pub(crate) fn workshop<G: BoardGame>() -> Result<&'static Workshop<G>, SpecError> {
    static ALL: OnceLock<Workshops> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let mut open = Open(HashMap::new());
        each_type(&mut open);
        open.0
    });
    let found = all.get(&TypeId::of::<G>()).and_then(|workshop| workshop.downcast_ref());
    found.ok_or_else(|| SpecError::Together {
        owner: type_name::<G>().to_owned(),
        reason: "the list of games does not have this type, so it has no agents".to_owned(),
    })
}

struct Open(Workshops);

impl TypeVisitor for Open {
    fn visit<G: BoardGame>(&mut self) {
        let workshop = Workshop::<G> {
            build: registry::build,
            common: searchers::common_searcher,
            alpha_beta: |config| Ok(Box::new(AlphaBeta::new(Simple, config)?)),
            mcts: |config| Ok(Box::new(Mcts::new(config, Uniform)?)),
        };
        self.0.insert(TypeId::of::<G>(), Box::new(workshop));
    }
}

/// Builds one of the common searchers by its spec, also for a game that has an agent of its own of that name.
pub fn common_searcher<G: BoardGame>(spec: &Spec, lines: usize) -> Result<Thinker<G>, SpecError> {
    (workshop::<G>()?.common)(spec, lines)
}

/// Alpha-beta over the simple evaluator.
///
/// # Panics
/// If the list of games does not have this type.
pub fn alpha_beta<G: BoardGame>(config: AlphaBetaConfig) -> Result<AnySearcher<G>, ConfigError> {
    (workshop::<G>().unwrap_or_else(|error| panic!("{error}")).alpha_beta)(config)
}

/// Monte-Carlo tree search with random play-outs.
///
/// # Panics
/// If the list of games does not have this type.
pub fn mcts<G: BoardGame>(config: MctsConfig) -> Result<AnySearcher<G>, ConfigError> {
    (workshop::<G>().unwrap_or_else(|error| panic!("{error}")).mcts)(config)
}
