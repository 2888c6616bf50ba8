//! The rules: two words of stones, seen from the side to move.
//!
//! The words are kept as "own" and "opponent's" and change roles with every move, so that nothing is indexed by
//! colour. How a position ended is found once, by the move that led there: eight look-ups (see
//! [`complete_lines`]), and none before the ninth stone, with which White can first have five.

use ply_game::{Game, Hashed, Indexed, Outcome, Player, Ranked, Rng, Sampled, Scored, below, mix, nth_bit};

use super::board::{BITS, BOARD, CELLS, complete_lines, row_major};
use super::moves::{Move, Swap};

/// A position of Pentago-Swap. White is the first player; the default is the empty board.
///
/// ```
/// use ply_game::{Game, Notation, play_texts};
/// use ply_games::pentago_swap::PentagoSwap;
///
/// let mut game = PentagoSwap::default();
/// play_texts(&mut game, "0,0,TL-BR 1,1,TL-TR").unwrap();
/// assert_eq!(game.position_text(), "..........b..........w.............. w");
/// assert_eq!(game.move_list().len(), 6 * 34);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PentagoSwap {
    /// Stones of the side to move.
    own: u64,
    /// Stones of the side that has just moved.
    other: u64,
    /// Stones on the board.
    plies: u8,
    outcome: Option<Outcome>,
}

/// The fewest stones on a board where someone can have five.
const FIRST_FIVE: u8 = 9;

impl PentagoSwap {
    /// The position with these stones, as words of four lanes (see [`board`](super::board)). The side to move follows
    /// from their numbers; `None` if they share a cell, leave the board, or White has neither as many as Black nor
    /// one more. Fives end the game as if they had come by a move.
    pub fn from_stones(white: u64, black: u64) -> Option<Self> {
        let plies = (white.count_ones() + black.count_ones()) as u8;
        let (own, other) = match Player::after_plies(plies.into()) {
            Player::First => (white, black),
            Player::Second => (black, white),
        };
        let lead = white.count_ones().checked_sub(black.count_ones())?;
        let holds = white & black == 0 && (white | black) & !BOARD == 0 && lead <= 1;
        holds.then(|| Self { own, other, plies, outcome: outcome(other, own, plies) })
    }

    /// A player's stones as a word of four lanes (see [`board`](super::board)).
    #[inline]
    pub const fn stones(&self, player: Player) -> u64 {
        if self.plies as usize % 2 == player.index() { self.own } else { self.other }
    }

    /// The stones of the side to move.
    #[inline]
    pub const fn own_stones(&self) -> u64 {
        self.own
    }

    /// The stones of the side that has just moved.
    #[inline]
    pub const fn other_stones(&self) -> u64 {
        self.other
    }

    /// The empty cells as a word of four lanes.
    #[inline]
    pub const fn empty_cells(&self) -> u64 {
        BOARD & !(self.own | self.other)
    }

    /// Whose stone is on a cell, given as its bit.
    pub const fn stone_at(&self, bit: usize) -> Option<Player> {
        let cell = 1 << bit;
        if self.stones(Player::First) & cell != 0 {
            Some(Player::First)
        } else if self.stones(Player::Second) & cell != 0 {
            Some(Player::Second)
        } else {
            None
        }
    }

    /// How many stones are on the board.
    #[inline]
    pub const fn plies(&self) -> usize {
        self.plies as usize
    }

    /// The same position under a transformation of sets of cells that keeps lines.
    #[inline]
    pub(super) fn mapped(&self, map: impl Fn(u64) -> u64) -> Self {
        Self { own: map(self.own), other: map(self.other), ..*self }
    }
}

/// How the game stands after a move of the side with the stones `mover`.
#[inline]
fn outcome(mover: u64, opponent: u64, plies: u8) -> Option<Outcome> {
    if plies < FIRST_FIVE {
        return None;
    }
    let (mine, theirs) = (complete_lines(mover), complete_lines(opponent));
    if mine | theirs == 0 {
        return if plies as usize == CELLS { Some(Outcome::Draw) } else { None };
    }
    let to_move = Player::after_plies(plies.into());
    Some(match (mine != 0, theirs != 0) {
        (true, true) => Outcome::Draw,
        (true, false) => Outcome::Win(to_move.other()),
        _ => Outcome::Win(to_move),
    })
}

impl Game for PentagoSwap {
    type Move = Move;

    #[inline]
    fn to_move(&self) -> Player {
        Player::after_plies(self.plies.into())
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Cells row by row, then the swaps in the order of [`Swap::ALL`].
    #[inline]
    fn legal_moves(&self, mut each: impl FnMut(Move)) {
        if self.outcome.is_some() {
            return;
        }
        let mut cells = row_major(self.empty_cells());
        while cells != 0 {
            let bit = BITS[cells.trailing_zeros() as usize % CELLS];
            for swap in Swap::ALL {
                each(Move::at_bit(bit, swap));
            }
            cells &= cells - 1;
        }
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        let mover = mv.swap().apply(self.own | 1 << mv.bit());
        let opponent = mv.swap().apply(self.other);
        self.plies += 1;
        (self.own, self.other) = (opponent, mover);
        self.outcome = outcome(mover, opponent, self.plies);
    }
}

impl Hashed for PentagoSwap {
    /// The numbers of stones tell the side to move, so that the two words are all there is to mix.
    #[inline]
    fn key(&self) -> u64 {
        mix(self.own.wrapping_add(mix(self.other ^ 0x9e37_79b9_7f4a_7c15)))
    }
}

impl Scored for PentagoSwap {}

impl Indexed for PentagoSwap {
    fn move_slots(&self) -> usize {
        Move::COUNT
    }

    #[inline]
    fn move_index(&self, mv: Move) -> usize {
        mv.index()
    }

    #[inline]
    fn move_at(&self, index: usize) -> Option<Move> {
        Move::from_index(index)
    }
}

impl Ranked for PentagoSwap {}

impl Sampled for PentagoSwap {
    #[inline]
    fn random_move(&self, rng: &mut Rng) -> Move {
        // The whole part of a random fraction times the empty cells chooses the cell, what is left of it the swap.
        const ONE: u32 = 1 << 31;
        let product = u64::from(below(rng, ONE)) * (CELLS as u64 - u64::from(self.plies));
        let bit = nth_bit(self.empty_cells(), (product >> 31) as u32) as u32;
        let rest = product & u64::from(ONE - 1);
        Move::at_bit(bit as u8, Swap::ALL[((rest * 6) >> 31) as usize])
    }
}
