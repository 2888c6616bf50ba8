//! The solver as others ask it: about whole positions, with the boxes that the players have.

use ply_game::{Game as _, Scored as _};
use ply_games::dots_and_boxes::{DotsAndBoxes, Edge, EdgeSet};
use ply_search::solve::{Answer, Solver as Solves, SolverTable, Verdict};
use ply_search::{Budget, Meter, Tally};

use super::edges::{boxes_closed, each};
use super::endgame::{Board, Solver, Team};

/// Proves margins of finished games, by search alone.
pub(super) struct ExactSolver<E: EdgeSet>(Team<E>);

impl<E: EdgeSet> ExactSolver<E> {
    pub(super) fn new(position: &DotsAndBoxes<E>, megabytes: usize, threads: usize) -> Self {
        Self(Team::new(Solver::new(Board::new(position), megabytes).without_book(), threads))
    }
}

impl<E: EdgeSet> Solves<DotsAndBoxes<E>> for ExactSolver<E> {
    fn at_least(&mut self, position: &DotsAndBoxes<E>, target: i32, budget: &Budget) -> Answer<Edge> {
        let lead = lead(position);
        // Every margin has the parity of the number of boxes.
        let target = target + ((target - position.geometry().edges_of_box.len() as i32) & 1);
        let (reached, mut nodes) = self.0.at_least(position.undrawn(), target - lead, budget);
        let Some(reached) = reached else { return Answer::unknown(nodes) };
        // The table knows the answer now, and most of what leads to it.
        let tally = Tally::default();
        let mut meter = Meter::new(budget, &tally);
        let best = reached.then(|| first_keeper(position, target - lead, &mut self.0.first, &mut meter)).flatten();
        nodes += meter.nodes();
        if meter.is_stopped() {
            return Answer::unknown(nodes);
        }
        let verdict = if reached { Verdict::Proven } else { Verdict::Disproven };
        Answer { verdict, bound: if reached { target } else { target - 2 }, best, nodes }
    }

    fn table(&self) -> Option<&SolverTable> {
        Some(self.0.first.table())
    }

    fn estimate(&self, position: &DotsAndBoxes<E>) -> Option<u64> {
        Some(expected_nodes(&self.0.first, position.undrawn()))
    }
}

/// About how many nodes it takes to say who wins: a [size](Solver::size) of 10 takes 1,700, each more 2.7 times as many,
/// and of what is its own image only one part has to be searched. Boards of two and three rows take up to ten times fewer.
pub(super) fn expected_nodes<E: EdgeSet>(solver: &Solver<E>, undrawn: E) -> u64 {
    let nodes = 1700.0 * 2.7_f64.powi(solver.size(undrawn) - 10);
    (nodes / solver.own_images(undrawn) as f64).ceil() as u64
}

/// Boxes of the player to move less those of the other.
pub(super) fn lead<E: EdgeSet>(position: &DotsAndBoxes<E>) -> i32 {
    let mover = position.to_move().index();
    let scores = position.scores().unwrap_or_default();
    scores[mover] - scores[1 - mover]
}

/// Whether a move brings the player who makes it at least `target` from here on.
pub(super) fn keeps<E: EdgeSet>(
    position: &DotsAndBoxes<E>,
    edge: usize,
    target: i32,
    solver: &mut Solver<E>,
    meter: &mut Meter<'_>,
) -> bool {
    let closed = boxes_closed(position, edge) as i32;
    let rest = position.undrawn() & !E::single(edge);
    if closed > 0 { solver.at_least(rest, target - closed, meter) } else { !solver.at_least(rest, 1 - target, meter) }
}

/// A move that brings at least `target`: one that is known to without a search, if there is any. `None` if the meter
/// stopped first.
pub(super) fn first_keeper<E: EdgeSet>(
    position: &DotsAndBoxes<E>,
    target: i32,
    solver: &mut Solver<E>,
    meter: &mut Meter<'_>,
) -> Option<Edge> {
    let candidates = solver.candidates(position.undrawn());
    let mut found = None;
    each(candidates, |edge| {
        let closed = boxes_closed(position, edge) as i32;
        let (lower, upper) = solver.known(position.undrawn() & !E::single(edge));
        if found.is_none() && (if closed > 0 { lower >= target - closed } else { upper < 1 - target }) {
            found = Some(edge);
        }
    });
    each(candidates, |edge| {
        if found.is_none() && !meter.is_stopped() {
            let keeps = keeps(position, edge, target, solver, meter);
            found = (keeps && !meter.is_stopped()).then_some(edge);
        }
    });
    found.map(|edge| Edge(edge as u8))
}
