//! The rules on bit planes: a position is 40 bytes, a spread about thirty instructions without a loop.
//!
//! The power of a cell is a binary number whose digits lie in three words of 49 bits, the colour in a fourth. Spreading
//! adds 1 to every cell of a mask at once, carries rippling through the planes; cells as powerful as a line is long (7 on
//! the course's board) are then emptied.

use ply_game::{Game, Hashed, Indexed, Outcome, Player, Rng, Sampled, Scored, below, mix, nth_bit};

use super::action::Action;
use super::geometry::{CELLS, Direction, cells};
use super::size::Size;

/// The lead in power that wins where power decides; a smaller one is a draw.
pub const MARGIN: i32 = 2;

/// No game is over before this many turns: until then a side may have no power because it has not yet moved.
const FIRST_TURNS: u16 = 2;

/// What an elimination is worth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Rules {
    /// As the original referee decides: by power, with a [`MARGIN`], however the game ended.
    #[default]
    Referee,
    /// As the rules were printed: the survivor of an elimination wins with whatever power it has.
    Printed,
}

/// A position. Red is the first player, blue the second.
///
/// ```
/// use ply_game::{Game, Outcome, Player, play_texts};
/// use ply_games::infexion::Infexion;
///
/// let mut game = Infexion::default();
/// play_texts(&mut game, "3,3 3,4 3,3,dr").unwrap();
/// assert_eq!(game.outcome(), Some(Outcome::Win(Player::First)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Infexion {
    /// Digit i of every cell's power; no cell has as much as a line has cells, and bits without a cell are 0.
    pub(super) planes: [u64; 3],
    /// Red's cells, all of power 1 or more.
    pub(super) red: u64,
    /// Turns played.
    pub(super) turn: u16,
    pub(super) rules: Rules,
    pub(super) size: Size,
}

impl Default for Infexion {
    fn default() -> Self {
        Self::new(Size::default(), Rules::default())
    }
}

impl Infexion {
    /// The empty board.
    pub fn new(size: Size, rules: Rules) -> Self {
        Self { planes: [0; 3], red: 0, turn: 0, rules, size }
    }

    /// How large the board is.
    #[inline]
    pub fn size(&self) -> Size {
        self.size
    }

    /// What an elimination is worth.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Turns played so far, at most the board's [limit](Size::turn_limit).
    #[inline]
    pub fn turn(&self) -> usize {
        usize::from(self.turn)
    }

    /// The binary digits of the powers, least significant first: bit c of plane i is digit i of cell c's power.
    #[inline]
    pub fn planes(&self) -> [u64; 3] {
        self.planes
    }

    /// The cells of power 1 or more.
    #[inline]
    pub fn occupied(&self) -> u64 {
        self.planes[0] | self.planes[1] | self.planes[2]
    }

    /// The cells of power 0.
    #[inline]
    pub fn empty(&self) -> u64 {
        self.size.mask() & !self.occupied()
    }

    /// A player's cells.
    #[inline]
    pub fn cells_of(&self, player: Player) -> u64 {
        match player {
            Player::First => self.red,
            Player::Second => self.occupied() & !self.red,
        }
    }

    /// The power of a cell, 0 if it is empty.
    #[inline]
    pub fn power(&self, cell: usize) -> usize {
        let digit = |plane: u64| (plane >> cell) as usize & 1;
        digit(self.planes[0]) | digit(self.planes[1]) << 1 | digit(self.planes[2]) << 2
    }

    /// The owner of a cell, if it is occupied.
    #[inline]
    pub fn owner(&self, cell: usize) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| self.cells_of(player) >> cell & 1 == 1)
    }

    /// The cells with exactly this power.
    #[inline]
    pub fn with_power(&self, power: usize) -> u64 {
        with_digits(self.planes, power) & if power == 0 { self.size.mask() } else { !0 }
    }

    /// The cells that one more unit of power empties.
    #[inline]
    pub fn brimming(&self) -> u64 {
        self.with_power(self.size.axis() - 1)
    }

    /// The power on the cells of a mask.
    #[inline]
    pub fn power_on(&self, mask: u64) -> u32 {
        let digits = |plane: u64| (plane & mask).count_ones();
        digits(self.planes[0]) + 2 * digits(self.planes[1]) + 4 * digits(self.planes[2])
    }

    /// The power of both sides together; spawning is legal below [a limit](Size::most_power).
    #[inline]
    pub fn total_power(&self) -> u32 {
        self.power_on(!0)
    }

    /// The cells that may be spawned on.
    #[inline]
    pub fn spawn_cells(&self) -> u64 {
        // Without a branch: nobody could foresee which way it goes in a full middle game.
        let open = u64::from(self.total_power() < self.size.most_power()).wrapping_neg();
        self.empty() & open
    }

    /// The same board a turn later with the other side to move. No rule allows it; searchers ask what would be.
    #[inline]
    pub fn passed(&self) -> Self {
        Self { turn: self.turn + 1, ..*self }
    }

    /// A key for board and mover, the same at every turn. Positions that share it have the same future only as far as
    /// the turn limit is out of reach; [`key`](Hashed::key) tells turns apart.
    #[inline]
    pub fn board_key(&self) -> u64 {
        const ANY_TURN: u16 = 1 << 15;
        self.hash(ANY_TURN | self.turn & 1)
    }

    /// Two wide multiplications fold the four words to one, which is mixed with the turn. The constants have bits above
    /// the 49th, so that no factor is ever 0.
    #[inline]
    fn hash(&self, turn: u16) -> u64 {
        let fold = |a: u64, b: u64| {
            let product = u128::from(a) * u128::from(b);
            product as u64 ^ (product >> 64) as u64
        };
        let low = fold(self.planes[0] ^ 0x9e37_79b9_7f4a_7c15, self.planes[1] ^ 0xd1b5_4a32_d192_ed03);
        let high = fold(self.planes[2] ^ 0x8cb9_2ba7_2f3d_8dd7, self.red ^ 0xabc9_8388_fb8f_ac03);
        mix(low ^ high.rotate_left(29) ^ u64::from(turn).wrapping_mul(0xf135_7aea_2e62_a9c5))
    }

    #[inline]
    fn is_over(&self) -> bool {
        let eliminated = self.red == 0 || self.red == self.occupied();
        self.turn >= self.size.turn_limit() || (eliminated && self.turn >= FIRST_TURNS)
    }

    #[cold]
    fn result(&self) -> Outcome {
        let [red, blue] = self.powers();
        if self.rules == Rules::Printed && (red == 0 || blue == 0) {
            return Outcome::by_margin(red - blue);
        }
        if (red - blue).abs() < MARGIN { Outcome::Draw } else { Outcome::by_margin(red - blue) }
    }

    /// Sets up a stack on an empty cell.
    pub(super) fn put(&mut self, cell: usize, owner: Player, power: usize) {
        for (digit, plane) in self.planes.iter_mut().enumerate() {
            *plane |= (power as u64 >> digit & 1) << cell;
        }
        self.red |= u64::from(owner == Player::First) << cell;
    }

    #[inline]
    fn powers(&self) -> [i32; 2] {
        [self.power_on(self.red) as i32, self.power_on(!self.red) as i32]
    }
}

