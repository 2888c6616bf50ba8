//! The position: drawn edges as one word, two scores and the mover. A move tests the two boxes beside its edge.

use ply_game::{Game, Hashed, Indexed, Outcome, Player, Rng, Sampled, Scored, below, mix};

use super::{EdgeSet, Geometry};

/// An edge by its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Edge(pub u8);

/// A position of Dots-and-Boxes.
///
/// ```
/// use ply_game::{Game, Player, play_texts};
/// use ply_games::dots_and_boxes::DotsAndBoxes;
/// let mut game = DotsAndBoxes::<u64>::new(1, 2);
/// play_texts(&mut game, "h0,0 h1,0 v0,0 v0,1").unwrap();
/// assert_eq!(game.to_move(), Player::Second); // closed a box: the turn is kept
/// ```
#[derive(Clone, Copy, Debug)]
pub struct DotsAndBoxes<E: 'static> {
    pub(super) drawn: E,
    pub(super) geometry: &'static Geometry<E>,
    /// Which boxes each player closed, as far as it was seen: for drawings only, not part of the position's value.
    pub(super) owned: [u64; 2],
    pub(super) scores: [u8; 2],
    pub(super) to_move: Player,
}

impl<E: EdgeSet> DotsAndBoxes<E> {
    /// An empty board of `rows` x `cols` boxes.
    ///
    /// # Panics
    /// If the word cannot hold that many edges.
    pub fn new(rows: usize, cols: usize) -> Self {
        Self {
            drawn: E::EMPTY,
            geometry: E::geometry(rows, cols),
            owned: [0; 2],
            scores: [0; 2],
            to_move: Player::First,
        }
    }

    /// The edges drawn so far.
    #[inline]
    pub fn drawn(&self) -> E {
        self.drawn
    }

    /// The edges still to be drawn: the future depends on these alone.
    #[inline]
    pub fn undrawn(&self) -> E {
        !self.drawn & self.geometry.all
    }

    /// The tables of this size.
    #[inline]
    pub fn geometry(&self) -> &'static Geometry<E> {
        self.geometry
    }

    /// A key of the undrawn edges alone: equal futures, whoever moves and whatever the score.
    #[inline]
    pub fn unscored_key(&self) -> u64 {
        let [low, high] = self.drawn.words();
        mix(low ^ mix(high ^ 0x9e37_79b9_7f4a_7c15))
    }

    /// The same board with just these edges drawn and nothing scored yet: for tables of futures.
    pub fn with_drawn(&self, drawn: E) -> Self {
        Self { drawn, owned: [0; 2], scores: [0; 2], to_move: Player::First, ..*self }
    }
}

impl Default for DotsAndBoxes<u64> {
    fn default() -> Self {
        Self::new(4, 4)
    }
}

impl<E: EdgeSet> PartialEq for DotsAndBoxes<E> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.geometry, other.geometry)
            && self.drawn == other.drawn
            && self.scores == other.scores
            && self.to_move == other.to_move
    }
}

impl<E: EdgeSet> Game for DotsAndBoxes<E> {
    type Move = Edge;

    #[inline]
    fn to_move(&self) -> Player {
        self.to_move
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        (self.drawn == self.geometry.all)
            .then(|| Outcome::by_margin(i32::from(self.scores[0]) - i32::from(self.scores[1])))
    }

    #[inline]
    fn legal_moves(&self, mut each: impl FnMut(Edge)) {
        let mut left = self.undrawn();
        while left != E::EMPTY {
            each(Edge(left.lowest() as u8));
            left = left.without_lowest();
        }
    }

    #[inline]
    fn play(&mut self, Edge(edge): Edge) {
        let edge = usize::from(edge);
        self.drawn = self.drawn | E::single(edge);
        let [one, other] = self.geometry.boxes_of_edge[edge];
        let closed = [self.drawn & one == one, self.drawn & other == other];
        if closed == [false; 2] {
            self.to_move = self.to_move.other();
        } else {
            let player = self.to_move.index();
            let [one, other] = self.geometry.box_numbers[edge];
            self.scores[player] += u8::from(closed[0]) + u8::from(closed[1]);
            self.owned[player] |= u64::from(closed[0]) << one | u64::from(closed[1]) << other;
        }
    }
}

impl<E: EdgeSet> Hashed for DotsAndBoxes<E> {
    #[inline]
    fn key(&self) -> u64 {
        let state = u64::from(self.scores[0]) << 8 | u64::from(self.scores[1]) << 1 | self.to_move.index() as u64;
        self.unscored_key() ^ mix(state + 1)
    }
}

impl<E: EdgeSet> Scored for DotsAndBoxes<E> {
    fn scores(&self) -> Option<[i32; 2]> {
        Some(self.scores.map(i32::from))
    }

    fn open_points(&self) -> Option<i32> {
        let made: i32 = self.scores.into_iter().map(i32::from).sum();
        Some(self.geometry.edges_of_box.len() as i32 - made)
    }
}

impl<E: EdgeSet> Indexed for DotsAndBoxes<E> {
    fn move_slots(&self) -> usize {
        self.geometry.edges()
    }

    #[inline]
    fn move_index(&self, mv: Edge) -> usize {
        usize::from(mv.0)
    }

    fn move_at(&self, index: usize) -> Option<Edge> {
        (index < self.geometry.edges()).then_some(Edge(index as u8))
    }
}

impl<E: EdgeSet> Sampled for DotsAndBoxes<E> {
    #[inline]
    fn random_move(&self, rng: &mut Rng) -> Edge {
        let left = self.undrawn();
        Edge(left.nth(below(rng, left.count())) as u8)
    }
}
