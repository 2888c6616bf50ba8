//! Exact knowledge of the root: which moves keep the result, by how much, and which of them are hardest to answer.

use std::time::Duration;

use ply_game::{Game as _, Scored as _};
use ply_games::dots_and_boxes::{DotsAndBoxes, Edge, EdgeSet};
use ply_search::{Bound, Meter, Report, RootMove, Score};

use super::super::edges::{boxes_closed, each};
use super::super::endgame::Solver;

/// What is proven about a position.
pub(super) struct Verdict {
    /// The final margin of the player to move.
    margin: i32,
    best: Edge,
    left: u32,
}

impl Verdict {
    /// Solves a position; `None` if the meter stops before the result is known.
    pub(super) fn find<E: EdgeSet>(
        position: &DotsAndBoxes<E>,
        solver: &mut Solver<E>,
        meter: &mut Meter<'_>,
    ) -> Option<Self> {
        let edges = position.undrawn();
        let mover = position.to_move().index();
        let scores = position.scores().unwrap_or_default();
        let lead = scores[mover] - scores[1 - mover];
        let value = solver.value(edges, 1 - lead, meter)?;
        let mut best = None;
        each(solver.candidates(edges), |edge| {
            let move_keeps = best.is_none() && keeps(position, edge, value, solver, meter);
            if move_keeps && !meter.is_stopped() {
                best = Some(Edge(edge as u8));
            }
        });
        Some(Self { margin: lead + value, best: best?, left: edges.count() })
    }

    /// As a searcher reports it.
    pub(super) fn report(&self, nodes: u64, time: Duration) -> Report<Edge> {
        let score = Score::opinion(self.margin);
        let pv = vec![self.best];
        let root = vec![RootMove { mv: self.best, score, bound: Bound::Exact, nodes, pv: pv.clone() }];
        Report { best: self.best, score, depth: self.left, deepest: self.left, nodes, time, pv, root }
    }
}

/// Whether a move brings the player who makes it at least `target` from here on.
fn keeps<E: EdgeSet>(
    position: &DotsAndBoxes<E>,
    edge: usize,
    target: i32,
    solver: &mut Solver<E>,
    meter: &mut Meter<'_>,
) -> bool {
    let closed = boxes_closed(position, edge) as i32;
    let rest = position.undrawn() & !E::single(edge);
    if closed > 0 {
        solver.at_least(rest, target - closed, meter)
    } else {
        !solver.at_least(rest, 1 - target, meter)
    }
}
