//! A look at what a search has chosen by a solver: whether the opponent wins after that, and if so, after the next best move.

use std::time::Duration;

use ply_game::Game;
use ply_search::solve::{Solver, Verdict};
use ply_search::{Budget, Limits, Report};

/// The part of a time that the search gets, in hundredths, and the whole. There is none of a search of so many positions or
/// plies, which is to show what these can do.
pub(crate) fn parts(budget: &Budget, hundredths: u32) -> Option<[Budget; 2]> {
    let Limits { depth: None, nodes: None, soft, hard } = budget.limits else { return None };
    let whole = soft.or(hard)?;
    let part = |time: Option<Duration>| time.map(|time| time * hundredths / 100);
    let within = |limits| Budget { limits, ..budget.clone() };
    Some([within(Limits { soft: part(soft), hard: part(hard), ..Limits::default() }), within(Limits::time(whole))])
}

/// The number of the first of a search's moves after which the opponent's win is not proven within the budget; beyond
/// doubt, it is one after which there is no such win.
pub(crate) fn first_standing<G: Game>(
    report: &Report<G::Move>,
    position: &G,
    solver: &mut impl Solver<G>,
    budget: &Budget,
    beyond_doubt: bool,
) -> Option<usize> {
    report.root.iter().position(|root| {
        let child = position.after(root.mv);
        match child.outcome() {
            Some(outcome) => outcome.winner() != Some(child.to_move()),
            None => match solver.at_least(&child, 1, budget).verdict {
                Verdict::Proven => false,
                Verdict::Disproven => true,
                Verdict::Unknown => !beyond_doubt,
            },
        }
    })
}

/// Makes another of a search's moves the one to play, which is not worth more than the one before.
pub(crate) fn put_first<M: Copy>(report: &mut Report<M>, at: usize) {
    let score = report.score;
    report.root[..=at].rotate_right(1);
    let first = &report.root[0];
    (report.best, report.score, report.pv) = (first.mv, first.score.min(score), first.pv.clone());
}
