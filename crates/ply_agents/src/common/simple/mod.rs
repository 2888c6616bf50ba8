//! A simple evaluator for every game: a few dozen nanoseconds, no search, no knowledge beyond the obvious.

mod colosseum;
mod dots_and_boxes;
mod infexion;
mod pentago_swap;
mod simplexity;

use std::any::Any;

use ply_game::BoardGame;
use ply_games::colosseum::{Large, Small};
use ply_games::dots_and_boxes::DotsAndBoxes;
use ply_games::infexion::Infexion;
use ply_games::pentago_swap::PentagoSwap;
use ply_games::simplexity::{Simplexity, Wide};
use ply_search::{Evaluator, Margin};

/// Judges any game simply. A game it does not know is judged by its own points.
///
/// ```
/// use ply_agents::Simple;
/// use ply_games::infexion::Infexion;
/// use ply_game::play_texts;
/// use ply_search::Evaluator;
/// let mut game = Infexion::default();
/// play_texts(&mut game, "3,3 0,0 3,4").unwrap();
/// assert!(Simple.evaluate(&game) < 0); // blue is to move, and behind
/// ```
#[derive(Clone, Copy, Default, Debug)]
pub struct Simple;

/// Tries the types in turn. Which one `G` is, is known when this is compiled: only its own line remains.
macro_rules! judge {
    ($position:expr, $($game:ty => $judge:path),* $(,)?) => {
        $(if let Some(position) = ($position as &dyn Any).downcast_ref::<$game>() {
            return $judge(position);
        })*
    };
}

impl<G: BoardGame> Evaluator<G> for Simple {
    #[inline]
    fn evaluate(&self, position: &G) -> i32 {
        judge!(position,
            Simplexity<u64> => simplexity::evaluate,
            Simplexity<u128> => simplexity::evaluate,
            Simplexity<Wide<4>> => simplexity::evaluate,
            Simplexity<Wide<8>> => simplexity::evaluate,
            Simplexity<Wide<24>> => simplexity::evaluate,
            PentagoSwap => pentago_swap::evaluate,
            Small => colosseum::evaluate,
            Large => colosseum::evaluate,
            DotsAndBoxes<u64> => dots_and_boxes::evaluate,
            DotsAndBoxes<u128> => dots_and_boxes::evaluate,
            Infexion => infexion::evaluate,
        );
        Margin.evaluate(position)
    }
}
