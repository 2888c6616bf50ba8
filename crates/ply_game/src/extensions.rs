//! What may be asked of a game beyond its rules, one small trait each.

use crate::{Drawn, Game, Notation, Player, Ranked, Rng, below};

/// A key for tables.
pub trait Hashed: Game {
    /// Equal for positions with the same board, mover and score, however they were reached; different otherwise, up
    /// to chance. Stable between runs and machines.
    fn key(&self) -> u64;
}

/// Transformations of the board that the rules cannot tell apart.
///
/// Number 0 is the identity. A transformation keeps mover, outcome and scores, and commutes with playing:
/// `p.after(m).transformed(s) == p.transformed(s).after(p.transformed_move(s, m))`.
pub trait Symmetric: Game {
    /// How many there are, the identity included.
    fn symmetries(&self) -> usize {
        1
    }

    /// This position under transformation `symmetry`.
    fn transformed(&self, symmetry: usize) -> Self {
        debug_assert_eq!(symmetry, 0);
        self.clone()
    }

    /// What a move of this position is called after transformation `symmetry`.
    fn transformed_move(&self, symmetry: usize, mv: Self::Move) -> Self::Move {
        debug_assert_eq!(symmetry, 0);
        mv
    }

    /// The image with the smallest key, and the transformation that leads to it.
    fn canonical(&self) -> (Self, usize)
    where
        Self: Hashed,
    {
        let mut best = (self.clone(), 0);
        let mut best_key = self.key();
        for symmetry in 1..self.symmetries() {
            let image = self.transformed(symmetry);
            let key = image.key();
            if key < best_key {
                best_key = key;
                best = (image, symmetry);
            }
        }
        best
    }
}

/// Points on the board, for games that count them.
pub trait Scored: Game {
    /// What each player has now, or `None` in a game without points. In a won game the winner has more.
    fn scores(&self) -> Option<[i32; 2]> {
        None
    }

    /// How many points are still to be made, where that is known: a larger lead has won, whatever comes.
    fn open_points(&self) -> Option<i32> {
        None
    }
}

/// Moves as small numbers, for tables of moves, nets and other languages.
pub trait Indexed: Game {
    /// One more than the largest index.
    fn move_slots(&self) -> usize;

    /// The number of a move, below [`move_slots`](Indexed::move_slots); the same for the same move in every position
    /// of this board size.
    fn move_index(&self, mv: Self::Move) -> usize;

    /// The move with this number, legal or not; `None` where no position has such a move.
    fn move_at(&self, index: usize) -> Option<Self::Move>;
}

/// Positions as planes of numbers, for networks.
pub trait Observed: Indexed {
    /// The planes' shape: how many there are, then their own extents.
    fn observation_shape(&self) -> Vec<usize> {
        vec![2, self.move_slots()]
    }

    /// Fills the planes, row by row, seen by the player to move. The last plane is all 1 if that is the first player, all
    /// 0 if not. A game that says nothing shows in plane 0 which moves are legal, which tells positions apart badly.
    ///
    /// # Panics
    /// If there are not as many numbers as the shape has.
    fn observe(&self, planes: &mut [f32]) {
        let (legal, first) = planes.split_at_mut(self.move_slots());
        legal.fill(0.0);
        self.legal_moves(|mv| legal[self.move_index(mv)] = 1.0);
        first.fill(f32::from(self.to_move() == Player::First));
    }
}

/// Random moves.
pub trait Sampled: Game {
    /// A legal move, each as likely as the others. The game must not be over.
    fn random_move(&self, rng: &mut Rng) -> Self::Move {
        let mut count = 0;
        self.legal_moves(|_| count += 1);
        let mut skip = below(rng, count);
        let mut chosen = None;
        self.legal_moves(|mv| {
            if skip == 0 {
                chosen = chosen.or(Some(mv));
            } else {
                skip -= 1;
            }
        });
        chosen.expect("a game that goes on has a legal move")
    }
}

/// A game with everything the command line, the arena and the page ask for.
pub trait BoardGame: Hashed + Symmetric + Scored + Indexed + Observed + Sampled + Ranked + Notation + Drawn {}

impl<G: Hashed + Symmetric + Scored + Indexed + Observed + Sampled + Ranked + Notation + Drawn> BoardGame for G {}
