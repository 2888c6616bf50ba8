//! Names of what a position is made of, of two kinds. A *plain* name is a sum over the edges as they lie on the board, so
//! what a move changes is taken away from it: it costs next to nothing. A *shared* name is the same for all parts that are
//! as good as each other, and is worked out anew.
//!
//! What counts is the graph: boxes, how many undrawn border edges each has, and which share an undrawn edge. A tree is
//! named by its graph alone, wherever it lies and however its branches are bent: they are folded into the box they grow
//! from, from their tips inwards, until the middle is left. What has cycles is named by its edges, the smallest of its
//! images under the symmetries of the board.
// CITE: Aho, Hopcroft and Ullman, The Design and Analysis of Computer Algorithms, 1974 (isomorphic trees).

use ply_game::mix;
use ply_games::dots_and_boxes::EdgeSet;

use super::super::edges::each;
use super::board::Board;
use super::grid::{Grid, Planes};

/// The most symmetries that a board has.
const MOST_SYMMETRIES: usize = 8;

/// For each symmetry, the sum of the words of the images of some edges.
pub(super) type Sums = [u64; MOST_SYMMETRIES];

/// What tells positions apart: their parts' names are added up. Of the second number the table keeps [`CHECK_BITS`], so
/// that two positions are taken for one once in 2^88 pairs of a look-up and an entry: 64 bits are too few for billions of
/// look-ups.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(super) struct Name {
    /// Where the table keeps it.
    pub(super) key: u64,
    check: u64,
}

/// How much of the second number is kept.
const CHECK_BITS: u32 = 24;

impl Name {
    /// The name of what two numbers tell apart.
    #[inline]
    pub(super) fn of(first: u64, second: u64) -> Self {
        // Odd rotations and factors: the two are equal where a position is its own image, and must not cancel.
        let check = second.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_sub(first);
        Self { key: mix(first ^ second.rotate_left(31)), check: mix(check) }
    }

    /// Another name, which other names are added to.
    fn mixed(self, with: u64) -> Self {
        Self { key: mix(self.key ^ with), check: mix(self.check.rotate_left(32) ^ with) }
    }

    #[inline]
    pub(super) fn check(self) -> u64 {
        self.check >> (u64::BITS - CHECK_BITS)
    }

    #[inline]
    pub(super) fn and(self, other: Self) -> Self {
        Self { key: self.key.wrapping_add(other.key), check: self.check.wrapping_add(other.check) }
    }

    #[inline]
    pub(super) fn without(self, other: Self) -> Self {
        Self { key: self.key.wrapping_sub(other.key), check: self.check.wrapping_sub(other.check) }
    }
}

/// A core that was named: its edges and its name.
type Named<E> = (Planes<E>, Name);

/// How many are remembered, as a power of two.
const PLACE_BITS: u32 = 14;
/// More bits than a plane has.
const MOST_BITS: usize = 128;

/// Names, and those given lately.
pub(super) struct Names<E> {
    /// For each bit of each plane, the words of the edge's images. Border edges of one box have the same.
    words: [Vec<Sums>; 2],
    /// For each bit of each plane, the plain name of the edge. Border edges of one box have the same.
    plain: [Vec<Name>; 2],
    lately: Vec<Named<E>>,
}

impl<E: EdgeSet> Names<E> {
    pub(super) fn new(board: &Board<E>, grid: &Grid<E>) -> Self {
        let word = |edge: usize| mix(0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(edge as u64 + 1));
        let standing =
            |edge: usize| board.alike.iter().find(|alike| alike.has(edge)).map_or(edge, |alike| alike.lowest());
        let images = &board.images;
        let of_edge = |edge: usize| {
            std::array::from_fn(|symmetry| word(standing(usize::from(images[symmetry % images.len()][edge]))))
        };
        let mut words = [vec![[0; MOST_SYMMETRIES]; MOST_BITS], vec![[0; MOST_SYMMETRIES]; MOST_BITS]];
        let mut plain = [vec![Name::default(); MOST_BITS], vec![Name::default(); MOST_BITS]];
        for edge in 0..board.beside.len() {
            let Planes(planes) = grid.planes(E::single(edge));
            let plane = usize::from(planes[0] == E::EMPTY);
            words[plane][planes[plane].lowest()] = of_edge(edge);
            plain[plane][planes[plane].lowest()] = Name::of(word(standing(edge)), 1);
        }
        Self { words, plain, lately: vec![(Planes::NONE, Name::default()); 1 << PLACE_BITS] }
    }

