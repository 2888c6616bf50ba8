//! The simple evaluator of every game, as its registration has it.

use ply_game::BoardGame;
use ply_search::Evaluator;

use crate::registration;

/// Judges any game simply. A game without a registration is judged by its own points.
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

impl<G: BoardGame> Evaluator<G> for Simple {
    #[inline]
    fn evaluate(&self, position: &G) -> i32 {
        registration::evaluate(position)
    }
}
