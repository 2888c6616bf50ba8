//! Boards that differ only in where their four tiles lie, treated together, by the rules.
//!
//! A stone lies on a tile, and a swap moves tiles as a whole. So the boards with the same tiles are one [`Contents`] and a
//! set of arrangements; a stone changes the contents, and a swap leads from an arrangement to six others, whatever the
//! contents are. Contents that only name the tiles otherwise, or look at the board from another side, are one: the
//! least of the 192 stands for all. Nothing here is the solver's; the tests compare with the moves of the rules.

use std::sync::LazyLock;

use ply_games::pentago_swap::PentagoSwap;
use ply_games::pentago_swap::board::{BOARD, LINES, complete_lines, lines_through, tile};
use ply_games::pentago_swap::symmetry::{COUNT, word_image};

use super::super::arrangements::{Lanes, Reach, all};

const ARRANGEMENTS: usize = 24;

/// What is known before any position, computed once.
pub(super) static TABLES: LazyLock<Tables> = LazyLock::new(Tables::new);

/// The stones of the player whose win is played out, and those of the other, as words of four lanes by tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Contents {
    pub(super) own: u64,
    pub(super) other: u64,
}

impl Contents {
    pub(super) fn empty(self) -> u64 {
        BOARD & !(self.own | self.other)
    }

    pub(super) fn stones(self) -> u32 {
        (self.own | self.other).count_ones()
    }
}

/// Contents that stand for all their images.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Least {
    /// The same for images, and another for any others; below 3^36.
    pub(super) number: u64,
    symmetry: usize,
    /// The arrangement that is the new names of the tiles.
    names: usize,
}

pub(super) struct Tables {
    arrangements: Vec<[usize; 4]>,
    reach: Reach,
    /// The number of a tile with these stones of one player, in digits of base 3.
    digits: [u64; 512],
    quadrants: [[usize; 4]; COUNT],
    /// The arrangement that is a list of four names, two bits each.
    named: [usize; 256],
    /// Where arrangements go by a symmetry and new names.
    images: Vec<[u8; ARRANGEMENTS]>,
}

impl Tables {
    fn new() -> Self {
        let arrangements = all();
        let digits = |stones: usize| (0..9).map(|place| (stones as u64 >> place & 1) * 3_u64.pow(place)).sum();
        let quadrant =
            |symmetry, at: usize| word_image(symmetry, 1_u64 << (16 * at + 4)).trailing_zeros() as usize / 16;
        let quadrants: [[usize; 4]; COUNT] =
            std::array::from_fn(|symmetry| std::array::from_fn(|at| quadrant(symmetry, at)));
        let mut named = [0; 256];
        for (number, names) in arrangements.iter().enumerate() {
            named[packed(*names)] = number;
        }
        let images = (0..COUNT * ARRANGEMENTS).map(|way| {
            let (quadrants, names) = (&quadrants[way / ARRANGEMENTS], &arrangements[way % ARRANGEMENTS]);
            std::array::from_fn(|lane| {
                let mut image = [0; 4];
                (0..4).for_each(|at| image[quadrants[at]] = names[arrangements[lane][at]]);
                named[packed(image)] as u8
            })
        });
        let images = images.collect();
        Self { digits: std::array::from_fn(digits), reach: Reach::new(), arrangements, quadrants, named, images }
    }

    /// Whatever one swap leads to.
    #[inline]
    pub(super) fn one_swap(&self, lanes: Lanes) -> Lanes {
        self.reach.one_swap(lanes)
    }

    /// A set of cells on the board when the tiles lie so.
    #[inline]
    fn board(&self, stones: u64, lane: usize) -> u64 {
        let tiles = &self.arrangements[lane];
        (0..4).fold(0, |board, at| board | (tile(stones, tiles[at]) as u64) << (16 * at))
    }

    /// The position when the tiles lie so, `own` being the first player's stones or the second's.
    pub(super) fn position(&self, contents: Contents, lane: usize, is_first: bool) -> Option<PentagoSwap> {
        let (own, other) = (self.board(contents.own, lane), self.board(contents.other, lane));
        let (white, black) = if is_first { (own, other) } else { (other, own) };
        PentagoSwap::from_stones(white, black)
    }

