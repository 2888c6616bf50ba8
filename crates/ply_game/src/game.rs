//! A position of a two-player game of perfect information, and who plays and wins it.

use std::fmt;

/// One of the two players. `First` moves first; whether they alternate is the game's affair.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Player {
    /// The player who makes the first move of the game.
    First = 0,
    /// The other one.
    Second = 1,
}

impl Player {
    /// Both, in order.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The opponent.
    #[inline]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 for the first player, 1 for the second.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `First` for even numbers of plies, `Second` for odd: who moves where turns alternate.
    #[inline]
    pub const fn after_plies(plies: usize) -> Self {
        if plies.is_multiple_of(2) { Self::First } else { Self::Second }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::First => "first",
            Self::Second => "second",
        })
    }
}

/// How a finished game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This player won.
    Win(Player),
    /// Nobody did.
    Draw,
}

impl Outcome {
    /// The winner, if there is one.
    #[inline]
    pub const fn winner(self) -> Option<Player> {
        match self {
            Self::Win(player) => Some(player),
            Self::Draw => None,
        }
    }

    /// The outcome of two scores of which the larger wins.
    pub fn by_margin(first_minus_second: i32) -> Self {
        match first_minus_second {
            1.. => Self::Win(Player::First),
            0 => Self::Draw,
            _ => Self::Win(Player::Second),
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(player) => player.fmt(f),
            Self::Draw => f.write_str("draw"),
        }
    }
}

/// A position of a game; the rules, and nothing but the rules.
///
/// Players need not alternate: whoever wants to know the mover asks [`to_move`](Game::to_move) after every move.
/// Positions are copied and then played on (`let mut child = position.clone(); child.play(m)`), so keep them small:
/// at most 128 bytes where the board's size allows it.
///
/// ```
/// use ply_game::{Game, Outcome, Player};
///
/// /// Take one or two matches; who takes the last one wins.
/// #[derive(Clone, PartialEq, Debug)]
/// struct Matches { left: u8, to_move: Player }
///
/// impl Game for Matches {
///     type Move = u8;
///     fn to_move(&self) -> Player { self.to_move }
///     fn outcome(&self) -> Option<Outcome> { (self.left == 0).then(|| Outcome::Win(self.to_move.other())) }
///     fn legal_moves(&self, each: impl FnMut(u8)) { (1..=self.left.min(2)).for_each(each) }
///     fn play(&mut self, taken: u8) { self.left -= taken; self.to_move = self.to_move.other(); }
/// }
///
/// let mut game = Matches { left: 3, to_move: Player::First };
/// game.play(2);
/// game.play(1);
/// assert_eq!(game.outcome(), Some(Outcome::Win(Player::Second)));
/// ```
pub trait Game: Clone + PartialEq + fmt::Debug + Send + Sync + 'static {
    /// A move: small, and meaningful only in the position it was generated for.
    type Move: Copy + Eq + std::hash::Hash + fmt::Debug + Send + Sync + 'static;

    /// Who moves now. In a finished game, anything.
    fn to_move(&self) -> Player;

    /// How the game ended, or `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// Calls `each` with every legal move once, always in the same order; never in a finished game. A game that goes
    /// on has at least one.
    fn legal_moves(&self, each: impl FnMut(Self::Move));

    /// Makes a legal move. What an illegal one does is unspecified (never undefined behaviour); moves from outside go
    /// through [`try_play`](crate::try_play).
    fn play(&mut self, mv: Self::Move);

    /// The position after a legal move.
    #[inline]
    fn after(&self, mv: Self::Move) -> Self {
        let mut child = self.clone();
        child.play(mv);
        child
    }

    /// The legal moves as a list, for places where speed is no matter.
    fn move_list(&self) -> Vec<Self::Move> {
        let mut list = Vec::new();
        self.legal_moves(|mv| list.push(mv));
        list
    }
}
