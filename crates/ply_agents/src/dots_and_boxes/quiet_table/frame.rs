//! The tables of one board: boxes and edges as bits of words, where they go under the board's symmetries, and what may be
//! open at its border.
//!
//! A set of boxes is a word, row by row. Of the *inner* edges, which lie between two boxes, the one below a box and the
//! one at its right have the box's bit in a word each. Border edges are counted: a box at a *side* of the board has one, a
//! box at a *corner* two that are as good as each other, every other box none.

use ply_game::{pdep, pext};

use super::corners::{CORNERS, Corners, KEYS};

/// The bits of a word that a mask has, side by side.
#[inline]
pub(super) fn gather(word: u32, mask: u32) -> u32 {
    pext(word.into(), mask.into()) as u32
}

/// Bits that lie side by side, where a mask has them.
#[inline]
pub(super) fn scatter(word: u32, mask: u32) -> u32 {
    pdep(word.into(), mask.into()) as u32
}

/// Each bit of a word.
#[inline]
pub(super) fn bits(mut word: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = word & word.wrapping_neg();
        word ^= bit;
        (bit != 0).then_some(bit)
    })
}

/// Undrawn edges, as sets of boxes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Edges {
    /// Boxes with an open inner edge below.
    pub(super) below: u32,
    /// Boxes with an open inner edge at the right.
    pub(super) right: u32,
    /// Boxes with an open border edge.
    pub(super) border: u32,
    /// Boxes at a corner with both border edges open.
    pub(super) second: u32,
}

impl Edges {
    /// How many there are.
    #[inline]
    pub(super) fn count(self) -> u32 {
        self.below.count_ones() + self.right.count_ones() + self.border.count_ones() + self.second.count_ones()
    }
}

/// How many sides of each box are open: a binary number of three digits for each.
#[derive(Clone, Copy)]
pub(super) struct Degrees {
    ones: u32,
    twos: u32,
    fours: u32,
}

impl Degrees {
    /// The boxes with an open side.
    #[inline]
    pub(super) fn some(self) -> u32 {
        self.ones | self.twos | self.fours
    }

    #[inline]
    pub(super) fn one(self) -> u32 {
        self.ones & !self.twos
    }

    #[inline]
    pub(super) fn two(self) -> u32 {
        self.twos & !self.ones
    }

    #[inline]
    pub(super) fn three(self) -> u32 {
        self.twos & self.ones
    }

    #[inline]
    pub(super) fn four(self) -> u32 {
        self.fours
    }
}

/// The entries of one state of the corners, one for each set of border edges at the sides that may be open or not.
#[derive(Clone, Copy, Default)]
pub(super) struct Strip {
    /// How many places of two bits come before it in its block, for each such set.
    pub(super) start: u8,
    /// Whether an entry has four bits, not two.
    pub(super) is_wide: bool,
}

/// Which of a block's strips are wide, by how many of its boxes are closed: none, one, or more.
const CLOSED_VARIANTS: usize = 3;

/// What is kept of a value: half of how far it lies above the least.
#[derive(Clone, Copy, Debug)]
pub(super) struct Range {
    /// The greatest value; the least is minus this.
    pub(super) most: i32,
}

/// The tables of one board.
pub(super) struct Frame {
    pub(super) cols: u32,
    /// All boxes.
    pub(super) boxes: u32,
    /// The boxes at sides and at corners.
    pub(super) side: u32,
    pub(super) corner: u32,
    /// How many boxes are at sides.
    pub(super) sides: u32,
    /// How many edges are inner ones.
    pub(super) inner: u32,
    /// The inner edges below boxes, and their number; boxes with an inner edge at the right.
    below: u32,
    belows: u32,
    right: u32,
    /// The boxes beside each inner edge.
    pub(super) ends: Vec<[u32; 2]>,
    /// For each symmetry, where a set of inner edges goes, byte by byte.
    images: Vec<[[u32; 256]; 4]>,
    /// For each symmetry, where a set of sides goes.
    side_images: Vec<u16>,
    /// For each symmetry, where each side goes.
    pub(super) side_places: Vec<Vec<u8>>,
    /// For each symmetry, where a key of corners goes.
    pub(super) corner_images: Vec<[u8; KEYS]>,
    /// The states of the corners by their open inner edges, two bits each.
    pub(super) corners: Vec<Corners>,
    /// The strips of a block by the number of closed boxes and those open inner edges, then by key.
    strips: Vec<Vec<Strip>>,
    /// The places of two bits of all strips of a block together.
    pub(super) places: Vec<u8>,
    /// By how many boxes are open.
    pub(super) ranges: Vec<Range>,
    replies: Vec<Replies>,
}

