//! Contents that are images of one another, as one.
//!
//! The names of the tiles do not matter, and neither does it from which side one looks at the board: 24 ways to name
//! the tiles, each in eight symmetries of the square that turn every tile in its place. An image has its own
//! arrangements, so each of the 192 comes with a permutation of the 24 arrangements. The image with the smallest
//! number stands for all; the number is below 3^36 and tells the contents exactly.

use ply_games::pentago_swap::board::tile;
use ply_games::pentago_swap::symmetry::{COUNT, word_image};

use super::super::arrangements::{Lanes, all};

/// Contents of one tile: empty, the attacker's or the defender's in nine cells.
const TILES: usize = 3_usize.pow(9);
const ARRANGEMENTS: usize = 24;
/// Arrangements are permuted four at a time.
const NIBBLES: usize = ARRANGEMENTS / 4;

/// The image that stands for some contents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Image {
    /// The same for all images of contents, and different for any others; below 3^36.
    pub(super) number: u64,
    /// How it came about.
    way: u16,
}

/// The tables that find images.
pub(super) struct Images {
    /// What each stone of the attacker adds to the number of a tile; a stone of the defender adds twice as much.
    digits: [u16; 512],
    /// Every tile in the eight symmetries.
    tiles: Vec<[u16; COUNT]>,
    /// The permutation of each way, for each value of each four arrangements.
    permutations: Vec<[[Lanes; 16]; NIBBLES]>,
    /// The way back.
    inverse: Vec<u16>,
    /// The arrangement that is a permutation of the tiles, two bits each.
    names: [u8; 256],
}

impl Images {
    pub(super) fn new() -> Self {
        let digit =
            |stones: usize| (0..9).filter(|place| stones >> place & 1 == 1).map(|place| 3_usize.pow(place)).sum();
        let digits: [usize; 512] = std::array::from_fn(digit);
        let mut tiles = vec![[0; COUNT]; TILES];
        for (own, other) in (0..512_usize).flat_map(|own| (0..512_usize).map(move |other| (own, other))) {
            if own & other == 0 {
                let image = |stones, symmetry| tile_image(symmetry, 0, stones).1;
                tiles[digits[own] + 2 * digits[other]] =
                    std::array::from_fn(|way| (digits[image(own, way)] + 2 * digits[image(other, way)]) as u16);
            }
        }
        let arrangements = all();
        let mut names = [0; 256];
        for (number, named) in arrangements.iter().enumerate() {
            names[(0..4).fold(0, |packed, at| packed | named[at] << (2 * at))] = number as u8;
        }
        let ways: Vec<[usize; ARRANGEMENTS]> = (0..COUNT * ARRANGEMENTS)
            .map(|way| permutation(way / ARRANGEMENTS, arrangements[way % ARRANGEMENTS]))
            .collect();
        let is_back =
            |way: &[usize; ARRANGEMENTS], back: &[usize; ARRANGEMENTS]| (0..24).all(|lane| back[way[lane]] == lane);
        let inverse = |way| ways.iter().position(|back| is_back(way, back)).expect("a group has every inverse") as u16;
        Self {
            digits: digits.map(|digit| digit as u16),
            tiles,
            permutations: ways.iter().map(by_nibbles).collect(),
            inverse: ways.iter().map(inverse).collect(),
            names,
        }
    }

    /// The image that stands for contents.
    #[inline]
    pub(super) fn of(&self, attacker: u64, defender: u64) -> Image {
        let digits = |stones: u64, at: usize| usize::from(self.digits[tile(stones, at)]);
        let images: [&[u16; COUNT]; 4] =
            std::array::from_fn(|at| &self.tiles[digits(attacker, at) + 2 * digits(defender, at)]);
        let seen = |symmetry: usize| {
            // A tile's contents and, in the lowest two bits, its name.
            let mut tiles = std::array::from_fn(|at| u32::from(images[at][symmetry]) << 2 | at as u32);
            sort(&mut tiles);
            let number = tiles.iter().fold(0, |number, tile| number * TILES as u64 + u64::from(tile >> 2));
            (number, tiles, symmetry)
        };
        let least = (1..COUNT).map(seen).fold(seen(0), |least, other| if other.0 < least.0 { other } else { least });
        let (number, tiles, symmetry) = least;
        let named = (0..4).fold(0, |named, rank| named | rank << (2 * (tiles[rank] & 3)));
        Image { number, way: (symmetry * ARRANGEMENTS) as u16 + u16::from(self.names[named]) }
    }

    /// Arrangements of contents as those of their image.
    #[inline]
    pub(super) fn onto(&self, image: Image, lanes: Lanes) -> Lanes {
        self.permuted(image.way, lanes)
    }

