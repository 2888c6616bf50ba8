//! White's win from the start, as far as it takes long to find: a move wherever White can come to and the solver does
//! not prove the rest with a few nodes.
//!
//! The moves are those of the certificate `docs/src/proofs/pentago-swap-19.proof`, with which White has five at ply 19 at
//! the latest. `crates/ply_lab/examples/pentago_swap_book.rs` makes the file. It has the positions with no stone, with two,
//! with four and so on, each time their number, then for each position how much its own number is larger than the one
//! before, in bytes of seven bits, the lowest first, and the index of the move in a byte. Positions that are images of one
//! another are there once, as the one with the smallest number. Reading it takes a millisecond.

use std::sync::LazyLock;

use ply_game::{Game as _, Player, Symmetric as _};
use ply_games::pentago_swap::board::{CELLS, row_major};
use ply_games::pentago_swap::symmetry::COUNT;
use ply_games::pentago_swap::{Move, PentagoSwap};

static FILE: &[u8] = include_bytes!("book.bin");

/// The book, read once.
pub(super) static BOOK: LazyLock<Book> = LazyLock::new(|| Book::read(FILE));

/// A position's number and its move's index.
type Entry = (u64, u8);

/// White's moves.
pub(super) struct Book {
    /// The positions with twice as many stones as their place here, by their numbers.
    pages: Vec<Vec<Entry>>,
}

impl Book {
    fn read(file: &[u8]) -> Self {
        let mut bytes = file.iter().copied();
        let mut pages = Vec::new();
        while let Some(count) = read_number(&mut bytes) {
            let mut before = 0;
            let entry = |_| {
                before += read_number(&mut bytes)?;
                Some((before, bytes.next()?))
            };
            pages.push((0..count).map_while(entry).collect());
        }
        Self { pages }
    }

    /// White's move in a position of the book.
    pub(super) fn look_up(&self, position: &PentagoSwap) -> Option<Move> {
        let page = self.pages.get(position.plies() / 2).filter(|_| position.to_move() == Player::First)?;
        let (number, symmetry) = least_image(position);
        let at = page.binary_search_by_key(&number, |entry| entry.0).ok()?;
        move_of_image(position, &position.transformed(symmetry), Move::from_index(page[at].1.into())?)
    }
}

/// The move in a position that is the image of a move in an image of it.
pub(super) fn move_of_image(position: &PentagoSwap, image: &PentagoSwap, mv: Move) -> Option<Move> {
    let back = (0..COUNT).find(|&back| image.transformed(back) == *position)?;
    Some(image.transformed_move(back, mv))
}

/// The file of a book with these positions and moves.
///
/// # Panics
/// If Black is to move in one of them.
pub fn book_file(entries: impl IntoIterator<Item = (PentagoSwap, Move)>) -> Vec<u8> {
    let mut pages: Vec<Vec<Entry>> = Vec::new();
    for (position, mv) in entries {
        assert_eq!(position.to_move(), Player::First, "the book has White's moves");
        let (number, symmetry) = least_image(&position);
        let page = position.plies() / 2;
        pages.resize(pages.len().max(page + 1), Vec::new());
        pages[page].push((number, position.transformed_move(symmetry, mv).index() as u8));
    }
    let mut file = Vec::new();
    for mut page in pages {
        page.sort_unstable();
        page.dedup_by_key(|entry| entry.0);
        write_number(page.len() as u64, &mut file);
        let mut before = 0;
        for (number, mv) in page {
            write_number(number - before, &mut file);
            file.push(mv);
            before = number;
        }
    }
    file
}

fn write_number(mut number: u64, file: &mut Vec<u8>) {
    while number > 0x7f {
        file.push(number as u8 | 0x80);
        number >>= 7;
    }
    file.push(number as u8);
}

fn read_number(bytes: &mut impl Iterator<Item = u8>) -> Option<u64> {
    let mut number = 0;
    for shift in (0..u64::BITS).step_by(7) {
        let byte = bytes.next()?;
        number |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

/// The smallest number of an image, and the symmetry that leads to it.
fn least_image(position: &PentagoSwap) -> (u64, usize) {
    let images = (0..COUNT).map(|symmetry| (number(&position.transformed(symmetry)), symmetry));
    images.min().expect("there are symmetries")
}

/// Positions with as many stones are counted: first where White's can be, then where Black's can on the other cells.
fn number(position: &PentagoSwap) -> u64 {
    let [white, black] = Player::BOTH.map(|player| row_major(position.stones(player)));
    let free = CELLS as u64 - u64::from(white.count_ones());
    let blacks = choose(free, black.count_ones().into());
    let below = |cells: u64, cell: u64| u64::from((cells & ((1 << cell) - 1)).count_ones());
    let rank = |stones: u64, taken: u64| {
        let cells = (0..CELLS as u64).filter(|&cell| stones >> cell & 1 == 1);
        cells.map(|cell| choose(cell - below(taken, cell), 1 + below(stones, cell))).sum::<u64>()
    };
    rank(white, 0) * blacks + rank(black, white)
}

/// In how many ways so many things can be chosen.
fn choose(from: u64, count: u64) -> u64 {
    (0..count).fold(1, |ways, chosen| ways * from.saturating_sub(chosen) / (chosen + 1))
}

#[cfg(test)]
#[path = "book_tests.rs"]
mod tests;
