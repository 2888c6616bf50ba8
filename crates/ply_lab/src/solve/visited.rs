//! Which positions were met, images counted as one.
//!
//! A position is known by 128 bits: the key of the image with the smallest one, and a hash of that image's text. Whoever
//! checks a proof must not rely on one key of 64 bits, which two of ten billion positions may share. Where plies are counted,
//! a position with more of them left is another.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use ply_game::BoardGame;

/// A set of positions.
#[derive(Default, Debug)]
pub struct Visited(HashSet<[u64; 2]>);

impl Visited {
    /// Notes a position with so many plies left; `true` if neither it nor an image of it was there.
    pub fn is_new<G: BoardGame>(&mut self, position: &G, plies_left: Option<u32>) -> bool {
        let (image, _) = position.canonical();
        let mut hasher = DefaultHasher::new();
        (image.position_text(), plies_left).hash(&mut hasher);
        self.0.insert([image.key(), hasher.finish()])
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }
}
