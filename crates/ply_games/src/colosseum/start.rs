//! Starts, drawn as the course's program draws them: walls in pairs that a half turn exchanges, then the cells.

use ply_game::{Player, Rng, below, rng};

use super::bits::Bits;
use super::edges::{Edges, Side};
use super::rules::Colosseum;

/// The start that a seed gives on a board of this size.
pub(super) fn draw<B: Bits>(size: usize, seed: u64) -> Colosseum<B> {
    assert!((2..=B::ROW).contains(&size), "a board of size {size} does not fit");
    let mut rng = rng(seed);
    let mut open = Edges::<B>::all(size);
    for _ in 0..size / 2 - 1 {
        let (at, side) = open_side(&mut rng, size, &open);
        open.remove(at, side);
        // A half turn has no edge to itself, so this is always another edge, and open as the first one was.
        open.remove(half_turned::<B>(at, size), side.opposite());
    }
    loop {
        let first = cell::<B>(&mut rng, size);
        let second = half_turned::<B>(first, size);
        if first != second && open.region(first).has(second) {
            return Colosseum::set_up(size, open, [first, second], Player::First);
        }
    }
}

/// A cell and a side of it without a wall: both drawn again until there is none.
fn open_side<B: Bits>(rng: &mut Rng, size: usize, open: &Edges<B>) -> (usize, Side) {
    loop {
        let at = cell::<B>(rng, size);
        let side = Side::ALL[below(rng, 4) as usize];
        if open.on(side).has(at) {
            return (at, side);
        }
    }
}

fn cell<B: Bits>(rng: &mut Rng, size: usize) -> usize {
    let row = below(rng, size as u32) as usize;
    row * B::ROW + below(rng, size as u32) as usize
}

fn half_turned<B: Bits>(at: usize, size: usize) -> usize {
    (size - 1) * (B::ROW + 1) - at
}
