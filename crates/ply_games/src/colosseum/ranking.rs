//! Positions as numbers: the set of walls, then the mover's cell, then the other's. Who moves does not matter.

use std::ops::Range;

use ply_game::{Game as _, Player, Ranked, Ranking, Stakes, layers_of_sets};

use super::bits::Bits;
use super::edges::Edges;
use super::rules::Colosseum;

/// Larger boards have no numbers: on 5x5 there are a million million sets of walls.
const MOST_SIZE: usize = 4;

/// The positions of boards of one size.
struct WallRanking {
    size: usize,
}

/// Boards as small as that always come in the smaller bit set.
impl<B: Bits> Ranked for Colosseum<B> {
    fn ranking(&self) -> Option<Box<dyn Ranking<Self>>> {
        let size = self.size();
        (size <= MOST_SIZE && B::PARTS == 1).then(|| Box::new(WallRanking { size }) as Box<dyn Ranking<Self>>)
    }
}

impl WallRanking {
    fn cells(&self) -> u64 {
        (self.size * self.size) as u64
    }

    /// The two cells of a position, the second counted without the first.
    fn pairs(&self) -> u64 {
        self.cells() * (self.cells() - 1)
    }

    fn edges(&self) -> usize {
        2 * self.size * (self.size - 1)
    }
}

/// The first `columns` bits of each of `rows` rows, one row behind the other.
fn packed<B: Bits>(cells: B, rows: usize, columns: usize) -> u64 {
    let word = cells.part(0);
    (0..rows).fold(0, |all, row| all | (word >> (row * B::ROW) & ((1 << columns) - 1)) << (row * columns))
}

/// What [`packed`] packs.
fn unpacked<B: Bits>(mut bits: u64, columns: usize) -> B {
    let mut cells = B::EMPTY;
    while bits != 0 {
        let number = bits.trailing_zeros() as usize;
        cells = cells | B::one(number / columns * B::ROW + number % columns);
        bits &= bits - 1;
    }
    cells
}

impl<B: Bits> Ranking<Colosseum<B>> for WallRanking {
    fn size(&self) -> u64 {
        self.pairs() << self.edges()
    }

    #[inline]
    fn rank(&self, position: &Colosseum<B>) -> u64 {
        let (walls, size) = (position.walls(), self.size);
        let walls = packed(walls.right, size, size - 1) | packed(walls.down, size - 1, size) << (self.edges() / 2);
        let number = |player: Player| {
            let (row, column) = position.cell(position.at(player));
            (row * size + column) as u64
        };
        let mover = position.to_move();
        let (own, other) = (number(mover), number(mover.other()));
        walls * self.pairs() + own * (self.cells() - 1) + other - u64::from(other > own)
    }

    fn unrank(&self, rank: u64) -> Option<Colosseum<B>> {
        let (walls, pair) = (rank / self.pairs(), rank % self.pairs());
        let (own, other) = (pair / (self.cells() - 1), pair % (self.cells() - 1));
        let cells = [own, other + u64::from(other >= own)].map(|number| {
            let number = number as usize;
            number / self.size * B::ROW + number % self.size
        });
        let (size, half) = (self.size, self.edges() / 2);
        let right = unpacked(walls & ((1 << half) - 1), size - 1);
        let down = unpacked(walls >> half, size);
        let open = Edges::all(size).without(Edges { right, down });
        Some(Colosseum::set_up(size, open, cells, Player::First))
    }

    fn layers(&self) -> Vec<Vec<Range<u64>>> {
        layers_of_sets(self.edges(), self.pairs())
    }

    /// Each player has a cell at least.
    fn stakes(&self, _position: &Colosseum<B>) -> Stakes {
        Stakes { banked: 0, most: self.cells() as i32 - 2, step: 1 }
    }
}
