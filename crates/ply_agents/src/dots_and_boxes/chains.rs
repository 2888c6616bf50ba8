//! The lead and a formula of the chain state, as the report wished for: what lies open, what the chains and loops are
//! worth, and who will have to open the first of them.
//!
//! Where nothing but chains and loops is left the formula is exact. Before that, the safe edges are counted: if their
//! number is even, the player to move runs out of them first. That is the rule of long chains in another form; it is a
//! guess, because drawing one safe edge may spoil another.
// CITE: Berlekamp, The Dots and Boxes Game, 2000.

use ply_games::dots_and_boxes::{DotsAndBoxes, Edge, EdgeSet};
use ply_search::{AlphaBeta, AlphaBetaConfig, Budget, Evaluator, Margin, Report, Searcher, Sink};

use super::endgame::{Board, ChainState};
use crate::weights::weights;

weights! {
    /// What the chain state counts, in hundredths of a box.
    Weights of "ab-chains": ["built-in" => "ab-chains", "hand" => "ab-chains-hand"];
    taken: 0..=200, "a box that can be taken at once";
    strings: 0..=200, "a box that chains and loops bring, while there are safe edges";
    control: 0..=400, "not to run out of safe edges first";
    chain: 0..=200, "that for every long chain and loop";
}

/// A box.
const BOX: i32 = 100;

/// Judges by the lead and the chains.
pub(super) struct Chains<E> {
    board: Board<E>,
    weights: Weights,
}

impl<E: EdgeSet> Chains<E> {
    pub(super) fn new(position: &DotsAndBoxes<E>, weights: Weights) -> Self {
        Self { board: Board::new(position), weights }
    }
}

impl Weights {
    /// What the boxes still open are worth to the player to move.
    fn of_state(&self, state: &ChainState) -> i32 {
        let rest = if state.is_settled {
            BOX * state.strings
        } else {
            let opens = self.strings * state.strings - self.control - self.chain * state.long;
            if state.safe.is_multiple_of(2) { opens } else { -opens }
        };
        let kept = self.taken * (state.taken - state.handout);
        kept + if state.handout == 0 { rest } else { (rest + BOX * state.handout).abs() }
    }
}

impl<E: EdgeSet> Evaluator<DotsAndBoxes<E>> for Chains<E> {
    fn evaluate(&self, position: &DotsAndBoxes<E>) -> i32 {
        Margin.evaluate(position) + self.weights.of_state(&self.board.chain_state(position.undrawn()))
    }
}

/// Alpha-beta over the chains, made for the size of the board that comes.
pub(super) struct ForSize<E: EdgeSet> {
    weights: Weights,
    config: AlphaBetaConfig,
    made: Option<Made<E>>,
}

/// The search that was made for so many rows and columns.
type Made<E> = ((usize, usize), AlphaBeta<Chains<E>>);

impl<E: EdgeSet> ForSize<E> {
    /// The configuration has been checked.
    pub(super) fn new(weights: Weights, config: AlphaBetaConfig) -> Self {
        Self { weights, config, made: None }
    }
}

impl<E: EdgeSet> Searcher<DotsAndBoxes<E>> for ForSize<E> {
    fn search(&mut self, position: &DotsAndBoxes<E>, budget: &Budget, sink: &mut dyn Sink<Edge>) -> Report<Edge> {
        let size = (position.geometry().rows, position.geometry().cols);
        let made = self.made.take().filter(|(of, _)| *of == size).unwrap_or_else(|| {
            let chains = Chains::new(position, self.weights);
            (size, AlphaBeta::new(chains, self.config).expect("the configuration was checked"))
        });
        self.made.insert(made).1.search(position, budget, sink)
    }
}

#[cfg(test)]
mod tests {
    use ply_game::{Game as _, Sampled as _, Scored as _, rng};
    use ply_search::{Limits, Meter, Tally};

    use super::*;
    use crate::dots_and_boxes::endgame::Solver;

    #[test]
    fn with_nothing_but_chains_left_the_formula_is_the_value() {
        let weights = Weights::load("hand").unwrap();
        let mut rng = rng(7);
        let mut settled = 0;
        for _ in 0..300 {
            let mut position = DotsAndBoxes::<u64>::new(3, 3);
            while position.outcome().is_none() {
                let chains = Chains::new(&position, weights);
                let state = chains.board.chain_state(position.undrawn());
                if state.is_settled {
                    let mut solver = Solver::new(Board::new(&position), 1);
                    let (budget, tally) = (Budget::new(Limits::default()), Tally::default());
                    let mut meter = Meter::new(&budget, &tally);
                    let value = solver.value(position.undrawn(), 0, &mut meter).expect("nothing stops it");
                    let lead = Margin.evaluate(&position);
                    assert_eq!(chains.evaluate(&position) - lead, BOX * value, "{:?}", position.scores());
                    settled += 1;
                    break;
                }
                position.play(position.random_move(&mut rng));
            }
        }
        assert!(settled > 200, "{settled}");
    }

    #[test]
    fn who_runs_out_of_safe_edges_is_worse_off() {
        let weights = Weights::load("hand").unwrap();
        let state = ChainState { taken: 0, handout: 0, strings: -3, long: 2, safe: 4, is_settled: false };
        let even = weights.of_state(&state);
        assert!(even < 0);
        assert_eq!(weights.of_state(&ChainState { safe: 5, ..state }), -even);
        assert_eq!(weights.of_state(&ChainState { taken: 2, ..state }), even + 2 * weights.taken);
    }
}
