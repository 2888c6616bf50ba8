//! Positions as numbers: the set of drawn edges, one bit each. Score and mover do not matter to the rest of the game.

use std::ops::Range;

use ply_game::{Game as _, Player, Ranked, Ranking, Scored as _, Stakes, layers_of_sets};

use super::{DotsAndBoxes, EdgeSet};

/// Boards with more edges have no numbers: a table of them would have a million million entries.
const MOST_EDGES: usize = 40;

/// The sets of drawn edges of one board.
struct EdgeRanking<E: 'static>(DotsAndBoxes<E>);

impl<E: EdgeSet> Ranked for DotsAndBoxes<E> {
    fn ranking(&self) -> Option<Box<dyn Ranking<Self>>> {
        (self.geometry.edges() <= MOST_EDGES).then(|| Box::new(EdgeRanking(*self)) as Box<dyn Ranking<Self>>)
    }
}

impl<E: EdgeSet> Ranking<DotsAndBoxes<E>> for EdgeRanking<E> {
    fn size(&self) -> u64 {
        1 << self.0.geometry.edges()
    }

    #[inline]
    fn rank(&self, position: &DotsAndBoxes<E>) -> u64 {
        position.drawn.words()[0]
    }

    /// The closed boxes are the first player's, who moves.
    fn unrank(&self, rank: u64) -> Option<DotsAndBoxes<E>> {
        let mut position = self.0.with_drawn(E::from_word(rank));
        let closed = |edges: &&E| position.drawn & **edges == **edges;
        position.scores[Player::First.index()] = position.geometry.edges_of_box.iter().filter(closed).count() as u8;
        Some(position)
    }

    fn layers(&self) -> Vec<Vec<Range<u64>>> {
        layers_of_sets(self.0.geometry.edges(), 1)
    }

    /// Every box that is left is somebody's in the end, so the values are two apart.
    #[inline]
    fn stakes(&self, position: &DotsAndBoxes<E>) -> Stakes {
        let mover = position.to_move();
        let [own, other] = [mover, mover.other()].map(|player| i32::from(position.scores[player.index()]));
        Stakes { banked: own - other, most: position.open_points().unwrap_or_default(), step: 2 }
    }
}
