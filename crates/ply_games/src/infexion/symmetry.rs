//! The 588 symmetries of the torus: 49 translations, each after one of 12 rotations and reflections.
//!
//! A linear map of (r, q) modulo 7 keeps the rules if it permutes the six directions. Each direction is the difference
//! of its two neighbours on the clock, so the map turns the clock or flips it: 12 in all, given by where `ur` and `dr`,
//! the two axes, go. Number `12 t + m` is map m followed by the translation that takes cell 0 to cell t.

use ply_game::{Hashed, Symmetric};

use super::Infexion;
use super::action::Action;
use super::geometry::{CELLS, Direction, SIZE, cell, cells, coordinates, shift_q, shift_r};

/// Linear maps: six rotations, then six reflections.
const MAPS: usize = 12;

/// Where each direction goes under each map.
const TURNED: [[Direction; 6]; MAPS] = {
    let mut table = [Direction::ALL; MAPS];
    let mut map = 0;
    while map < MAPS {
        let mut way = 0;
        while way < 6 {
            table[map][way] = Direction::ALL[if map < 6 { (way + map) % 6 } else { (map + 6 - way) % 6 }];
            way += 1;
        }
        map += 1;
    }
    table
};

/// Where each cell goes under each map.
static MOVED: [[u8; CELLS]; MAPS] = {
    let mut table = [[0; CELLS]; MAPS];
    let mut map = 0;
    while map < MAPS {
        let (r_axis, q_axis) =
            (TURNED[map][Direction::UpRight as usize].step(), TURNED[map][Direction::DownRight as usize].step());
        let mut from = 0;
        while from < CELLS {
            let (r, q) = coordinates(from);
            table[map][from] = cell((r * r_axis.0 + q * q_axis.0) % SIZE, (r * r_axis.1 + q * q_axis.1) % SIZE) as u8;
            from += 1;
        }
        map += 1;
    }
    table
};

impl Infexion {
    /// Applies a permutation of cells to all four words.
    fn mapped(&self, words: impl Fn(u64) -> u64) -> Self {
        Self { planes: self.planes.map(&words), red: words(self.red), ..*self }
    }

    fn turned(&self, map: usize) -> Self {
        let mut image = Self { planes: [0; 3], red: 0, ..*self };
        for from in cells(self.occupied()) {
            let to = MOVED[map][from];
            for (plane, old) in image.planes.iter_mut().zip(self.planes) {
                *plane |= (old >> from & 1) << to;
            }
            image.red |= (self.red >> from & 1) << to;
        }
        image
    }
}

impl Symmetric for Infexion {
    fn symmetries(&self) -> usize {
        CELLS * MAPS
    }

    fn transformed(&self, symmetry: usize) -> Self {
        let (r, q) = coordinates(symmetry / MAPS);
        self.turned(symmetry % MAPS).mapped(|word| shift_q(shift_r(word, r), q))
    }

    fn transformed_move(&self, symmetry: usize, action: Action) -> Action {
        let (translation, map) = (coordinates(symmetry / MAPS), symmetry % MAPS);
        let (r, q) = coordinates(usize::from(MOVED[map][action.cell()]));
        let to = cell((r + translation.0) % SIZE, (q + translation.1) % SIZE);
        match action.direction() {
            None => Action::spawn(to),
            Some(direction) => Action::spread(to, TURNED[map][direction as usize]),
        }
    }

    /// Each of the 12 maps is made once and then walked through its 49 translations by shifts.
    fn canonical(&self) -> (Self, usize) {
        let mut best = (*self, 0);
        let mut best_key = self.key();
        for map in 0..MAPS {
            let mut image = self.turned(map);
            for translation in 0..CELLS {
                let key = image.key();
                if key < best_key {
                    best_key = key;
                    best = (image, translation * MAPS + map);
                }
                image = image.mapped(|word| shift_q(word, 1));
                if translation % SIZE == SIZE - 1 {
                    image = image.mapped(|word| shift_r(word, 1));
                }
            }
        }
        best
    }
}
