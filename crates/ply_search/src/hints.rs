//! What a game may tell a searcher beyond its rules: which moves to try, which are noisy, what deserves a deeper look.

use ply_game::Game;

/// Knowledge of one game for searchers. Everything has a neutral default.
pub trait Hints<G: Game>: Send + Sync {
    /// The moves worth trying in a position: one of each kind at least. All legal ones by default.
    #[inline]
    fn moves(&self, position: &G, each: impl FnMut(G::Move)) {
        position.legal_moves(each);
    }

    /// The moves a quiescence search looks at: captures and the like. None by default.
    #[inline]
    fn noisy_moves(&self, position: &G, each: impl FnMut(G::Move)) {
        let _ = (position, each);
    }

    /// A guess at how good a move is before anything was searched; larger is tried earlier.
    #[inline]
    fn promise(&self, position: &G, mv: G::Move) -> i32 {
        let _ = (position, mv);
        0
    }

    /// The same for all moves of one position: what they have in common is worked out once.
    #[inline]
    fn promises<'a>(&'a self, position: &'a G) -> impl Fn(G::Move) -> i32 + 'a {
        move |mv| self.promise(position, mv)
    }

    /// The most that a noisy move can add to the evaluator's opinion: where that cannot matter, it is not played out
    /// (delta pruning). `None`, the default, if nothing bounds it: the move may win the game.
    #[inline]
    fn most_gain(&self, position: &G, mv: G::Move) -> Option<i32> {
        let _ = (position, mv);
        None
    }

    /// The position with the opponent to move instead, where having the move is never a burden.
    #[inline]
    fn passed(&self, position: &G) -> Option<G> {
        let _ = position;
        None
    }

    /// Whether a move is too important to be reduced or skipped.
    #[inline]
    fn is_forcing(&self, position: &G, mv: G::Move) -> bool {
        let _ = (position, mv);
        false
    }

    /// Whether a position below the root is judged at once, whatever depth is left.
    #[inline]
    fn is_settled(&self, position: &G) -> bool {
        let _ = position;
        false
    }

    /// Plies to search deeper than usual after a move.
    #[inline]
    fn extension(&self, position: &G, mv: G::Move, child: &G) -> u32 {
        let _ = (position, mv, child);
        0
    }
}

/// Knows nothing.
#[derive(Clone, Copy, Default, Debug)]
pub struct NoHints;

impl<G: Game> Hints<G> for NoHints {}