/// What a number that is kept of the rest means to the player who let the opponent take something before it.
pub(super) type Replies = [u8; WIDE_VALUES as usize];

/// What may be handed out: two boxes, or four, or none.
const HANDOUTS: usize = 3;

/// Larger boards have more boxes than values have room for, or more sets of inner edges than are ever gone through.
const MOST_BOXES: usize = 20;
const MOST_INNER: usize = 31;
/// With more boxes, entries have two bits where that is enough to tell who wins.
const MOST_WIDE: usize = 18;
/// The values that four bits tell apart.
const WIDE_VALUES: i32 = 16;

impl Frame {
    /// Whether there are tables of a board.
    pub(super) fn covers(rows: usize, cols: usize) -> bool {
        rows > 1 && cols > 1 && rows * cols <= MOST_BOXES && (rows - 1) * cols + rows * (cols - 1) <= MOST_INNER
    }

    /// The tables of a board, if there are any.
    pub(super) fn new(rows: usize, cols: usize) -> Option<Self> {
        Self::covers(rows, cols).then(|| Self::made(rows, cols, rows * cols > MOST_WIDE))
    }

    /// The tables of a board, with [narrow](is_narrow) entries or without.
    pub(super) fn made(rows: usize, cols: usize, narrow: bool) -> Self {
        let count = rows * cols;
        let of = |is: &dyn Fn(usize, usize) -> bool| {
            (0..count).filter(|at| is(at / cols, at % cols)).fold(0_u32, |set, at| set | 1 << at)
        };
        let border = |row: usize, col: usize| {
            [row == 0, row == rows - 1, col == 0, col == cols - 1].into_iter().filter(|&is| is).count()
        };
        let (below, right) = (of(&|row, _| row + 1 < rows), of(&|_, col| col + 1 < cols));
        let (side, corner) = (of(&|row, col| border(row, col) == 1), of(&|row, col| border(row, col) == 2));
        let (belows, inner) = (below.count_ones(), below.count_ones() + right.count_ones());
        let beside = |edges: u32, step: usize| bits(edges).map(move |bit| [bit, bit << step]);
        let frame = Self {
            cols: cols as u32,
            boxes: of(&|_, _| true),
            side,
            corner,
            sides: side.count_ones(),
            inner,
            below,
            belows,
            right,
            ends: beside(below, cols).chain(beside(right, 1)).collect(),
            images: Vec::new(),
            side_images: Vec::new(),
            side_places: Vec::new(),
            corner_images: Vec::new(),
            corners: Vec::new(),
            strips: Vec::new(),
            places: Vec::new(),
            ranges: (0..=count).map(|open| range(count, open, narrow)).collect(),
            replies: Vec::new(),
        };
        frame.with_symmetries(rows, cols).with_corners().with_strips(narrow).with_replies(count)
    }

