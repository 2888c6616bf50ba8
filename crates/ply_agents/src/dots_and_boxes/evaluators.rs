//! The report's evaluators: the lead, and what lies open. A hundred points are a box, as in [`ply_search::Margin`].

use ply_game::{Game as _, Hashed as _, below, rng};
use ply_games::dots_and_boxes::{DotsAndBoxes, Edge, EdgeSet};
use ply_search::{Evaluator, Margin};

use super::edges::captures;

/// The lead and the boxes with three sides, whoever is to move: "counting threes".
pub(super) struct Threes;

impl<E: EdgeSet> Evaluator<DotsAndBoxes<E>> for Threes {
    fn evaluate(&self, position: &DotsAndBoxes<E>) -> i32 {
        let drawn = position.drawn();
        let boxes = position.geometry().edges_of_box.iter();
        let threes = boxes.filter(|sides| (drawn & **sides).count() == 3).count();
        Margin.evaluate(position) + 100 * threes as i32
    }
}

/// The lead after boxes with three sides were closed, a random one each time, until there is none or `most` were
/// closed. The player to move closes them all, so only the limit makes the order matter.
pub(super) struct Simulated {
    pub(super) most: u32,
    pub(super) seed: u64,
}

impl<E: EdgeSet> Evaluator<DotsAndBoxes<E>> for Simulated {
    fn evaluate(&self, position: &DotsAndBoxes<E>) -> i32 {
        let mut position = *position;
        let mut choices = None;
        for _ in 0..self.most {
            let open = captures(&position);
            if open == E::EMPTY {
                break;
            }
            let rng = choices.get_or_insert_with(|| rng(self.seed ^ position.key()));
            position.play(Edge(open.nth(below(rng, open.count())) as u8));
        }
        Margin.evaluate(&position)
    }
}
