//! Which game has which agents of its own.

use std::any::{Any, TypeId};

use ply_game::{Game, SpecError};
use ply_games::colosseum::{Large, Small};
use ply_games::dots_and_boxes::DotsAndBoxes;
use ply_games::infexion::Infexion;
use ply_games::pentago_swap::PentagoSwap;
use ply_games::simplexity::{Simplexity, Wide};

use crate::registry::{AgentInfo, Request};
use crate::thinker::Thinker;
use crate::{colosseum, dots_and_boxes, infexion, pentago_swap, simplexity};

/// For each game the module with its own agents, and the types a game of it may have. A module has a list `AGENTS` and a
/// function `build` for the names of the list.
macro_rules! own {
    ($($module:ident: $($game:ty),+;)*) => {
        /// The game's own agents, its report's first.
        pub fn own_agents<G: Game + 'static>() -> &'static [AgentInfo] {
            $($(if TypeId::of::<G>() == TypeId::of::<$game>() {
                return $module::AGENTS;
            })+)*
            &[]
        }

        /// Builds one of the game's own agents.
        pub(crate) fn build<G: Game + 'static>(request: &mut Request<'_>) -> Result<Thinker<G>, SpecError> {
            $($(if TypeId::of::<G>() == TypeId::of::<$game>() {
                // Not generic, so that it is compiled once and here.
                fn build(request: &mut Request<'_>) -> Result<Thinker<$game>, SpecError> {
                    $module::build(request)
                }
                return build(request).map(same);
            })+)*
            unreachable!("a game without agents of its own has no name to build")
        }
    };
}

own! {
    simplexity: Simplexity<u64>, Simplexity<u128>, Simplexity<Wide<4>>, Simplexity<Wide<8>>, Simplexity<Wide<24>>;
    pentago_swap: PentagoSwap;
    colosseum: Small, Large;
    dots_and_boxes: DotsAndBoxes<u64>, DotsAndBoxes<u128>;
    infexion: Infexion;
}

/// A value whose type is the one asked for, though only the caller knows.
fn same<A: Any, B: Any>(value: A) -> B {
    let value: Box<dyn Any> = Box::new(value);
    *value.downcast().expect("the types were compared")
}
