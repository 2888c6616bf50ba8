//! A table of what every position of a small board is worth, in which only *quiet* positions have entries.
//!
//! The future depends on the undrawn edges alone, and what can be taken is [taken](super::endgame) in one of two ways that
//! follow from the value of the rest. So it is enough to know positions in which nothing can be taken: about one set of
//! undrawn edges in 1,400 on 4x4, where no box has just one open side, images under the board's symmetries once. They are
//! numbered without gaps. The open edges between boxes choose a block; in it, border edges are all that differs. A box at
//! a side with two or more open inner edges may have its border edge or not, with fewer it follows; a corner has two border
//! edges that are as good as each other. Of 4x4 that is 765 million positions in 384 MB, filled in 18 CPU seconds.
//!
//! Four bits tell the values apart that up to 15 boxes can bring. With more, values far from what the score can make up for
//! are cut off: on 4x4 those of more than 14 where no box is closed yet. Who wins is exact all the same. With 20 boxes most
//! entries have two bits.
// CITE: Wilson, Dots-and-Boxes analysis results, 2002 (all positions, from the last); the quiet ones alone are ours.

mod blocks;
mod chains;
mod corners;
mod fill;
mod frame;
mod strip;
#[cfg(test)]
mod tests;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU8;

use ply_game::Game as _;
use ply_games::dots_and_boxes::{DotsAndBoxes, Edge, EdgeSet};
use ply_search::tablebase::{AnyTable, Census, Entries, Format, TablebaseError, Values};
use ply_search::zeroed_slice;

use super::edges::each;
use super::endgame::Board;
use super::exact::lead;
use blocks::{Blocks, PLACES};
use fill::Filling;
use frame::{Edges, Frame};
use strip::number;

/// What every position of a board is worth.
pub(super) struct QuietTable<E> {
    board: Board<E>,
    frame: Frame,
    blocks: Blocks,
    entries: Entries,
}

/// Whether a board has such a table: one of two rows and columns at least, that is not too large.
pub(super) fn covers<E: EdgeSet>(start: &DotsAndBoxes<E>) -> bool {
    Frame::covers(start.geometry().rows, start.geometry().cols)
}

/// The bytes that tell where blocks are.
pub(super) fn least_bytes<E: EdgeSet>(start: &DotsAndBoxes<E>) -> u64 {
    let (rows, cols) = (start.geometry().rows, start.geometry().cols);
    (size_of::<u64>() as u64) << ((rows - 1) * cols + rows * (cols - 1))
}

fn frame_of<E: EdgeSet>(start: &DotsAndBoxes<E>) -> Result<Frame, TablebaseError> {
    Frame::new(start.geometry().rows, start.geometry().cols).ok_or(TablebaseError::NoNumbers)
}

/// How many positions the table of a board has, and the bytes it takes in memory.
pub(super) fn size<E: EdgeSet>(start: &DotsAndBoxes<E>) -> Result<(u64, u64), TablebaseError> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    Ok(Blocks::size(&frame_of(start)?, threads))
}

/// The table of a board, filled by so many threads. `go_on` is told how many positions are done, now and then, and says
/// whether to go on.
pub(super) fn fill<E: EdgeSet>(
    start: &DotsAndBoxes<E>,
    threads: usize,
    go_on: &mut dyn FnMut(u64) -> bool,
) -> Result<(AnyTable<DotsAndBoxes<E>>, Census), TablebaseError> {
    let frame = frame_of(start)?;
    let blocks = Blocks::new(&frame, threads).ok_or(TablebaseError::NoMemory)?;
    let entries = zeroed_slice::<AtomicU8>(blocks.bytes).ok_or(TablebaseError::NoMemory)?;
    let filling = Filling::new(&frame, &blocks, &entries);
    let mut census = Census::default();
    for sets in blocks.layers(&frame) {
        census += filling.layer(&sets, threads, go_on).ok_or(TablebaseError::Stopped)?;
    }
    let entries = Entries::held(entries);
    Ok((Arc::new(QuietTable { board: Board::new(start), frame, blocks, entries }), census))
}

/// Opens the table of a board.
pub(super) fn open<E: EdgeSet>(
    path: &Path,
    game: &str,
    start: &DotsAndBoxes<E>,
) -> Result<AnyTable<DotsAndBoxes<E>>, TablebaseError> {
    let frame = frame_of(start)?;
    let blocks = Blocks::new(&frame, 1).ok_or(TablebaseError::NoMemory)?;
    let entries = Entries::open(path, game, format(&blocks))?;
    Ok(Arc::new(QuietTable { board: Board::new(start), frame, blocks, entries }))
}

fn format(blocks: &Blocks) -> Format {
    Format { bits: 4, entries: blocks.positions, bytes: blocks.bytes as u64 }
}

impl<E: EdgeSet> QuietTable<E> {
    /// What undrawn edges are worth to the player to move, cut off where the table does.
    fn rest_value(&self, undrawn: E) -> i32 {
        let peeled = self.board.peel(undrawn);
        peeled.value(self.quiet_value(peeled.rest).0)
    }

    /// The value of undrawn edges of which none can be taken; what is cut off, and how many boxes are open.
    fn quiet_value(&self, undrawn: E) -> (i32, i32, i32) {
        let edges = self.edges(undrawn);
        let open = self.frame.degrees(edges).some().count_ones();
        let range = self.frame.ranges[open as usize];
        let (place, is_wide) = self.blocks.place(&self.frame, edges);
        let entry = number(self.entries.bytes()[place / PLACES], place, is_wide);
        (range.value(entry), range.most, open as i32)
    }

    fn edges(&self, undrawn: E) -> Edges {
        let mut edges = Edges { below: 0, right: 0, border: 0, second: 0 };
        each(undrawn, |edge| match self.board.boxes_beside(edge) {
            (at, Some(other)) if other == at + 1 => edges.right |= 1 << at,
            (at, Some(_)) => edges.below |= 1 << at,
            (at, None) => {
                edges.second |= edges.border & 1 << at;
                edges.border |= 1 << at;
            }
        });
        edges
    }
}

impl<E: EdgeSet> Values<DotsAndBoxes<E>> for QuietTable<E> {
    fn value(&self, position: &DotsAndBoxes<E>) -> i32 {
        lead(position) + self.rest_value(position.undrawn())
    }

    fn move_value(&self, position: &DotsAndBoxes<E>, mv: Edge) -> i32 {
        let child = position.after(mv);
        let value = self.value(&child);
        if child.to_move() == position.to_move() { value } else { -value }
    }

    fn bounds(&self, position: &DotsAndBoxes<E>) -> (i32, i32) {
        let peeled = self.board.peel(position.undrawn());
        let (value, most, open) = self.quiet_value(peeled.rest);
        let of_rest = (if value == -most { -open } else { value }, if value == most { open } else { value });
        let ((lower, upper), lead) = (peeled.bounds(of_rest), lead(position));
        (lead + lower, lead + upper)
    }

    fn positions(&self) -> u64 {
        self.blocks.positions
    }

    fn bytes(&self) -> u64 {
        self.blocks.bytes as u64
    }

    fn write(&self, path: &Path, game: &str) -> Result<(), TablebaseError> {
        self.entries.write(path, game, format(&self.blocks))
    }
}
