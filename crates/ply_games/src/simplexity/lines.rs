//! The scan of the whole board for lines, in the order that decides set-up positions and the line that is reported.
//!
//! Play never needs it: a move can only complete lines through the placed piece. Cost: every cell of every corridor, at
//! most four times.

use ply_game::{Outcome, Player};

use super::{Bits, Shape, Simplexity};

/// What the pieces of a line have in common.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Likeness {
    /// Their shape.
    Shape(Shape),
    /// Their colour.
    Colour(Player),
}

impl Likeness {
    /// All, in the order of the scan: shape before colour, White before Red.
    pub const SCAN: [Self; 4] = [
        Self::Shape(Shape::Round),
        Self::Shape(Shape::Square),
        Self::Colour(Player::First),
        Self::Colour(Player::Second),
    ];

    /// For whom such a line wins.
    pub fn winner(self) -> Player {
        match self {
            Self::Shape(shape) => shape.owner(),
            Self::Colour(player) => player,
        }
    }

    fn is_shared_by(self, (player, shape): (Player, Shape)) -> bool {
        match self {
            Self::Shape(wanted) => shape == wanted,
            Self::Colour(wanted) => player == wanted,
        }
    }
}

impl<W: Bits> Simplexity<W> {
    /// The first line on the board, if there is one: what its pieces share, and its first `win` cells (row, column).
    pub fn first_line(&self) -> Option<(Likeness, Vec<(usize, usize)>)> {
        Likeness::SCAN.into_iter().find_map(|likeness| Some((likeness, self.first_line_of(likeness)?)))
    }

    fn first_line_of(&self, likeness: Likeness) -> Option<Vec<(usize, usize)>> {
        let win = self.geometry().win();
        for corridor in self.geometry().corridors() {
            let mut length = 0;
            for (at, (row, column)) in corridor.cells().enumerate() {
                let joins = self.piece(row, column).is_some_and(|piece| likeness.is_shared_by(piece));
                length = if joins { length + 1 } else { 0 };
                if length == win {
                    return Some(corridor.cells().skip(at + 1 - win).take(win).collect());
                }
            }
        }
        None
    }

    /// The outcome of this board by the full scan.
    pub(super) fn scanned_outcome(&self) -> Option<Outcome> {
        match self.first_line() {
            Some((likeness, _)) => Some(Outcome::Win(likeness.winner())),
            None => (self.plies_left() == 0).then_some(Outcome::Draw),
        }
    }
}
