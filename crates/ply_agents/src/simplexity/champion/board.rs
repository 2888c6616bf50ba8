//! A position with what the champion wants to know about it, kept up to date move by move.

use std::sync::Arc;

use ply_game::{Game, Hashed, Indexed, Outcome, Player, Symmetric, mix};
use ply_games::simplexity::{Bits, Move, Shape, Simplexity};

use super::frame::Frame;
use super::network::{self, Network, Sums, WIDTH, hole_row, piece_row};

/// A position, the cells that complete lines, and what its open windows count.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Board<W> {
    pub(super) game: Simplexity<W>,
    pub(super) frame: &'static Frame,
    /// What was learnt about this game.
    pub(super) network: Option<&'static Network>,
    /// Cells that complete a line of round, of square, of the first player's and of the second player's pieces. Some
    /// may have been filled since.
    pub(super) holes: [W; 4],
    /// What open windows of shapes and of colours count for the first player.
    pub(super) shapes: i32,
    pub(super) colours: i32,
    /// What the network has summed up.
    pub(super) sums: Sums,
    key: u64,
    /// Plies of the whole game, if nobody wins.
    pub(super) plies: u16,
}

/// Where in `holes` the lines of a player's colour are.
const COLOURS: usize = 2;

/// The shape that wins for a player.
#[inline]
pub(super) fn own_shape(player: Player) -> Shape {
    Shape::BOTH[player.index()]
}

/// The sign of a player's points.
#[inline]
pub(super) fn sign(player: Player) -> i32 {
    1 - 2 * player as i32
}

impl<W: Bits> Board<W> {
    /// Gives the board of a position to `to`, from which neither it nor any board made of it may get out: they point to a
    /// frame that is kept only so long.
    pub(super) fn give<T>(game: &Simplexity<W>, to: impl FnOnce(&Self) -> T) -> T {
        let frame = Frame::of(game.geometry());
        // SAFETY: the frame is there until `to` has returned, which gives back reports and numbers and keeps no board; no
        // thread of a search outlives it.
        let lent = unsafe { &*Arc::as_ptr(&frame) };
        to(&Self::on(lent, game))
    }

    /// A board whose frame stays for ever.
    #[cfg(test)]
    pub(super) fn new(game: &Simplexity<W>) -> Self {
        Self::on(Box::leak(Box::new(Frame::of(game.geometry()))), game)
    }

    fn on(frame: &'static Frame, game: &Simplexity<W>) -> Self {
        let geometry = game.geometry();
        let network = network::of(game);
        let mut board = Self {
            game: *game,
            frame,
            network,
            holes: [W::default(); 4],
            shapes: 0,
            colours: 0,
            sums: network.map_or([0; WIDTH], |network| network.start),
            key: 0,
            plies: (game.plies_left() + game.planes().occupied.count()) as u16,
        };
        let mut planes = [W::default(); 4];
        for column in 0..geometry.cols() {
            for row in 0..geometry.rows() {
                let Some((player, shape)) = game.piece(row, column) else { break };
                let cell = geometry.cell(row, column);
                let [round, square, white, red] = planes;
                board.add(cell, player, shape, [&[round, square], &[white, red]]);
                planes[shape as usize].place(cell, 1);
                planes[COLOURS + player.index()].place(cell, 1);
            }
        }
        board
    }

    /// The cell into which a piece falls; in a full column, the one above.
    #[inline]
    pub(super) fn landing(&self, column: usize) -> usize {
        let geometry = self.frame.geometry;
        geometry.cell(self.game.landing_row(column).unwrap_or(geometry.rows()), column)
    }