    /// Arrangements of the image as those of the contents.
    #[inline]
    pub(super) fn back_from(&self, image: Image, lanes: Lanes) -> Lanes {
        self.permuted(self.inverse[usize::from(image.way)], lanes)
    }

    #[inline]
    fn permuted(&self, way: u16, lanes: Lanes) -> Lanes {
        let permutation = &self.permutations[usize::from(way)];
        (0..NIBBLES).fold(0, |set, at| set | permutation[at][(lanes >> (4 * at) & 15) as usize])
    }
}

/// Four numbers in order, without a branch.
#[inline]
fn sort(numbers: &mut [u32; 4]) {
    for (one, two) in [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)] {
        (numbers[one], numbers[two]) = (numbers[one].min(numbers[two]), numbers[one].max(numbers[two]));
    }
}

/// Where a symmetry takes a quadrant, and what it makes of the tile there.
fn tile_image(symmetry: usize, quadrant: usize, stones: usize) -> (usize, usize) {
    let image = |stones: usize| word_image(symmetry, (stones as u64) << (16 * quadrant));
    let to = image(1 << 4).trailing_zeros() as usize / 16;
    (to, tile(image(stones), to))
}

/// Where each arrangement goes by a symmetry and new names for the tiles.
fn permutation(symmetry: usize, names: [usize; 4]) -> [usize; ARRANGEMENTS] {
    let arrangements = all();
    std::array::from_fn(|lane| {
        let mut image = [0; 4];
        for (quadrant, &tile) in arrangements[lane].iter().enumerate() {
            image[tile_image(symmetry, quadrant, 0).0] = names[tile];
        }
        arrangements.iter().position(|&other| other == image).expect("an image of an arrangement is one")
    })
}

fn by_nibbles(permutation: &[usize; ARRANGEMENTS]) -> [[Lanes; 16]; NIBBLES] {
    std::array::from_fn(|at| {
        std::array::from_fn(|bits: usize| {
            (0..4).filter(|bit| bits >> bit & 1 == 1).fold(0, |set, bit| set | 1 << permutation[4 * at + bit])
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ply_game::mix;
    use ply_games::pentago_swap::board::BOARD;

    /// The board when the tiles lie so.
    fn arranged(stones: u64, lane: usize) -> u64 {
        let tiles = all()[lane];
        (0..4).fold(0, |board, quadrant| board | (tile(stones, tiles[quadrant]) as u64) << (16 * quadrant))
    }

    /// The same board from another side, its tiles named otherwise.
    fn renamed(stones: u64, symmetry: usize, names: [usize; 4]) -> u64 {
        let image = |at| tile_image(symmetry, 0, tile(stones, at)).1 as u64;
        (0..4).fold(0, |word, at| word | image(at) << (16 * names[at]))
    }

    #[test]
    fn images_of_contents_have_one_number_and_others_have_another() {
        let images = Images::new();
        for seed in 1..40 {
            let attacker = mix(seed) & mix(seed ^ 77) & BOARD;
            let defender = mix(!seed) & mix(!seed ^ 77) & BOARD & !attacker;
            let image = images.of(attacker, defender);
            assert!(image.number < 3_u64.pow(36));
            for (symmetry, names) in
                (0..COUNT).flat_map(|symmetry| all().into_iter().map(move |names| (symmetry, names)))
            {
                let other = images.of(renamed(attacker, symmetry, names), renamed(defender, symmetry, names));
                assert_eq!(other.number, image.number);
            }
            let moved = attacker & attacker.wrapping_neg();
            assert_ne!(images.of(attacker & !moved, defender | moved).number, image.number);
        }
    }

    #[test]
    fn an_arrangement_and_its_image_are_the_same_board_from_another_side() {
        let images = Images::new();
        for seed in 1..200 {
            let attacker = mix(seed) & mix(seed ^ 77) & BOARD;
            let defender = mix(!seed) & mix(!seed ^ 77) & BOARD & !attacker;
            let image = images.of(attacker, defender);
            let stands = (0..COUNT)
                .flat_map(|symmetry| all().into_iter().map(move |names| (symmetry, names)))
                .nth(usize::from(image.way))
                .map(|(symmetry, names)| {
                    (symmetry, renamed(attacker, symmetry, names), renamed(defender, symmetry, names))
                });
            let (symmetry, own, other) = stands.expect("every way is listed");
            for lane in 0..24 {
                let onto = images.onto(image, 1 << lane);
                assert_eq!(images.back_from(image, onto), 1 << lane);
                let to = onto.trailing_zeros() as usize;
                assert_eq!(word_image(symmetry, arranged(attacker, lane)), arranged(own, to));
                assert_eq!(word_image(symmetry, arranged(defender, lane)), arranged(other, to));
            }
        }
    }
}
