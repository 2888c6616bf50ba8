//! The rules: walk at most K steps, put a wall on a side of where you stand, and hold more cells when the players are
//! cut off from each other.
//!
//! A position is its open edges, the two cells and who moves. Whether a new wall ends the game is asked at every
//! move, so it has to be cheap: a wall can only cut something off when both its ends touch other walls or the border
//! (a dozen operations on a board of 8x8). Only then both sides of it are flooded, until the floods meet or one is
//! closed. The outcome is kept in the position. About 2 ns a move on 8x8, 11 on 12x12.

use ply_game::{Game, Hashed, Indexed, Outcome, Player, Rng, Sampled, Scored, below, mix};

use super::bits::{Bits, Wide};
use super::edges::{Edges, Side};
use super::start;

/// A position on a board whose cells fit the bit set `B`.
///
/// ```
/// use ply_game::{Game, Notation, play_texts};
/// use ply_games::colosseum::Small;
///
/// let mut game = Small::start(5, 0).parse_position("5 b 3,0 3,3 0,1,d+1,0,d+2,3,d+2,4,d+3,0,d").unwrap();
/// play_texts(&mut game, "3,3,l 4,2,r").unwrap();
/// assert_eq!(game.outcome(), Some(ply_game::Outcome::Win(ply_game::Player::First)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Colosseum<B> {
    pub(super) open: Edges<B>,
    /// The numbers of the players' cells.
    pub(super) cells: [u8; 2],
    pub(super) size: u8,
    pub(super) to_move: Player,
    pub(super) outcome: Option<Outcome>,
}

/// A position on a board up to 8x8.
pub type Small = Colosseum<u64>;

/// A position on a board up to 16x16.
pub type Large = Colosseum<Wide>;

/// Where the mover goes and on which side of that cell the wall is put.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// The number of the end cell: its row times [`Bits::ROW`] plus its column.
    pub at: u8,
    /// The side.
    pub side: Side,
}

impl Default for Small {
    /// The start on 8x8 drawn from seed 0.
    fn default() -> Self {
        Self::start(8, 0)
    }
}

impl<B: Bits> Colosseum<B> {
    /// A start drawn from a seed: walls and cells symmetric under a half turn, the first player to move.
    ///
    /// # Panics
    /// If the size is below 2 or does not fit the bit set.
    pub fn start(size: usize, seed: u64) -> Self {
        start::draw(size, seed)
    }

    /// A position as described, over if the players are cut off from each other.
    pub(super) fn set_up(size: usize, open: Edges<B>, cells: [usize; 2], to_move: Player) -> Self {
        let mut position = Self { open, cells: cells.map(|at| at as u8), size: size as u8, to_move, outcome: None };
        if !open.region(cells[0]).has(cells[1]) {
            let [first, second] = position.region_sizes();
            position.outcome = Some(Outcome::by_margin(first - second));
        }
        position
    }

    /// Rows and columns of the board.
    #[inline]
    pub fn size(&self) -> usize {
        self.size.into()
    }

    /// The most steps of a move.
    #[inline]
    pub fn max_steps(&self) -> usize {
        self.size().div_ceil(2)
    }

    /// The number of the cell where a player stands.
    #[inline]
    pub fn at(&self, player: Player) -> usize {
        self.cells[player.index()].into()
    }

    /// The number of a cell given by row and column.
    #[inline]
    pub fn bit(&self, row: usize, column: usize) -> usize {
        row * B::ROW + column
    }

    /// Row and column of a cell given by its number.
    #[inline]
    pub fn cell(&self, at: usize) -> (usize, usize) {
        (at / B::ROW, at % B::ROW)
    }

    /// The edges without a wall.
    #[inline]
    pub fn open(&self) -> &Edges<B> {
        &self.open
    }

    /// The inner edges with a wall.
    pub fn walls(&self) -> Edges<B> {
        Edges::all(self.size()).without(self.open)
    }

    /// Where a player could end a move now, were it their turn.
    #[inline]
    pub fn reach(&self, player: Player) -> B {
        self.open.within(self.max_steps(), B::one(self.at(player)), B::one(self.at(player.other())))
    }

    /// The same with the opponent to move.
    #[inline]
    pub fn passed(&self) -> Self {
        Self { to_move: self.to_move.other(), ..*self }
    }

    /// The cells connected with a player's cell; players are no obstacles.
    pub fn region(&self, player: Player) -> B {
        self.open.region(self.at(player))
    }

    /// The same position with walls on all edges that nobody can come to any more: they do not matter to what comes.
    #[inline]
    pub fn without_dead_cells(&self) -> Self {
        let alive = self.region(self.to_move);
        Self { open: Edges { right: self.open.right & alive, down: self.open.down & alive }, ..*self }
    }

