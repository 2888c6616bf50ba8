//! Proofs of results: by whatever proves most in a game.
//!
//! Pentago-Swap's champion proves what it calls decided or solved, and reaches farther than a search that knows no game. The
//! other champions skip moves, so their word is none; there it is the solvers of the [`Portfolio`].

use ply_agents::{Mind, mind};
use ply_game::{BoardGame, Spec, SpecError};
use ply_search::solve::{Answer, Solver, Verdict};
use ply_search::{Budget, Limits, Proof, Silent};

use crate::solve::Portfolio;

/// What a proof may take.
const NODES: u64 = 4_000_000;
const TABLE_MB: usize = 64;

/// Proves results of one game.
pub struct Prover<G: BoardGame>(Box<dyn Solver<G>>);

impl<G: BoardGame> Prover<G> {
    /// The prover of a game, for the board of a position.
    pub fn new(game: &Spec, position: &G) -> Result<Self, SpecError> {
        Ok(Self(if game.name == "pentago-swap" {
            let (_, champion) = mind::<G>(&format!("champion:table={TABLE_MB}").parse()?, 0, 1)?;
            Box::new(ProvenByThinking(champion))
        } else {
            Box::new(Portfolio::new(game, position, TABLE_MB, 1))
        }))
    }

    /// The result of a position for its player to move (1, 0 or -1), if it can be proven.
    pub fn result(&mut self, position: &G) -> Option<i32> {
        self.0.settle(position, &Budget::new(Limits::nodes(NODES))).prospect.result()
    }

    /// What a move is worth to the player who makes it, if it can be proven.
    pub fn after(&mut self, position: &G, mv: G::Move) -> Option<i32> {
        let child = position.after(mv);
        let result = self.result(&child)?;
        Some(if child.to_move() == position.to_move() { result } else { -result })
    }
}

/// An agent that knows what it has proven.
struct ProvenByThinking<G: BoardGame>(Mind<G>);

impl<G: BoardGame> Solver<G> for ProvenByThinking<G> {
    fn at_least(&mut self, position: &G, target: i32, budget: &Budget) -> Answer<G::Move> {
        let Some(report) = self.0.think(position, budget, &mut Silent) else { return Answer::unknown(0) };
        if report.proof == Proof::Open {
            return Answer::unknown(report.nodes);
        }
        let bound = report.score.points().signum();
        let (verdict, best) =
            if bound >= target { (Verdict::Proven, Some(report.best)) } else { (Verdict::Disproven, None) };
        Answer { verdict, bound, best, nodes: report.nodes }
    }
}
