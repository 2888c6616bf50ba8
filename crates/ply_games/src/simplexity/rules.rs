//! Positions and how they are played.
//!
//! A position holds its three planes from the mover's view: `own` is complemented within `occupied` at every move, and
//! the counts of pieces left are rotated, so that `play` has no branch on the mover. A move can only make lines through
//! the placed piece, hence only of its shape and of the mover's colour, and shape goes before colour.

use ply_game::{Game, Hashed, Indexed, Outcome, Player, Rng, Sampled, Scored, below, nth_bit};

use super::{Bits, Geometry, Move, Planes, Shape};

/// A position of Simplexity on a board that fits `W`: one word to 64 bits, `u128` to 128, [`Wide`](super::Wide) beyond.
///
/// ```
/// use ply_game::{Game, Outcome, Player, play_texts};
/// use ply_games::simplexity::Simplexity;
/// let mut game = Simplexity::<u64>::default();
/// play_texts(&mut game, "o0 s0 o1 s1 o2 s2 o3").unwrap();
/// assert_eq!(game.outcome(), Some(Outcome::Win(Player::First)));
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Simplexity<W = u64> {
    planes: Planes<W>,
    /// Columns that are not full, one bit each.
    open: u64,
    /// Pieces left, 16 bits each: from the low end the mover's round and square, the other's round and square.
    left: u64,
    geometry: &'static Geometry,
    /// Moves until the board is full or the pieces are used up.
    plies_left: u16,
    to_move: Player,
    outcome: Option<Outcome>,
}

impl<W: Bits> Simplexity<W> {
    /// The empty board, each player with `round` and `square` pieces.
    ///
    /// # Panics
    /// If the board does not fit `W`.
    pub fn new(geometry: &'static Geometry, round: u16, square: u16) -> Self {
        assert!(geometry.bits() <= 64 * W::WORDS, "{} bits do not fit {} words", geometry.bits(), W::WORDS);
        let one_player = u64::from(round) | u64::from(square) << 16;
        let plies_left = (2 * (usize::from(round) + usize::from(square))).min(geometry.cells()) as u16;
        Self {
            planes: Planes::default(),
            open: geometry.all_columns(),
            left: one_player | one_player << 32,
            geometry,
            plies_left,
            to_move: Player::First,
            outcome: (plies_left == 0).then_some(Outcome::Draw),
        }
    }

    /// The board's size.
    #[inline]
    pub fn geometry(&self) -> &'static Geometry {
        self.geometry
    }

    /// The three sets of cells, `own` being those of the player to move.
    #[inline]
    pub fn planes(&self) -> &Planes<W> {
        &self.planes
    }

    /// Whose piece of which shape lies in a cell; row 0 is the bottom.
    #[inline]
    pub fn piece(&self, row: usize, column: usize) -> Option<(Player, Shape)> {
        let cell = self.geometry.cell(row, column);
        self.planes.occupied.contains(cell).then(|| {
            let player = if self.planes.own.contains(cell) { self.to_move } else { self.to_move.other() };
            (player, if self.planes.round.contains(cell) { Shape::Round } else { Shape::Square })
        })
    }

    /// How many pieces of a shape a player has left.
    #[inline]
    pub fn left(&self, player: Player, shape: Shape) -> u16 {
        let of_player = if player == self.to_move { self.left } else { self.left >> 32 };
        (of_player >> (16 * shape as u32)) as u16
    }

    /// Moves until the board is full or the pieces are used up, if nobody wins before.
    #[inline]
    pub fn plies_left(&self) -> usize {
        usize::from(self.plies_left)
    }

    /// The columns that are not full, one bit each.
    #[inline]
    pub fn open_columns(&self) -> u64 {
        self.open
    }

    /// The row into which a piece falls, or `None` if the column is full.
    #[inline]
    pub fn landing_row(&self, column: usize) -> Option<usize> {
        let height = self.height(column);
        (height < self.geometry.rows()).then_some(height)
    }

    fn height(&self, column: usize) -> usize {
        (self.planes.occupied.run(self.geometry.start(column)) & self.geometry.column_mask()).count_ones() as usize
    }

    /// The cells with a piece of a player.
    #[inline]
    pub fn colour(&self, player: Player) -> W {
        if player == self.to_move { self.planes.own } else { self.planes.occupied.without(&self.planes.own) }
    }

    /// The cells with a piece of a shape.
    #[inline]
    pub fn shape(&self, shape: Shape) -> W {
        match shape {
            Shape::Round => self.planes.round,
            Shape::Square => self.planes.occupied.without(&self.planes.round),
        }
    }

    /// How many pieces of a shape a player has on the board.
    pub fn placed(&self, player: Player, shape: Shape) -> usize {
        let colour = self.colour(player);
        colour.count() - colour.without(&self.shape(shape)).count()
    }

    /// How many pieces of a shape each player starts with.
    pub fn total(&self, shape: Shape) -> usize {
        usize::from(self.left(Player::First, shape)) + self.placed(Player::First, shape)
    }

    /// This game with another board, `own` of `planes` being White's. Its pieces rest on each other, no player has
    /// more of a kind than the game gives, and the colours can have alternated.
    pub(super) fn set_up(&self, planes: Planes<W>) -> Self {
        let [round, square] = Shape::BOTH.map(|shape| self.total(shape) as u16);
        let mut position = Self { planes, ..Self::new(self.geometry, round, square) };
        let plies = planes.occupied.count();
        position.plies_left -= plies as u16;
        for (at, player) in Player::BOTH.into_iter().enumerate() {
            for shape in Shape::BOTH {
                position.left -= (position.placed(player, shape) as u64) << (32 * at + 16 * shape as usize);
            }
        }
        for column in 0..self.geometry.cols() {
            position.open &= !(u64::from(position.landing_row(column).is_none()) << column);
        }
        if Player::after_plies(plies) == Player::Second {
            position.pass_the_turn();
        }
        position.outcome = position.scanned_outcome();
        position
    }

    /// The same board and counts seen by the other player.
    #[inline]
    fn pass_the_turn(&mut self) {
        self.planes.own = self.planes.occupied.without(&self.planes.own);
        self.left = self.left.rotate_right(32);
        self.to_move = self.to_move.other();
    }

    /// The mover's shapes of which there are pieces left: bit 0 round, bit 1 square.
    #[inline]
    fn shapes(&self) -> u32 {
        u32::from(self.left as u16 != 0) | u32::from((self.left >> 16) as u16 != 0) << 1
    }

    pub(super) fn mirrored(&self) -> Self {
        let last = self.geometry.cols() - 1;
        let mirror = |set: &W| {
            let mut image = W::default();
            for column in 0..=last {
                let bits = set.run(self.geometry.start(column)) & self.geometry.column_mask();
                image.place(self.geometry.start(last - column), bits);
            }
            image
        };
        Self {
            planes: Planes {
                occupied: mirror(&self.planes.occupied),
                own: mirror(&self.planes.own),
                round: mirror(&self.planes.round),
            },
            open: self.open.reverse_bits() >> (63 - last),
            ..*self
        }
    }
}

