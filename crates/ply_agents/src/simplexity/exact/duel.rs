//! A position as a duel: one player attacks, and a draw is as good as a win for the other.
//!
//! Every piece has a colour and a shape, and each of both is for one of the two. So there are four sets of cells, and four
//! sets of *holes*, the empty cells that complete a line of each. They tell what either player wins with at once, what the
//! other must block, below what nobody may play, and which pieces would be own goals.

use ply_game::{Game as _, Player};
use ply_games::simplexity::{Bits, Shape, Simplexity};

use super::board_facts::BoardFacts;

/// Who a shape or a colour is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    /// Wants to win.
    Attacker = 0,
    /// Wants to prevent that.
    Defender = 1,
}

impl Side {
    #[inline]
    pub(super) fn other(self) -> Self {
        match self {
            Self::Attacker => Self::Defender,
            Self::Defender => Self::Attacker,
        }
    }
}

/// Where in four sets those of the colours are.
const COLOURS: usize = 2;

/// A position that is not over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Duel {
    /// Cells with the attacker's and the defender's shape, then those with their colours.
    sets: [u64; 4],
    /// Empty cells that complete a line of each set.
    holes: [u64; 4],
    /// Cells into which a piece falls.
    pub(super) playable: u64,
    /// Pieces left of each side, of its own shape and of the other's.
    left: [[u8; 2]; 2],
    /// Moves until the board is full or the pieces are used up.
    pub(super) plies_left: u8,
    pub(super) mover: Side,
    /// The position's number and that of its mirror image.
    numbers: [u128; 2],
}

/// A piece in a cell: of the mover's own shape or of the other's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Drop {
    pub(super) cell: u32,
    pub(super) own_shape: bool,
}

/// What names a position, or its mirror image, in a table: a key, and the rest that a key has no room for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Name {
    pub(super) key: u64,
    pub(super) rest: u64,
    /// Whether it is the image's.
    pub(super) is_mirrored: bool,
}

impl Duel {
    /// A position that is not over, with one of its players as the attacker.
    pub(super) fn new<W: Bits>(position: &Simplexity<W>, attacker: Player, facts: &BoardFacts) -> Self {
        let players = [attacker, attacker.other()];
        let shapes = players.map(|player| Shape::BOTH[player.index()]);
        let of_shape = shapes.map(|shape| position.shape(shape).word(0));
        let of_colour = players.map(|player| position.colour(player).word(0));
        let mut duel = Self {
            sets: [of_shape[0], of_shape[1], of_colour[0], of_colour[1]],
            holes: [0; 4],
            playable: 0,
            left: [0, 1].map(|side| {
                let left = |shape| position.left(players[side], shape).min(u16::from(u8::MAX)) as u8;
                [left(shapes[side]), left(shapes[1 - side])]
            }),
            plies_left: position.plies_left() as u8,
            mover: if position.to_move() == attacker { Side::Attacker } else { Side::Defender },
            numbers: [u128::from(facts.bottoms) | (attacker as u128) << (2 * facts.bits); 2],
        };
        let mut pieces = duel.occupied();
        while pieces != 0 {
            let cell = pieces.trailing_zeros();
            let is_attackers = |set: usize| duel.sets[set] >> cell & 1 == 1;
            duel.number(cell, is_attackers(COLOURS), is_attackers(0), facts);
            pieces &= pieces - 1;
        }
        duel.look(facts);
        duel
    }

    #[inline]
    fn occupied(&self) -> u64 {
        self.sets[0] | self.sets[1]
    }

    /// The empty cells of a board.
    #[inline]
    fn empty(&self, facts: &BoardFacts) -> u64 {
        facts.cells & !self.occupied()
    }

    /// Adds a piece to the number. A bit at the bottom of each column moves up with every piece and so marks its height;
    /// below it are the attacker's cells by colour. Behind the board come the attacker's cells by shape.
    #[inline]
    fn number(&mut self, cell: u32, attackers_colour: bool, attackers_shape: bool, facts: &BoardFacts) {
        for (number, cell) in self.numbers.iter_mut().zip([cell, facts.mirrored(cell)]) {
            let bit = 1_u128 << cell;
            *number += (bit << u32::from(attackers_colour)) + ((bit << facts.bits) * u128::from(attackers_shape));
        }
    }

