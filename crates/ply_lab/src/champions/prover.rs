//! Proofs of results: by whatever proves most in a game.
//!
//! Pentago-Swap's and Dots-and-Boxes' champions prove what they call decided or solved, and reach farther than a search
//! that knows no game. The other champions skip moves, so their word is none; there it is alpha-beta to the end of the
//! game, and proof-number search where that is too far.

use ply_agents::{Mind, mind};
use ply_game::{BoardGame, Player, Spec, SpecError};
use ply_search::solve::{Dfpn, Exact, Goal, Question, Verdict, WinDrawLoss};
use ply_search::{Budget, Limits, Proof, Silent};

/// Nodes of the champions that prove.
const CHAMPION_NODES: u64 = 4_000_000;
/// Nodes of alpha-beta, and of each question of proof-number search.
const SOLVER_NODES: u64 = 1_000_000;
const TABLE_MB: usize = 64;

enum Method<G: BoardGame> {
    /// It knows what it has proven.
    Champion(Box<Mind<G>>),
    Solvers(Box<(Exact<WinDrawLoss>, Dfpn)>),
}

/// Proves results of one game.
pub struct Prover<G: BoardGame>(Method<G>);

impl<G: BoardGame> Prover<G> {
    /// The prover of a game.
    pub fn new(game: &Spec) -> Result<Self, SpecError> {
        Ok(Self(match game.name.as_str() {
            "pentago-swap" | "dots-and-boxes" => {
                let (_, mind) = mind::<G>(&format!("champion:table={TABLE_MB}").parse()?, 0, 1)?;
                Method::Champion(Box::new(mind))
            }
            _ => Method::Solvers(Box::new((Exact::new(WinDrawLoss, TABLE_MB), Dfpn::new(TABLE_MB)))),
        }))
    }

    /// The result of a position for its player to move (1, 0 or -1), if it can be proven.
    pub fn result(&mut self, position: &G) -> Option<i32> {
        let mover = position.to_move();
        if let Some(outcome) = position.outcome() {
            return Some(for_player(outcome.winner(), mover));
        }
        match &mut self.0 {
            Method::Champion(mind) => {
                let report = mind.think(position, &Budget::new(Limits::nodes(CHAMPION_NODES)), &mut Silent)?;
                (report.proof != Proof::Open).then(|| report.score.points().signum())
            }
            Method::Solvers(solvers) => {
                let budget = || Budget::new(Limits::nodes(SOLVER_NODES));
                if let Some(value) = solvers.0.solve(position, &budget()).value() {
                    return Some(value);
                }
                let mut wins = |player: Player| {
                    let question = Question { player, goal: Goal::Win };
                    solvers.1.prove(position, question, &budget()).verdict == Verdict::Proven
                };
                if wins(mover) { Some(1) } else { wins(mover.other()).then_some(-1) }
            }
        }
    }

    /// What a move is worth to the player who makes it, if it can be proven.
    pub fn after(&mut self, position: &G, mv: G::Move) -> Option<i32> {
        let child = position.after(mv);
        let result = self.result(&child)?;
        Some(if child.to_move() == position.to_move() { result } else { -result })
    }
}

fn for_player(winner: Option<Player>, player: Player) -> i32 {
    winner.map_or(0, |winner| if winner == player { 1 } else { -1 })
}
