//! Plain minimax to a fixed depth: no pruning, no table, no order. Slow, and obviously right.

use ply_game::Game;

use crate::budget::Tally;
use crate::{Bound, Budget, Evaluator, Meter, Proof, Report, RootMove, Score, Searcher, Sink, Window};

/// The oracle: what every other searcher's value is compared with.
///
/// ```
/// use ply_game::TreeGame;
/// use ply_search::{Budget, Limits, Minimax, Score, Searcher, Silent, Zero};
/// let tree: TreeGame = "1[2[+ -] 1[= +]]".parse().unwrap();
/// let report = Minimax::new(Zero).search(&tree, &Budget::new(Limits::depth(2)), &mut Silent);
/// assert_eq!((report.best, report.score), (1, Score::win_in(2)));
/// ```
#[derive(Clone, Debug)]
pub struct Minimax<E> {
    evaluator: E,
}

impl<E> Minimax<E> {
    /// Minimax with this evaluator at the leaves.
    pub fn new(evaluator: E) -> Self {
        Self { evaluator }
    }
}

impl<E> Minimax<E> {
    /// The depth where the budget names none.
    pub const DEFAULT_DEPTH: u32 = 3;

    fn value<G: Game>(&self, position: &G, depth: u32, ply: usize, meter: &mut Meter<'_>) -> (Score, Vec<G::Move>)
    where
        E: Evaluator<G>,
    {
        if depth == 0 || meter.is_stopped() {
            return (Score::opinion(self.evaluator.evaluate(position)), Vec::new());
        }
        let mut best = (Score::LOWEST, Vec::new());
        position.legal_moves(|mv| {
            let (score, line) = self.move_value(position, mv, depth, ply, meter);
            if score > best.0 {
                best = (score, line);
            }
        });
        best
    }

    /// The score of a move for the player who makes it, and the best play from the move on.
    fn move_value<G: Game>(
        &self,
        position: &G,
        mv: G::Move,
        depth: u32,
        ply: usize,
        meter: &mut Meter<'_>,
    ) -> (Score, Vec<G::Move>)
    where
        E: Evaluator<G>,
    {
        meter.count();
        let child = position.after(mv);
        let mut line = vec![mv];
        let score = match child.outcome() {
            Some(outcome) => Score::of_outcome(outcome, position.to_move(), ply + 1),
            None => Window::FULL.through(child.to_move() == position.to_move(), |_| {
                let (score, rest) = self.value(&child, depth - 1, ply + 1, meter);
                line.extend(rest);
                score
            }),
        };
        (score, line)
    }
}

impl<G: Game, E: Evaluator<G>> Searcher<G> for Minimax<E> {
    fn search(&mut self, position: &G, budget: &Budget, sink: &mut dyn Sink<G::Move>) -> Report<G::Move> {
        let depth = budget.limits.depth.unwrap_or(Self::DEFAULT_DEPTH).max(1);
        let tally = Tally::default();
        let mut meter = Meter::new(budget, &tally);
        let mut root = Vec::new();
        position.legal_moves(|mv| {
            let before = meter.nodes();
            let (score, pv) = self.move_value(position, mv, depth, 0, &mut meter);
            root.push(RootMove { mv, score, bound: Bound::Exact, nodes: meter.nodes() - before, pv });
        });
        root.sort_by_key(|root| std::cmp::Reverse(root.score));
        let best = root.first().expect("a game that goes on has a legal move");
        let report = Report {
            best: best.mv,
            score: best.score,
            proof: Proof::of(best.score),
            depth: if meter.is_stopped() { 0 } else { depth },
            deepest: best.pv.len() as u32,
            nodes: meter.nodes(),
            time: budget.elapsed(),
            pv: best.pv.clone(),
            root,
        };
        sink.report(&report);
        report
    }
}