    /// The arrangements in which these stones have five.
    #[inline]
    pub(super) fn fives(&self, stones: u64, lanes: Lanes) -> Lanes {
        each(lanes).filter(|&lane| complete_lines(self.board(stones, lane)) != 0).fold(0, |set, lane| set | 1 << lane)
    }

    /// The arrangements in which a move of the player whose win is played out wins at once.
    pub(super) fn wins_at_once(&self, contents: Contents, lanes: Lanes) -> Lanes {
        let next = self.one_swap(lanes);
        let wins = each(next).filter(|&lane| self.wins_by_a_stone(contents, lane));
        lanes & self.one_swap(wins.fold(0, |set, lane| set | 1 << lane))
    }

    /// Whether a stone makes a five when the tiles lie so after it, and the other player has none.
    #[inline]
    fn wins_by_a_stone(&self, contents: Contents, lane: usize) -> bool {
        let own = self.board(contents.own, lane);
        let full: [u32; 4] = std::array::from_fn(|at| lines_through(at, tile(own, at)));
        let (top, bottom) = (full[0] & full[1], full[2] & full[3]);
        // A line that lacks one stone is full in three quadrants.
        let mut lines = top & (full[2] | full[3]) | bottom & (full[0] | full[1]);
        if lines == 0 {
            return false;
        }
        let empty = self.board(contents.empty(), lane);
        let mut wins = false;
        while lines != 0 {
            let missing = LINES[lines.trailing_zeros() as usize].mask & !own;
            lines &= lines - 1;
            wins |= missing & (missing.wrapping_sub(1)) == 0 && missing & !empty == 0;
        }
        wins && complete_lines(self.board(contents.other, lane)) == 0
    }

    /// The contents that stand for these.
    pub(super) fn least(&self, contents: Contents) -> Least {
        let seen = |symmetry: usize| {
            let (own, other) = (word_image(symmetry, contents.own), word_image(symmetry, contents.other));
            // A tile's number and, in the lowest two bits, where it came to lie.
            let number = |at: usize| self.digits[tile(own, at)] + 2 * self.digits[tile(other, at)];
            let mut tiles: [u64; 4] = std::array::from_fn(|at| number(at) << 2 | at as u64);
            tiles.sort_unstable();
            (tiles.iter().fold(0, |whole, tile| whole * 3_u64.pow(9) + (tile >> 2)), tiles, symmetry)
        };
        let least = (0..COUNT).map(seen).min_by_key(|(number, ..)| *number);
        let (number, tiles, symmetry) = least.expect("a square has symmetries");
        let mut ranks = [0; 4];
        tiles.iter().enumerate().for_each(|(rank, tile)| ranks[*tile as usize & 3] = rank);
        let names = std::array::from_fn(|tile| ranks[self.quadrants[symmetry][tile]]);
        Least { number, symmetry, names: self.named[packed(names)] }
    }

    fn image(&self, least: Least) -> &[u8; ARRANGEMENTS] {
        &self.images[least.symmetry * ARRANGEMENTS + least.names]
    }

    /// Arrangements as those of the contents that stand for all.
    pub(super) fn onto(&self, least: Least, lanes: Lanes) -> Lanes {
        let image = self.image(least);
        each(lanes).fold(0, |set, lane| set | 1 << image[lane])
    }

    /// The way back.
    pub(super) fn back_from(&self, least: Least, lanes: Lanes) -> Lanes {
        let image = self.image(least);
        (0..ARRANGEMENTS).filter(|&lane| lanes >> image[lane] & 1 == 1).fold(0, |set, lane| set | 1 << lane)
    }
}

fn packed(names: [usize; 4]) -> usize {
    (0..4).fold(0, |packed, at| packed | names[at] << (2 * at))
}

/// The arrangements of a set, one by one.
pub(super) fn each(mut lanes: Lanes) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = lanes.trailing_zeros() as usize;
        lanes &= lanes.wrapping_sub(1);
        (lane < 32).then_some(lane)
    })
}
