//! Names of components: equal for those that are as good as each other.
//!
//! What counts is the graph: boxes, how many undrawn border edges each has, and which share an undrawn edge. A tree is
//! named by its graph alone, wherever it lies and however its branches are bent: they are folded into the box they grow
//! from, from their tips inwards, until the middle is left. What has cycles is named by its edges, the smallest of its
//! images under the symmetries of the board.
// CITE: Aho, Hopcroft and Ullman, The Design and Analysis of Computer Algorithms, 1974 (isomorphic trees).

use ply_game::mix;
use ply_games::dots_and_boxes::EdgeSet;

use super::super::edges::each;
use super::board::{Board, GROUND, MOST_BOXES};

/// The most symmetries that a board has.
pub(super) const MOST_SYMMETRIES: usize = 8;

/// For each edge, a random word under each symmetry. Border edges of one box have the same.
pub(super) type Words = Vec<[u64; MOST_SYMMETRIES]>;

/// Words from where edges go under each symmetry; of edges that are alike, `standing` stands for all.
pub(super) fn words(images: &[Vec<u8>], standing: impl Fn(usize) -> usize) -> Words {
    let word = |edge: usize| mix(0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(edge as u64 + 1));
    let of_edge = |edge: usize| {
        std::array::from_fn(|symmetry| word(standing(usize::from(images[symmetry % images.len()][edge]))))
    };
    (0..images[0].len()).map(of_edge).collect()
}

/// The boxes of a set.
fn boxes(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(lowest)
    })
}

impl<E: EdgeSet> Board<E> {
    /// The smallest name of the images of a set of edges.
    pub(super) fn smallest_image(&self, edges: E) -> u64 {
        let mut sums = [0_u64; MOST_SYMMETRIES];
        each(edges, |edge| {
            sums.iter_mut().zip(&self.words[edge]).for_each(|(sum, word)| *sum = sum.wrapping_add(*word));
        });
        mix(sums.into_iter().fold(u64::MAX, u64::min))
    }

    /// The name of a component without cycles.
    pub(super) fn folded(&self, component: E) -> u64 {
        // What a box is: its border edges and the branches folded into it.
        let mut labels = [0_u64; MOST_BOXES];
        // The boxes that each still shares an undrawn edge with.
        let mut neighbours = [0_u64; MOST_BOXES];
        let mut left = 0_u64;
        each(component, |edge| {
            let [one, other] = self.beside[edge];
            left |= 1 << one;
            if other == GROUND {
                labels[usize::from(one)] += 1;
            } else {
                left |= 1 << other;
                neighbours[usize::from(one)] |= 1 << other;
                neighbours[usize::from(other)] |= 1 << one;
            }
        });
        let mut tips = boxes(left).filter(|&at| neighbours[at].count_ones() == 1).fold(0_u64, |set, at| set | 1 << at);
        // All tips of a round together, so that it ends in the middle.
        while left.count_ones() > 2 {
            let round = std::mem::take(&mut tips);
            for at in boxes(round) {
                let on = neighbours[at].trailing_zeros() as usize;
                labels[on] = labels[on].wrapping_add(mix(labels[at] ^ 0x8cb9_2ba7_2f3d_8dd7));
                neighbours[on] &= !(1 << at);
                if neighbours[on].count_ones() == 1 {
                    tips |= 1 << on;
                }
            }
            left &= !round;
        }
        mix(boxes(left).fold(u64::from(left.count_ones()), |sum, at| sum.wrapping_add(mix(labels[at]))))
    }
}
