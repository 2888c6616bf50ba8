//! The value of a position, closed in on by questions.

use ply_game::{BoardGame, Outcome, Player};
use ply_search::Budget;
use ply_search::solve::{Payoff as _, Solver, Verdict};

use super::portfolio::Portfolio;
use ply_agents::GamePayoff;

/// What is proven about a position, for the first player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution<M> {
    /// The value is at least this.
    pub lower: i32,
    /// The value is at most this.
    pub upper: i32,
    /// A move that gets the value; `None` in a finished game and where the value is not known.
    pub best: Option<M>,
    /// Best play by both, as far as it was found.
    pub line: Vec<M>,
}

impl<M> Solution<M> {
    /// Who wins, if that is known.
    pub fn outcome(&self) -> Option<Outcome> {
        let (lower, upper) = (Outcome::by_margin(self.lower), Outcome::by_margin(self.upper));
        (lower == upper).then_some(lower)
    }

    /// The exact value, if that is known.
    pub fn value(&self) -> Option<i32> {
        (self.lower == self.upper).then_some(self.lower)
    }
}

/// The value of a position within a budget: first who wins, then by how much.
pub fn solve<G: BoardGame>(
    position: &G,
    payoff: GamePayoff,
    solver: &mut Portfolio<G>,
    budget: &Budget,
) -> Solution<G::Move> {
    let sign = if position.to_move() == Player::First { 1 } else { -1 };
    if let Some(outcome) = position.outcome() {
        let value = payoff.at_end(position, outcome, Player::First);
        return Solution { lower: value, upper: value, best: None, line: Vec::new() };
    }
    let (mut lower, mut upper) = payoff.range(position, position.to_move());
    let mut best = None;
    while lower < upper {
        let target = next_target(lower, upper);
        solver.progress.update(|state| (state.target, state.bounds) = (target, Some((lower, upper))));
        let answer = solver.at_least(position, target, budget);
        match answer.verdict {
            Verdict::Proven => (lower, best) = (answer.bound, answer.best),
            Verdict::Disproven => upper = answer.bound,
            Verdict::Unknown => break,
        }
    }
    if lower == upper && best.is_none() {
        best = solver.at_least(position, lower, budget).best;
    }
    let line = if lower == upper { line(position, sign * lower, solver, budget) } else { Vec::new() };
    let (lower, upper) = if sign == 1 { (lower, upper) } else { (-upper, -lower) };
    Solution { lower, upper, best: line.first().copied().or(best), line }
}

/// Is it won? Is it drawn at least? Then by how much, from the side that is known.
fn next_target(lower: i32, upper: i32) -> i32 {
    match (lower, upper) {
        (..=0, 1..) => 1,
        (..=-1, 0) => 0,
        (1.., _) => lower + 1,
        _ => upper,
    }
}

/// Best play from a position that is worth this to the first player, as far as the budget lets it be found.
fn line<G: BoardGame>(position: &G, value: i32, solver: &mut Portfolio<G>, budget: &Budget) -> Vec<G::Move> {
    let mut at = position.clone();
    let mut line = Vec::new();
    while at.outcome().is_none() {
        let target = if at.to_move() == Player::First { value } else { -value };
        let Some(best) = solver.at_least(&at, target, budget).best else { break };
        line.push(best);
        at.play(best);
    }
    line
}
