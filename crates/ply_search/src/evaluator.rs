//! Opinions about positions. The evaluators here know no game; each game's own live with its agents.

use ply_game::{Game, Hashed, Scored, mix};

/// Judges a position.
pub trait Evaluator<G: Game>: Send + Sync {
    /// What a position that is not over is worth to the player to move, in points of the evaluator's own choice; where
    /// the result is known, [`known_win`] or its negative.
    fn evaluate(&self, position: &G) -> i32;
}

/// What an evaluator says of a position whose player to move is known to win with the last of so many plies; negative,
/// of one whose player loses so. A search reports it as a result, not as an opinion.
pub const fn known_win(plies: u8) -> i32 {
    i32::MAX - plies as i32
}

impl<G: Game, E: Evaluator<G> + ?Sized> Evaluator<G> for &E {
    #[inline]
    fn evaluate(&self, position: &G) -> i32 {
        (**self).evaluate(position)
    }
}

/// No opinion: a search then sees only how games end.
#[derive(Clone, Copy, Default, Debug)]
pub struct Zero;

impl<G: Game> Evaluator<G> for Zero {
    #[inline]
    fn evaluate(&self, _position: &G) -> i32 {
        0
    }
}

/// A hundred points for every point of lead in the game's own count; 0 in a game without points.
#[derive(Clone, Copy, Default, Debug)]
pub struct Margin;

impl<G: Scored> Evaluator<G> for Margin {
    #[inline]
    fn evaluate(&self, position: &G) -> i32 {
        let mover = position.to_move();
        position.scores().map_or(0, |scores| 100 * (scores[mover.index()] - scores[mover.other().index()]))
    }
}

/// A fixed random opinion of every position, from its key: any fault of a searcher shows in it.
#[derive(Clone, Copy, Debug)]
pub struct Noise {
    /// Another seed, other opinions.
    pub seed: u64,
    /// Opinions lie between plus and minus this.
    pub size: u32,
}

impl<G: Hashed> Evaluator<G> for Noise {
    fn evaluate(&self, position: &G) -> i32 {
        let noise = mix(position.key() ^ mix(self.seed));
        (noise % (2 * u64::from(self.size) + 1)) as i32 - self.size as i32
    }
}