    /// The sizes of the two players' regions: equal, and of the same region, until the game is over.
    pub fn region_sizes(&self) -> [i32; 2] {
        Player::BOTH.map(|player| self.region(player).count() as i32)
    }
}

/// How the wall that `mover` has just put up ends the game, if it cuts the players off from each other.
///
/// Before it, the cells on its two sides were connected with each other and with the opponent. So it does if and only
/// if they no longer are and the opponent is not on the mover's side. Both sides are flooded at once, until they meet
/// or one of them is found to be closed.
#[inline(never)]
fn ending<B: Bits>(open: &Edges<B>, mv: Move, mover: Player, opponent: u8) -> Option<Outcome> {
    let at = usize::from(mv.at);
    let opponent = B::one(opponent.into());
    let (mut here, mut there) = (B::one(at), B::one(mv.side.beyond::<B>(at)));
    let here_is_closed = loop {
        let (more_here, more_there) = (open.spread(here), open.spread(there));
        if more_here.meets(more_there | opponent) {
            return None;
        }
        if more_here == here || more_there == there {
            break more_here == here;
        }
        (here, there) = (more_here, more_there);
    };
    if !here_is_closed && !there.meets(opponent) {
        return None;
    }
    let mut cells = [here, there].map(|cells| open.flood(cells).count() as i32);
    if mover == Player::Second {
        cells.reverse();
    }
    Some(Outcome::by_margin(cells[0] - cells[1]))
}

impl<B: Bits> Game for Colosseum<B> {
    type Move = Move;

    #[inline]
    fn to_move(&self) -> Player {
        self.to_move
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    #[inline]
    fn legal_moves(&self, mut each: impl FnMut(Move)) {
        if self.outcome.is_none() {
            self.open.each(self.reach(self.to_move), |at, side| each(Move { at: at as u8, side }));
        }
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        *self = self.after(mv);
    }

    #[inline]
    fn after(&self, mv: Move) -> Self {
        let (mover, [first, second]) = (self.to_move, self.cells);
        let (cells, opponent) = match mover {
            Player::First => ([mv.at, second], second),
            Player::Second => ([first, mv.at], first),
        };
        let dangles = self.open.dangles(mv.at.into(), mv.side);
        let open = self.open.removed(mv.at.into(), mv.side);
        let outcome = if dangles { None } else { ending(&open, mv, mover, opponent) };
        Self { open, cells, size: self.size, to_move: mover.other(), outcome }
    }
}

impl<B: Bits> Hashed for Colosseum<B> {
    #[inline]
    fn key(&self) -> u64 {
        let [first, second] = self.cells.map(u64::from);
        let rest = first | second << 8 | u64::from(self.size) << 16 | (self.to_move as u64) << 24;
        self.open.right.mixed(0) ^ self.open.down.mixed(16) ^ mix(rest + (1 << 32))
    }
}

impl<B: Bits> Scored for Colosseum<B> {
    fn scores(&self) -> Option<[i32; 2]> {
        Some(self.region_sizes())
    }
}

impl<B: Bits> Indexed for Colosseum<B> {
    fn move_slots(&self) -> usize {
        4 * self.size() * self.size()
    }

    #[inline]
    fn move_index(&self, mv: Move) -> usize {
        let (row, column) = self.cell(mv.at.into());
        4 * (row * self.size() + column) + mv.side as usize
    }

    fn move_at(&self, index: usize) -> Option<Move> {
        let (row, column) = (index / 4 / self.size(), index / 4 % self.size());
        let mv = Move { at: self.bit(row, column) as u8, side: Side::ALL[index % 4] };
        (row < self.size() && !self.is_border(mv)).then_some(mv)
    }
}

impl<B: Bits> Colosseum<B> {
    /// Whether the side of the cell is on the border of the board.
    pub(super) fn is_border(&self, mv: Move) -> bool {
        let (row, column) = self.cell(mv.at.into());
        match mv.side {
            Side::Up => row == 0,
            Side::Right => column + 1 == self.size(),
            Side::Down => row + 1 == self.size(),
            Side::Left => column == 0,
        }
    }
}

impl<B: Bits> Sampled for Colosseum<B> {
    #[inline]
    fn random_move(&self, rng: &mut Rng) -> Move {
        let reach = self.reach(self.to_move);
        let cells = Side::ALL.map(|side| reach & self.open.on(side));
        let [up, right, down, left] = cells.map(B::count);
        let before = [0, up, up + right, up + right + down];
        let skip = below(rng, before[3] + left);
        // Without branches: which side it is cannot be foretold.
        let side = before[1..].iter().map(|&before| usize::from(skip >= before)).sum::<usize>();
        Move { at: cells[side].nth(skip - before[side]) as u8, side: Side::ALL[side] }
    }
}
