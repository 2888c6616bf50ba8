//! Positions as numbers: how high the columns are, then whose the pieces are, then their shapes.
//!
//! A number of a set is that of Lehmer's combinatorial number system: `k` of `n` pieces are White's, and of a player's
//! pieces no more are round or square than there are. Between 100 and 200 ns each way.

use std::ops::Range;

use ply_game::{Player, Ranked, Ranking, pdep, pext};

use super::{Bits, Planes, Shape, Simplexity};

/// Boards with more ways to fill columns have no numbers: a table of them would not fit anywhere.
const MOST_PROFILES: usize = 1 << 14;
/// Nor have those with more cells, whatever their shape.
const MOST_CELLS: usize = 24;

/// The positions of one board.
struct PieceRanking<W> {
    start: Simplexity<W>,
    /// For every profile of the columns the first number of its positions; one more at the end.
    first: Vec<u64>,
    /// `choose[n][k]`.
    choose: Vec<Vec<u64>>,
}

impl<W: Bits> Ranked for Simplexity<W> {
    fn ranking(&self) -> Option<Box<dyn Ranking<Self>>> {
        let (rows, cols) = (self.geometry().rows(), self.geometry().cols());
        let profiles = (rows + 1).checked_pow(cols as u32).filter(|&count| count <= MOST_PROFILES)?;
        if rows * cols > MOST_CELLS {
            return None;
        }
        let [round, square] = Shape::BOTH.map(|shape| self.total(shape) as u16);
        let start = Self::new(self.geometry(), round, square);
        let mut ranking = PieceRanking { start, first: vec![0], choose: pascal(rows * cols) };
        let mut next: u64 = 0;
        for profile in 0..profiles {
            next = next.checked_add(ranking.boards(ranking.pieces(profile))?)?;
            ranking.first.push(next);
        }
        Some(Box::new(ranking))
    }
}

/// Pascal's triangle to this row.
fn pascal(last: usize) -> Vec<Vec<u64>> {
    let mut rows = vec![vec![1; last + 2]; last + 1];
    for n in 0..=last {
        for k in 1..=last + 1 {
            rows[n][k] = if n == 0 { 0 } else { rows[n - 1][k - 1] + rows[n - 1][k] };
        }
    }
    rows
}

impl<W: Bits> PieceRanking<W> {
    /// The heights of the columns, as digits of a number.
    fn heights(&self, mut profile: usize) -> impl Iterator<Item = usize> {
        let (base, cols) = (self.start.geometry().rows() + 1, self.start.geometry().cols());
        (0..cols).map(move |_| {
            let height = profile % base;
            profile /= base;
            height
        })
    }

    fn pieces(&self, profile: usize) -> usize {
        self.heights(profile).sum()
    }

    /// How many boards with so many pieces are not over for want of room or pieces; `None` if they cannot be counted.
    fn boards(&self, pieces: usize) -> Option<u64> {
        if pieces >= self.start.plies_left() {
            return Some(0);
        }
        let (white, red) = (pieces.div_ceil(2), pieces / 2);
        self.choose[pieces][white].checked_mul(self.shapings(white))?.checked_mul(self.shapings(red))
    }

    /// How many round ones there may be among a player's pieces.
    fn rounds(&self, pieces: usize) -> std::ops::RangeInclusive<usize> {
        let [round, square] = Shape::BOTH.map(|shape| self.start.total(shape));
        pieces.saturating_sub(square)..=pieces.min(round)
    }

    fn shapings(&self, pieces: usize) -> u64 {
        self.rounds(pieces).map(|round| self.choose[pieces][round]).sum()
    }

    /// The number of a set among those of its size.
    fn subset_rank(&self, mut set: u64) -> u64 {
        let (mut rank, mut size) = (0, 0);
        while set != 0 {
            size += 1;
            rank += self.choose[set.trailing_zeros() as usize][size];
            set &= set - 1;
        }
        rank
    }