    /// Finds the holes and where pieces fall.
    #[inline]
    fn look(&mut self, facts: &BoardFacts) {
        let empty = self.empty(facts);
        self.playable = (self.occupied() + facts.bottoms) & empty;
        self.holes = facts.completing(&self.sets).map(|cells| cells & empty);
    }

    /// The position after a piece of the mover that ends nothing.
    #[inline]
    pub(super) fn after(&self, drop: Drop, facts: &BoardFacts) -> Self {
        let mut duel = *self;
        let mover = self.mover as usize;
        let shape = if drop.own_shape { mover } else { 1 - mover };
        duel.sets[shape] |= 1 << drop.cell;
        duel.sets[COLOURS + mover] |= 1 << drop.cell;
        duel.left[mover][usize::from(!drop.own_shape)] -= 1;
        duel.plies_left -= 1;
        duel.mover = self.mover.other();
        duel.number(drop.cell, mover == 0, shape == 0, facts);
        duel.look(facts);
        duel
    }

    /// How many pieces of its own shape a side has left.
    #[inline]
    pub(super) fn own_shapes(&self, side: Side) -> u8 {
        self.left[side as usize][0]
    }

    /// The empty cells, playable or not, where a piece of this side would win at once.
    #[inline]
    pub(super) fn wins(&self, side: Side) -> u64 {
        let side = side as usize;
        let (own, other, colour) = (self.holes[side], self.holes[1 - side], self.holes[COLOURS + side]);
        let with = |count: u8, cells: u64| if count > 0 { cells } else { 0 };
        with(self.left[side][0], own | colour) | with(self.left[side][1], colour & !other)
    }

    /// Whether there is room for a line that wins for a side.
    #[inline]
    pub(super) fn has_room(&self, side: Side, facts: &BoardFacts) -> bool {
        let empty = self.empty(facts);
        facts.has_line(self.sets[side as usize] | empty) || facts.has_line(self.sets[COLOURS + side as usize] | empty)
    }

    /// Calls `each` with the mover's pieces for these playable cells, without own goals.
    #[inline]
    pub(super) fn drops(&self, mut cells: u64, mut each: impl FnMut(Drop)) {
        let [own, other] = self.left[self.mover as usize];
        let own_goals = self.holes[1 - self.mover as usize];
        while cells != 0 {
            let cell = cells.trailing_zeros();
            if own > 0 {
                each(Drop { cell, own_shape: true });
            }
            if other > 0 && own_goals >> cell & 1 == 0 {
                each(Drop { cell, own_shape: false });
            }
            cells &= cells - 1;
        }
    }

    /// Whether the mover has a piece for one of these cells that is no own goal.
    #[inline]
    pub(super) fn has_drop(&self, cells: u64) -> bool {
        let [own, other] = self.left[self.mover as usize];
        cells != 0 && (own > 0 || other > 0 && cells & !self.holes[1 - self.mover as usize] != 0)
    }

    /// The playable cells after which the other side does not win at once, if the mover cannot win at once. `None` if it can
    /// be stopped in no way. If the other side has none of its own shape left, lines that are still to come may turn its
    /// wins into own goals, so no cell is left out.
    #[inline]
    pub(super) fn safe_cells(&self) -> Option<u64> {
        let other = self.mover.other();
        if self.own_shapes(other) == 0 {
            return Some(self.playable);
        }
        let wins = self.wins(other);
        let threats = wins & self.playable;
        let cells = match threats.count_ones() {
            0 => self.playable,
            1 => threats,
            _ => return None,
        };
        let cells = cells & !(wins >> 1);
        self.has_drop(cells).then_some(cells)
    }

    /// Whether the side that is not to move wins with its next move, whatever the mover does: two cells, or one upon the
    /// other.
    #[inline]
    pub(super) fn is_lost_at_sight(&self) -> bool {
        let other = self.mover.other();
        let wins = self.wins(other);
        let threats = wins & self.playable;
        threats != 0
            && self.plies_left > 1
            && (threats & (threats - 1) != 0 || (threats << 1) & wins != 0)
            && self.own_shapes(other) > 0
            && self.wins(self.mover) & self.playable == 0
    }

    #[inline]
    pub(super) fn name(&self) -> Name {
        let [here, image] = self.numbers;
        let number = here.min(image);
        let rest = (number >> 64) as u64;
        // The rest is kept whole, so two positions with one key have different rests.
        Name { key: number as u64 ^ rest.wrapping_mul(0xd6e8_feb8_6659_fd93), rest, is_mirrored: image < here }
    }
}
