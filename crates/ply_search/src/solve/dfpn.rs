//! Depth-first proof-number search: questions, answers and the solver.
//!
//! Every position has a proof number, the least count of positions below it that must still be won to prove the
//! question, and a disproof number likewise; the search always goes to a position that lowers one or the other for
//! the root. A game has three results and a proof has two, so a [`Question`] names a player and what this player must
//! reach; two questions give the exact result. Memory: the table, and the children of one line of play.
// CITE: df-pn, Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", 2002

use ply_game::{Hashed, Outcome, Player};

use super::proof_number_search::ProofNumberSearch;
use super::solver::{Answer, Solver};
use super::solver_table::SolverTable;
use crate::{Budget, Meter, Tally};

/// What a player must reach.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Goal {
    /// A win.
    Win,
    /// A draw or a win.
    Draw,
}

/// Whether a player can force a goal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Question {
    /// Who tries.
    pub player: Player,
    /// What is tried.
    pub goal: Goal,
}

impl Question {
    /// Does this player win?
    pub const fn wins(player: Player) -> Self {
        Self { player, goal: Goal::Win }
    }

    /// Does this player draw at least?
    pub const fn draws(player: Player) -> Self {
        Self { player, goal: Goal::Draw }
    }

    /// The answer for a finished game.
    #[inline]
    pub fn is_reached_by(self, outcome: Outcome) -> bool {
        match self.goal {
            Goal::Win => outcome == Outcome::Win(self.player),
            Goal::Draw => outcome != Outcome::Win(self.player.other()),
        }
    }

    /// What tells this question's keys from the other's, and whether its numbers are stored the other way round: that
    /// one player wins is that the other cannot draw, so the four questions are two.
    pub(super) fn in_table(self) -> (u64, bool) {
        // An arbitrary number: it must not be a difference of two keys, as those of mixed small numbers can be.
        const FIRST_WINS: u64 = 0xa3f1_5c08_9b7e_d264;
        let first_wins = (self.goal == Goal::Win) == (self.player == Player::First);
        (if first_wins { FIRST_WINS } else { 0 }, self.player == Player::Second)
    }
}

/// The answer to a question.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// The goal can be forced.
    Proven,
    /// The opponent can prevent it.
    Disproven,
    /// The budget ended first.
    Unknown,
}

/// What is known about a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof<M> {
    /// The answer.
    pub verdict: Verdict,
    /// Positions visited.
    pub nodes: u64,
    /// The proof number: 0 when proven.
    pub pn: u32,
    /// The disproof number: 0 when disproven.
    pub dn: u32,
    /// A line that follows the proof or disproof, as far as the table still has it; the side that succeeds makes moves
    /// that succeed. Its first move is there whenever the question is answered and the game goes on.
    pub line: Vec<M>,
}

/// Answers questions by depth-first proof-number search.
///
/// A table that is far too small for a question makes it forget and repeat; only the budget then ends it.
///
/// ```
/// use ply_game::{Player, TreeGame};
/// use ply_search::solve::{Dfpn, Question, Verdict};
/// use ply_search::{Budget, Limits};
///
/// let tree: TreeGame = "1[2[- +] 1[= 2[+ +]]]".parse().unwrap();
/// let proof = Dfpn::new(1).prove(&tree, Question::wins(Player::First), &Budget::new(Limits::default()));
/// assert_eq!((proof.verdict, proof.line), (Verdict::Proven, vec![1, 1, 0]));
/// ```
#[derive(Debug)]
pub struct Dfpn {
    table: SolverTable,
    keeps_table: bool,
}

impl Dfpn {
    /// A solver with a table of this many megabytes, at least 1.
    pub fn new(megabytes: usize) -> Self {
        Self::with_table(SolverTable::megabytes(megabytes))
    }

    pub(super) fn with_table(table: SolverTable) -> Self {
        Self { table, keeps_table: false }
    }

    /// Keeps the table from one call to the next. Right only as long as all positions are of one game and one size,
    /// because keys need not tell sizes apart.
    pub fn keeping_table(mut self) -> Self {
        self.keeps_table = true;
        self
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Answers a question about a position, or gives what is known when the budget ends. The budget's depth is not
    /// regarded.
    pub fn prove<G: Hashed>(&mut self, position: &G, question: Question, budget: &Budget) -> Proof<G::Move> {
        self.run(budget, |table, meter| ProofNumberSearch::new(question, table, meter).prove(position))
    }

    /// The table, to be kept elsewhere.
    pub fn table(&self) -> &SolverTable {
        &self.table
    }

    fn run<T>(&mut self, budget: &Budget, work: impl FnOnce(&SolverTable, &mut Meter<'_>) -> T) -> T {
        if !self.keeps_table {
            self.clear();
        }
        let tally = Tally::default();
        work(&self.table, &mut Meter::new(budget, &tally))
    }
}

impl<G: Hashed> Solver<G> for Dfpn {
    /// Knows results only: of a larger or smaller target it says nothing.
    fn at_least(&mut self, position: &G, target: i32, budget: &Budget) -> Answer<G::Move> {
        let mover = position.to_move();
        let question = match target {
            1 => Question::wins(mover),
            0 => Question::draws(mover),
            _ => return Answer::unknown(0),
        };
        let proof = self.prove(position, question, budget);
        let bound = if proof.verdict == Verdict::Disproven { target - 1 } else { target };
        let best = proof.line.first().copied().filter(|_| proof.verdict == Verdict::Proven);
        Answer { verdict: proof.verdict, bound, best, nodes: proof.nodes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_and_its_opposite_share_a_place_and_the_two_do_not() {
        let [first, second] = Player::BOTH;
        assert_eq!(Question::wins(first).in_table().0, Question::draws(second).in_table().0);
        assert_eq!(Question::draws(first).in_table().0, Question::wins(second).in_table().0);
        assert_ne!(Question::wins(first).in_table().0, Question::draws(first).in_table().0);
        for outcome in [Outcome::Draw, Outcome::Win(first), Outcome::Win(second)] {
            assert_ne!(Question::wins(first).is_reached_by(outcome), Question::draws(second).is_reached_by(outcome));
        }
    }
}