/// The bits at which these digits are those of a number.
#[inline]
fn with_digits(planes: [u64; 3], number: usize) -> u64 {
    /// For each number below 8 what to turn in the planes of its digits, so that all are 1.
    static TURNED: [[u64; 3]; 8] =
        [[!0, !0, !0], [0, !0, !0], [!0, 0, !0], [0, 0, !0], [!0, !0, 0], [0, !0, 0], [!0, 0, 0], [0, 0, 0]];
    let turned = TURNED[number % 8];
    (planes[0] ^ turned[0]) & (planes[1] ^ turned[1]) & (planes[2] ^ turned[2])
}

impl Game for Infexion {
    type Move = Action;

    #[inline]
    fn to_move(&self) -> Player {
        Player::after_plies(self.turn())
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| self.result())
    }

    /// In the order of the move indices: spawns by cell, then spreads by cell and direction.
    #[inline]
    fn legal_moves(&self, mut each: impl FnMut(Action)) {
        if self.is_over() {
            return;
        }
        for cell in cells(self.spawn_cells()) {
            each(Action::spawn(cell));
        }
        for cell in cells(self.cells_of(self.to_move())) {
            for direction in Direction::ALL {
                each(Action::spread(cell, direction));
            }
        }
    }

    #[inline]
    fn play(&mut self, action: Action) {
        let cell = action.cell();
        let red_moves = (u64::from(self.turn) & 1).wrapping_sub(1);
        self.turn += 1;
        if action.direction().is_none() {
            self.planes[0] |= 1 << cell;
            self.red |= (1 << cell) & red_moves;
            return;
        }
        let gaining = self.size.reach(action.code(), self.power(cell));
        let [ones, twos, fours] = self.planes.map(|plane| plane & !(1 << cell));
        let carry = ones & gaining;
        let raised = [ones ^ gaining, twos ^ carry, fours ^ (twos & carry)];
        let kept = !with_digits(raised, self.size.axis());
        self.planes = raised.map(|plane| plane & kept);
        self.red = (self.red & !(1 << cell) & !gaining) | (gaining & kept & red_moves);
    }
}

impl Hashed for Infexion {
    /// Board and full turn number: near the turn limit the same board has another future a round later.
    #[inline]
    fn key(&self) -> u64 {
        self.hash(self.turn)
    }
}

impl Scored for Infexion {
    /// The total powers.
    #[inline]
    fn scores(&self) -> Option<[i32; 2]> {
        Some(self.powers())
    }
}

impl Indexed for Infexion {
    fn move_slots(&self) -> usize {
        CELLS + CELLS * Direction::ALL.len()
    }

    /// Spawns by cell, then spreads by cell and direction, with the same numbers on boards of every size: a smaller one has
    /// no moves for some of them.
    #[inline]
    fn move_index(&self, action: Action) -> usize {
        match action.direction() {
            None => action.cell(),
            Some(direction) => CELLS + action.cell() * Direction::ALL.len() + direction as usize,
        }
    }

    #[inline]
    fn move_at(&self, index: usize) -> Option<Action> {
        let is_there = |cell: usize| cell < CELLS && self.size.mask() >> cell & 1 == 1;
        let Some(spread) = index.checked_sub(CELLS) else { return is_there(index).then(|| Action::spawn(index)) };
        let (cell, way) = (spread / Direction::ALL.len(), spread % Direction::ALL.len());
        is_there(cell).then(|| Action::spread(cell, Direction::ALL[way]))
    }
}

impl Sampled for Infexion {
    #[inline]
    fn random_move(&self, rng: &mut Rng) -> Action {
        let (spawns, own) = (self.spawn_cells(), self.cells_of(self.to_move()));
        let spawn_count = spawns.count_ones();
        let chosen = below(rng, spawn_count + 6 * own.count_ones());
        if chosen < spawn_count {
            return Action::spawn(nth_bit(spawns, chosen));
        }
        let spread = chosen - spawn_count;
        Action::spread(nth_bit(own, spread / 6), Direction::ALL[spread as usize % 6])
    }
}
