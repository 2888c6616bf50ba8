//! The 240 fives that four tiles can make, and how many stones a player has in each.
//!
//! A five is five cells of two or three tiles that lie in a row in some arrangements. A set of fives is four words, so
//! what a stone changes is a handful of operations on 256 bits: the numbers of stones are kept as three planes of bits,
//! to which the fives through a cell are added with carry.

use ply_games::pentago_swap::board::{BITS, LINES, tile};

use super::super::arrangements::{Lanes, all};

/// How many fives there are.
pub(super) const FIVES: usize = 240;
const WORDS: usize = 4;

/// A set of fives.
pub(super) type FiveSet = [u64; WORDS];

const EVERY_FIVE: FiveSet = [u64::MAX, u64::MAX, u64::MAX, u64::MAX >> (64 * WORDS - FIVES)];

/// What is known of fives.
pub(super) struct Fives {
    /// The cells of each, as a word of four lanes by tile.
    pub(super) cells: [u64; FIVES],
    /// The arrangements in which they lie in a row.
    pub(super) lanes: [Lanes; FIVES],
    /// The fives through each cell, by its bit.
    through: [FiveSet; 64],
}

impl Fives {
    pub(super) fn new() -> Self {
        let mut known: Vec<(u64, Lanes)> = Vec::with_capacity(FIVES);
        for (lane, tiles) in all().into_iter().enumerate() {
            for line in &LINES {
                let cells = (0..4).fold(0, |cells, at| cells | (tile(line.mask, at) as u64) << (16 * tiles[at]));
                match known.iter_mut().find(|(other, _)| *other == cells) {
                    Some((_, lanes)) => *lanes |= 1 << lane,
                    None => known.push((cells, 1 << lane)),
                }
            }
        }
        let mut through = [[0; WORDS]; 64];
        for bit in BITS.map(usize::from) {
            for (five, _) in known.iter().enumerate().filter(|(_, (cells, _))| cells >> bit & 1 == 1) {
                through[bit][five / 64] |= 1 << (five % 64);
            }
        }
        Self {
            cells: std::array::from_fn(|five| known[five].0),
            lanes: std::array::from_fn(|five| known[five].1),
            through,
        }
    }

    /// The fives through a cell.
    #[inline]
    pub(super) fn through(&self, cell: usize) -> &FiveSet {
        &self.through[cell % 64]
    }
}

/// Calls `each` with the number of every five of a set.
#[inline]
pub(super) fn each_five(set: &FiveSet, mut each: impl FnMut(usize)) {
    for (word, &fives) in set.iter().enumerate() {
        let mut fives = fives;
        while fives != 0 {
            each((64 * word + fives.trailing_zeros() as usize) % FIVES);
            fives &= fives - 1;
        }
    }
}

/// A player's stones and what they have of each five.
#[derive(Clone, Copy)]
pub(super) struct Share {
    /// The stones, as a word of four lanes by tile.
    pub(super) stones: u64,
    /// Fives without a stone of the opponent.
    open: FiveSet,
    /// The number of stones in each five, bit by bit.
    planes: [FiveSet; 3],
}

impl Share {
    pub(super) fn new(stones: u64, others: u64, fives: &Fives) -> Self {
        let mut share = Self { stones: 0, open: EVERY_FIVE, planes: [[0; WORDS]; 3] };
        for bit in BITS.map(usize::from) {
            if stones >> bit & 1 == 1 {
                share.add(bit, fives);
            }
            if others >> bit & 1 == 1 {
                share.lose(bit, fives);
            }
        }
        share
    }

    /// After a stone of the player.
    #[inline]
    pub(super) fn add(&mut self, cell: usize, fives: &Fives) {
        let through = fives.through(cell);
        self.stones |= 1 << cell;
        let [ones, twos, fours] = &mut self.planes;
        for word in 0..WORDS {
            let to_twos = ones[word] & through[word];
            ones[word] ^= through[word];
            let to_fours = twos[word] & to_twos;
            twos[word] ^= to_twos;
            fours[word] ^= to_fours;
        }
    }

    /// After a stone of the opponent.
    #[inline]
    pub(super) fn lose(&mut self, cell: usize, fives: &Fives) {
        for (open, through) in self.open.iter_mut().zip(fives.through(cell)) {
            *open &= !through;
        }
    }

    /// The open fives of which the player has so many stones.
    #[inline]
    pub(super) fn having(&self, stones: usize) -> FiveSet {
        std::array::from_fn(|word| {
            let plane =
                |bit: usize| if stones >> bit & 1 == 1 { self.planes[bit][word] } else { !self.planes[bit][word] };
            self.open[word] & plane(0) & plane(1) & plane(2)
        })
    }

    /// Whether the player has four stones or five of an open five.
    #[inline]
    pub(super) fn has_four(&self) -> bool {
        (0..WORDS).fold(0, |any, word| any | self.planes[2][word] & self.open[word]) != 0
    }

    /// The sum over the open fives that `more` stones can complete: 32, halved for every stone that lacks.
    #[inline]
    pub(super) fn potential(&self, more: usize) -> u32 {
        let count = |set: FiveSet| set.iter().map(|word| word.count_ones()).sum::<u32>();
        (5_usize.saturating_sub(more)..=5).map(|stones| count(self.having(stones)) << stones).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ply_game::mix;
    use ply_games::pentago_swap::board::{BOARD, complete_lines};

    fn members(set: &FiveSet) -> Vec<usize> {
        let mut members = Vec::new();
        each_five(set, |five| members.push(five));
        members
    }

    #[test]
    fn the_fives_are_the_lines_of_every_arrangement() {
        let fives = Fives::new();
        assert!(fives.cells.iter().all(|cells| cells.count_ones() == 5));
        for (lane, tiles) in all().into_iter().enumerate() {
            for seed in 0..500 {
                let stones = (mix(seed) | mix(!seed)) & BOARD;
                let board = (0..4).fold(0, |board, at| board | (tile(stones, tiles[at]) as u64) << (16 * at));
                let is_full = |five: &usize| stones & fives.cells[*five] == fives.cells[*five];
                let ours = (0..FIVES).filter(is_full).any(|five| fives.lanes[five] >> lane & 1 == 1);
                assert_eq!(ours, complete_lines(board) != 0);
            }
        }
    }

    #[test]
    fn shares_are_what_counting_stones_finds() {
        let fives = Fives::new();
        for seed in 0..2000 {
            let stones = mix(seed) & BOARD;
            let others = mix(!seed) & mix(seed ^ 0xabc) & BOARD & !stones;
            let share = Share::new(stones, others, &fives);
            let is_open = |five: &usize| others & fives.cells[*five] == 0;
            for count in 0..=5 {
                let plain = |five: &usize| (stones & fives.cells[*five]).count_ones() == count;
                let plain: Vec<usize> = (0..FIVES).filter(is_open).filter(plain).collect();
                assert_eq!(members(&share.having(count as usize)), plain);
            }
            for more in 0..8 {
                let lacks = |five: usize| 5 - (stones & fives.cells[five]).count_ones();
                let open = (0..FIVES).filter(is_open).map(lacks);
                let plain: u32 = open.filter(|lacks| *lacks <= more).map(|lacks| 32 >> lacks).sum();
                assert_eq!(share.potential(more as usize), plain);
            }
        }
    }
}