impl<W: Bits> Default for Simplexity<W> {
    fn default() -> Self {
        Self::new(Geometry::of(6, 7, 4), 10, 11)
    }
}

impl<W: Bits> Game for Simplexity<W> {
    type Move = Move;

    #[inline]
    fn to_move(&self) -> Player {
        self.to_move
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Columns from left to right, round before square.
    #[inline]
    fn legal_moves(&self, mut each: impl FnMut(Move)) {
        if self.outcome.is_some() {
            return;
        }
        let shapes = self.shapes();
        let mut open = self.open;
        while open != 0 {
            let column = open.trailing_zeros() as usize;
            for shape in Shape::BOTH {
                if shapes >> shape as u32 & 1 == 1 {
                    each(Move::new(shape, column));
                }
            }
            open &= open - 1;
        }
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        let (shape, column) = (mv.shape(), mv.column());
        let square = shape == Shape::Square;
        let start = self.geometry.start(column);
        let cell = self.planes.occupied.landing(start);
        self.planes.occupied.insert(cell, true);
        self.planes.own.insert(cell, true);
        self.planes.round.insert(cell, !square);
        self.open &= !(u64::from(W::is(cell, start + self.geometry.rows() - 1)) << column);
        self.left = self.left.wrapping_sub(1 << (16 * shape as u32));
        self.plies_left = self.plies_left.wrapping_sub(1);
        let lines = W::lines(&self.planes, square, cell, self.geometry);
        self.outcome = if lines.shape {
            Some(Outcome::Win(shape.owner()))
        } else if lines.colour {
            Some(Outcome::Win(self.to_move))
        } else {
            (self.plies_left == 0).then_some(Outcome::Draw)
        };
        self.pass_the_turn();
    }
}

impl<W: Bits> Hashed for Simplexity<W> {
    /// Mover and pieces left follow from the board.
    #[inline]
    fn key(&self) -> u64 {
        let Planes { occupied, own, round } = &self.planes;
        (0..W::WORDS).fold(self.geometry.seed(), |key, index| {
            let key = folded_product(key ^ occupied.word(index), own.word(index) ^ 0x9e37_79b9_7f4a_7c15);
            folded_product(key ^ round.word(index), 0xd6e8_feb8_6659_fd93)
        })
    }
}

/// Both halves of the product combined: one multiplication that lets every bit of each factor reach every bit of the
/// result. CITE: wyhash, <https://github.com/wangyi-fudan/wyhash>
#[inline]
fn folded_product(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

impl<W: Bits> Scored for Simplexity<W> {}

impl<W: Bits> Indexed for Simplexity<W> {
    fn move_slots(&self) -> usize {
        2 * self.geometry.cols()
    }

    /// Twice the column, plus 1 for square.
    #[inline]
    fn move_index(&self, mv: Move) -> usize {
        2 * mv.column() + mv.shape() as usize
    }

    #[inline]
    fn move_at(&self, index: usize) -> Option<Move> {
        (index < self.move_slots()).then(|| Move::new(Shape::BOTH[index % 2], index / 2))
    }
}

impl<W: Bits> Sampled for Simplexity<W> {
    /// Every open column takes the same shapes, so one number chooses both.
    #[inline]
    fn random_move(&self, rng: &mut Rng) -> Move {
        let shapes = self.shapes();
        let both = u32::from(shapes == 0b11);
        let chosen = below(rng, self.open.count_ones() << both);
        let square = if both == 1 { chosen & 1 } else { shapes >> 1 };
        Move::new(Shape::BOTH[square as usize & 1], nth_bit(self.open, chosen >> both))
    }
}
