//! The key of a core, kept up to date edge by edge for every symmetry at once: the smallest of them is that of the
//! position, of all its images, and of all positions that only differ in edges that are alike.

use ply_game::mix;
use ply_games::dots_and_boxes::EdgeSet;

use super::super::edges::each;

/// The most symmetries that a board has.
pub(super) const MOST_SYMMETRIES: usize = 8;

/// The key of each image of a core. Symmetries that the board does not have stay at the largest number.
pub(super) type Keys = [u64; MOST_SYMMETRIES];

/// Edges of one box that lie on the border: they are as good as each other, so only their number counts.
#[derive(Clone, Debug)]
struct Alike<E> {
    all: E,
    members: Vec<u8>,
}

/// No edges are alike to this one.
const UNLIKE: u8 = u8::MAX;

/// A random word for each edge under each symmetry.
#[derive(Clone, Debug)]
pub(super) struct EdgeKeys<E> {
    words: Vec<Keys>,
    alike: Vec<Alike<E>>,
    /// Which of them an edge belongs to.
    class: Vec<u8>,
    symmetries: usize,
}

impl<E: EdgeSet> EdgeKeys<E> {
    /// From the border edges of each box, and where edges go under each symmetry.
    pub(super) fn new(edges: usize, border_sides: impl Iterator<Item = E>, images: &[Vec<u8>]) -> Self {
        let mut alike: Vec<Alike<E>> = Vec::new();
        let mut class = vec![UNLIKE; edges];
        for all in border_sides.filter(|all| all.count() > 1) {
            let mut members = Vec::new();
            each(all, |edge| {
                members.push(edge as u8);
                class[edge] = alike.len() as u8;
            });
            alike.push(Alike { all, members });
        }
        // A member's image counts as the member of the same rank over there, so that numbers alone decide.
        let image = |symmetry: usize, edge: usize| {
            let to = usize::from(images[symmetry][edge]);
            if class[edge] == UNLIKE {
                return to;
            }
            let rank = alike[usize::from(class[edge])].members.iter().position(|&member| usize::from(member) == edge);
            usize::from(alike[usize::from(class[to])].members[rank.expect("an edge is in its class")])
        };
        let random = |edge: usize| mix(0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(edge as u64 + 1));
        let words = (0..edges).map(|edge| {
            std::array::from_fn(|symmetry| if symmetry < images.len() { random(image(symmetry, edge)) } else { 0 })
        });
        let words = words.collect();
        Self { words, alike, class, symmetries: images.len() }
    }

    /// Of edges that are alike, the one that stands for all.
    #[inline]
    pub(super) fn standing(&self, edge: u8) -> u8 {
        match self.class[usize::from(edge)] {
            UNLIKE => edge,
            class => self.alike[usize::from(class)].members[0],
        }
    }

    /// A set with one of each kind that it has.
    #[inline]
    pub(super) fn one_of_alike(&self, mut set: E) -> E {
        for alike in &self.alike {
            let some = set & alike.all;
            if some != E::EMPTY {
                set = set & !some.without_lowest();
            }
        }
        set
    }

    /// The keys of a set.
    pub(super) fn of(&self, set: E) -> Keys {
        let mut keys = [u64::MAX; MOST_SYMMETRIES];
        keys[..self.symmetries].fill(0);
        self.remove(&mut keys, set, set);
        keys
    }

    /// Takes edges out of a set that has them; the other way round it puts them in.
    #[inline]
    pub(super) fn remove(&self, keys: &mut Keys, mut set: E, removed: E) {
        each(removed, |edge| {
            let word = match self.class[edge] {
                UNLIKE => edge,
                class => {
                    let alike = &self.alike[usize::from(class)];
                    usize::from(alike.members[(set & alike.all).count() as usize - 1])
                }
            };
            set = set & !E::single(edge);
            keys.iter_mut().zip(&self.words[word]).for_each(|(key, word)| *key ^= word);
        });
    }
}

/// The smallest key, and the symmetry it belongs to.
#[inline]
pub(super) fn smallest(keys: &Keys) -> (u64, usize) {
    let mut best = (keys[0], 0);
    for (symmetry, &key) in keys.iter().enumerate().skip(1) {
        if key < best.0 {
            best = (key, symmetry);
        }
    }
    best
}