    fn subset(&self, mut rank: u64, size: usize, of: usize) -> u64 {
        let (mut set, mut left) = (0, size);
        for at in (0..of).rev() {
            let below = self.choose[at][left];
            if left > 0 && rank >= below {
                rank -= below;
                left -= 1;
                set |= 1 << at;
            }
        }
        set
    }

    fn shaping_rank(&self, round: u64, pieces: usize) -> u64 {
        let count = round.count_ones() as usize;
        let fewer: u64 =
            self.rounds(pieces).take_while(|&fewer| fewer < count).map(|fewer| self.choose[pieces][fewer]).sum();
        fewer + self.subset_rank(round)
    }

    fn shaping(&self, mut rank: u64, pieces: usize) -> u64 {
        for count in self.rounds(pieces) {
            let ways = self.choose[pieces][count];
            if rank < ways {
                return self.subset(rank, count, pieces);
            }
            rank -= ways;
        }
        0
    }
}

impl<W: Bits> Ranking<Simplexity<W>> for PieceRanking<W> {
    fn size(&self) -> u64 {
        self.first.last().copied().unwrap_or_default()
    }

    fn rank(&self, position: &Simplexity<W>) -> u64 {
        let geometry = position.geometry();
        let (white, round) = (position.colour(Player::First), position.shape(Shape::Round));
        let (mut profile, mut digit, mut pieces) = (0, 1, 0);
        let (mut whites, mut rounds) = (0, 0);
        for column in 0..geometry.cols() {
            let start = geometry.start(column);
            let [occupied, white, round] =
                [&position.planes().occupied, &white, &round].map(|set| set.run(start) & geometry.column_mask());
            let height = occupied.count_ones() as usize;
            whites |= white << pieces;
            rounds |= round << pieces;
            pieces += height;
            profile += height * digit;
            digit *= geometry.rows() + 1;
        }
        let reds = !whites & ((1 << pieces) - 1);
        let (white_count, red_count) = (pieces.div_ceil(2), pieces / 2);
        let mut rank = self.subset_rank(whites);
        rank = rank * self.shapings(white_count) + self.shaping_rank(pext(rounds, whites), white_count);
        rank = rank * self.shapings(red_count) + self.shaping_rank(pext(rounds, reds), red_count);
        self.first[profile] + rank
    }

    fn unrank(&self, rank: u64) -> Option<Simplexity<W>> {
        let profile = self.first.partition_point(|&first| first <= rank) - 1;
        let (pieces, rank) = (self.pieces(profile), rank - self.first[profile]);
        let (white_count, red_count) = (pieces.div_ceil(2), pieces / 2);
        let (rank, red_rank) = (rank / self.shapings(red_count), rank % self.shapings(red_count));
        let (rank, white_rank) = (rank / self.shapings(white_count), rank % self.shapings(white_count));
        let mut whites = self.subset(rank, white_count, pieces);
        let reds = !whites & ((1 << pieces) - 1);
        let mut rounds =
            pdep(self.shaping(white_rank, white_count), whites) | pdep(self.shaping(red_rank, red_count), reds);
        let mut planes = Planes::<W>::default();
        for (column, height) in self.heights(profile).enumerate() {
            let (start, mask) = (self.start.geometry().start(column), (1 << height) - 1);
            planes.occupied.place(start, mask);
            planes.own.place(start, whites & mask);
            planes.round.place(start, rounds & mask);
            (whites, rounds) = (whites >> height, rounds >> height);
        }
        Some(self.start.set_up(planes))
    }

    /// A move adds a piece, so those with as many pieces do not lead to each other.
    fn layers(&self) -> Vec<Vec<Range<u64>>> {
        let mut layers = vec![Vec::new(); self.choose.len()];
        for (profile, pair) in self.first.windows(2).enumerate().filter(|(_, pair)| pair[0] < pair[1]) {
            layers[self.pieces(profile)].push(pair[0]..pair[1]);
        }
        layers.reverse();
        layers
    }
}