    fn with_symmetries(mut self, rows: usize, cols: usize) -> Self {
        for symmetry in 0..if rows == cols { 8 } else { 4 } {
            let moved = |bit: u32| {
                let at = bit.trailing_zeros() as usize;
                let row = if symmetry & 1 != 0 { rows - 1 - at / cols } else { at / cols };
                let col = if symmetry & 2 != 0 { cols - 1 - at % cols } else { at % cols };
                1_u32 << if symmetry & 4 != 0 { col * cols + row } else { row * cols + col }
            };
            let set = |boxes: u32| bits(boxes).fold(0, |set, bit| set | moved(bit));
            let edge = |ends: [u32; 2]| {
                let ends = set(ends[0] | ends[1]);
                self.ends.iter().position(|known| known[0] | known[1] == ends).expect("an edge's image is an edge")
            };
            let edges: Vec<usize> = self.ends.iter().map(|&ends| edge(ends)).collect();
            let image = |byte: usize, word: usize| {
                let has = |at: &usize| at / 8 == byte && word >> (at % 8) & 1 != 0;
                (0..edges.len()).filter(has).fold(0_u32, |set, at| set | 1 << edges[at])
            };
            self.images.push(std::array::from_fn(|byte| std::array::from_fn(|word| image(byte, word))));
            let gathered = |word: u32, mask: u32| gather(set(scatter(word, mask)), mask);
            self.side_images.extend((0..1 << self.sides).map(|word| gathered(word, self.side) as u16));
            let place = |side: u32| gathered(1 << side, self.side).trailing_zeros() as u8;
            self.side_places.push((0..self.sides).map(place).collect());
            self.corner_images.push(std::array::from_fn(|key| {
                let [some, both] = [key as u32 & 15, key as u32 >> CORNERS].map(|word| gathered(word, self.corner));
                (some | both << CORNERS) as u8
            }));
        }
        self
    }

    fn with_corners(mut self) -> Self {
        let corners = self.corner.count_ones() as usize;
        let states = (0..KEYS).map(|inner| {
            let inner = [0, 2, 4, 6].map(|shift| inner >> shift & 3);
            let is_one = inner.iter().enumerate().all(|(at, &open)| open < 3 && (at < corners || open == 0));
            if is_one { Corners::new(inner, corners) } else { Corners::default() }
        });
        self.corners = states.collect();
        self
    }

    fn with_strips(mut self, narrow: bool) -> Self {
        for closed in 0..CLOSED_VARIANTS {
            for (inner, corners) in self.corners.iter().enumerate() {
                let is_wide = |key: u8| {
                    let is_closed = |at: &usize| inner >> (2 * at) & 3 == 0 && key >> at & 1 == 0;
                    let shut = (0..self.corner.count_ones() as usize).filter(is_closed).count();
                    !(narrow && is_narrow(closed + shut))
                };
                let (mut strips, mut start) = (vec![Strip::default(); KEYS], 0);
                // The wide ones first, so that none of their entries lies in two bytes.
                for wide in [true, false] {
                    for &key in corners.keys.iter().filter(|&&key| is_wide(key) == wide) {
                        strips[usize::from(key)] = Strip { start, is_wide: wide };
                        start += 1 + u8::from(wide);
                    }
                }
                self.strips.push(strips);
                self.places.push(start);
            }
        }
        self
    }

    fn with_replies(mut self, count: usize) -> Self {
        for (open, taken) in (0..=count).flat_map(|open| (0..=count).map(move |taken| (open, taken))) {
            for handout in [0, 2, 4] {
                let of = |number: usize| {
                    let rest = self.ranges[open.saturating_sub(taken)].value(number as u8);
                    let rest = if handout == 0 { rest } else { (rest + handout).abs() };
                    self.ranges[open].number(handout - taken as i32 - rest)
                };
                self.replies.push(std::array::from_fn(of));
            }
        }
        self
    }

    /// What numbers of the rest mean where so many boxes are open, so many are taken and so many of them may be handed out.
    #[inline]
    pub(super) fn replies(&self, open: usize, taken: usize, handout: i32) -> &Replies {
        &self.replies[(open * self.ranges.len() + taken) * HANDOUTS + handout as usize / 2]
    }

    pub(super) fn symmetries(&self) -> usize {
        self.images.len()
    }

    /// Where a set of inner edges goes.
    #[inline]
    pub(super) fn image(&self, symmetry: usize, set: u32) -> u32 {
        let bytes = set.to_le_bytes();
        self.images[symmetry].iter().zip(bytes).fold(0, |image, (words, byte)| image | words[usize::from(byte)])
    }

    /// Where a set of sides goes.
    #[inline]
    pub(super) fn side_image(&self, symmetry: usize, sides: u32) -> u32 {
        self.side_images[symmetry << self.sides | sides as usize].into()
    }

    /// A set of inner edges as sets of boxes.
    #[inline]
    pub(super) fn inner_edges(&self, set: u32) -> Edges {
        let right = scatter(set >> self.belows, self.right);
        Edges { below: set & self.below, right, border: 0, second: 0 }
    }

