//! Who wins the positions of 4x4 in which few edges are drawn and nothing can be taken, proven once and kept.
//!
//! The file has no keys, only a digit to the base three for each of its places, five in a byte: a position's entry is the
//! sum of the three places that its key leads to, which were filled so that this comes out right for every position of the
//! book. The places lie in segments, and a key's three in three that follow one another: so few more places than
//! positions are needed. That takes 1.8 bits a position, and a position that is not in the book must not be asked for. The
//! key is the smallest image of the drawn edges under the symmetries, the border edges of a corner counting as one another.
// CITE: Majewski, Wormald, Havas and Czech, A family of perfect hashing methods, The Computer Journal 39 (1996).
// CITE: Graf and Lemire, Binary fuse filters: fast and smaller than xor filters, ACM JEA 27 (2022).

use ply_game::mix;
use ply_games::dots_and_boxes::EdgeSet;

use super::super::edges::each;
use super::board::Board;
use super::quiet::Known;

/// The book of a board.
#[derive(Clone, Debug)]
pub(super) struct Book {
    /// Positions with fewer undrawn edges are not in it.
    least_undrawn: u32,
    /// The file but for its head.
    places: &'static [u8],
    /// For each symmetry, the bit of each edge's image.
    images: Vec<Vec<u64>>,
    /// The border edges of each corner.
    corners: Vec<u64>,
}

/// The only board that has a book, its boxes and edges, and how many bytes the book has.
const SIZE: (usize, usize) = (4, 4);
const BOXES: i32 = 16;
const EDGES: u32 = 40;
const BYTES: usize = 6_992_426;

/// The book itself. A static: as a constant it would be in the program once for every crate that makes an agent of its own.
#[cfg(not(target_family = "wasm"))]
static FILE: [u8; BYTES] = *include_bytes!("book-4x4.bin");

#[cfg(not(target_family = "wasm"))]
fn file() -> Option<&'static [u8; BYTES]> {
    Some(&FILE)
}

/// The book, which is larger than everything else that a browser loads: there it is handed in when it has come.
#[cfg(target_family = "wasm")]
fn file() -> Option<&'static [u8; BYTES]> {
    HANDED_IN.get().map(|file| &**file)
}

#[cfg(target_family = "wasm")]
static HANDED_IN: std::sync::OnceLock<Box<[u8; BYTES]>> = std::sync::OnceLock::new();

/// Hands in the book of the openings of Dots-and-Boxes on 4x4 for agents that are built from now on. Whether it can be the book.
#[cfg(target_family = "wasm")]
pub fn hand_in_book(file: Vec<u8>) -> bool {
    file.try_into().is_ok_and(|file| HANDED_IN.set(file).is_ok())
}

/// The entries: what the player to move gets.
const LOSS: u8 = 0;
const DRAW: u8 = 1;
const WIN: u8 = 2;

impl Book {
    /// The book of a board, if it has one. The file's first byte says how many edges are drawn at most.
    pub(super) fn of_board<E: EdgeSet>(board: &Board<E>) -> Option<Self> {
        let bits = |image: &Vec<u8>| image.iter().map(|&edge| 1 << edge).collect();
        let file = file().filter(|_| board.size == SIZE)?;
        Some(Self {
            least_undrawn: EDGES - u32::from(file[0]).min(EDGES),
            places: &file[1..],
            images: board.images.iter().map(bits).collect(),
            corners: board.alike.iter().map(|alike| alike.words()[0]).collect(),
        })
    }

    /// Whether it has the quiet positions with so many open boxes and undrawn edges.
    #[inline]
    pub(super) fn has(&self, boxes: i32, undrawn: u32) -> bool {
        boxes == BOXES && undrawn >= self.least_undrawn
    }

    /// What it knows of a position that it has.
    pub(super) fn look_up<E: EdgeSet>(&self, undrawn: E) -> Known {
        match entry_in(self.places, self.key(!undrawn.words()[0] & ((1 << EDGES) - 1))) {
            LOSS => Known { lower: -BOXES, upper: -2 },
            DRAW => Known { lower: 0, upper: 0 },
            WIN.. => Known { lower: 2, upper: BOXES },
        }
    }

    fn key(&self, drawn: u64) -> u64 {
        let image = |bits: &Vec<u64>| {
            let mut image = 0;
            each(drawn, |edge| image |= bits[edge]);
            for &corner in &self.corners {
                if (image & corner).count_ones() == 1 {
                    image = image & !corner | corner & corner.wrapping_neg();
                }
            }
            image
        };
        self.images.iter().map(image).min().expect("a board has symmetries")
    }
}

/// Digits in a byte.
const DIGITS: usize = 5;
/// There are about so many segments in a large file.
const SEGMENTS: usize = 256;

/// The entry of a key in a file without its head.
fn entry_in(file: &[u8], key: u64) -> u8 {
    let digit = |place: usize| file[place / DIGITS] / 3_u8.pow((place % DIGITS) as u32) % 3;
    places(key, DIGITS * file.len()).into_iter().map(digit).sum::<u8>() % 3
}

/// The three places of a key among so many.
fn places(key: u64, all: usize) -> [usize; 3] {
    let below = |spread: u64, most: usize| ((u128::from(spread) * most as u128) >> 64) as usize;
    let length = (all / SEGMENTS).next_power_of_two().max(16);
    let spread = mix(key);
    let first = below(spread, all / length - 2);
    std::array::from_fn(|which| {
        let within = below(mix(spread.wrapping_add(1 + which as u64)), length);
        (first + which) * length + within
    })
}

#[cfg(test)]
#[path = "book_tests.rs"]
mod tests;
