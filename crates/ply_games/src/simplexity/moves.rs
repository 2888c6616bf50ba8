//! A move: a shape and a column.

use ply_game::Player;

/// The shape of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Shape {
    /// Round pieces; lines of them win for White.
    Round = 0,
    /// Square pieces; lines of them win for Red.
    Square = 1,
}

impl Shape {
    /// Both, in the order of moves.
    pub const BOTH: [Self; 2] = [Self::Round, Self::Square];

    /// For whom a line of this shape wins, whoever placed it.
    #[inline]
    pub const fn owner(self) -> Player {
        match self {
            Self::Round => Player::First,
            Self::Square => Player::Second,
        }
    }

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Round => "round",
            Self::Square => "square",
        }
    }
}

/// A piece of a shape dropped into a column.
///
/// ```
/// use ply_games::simplexity::{Move, Shape};
/// let mv = Move::new(Shape::Square, 3);
/// assert_eq!((mv.shape(), mv.column()), (Shape::Square, 3));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Move(u8);

impl Move {
    /// The move with this shape into this column (below 64).
    #[inline]
    pub const fn new(shape: Shape, column: usize) -> Self {
        Self((column as u8) << 1 | shape as u8)
    }

    /// The shape of the piece.
    #[inline]
    pub const fn shape(self) -> Shape {
        if self.0 & 1 == 0 { Shape::Round } else { Shape::Square }
    }

    /// The column it falls into, 0 at the left.
    #[inline]
    pub const fn column(self) -> usize {
        (self.0 >> 1) as usize
    }
}