    /// The set of inner edges among some.
    #[inline]
    pub(super) fn inner_set(&self, edges: Edges) -> u32 {
        edges.below | gather(edges.right, self.right) << self.belows
    }

    /// The key of the corners' border edges among some.
    #[inline]
    pub(super) fn key(&self, edges: Edges) -> u8 {
        (gather(edges.border, self.corner) | gather(edges.second, self.corner) << CORNERS) as u8
    }

    /// The border edges of a key.
    #[inline]
    pub(super) fn at_corners(&self, key: u8) -> [u32; 2] {
        [u32::from(key) & 15, u32::from(key) >> CORNERS].map(|word| scatter(word, self.corner))
    }

    /// What a key lacks when everything is drawn around some boxes.
    pub(super) fn key_of_boxes(&self, boxes: u32) -> u8 {
        let corners = gather(boxes, self.corner) as u8;
        corners | corners << CORNERS
    }

    /// How many sides of each box are open.
    #[inline]
    pub(super) fn degrees(&self, edges: Edges) -> Degrees {
        let (above, left) = (edges.below << self.cols, edges.right << 1);
        let (odd_h, both_h) = (edges.below ^ above, edges.below & above);
        let (odd_v, both_v) = (edges.right ^ left, edges.right & left);
        let (ones, twos) = (odd_h ^ odd_v, both_h ^ both_v ^ (odd_h & odd_v));
        // Of boxes at the border: one border edge more, or two.
        let (odd, both) = (edges.border ^ edges.second, edges.second);
        let carry = ones & odd;
        let fours = (both_h & both_v) | (twos & both) | (carry & (twos ^ both));
        Degrees { ones: ones ^ odd, twos: twos ^ both ^ carry, fours }
    }

    /// Edges without those around some boxes.
    #[inline]
    pub(super) fn without(&self, edges: Edges, boxes: u32) -> Edges {
        Edges {
            below: edges.below & !(boxes | boxes >> self.cols),
            right: edges.right & !(boxes | boxes >> 1),
            border: edges.border & !boxes,
            second: edges.second & !boxes,
        }
    }

    /// The boxes that share an open inner edge with one of a set.
    #[inline]
    pub(super) fn beside(&self, edges: Edges, set: u32) -> u32 {
        let vertical = ((set & edges.below) << self.cols) | ((set >> self.cols) & edges.below);
        vertical | ((set & edges.right) << 1) | ((set >> 1) & edges.right)
    }

    /// The boxes among some that open inner edges connect with those of a set.
    pub(super) fn connected(&self, edges: Edges, mut set: u32, among: u32) -> u32 {
        loop {
            let more = set | (self.beside(edges, set) & among);
            if more == set {
                return set;
            }
            set = more;
        }
    }

    /// The open inner edges of corners with these degrees, two bits each.
    pub(super) fn corner_degrees(&self, inner: Degrees) -> usize {
        let digits = [inner.ones, inner.twos].map(|word| scatter(gather(word, self.corner), 0b0101_0101));
        (digits[0] | digits[1] << 1) as usize
    }

    /// The strip of a key in a block of this variant.
    #[inline]
    pub(super) fn strip(&self, variant: usize, key: u8) -> Strip {
        self.strips[variant][usize::from(key)]
    }

    /// The variant of blocks with so many closed boxes that are at no corner.
    pub(super) fn variant(corner_degrees: usize, closed: u32) -> usize {
        (closed as usize).min(CLOSED_VARIANTS - 1) * KEYS + corner_degrees
    }
}

/// Whether two bits are enough to tell who wins where so many boxes are closed.
fn is_narrow(closed: usize) -> bool {
    closed < 2
}

/// What is kept of values where so many boxes are open. Where that is less than there can be, it is enough to tell who
/// wins, whatever the score: a lead is no greater than the number of closed boxes.
fn range(boxes: usize, open: usize, narrow: bool) -> Range {
    let (all, open) = (boxes as i32, open as i32);
    let closed = all - open;
    if narrow && is_narrow(closed as usize) {
        return Range { most: closed + 2 };
    }
    Range { most: open.min(closed + 2 * (WIDE_VALUES - 1) - all) }
}
