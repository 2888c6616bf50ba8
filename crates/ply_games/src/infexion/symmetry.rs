//! The symmetries of the torus: its translations (49 on the course's), each after one of 12 rotations and reflections.
//!
//! A linear map of (r, q) modulo the axis keeps the rules if it permutes the six directions. Each direction is the difference
//! of its two neighbours on the clock, so the map turns the clock or flips it: 12 in all, given by where `ur` and `dr`,
//! the two axes, go. Number `12 t + m` is map m followed by the translation that takes cell 0 to
//! cell t, counted row by row.

use ply_game::{Hashed, Symmetric};

use super::Infexion;
use super::action::Action;
use super::geometry::{CELLS, Direction, cell, cells, coordinates};
use super::size::{SIZES, Size};

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
type Moved = [[u8; CELLS]; MAPS];

static MOVED: [Moved; SIZES] = {
    let mut tables = [[[0; CELLS]; MAPS]; SIZES];
    let mut at = 0;
    while at < SIZES {
        tables[at] = moved(Size::ALL[at]);
        at += 1;
    }
    tables
};

const fn moved(size: Size) -> Moved {
    let mut table = [[0; CELLS]; MAPS];
    let mut map = 0;
    while map < MAPS {
        let r_axis = TURNED[map][Direction::UpRight as usize].step(size);
        let q_axis = TURNED[map][Direction::DownRight as usize].step(size);
        let mut index = 0;
        while index < size.cells() {
            let from = size.cell_at(index);
            let (r, q) = coordinates(from);
            let (to_r, to_q) = (r * r_axis.0 + q * q_axis.0, r * r_axis.1 + q * q_axis.1);
            table[map][from] = cell(to_r % size.axis(), to_q % size.axis()) as u8;
            index += 1;
        }
        map += 1;
    }
    table
}

impl Infexion {
    /// Applies a permutation of cells to all four words.
    fn mapped(&self, words: impl Fn(u64) -> u64) -> Self {
        Self { planes: self.planes.map(&words), red: words(self.red), ..*self }
    }

    fn turned(&self, map: usize) -> Self {
        let moved = &MOVED[self.size as usize][map];
        let mut image = Self { planes: [0; 3], red: 0, ..*self };
        for from in cells(self.occupied()) {
            let to = moved[from];
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
        self.size.cells() * MAPS
    }

    fn transformed(&self, symmetry: usize) -> Self {
        let (size, (r, q)) = (self.size, coordinates(self.size.cell_at(symmetry / MAPS)));
        self.turned(symmetry % MAPS).mapped(|word| size.shift_q(size.shift_r(word, r), q))
    }

    fn transformed_move(&self, symmetry: usize, action: Action) -> Action {
        let (size, map) = (self.size, symmetry % MAPS);
        let translation = coordinates(size.cell_at(symmetry / MAPS));
        let (r, q) = coordinates(usize::from(MOVED[size as usize][map][action.cell()]));
        let to = cell((r + translation.0) % size.axis(), (q + translation.1) % size.axis());
        match action.direction() {
            None => Action::spawn(to),
            Some(direction) => Action::spread(to, TURNED[map][direction as usize]),
        }
    }

    /// Each of the 12 maps is made once and then walked through its translations by shifts.
    fn canonical(&self) -> (Self, usize) {
        let size = self.size;
        let mut best = (*self, 0);
        let mut best_key = self.key();
        for map in 0..MAPS {
            let mut image = self.turned(map);
            for translation in 0..size.cells() {
                let key = image.key();
                if key < best_key {
                    best_key = key;
                    best = (image, translation * MAPS + map);
                }
                image = image.mapped(|word| size.shift_q(word, 1));
                if translation % size.axis() == size.axis() - 1 {
                    image = image.mapped(|word| size.shift_r(word, 1));
                }
            }
        }
        best
    }
}
