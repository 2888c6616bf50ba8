//! The win that White has from the start: by the book, and where the book ends by the solver.
//!
//! Whether a game has followed the proof is told by its moves: the last position of the book was left by the book's move.
//! From there on the solver proves the rest with few nodes, so that it is asked first; anywhere else it costs nothing.

use std::sync::LazyLock;

use ply_game::{Game as _, Player, Symmetric as _};
use ply_games::pentago_swap::symmetry::COUNT;
use ply_games::pentago_swap::{Move, PentagoSwap};
use ply_search::solve::{Solver as _, Verdict};
use ply_search::{Bound, Budget, Limits, Report, Score};

use super::super::book::{BOOK, move_of_image};
use super::super::exact::ExactSolver;
use crate::instant::instant;

/// White has five by this ply.
const LAST_PLY: usize = 19;

/// What the solver may spend on a position: four times what the positions take that the book leaves out.
const MOST_NODES: u64 = 12_000;

/// More than so many nodes can fill.
const MEGABYTES: usize = 1;

/// What is known of White's win in a game.
#[derive(Default)]
pub(super) struct ProvenWin {
    /// The position that the game has come to, if it has followed the proof.
    followed_to: Option<PentagoSwap>,
    solver: Option<ExactSolver>,
}

impl ProvenWin {
    /// Has everything ready that takes time to make.
    pub(super) fn prepare(&mut self) {
        LazyLock::force(&BOOK);
        // The solver's tables are made for its first question.
        let _ = self.by_solver(&PentagoSwap::default(), 1, &Budget::new(Limits::default()));
    }

    /// Looks whether a game follows the proof.
    pub(super) fn follow(&mut self, start: &PentagoSwap, moves: &[Move]) {
        let (mut position, mut follows) = (*start, false);
        for &mv in moves {
            let after = position.after(mv);
            if let Some(known) = BOOK.look_up(&position) {
                let known = position.after(known);
                follows = (0..COUNT).any(|symmetry| known.transformed(symmetry) == after);
            }
            position = after;
        }
        self.followed_to = Some(position).filter(|_| follows);
    }

    /// A move that is proven to win. A search of so many positions or plies is to show what these can do, and knows none.
    pub(super) fn find(&mut self, position: &PentagoSwap, budget: &Budget) -> Option<Report<Move>> {
        let plies = LAST_PLY.checked_sub(position.plies())?;
        if position.to_move() != Player::First || budget.limits.nodes.is_some() || budget.limits.depth.is_some() {
            return None;
        }
        let known = BOOK.look_up(position).map(|mv| (mv, 1));
        let (mv, nodes) = match known {
            None if self.followed_to == Some(*position) => self.by_solver(position, plies, budget)?,
            known => known?,
        };
        Some(instant(mv, Score::win_in(plies), Bound::Lower, plies as u32, nodes, budget))
    }

    /// The solver's move and its nodes, if it proves the win within three quarters of the time. It is asked about the image
    /// that the maker of the book asked about, so that it takes as many nodes as there.
    fn by_solver(&mut self, position: &PentagoSwap, plies: usize, budget: &Budget) -> Option<(Move, u64)> {
        let hard = budget.limits.hard.map(|hard| hard * 3 / 4);
        let limits = Limits { nodes: Some(MOST_NODES), hard, ..budget.limits };
        let solver = self.solver.get_or_insert_with(|| ExactSolver::new(MEGABYTES, 1));
        let (budget, (image, _)) = (Budget { limits, ..budget.clone() }, position.canonical());
        let answer = solver.wins_within(&image, Player::First, plies as u32, &budget)?;
        let best = answer.best.filter(|_| answer.verdict == Verdict::Proven)?;
        Some((move_of_image(position, &image, best)?, answer.nodes))
    }
}