    /// Takes note of a new piece; `kinds` are the cells of the two shapes and of the two colours before.
    #[inline]
    fn add(&mut self, cell: usize, player: Player, shape: Shape, kinds: [&[W; 2]; 2]) {
        let [shapes, colours] = kinds;
        let before = self.holes;
        let at = shape as usize;
        let worth = self.frame.trace(cell, &shapes[at], &shapes[1 - at], &mut self.holes[at]);
        self.shapes += sign(shape.owner()) * worth;
        let at = player.index();
        let worth = self.frame.trace(cell, &colours[at], &colours[1 - at], &mut self.holes[COLOURS + at]);
        self.colours += sign(player) * worth;
        if let Some(network) = self.network {
            network.add(&mut self.sums, piece_row(cell, player, shape));
            for (kind, (before, now)) in before.iter().zip(&self.holes).enumerate() {
                let mut new = now.word(0) & !before.word(0);
                while new != 0 {
                    network.add(&mut self.sums, hole_row(new.trailing_zeros() as usize, kind));
                    new &= new - 1;
                }
                if before.contains(cell) {
                    network.remove(&mut self.sums, hole_row(cell, kind));
                }
            }
        }
        // Nothing mixes to nothing: the first kind of piece in the first cell must not be number 0.
        self.key ^= mix(1 + (cell << 2 | at << 1 | shape as usize) as u64);
    }

    /// Whether a player has pieces left of its own shape, and of the other.
    #[inline]
    pub(super) fn has(&self, player: Player) -> [bool; 2] {
        let own = own_shape(player);
        [own, Shape::BOTH[1 - own as usize]].map(|shape| self.game.left(player, shape) > 0)
    }

    /// The cells of a word where a player's piece would win at once, playable or not.
    #[inline]
    pub(super) fn wins(&self, player: Player, has: [bool; 2], word: usize) -> u64 {
        let of = |kind: usize| self.holes[kind].word(word);
        let (own, other, colour) = (of(player.index()), of(1 - player.index()), of(COLOURS + player.index()));
        let with = |has: bool, cells: u64| cells & u64::from(has).wrapping_neg();
        with(has[0], own | colour) | with(has[1], colour & !other)
    }

    /// Whether a piece of the other player's shape would lose at once in this cell.
    #[inline]
    pub(super) fn is_own_goal(&self, player: Player, cell: usize) -> bool {
        self.holes[1 - player.index()].contains(cell)
    }

    /// Calls `each` with every word of cells: its number, the empty cells, and those where a piece would come to lie.
    #[inline]
    pub(super) fn words(&self, mut each: impl FnMut(usize, u64, u64)) {
        let occupied = &self.game.planes().occupied;
        let mut carry = false;
        for word in 0..self.frame.cells.len() {
            // Adding a column's lowest bit carries through its pieces into the first empty cell.
            let pieces = occupied.word(word);
            let (sum, over) = pieces.overflowing_add(self.frame.bottoms[word]);
            let (sum, over_again) = sum.overflowing_add(u64::from(carry));
            carry = over || over_again;
            let empty = self.frame.cells[word] & !pieces;
            each(word, empty, sum & empty);
        }
    }
}

impl<W: Bits> Game for Board<W> {
    type Move = Move;

    #[inline]
    fn to_move(&self) -> Player {
        self.game.to_move()
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    #[inline]
    fn legal_moves(&self, each: impl FnMut(Move)) {
        self.game.legal_moves(each);
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        let game = self.game;
        let shapes = Shape::BOTH.map(|shape| game.shape(shape));
        let colours = Player::BOTH.map(|player| game.colour(player));
        self.add(self.landing(mv.column()), game.to_move(), mv.shape(), [&shapes, &colours]);
        self.game.play(mv);
    }
}

impl<W: Bits> Hashed for Board<W> {
    #[inline]
    fn key(&self) -> u64 {
        self.key
    }
}

/// A move's number is that of the cell it fills: what was learnt about it holds for this cell, not for the column.
impl<W: Bits> Indexed for Board<W> {
    fn move_slots(&self) -> usize {
        2 * self.frame.geometry.bits()
    }

    #[inline]
    fn move_index(&self, mv: Move) -> usize {
        2 * self.landing(mv.column()) + mv.shape() as usize
    }

    #[inline]
    fn move_at(&self, index: usize) -> Option<Move> {
        let column = index / 2 / (self.frame.geometry.rows() + 1);
        (column < self.frame.geometry.cols()).then(|| Move::new(Shape::BOTH[index % 2], column))
    }
}

impl<W: Bits> Symmetric for Board<W> {}