    /// The plain name of some edges.
    pub(super) fn plain(&self, planes: Planes<E>) -> Name {
        let mut name = Name::default();
        for (plane, names) in planes.0.into_iter().zip(&self.plain) {
            each(plane, |bit| name = name.and(names[bit]));
        }
        name
    }

    /// The plain name of an edge.
    #[inline]
    pub(super) fn plain_of(&self, plane: usize, bit: usize) -> Name {
        self.plain[plane][bit]
    }

    /// The sums of some edges.
    pub(super) fn sums(&self, planes: Planes<E>) -> Sums {
        let mut sums = [0_u64; MOST_SYMMETRIES];
        for (plane, words) in planes.0.into_iter().zip(&self.words) {
            each(plane, |bit| sums.iter_mut().zip(&words[bit]).for_each(|(sum, word)| *sum = sum.wrapping_add(*word)));
        }
        sums
    }

    /// The sums without an edge.
    #[inline]
    pub(super) fn less(&self, sums: &Sums, plane: usize, bit: usize) -> Sums {
        let words = &self.words[plane][bit];
        std::array::from_fn(|symmetry| sums[symmetry].wrapping_sub(words[symmetry]))
    }

    /// The shared name of the components that some boxes make up and that are neither chain nor loop; `sums` are those of
    /// their edges, if they are at hand.
    pub(super) fn shared(&mut self, grid: &Grid<E>, planes: Planes<E>, core: E, sums: Option<Sums>) -> Name {
        let edges = planes.and(grid.sides(core));
        if grid.between(planes, core).count() >= core.count() {
            return of_images(&sums.unwrap_or_else(|| self.sums(edges)));
        }
        let [low, high] = edges.0.map(|plane| plane.words()).map(|[low, high]| low ^ high.rotate_left(17));
        let spread = (low ^ high.wrapping_mul(0xd1b5_4a32_d192_ed03)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let place = (spread >> (u64::BITS - PLACE_BITS)) as usize;
        if self.lately[place].0 != edges {
            self.lately[place] = (edges, self.of_components(grid, edges, core));
        }
        self.lately[place].1
    }

    /// The sum of the names of components.
    fn of_components(&self, grid: &Grid<E>, planes: Planes<E>, mut boxes: E) -> Name {
        let mut name = Name::default();
        while boxes != E::EMPTY {
            let part = grid.components(E::single(boxes.lowest()), planes);
            boxes = boxes & !part;
            let edges = planes.and(grid.sides(part));
            let is_tree = grid.between(edges, part).count() < part.count();
            name = name.and(if is_tree { folded(grid, edges, part) } else { of_images(&self.sums(edges)) });
        }
        name
    }
}

/// The name of what has these sums.
#[inline]
fn of_images(sums: &Sums) -> Name {
    let (least, most) = sums.iter().fold((u64::MAX, 0), |(least, most), &sum| (sum.min(least), sum.max(most)));
    Name::of(least, most)
}

/// The name of a component without cycles.
fn folded<E: EdgeSet>(grid: &Grid<E>, planes: Planes<E>, boxes: E) -> Name {
    // What a box is: its border edges and the branches folded into it.
    let mut labels = [Name::default(); MOST_BITS];
    let border = grid.border(planes);
    each(boxes, |at| {
        let edges = u64::from(border.and(grid.sides(E::single(at))).count());
        labels[at] = Name { key: edges, check: edges };
    });
    let (mut left, mut links) = (boxes, grid.between(planes, boxes));
    // All tips of a round together, so that it ends in the middle.
    while left.count() > 2 {
        let tips = grid.degrees(links).one;
        each(tips, |at| {
            let on = grid.beside(E::single(at), links).lowest();
            labels[on] = labels[on].and(labels[at].mixed(0x8cb9_2ba7_2f3d_8dd7));
        });
        links = links.without(grid.sides(tips));
        left = left & !tips;
    }
    let mut sum = Name { key: u64::from(left.count()), check: 0 };
    each(left, |at| sum = sum.and(labels[at].mixed(0)));
    sum.mixed(0)
}
