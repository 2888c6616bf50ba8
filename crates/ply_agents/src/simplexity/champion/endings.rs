//! What the solver knows: results that the search would see two or three plies later.
//!
//! With so few plies left that it mostly comes to an end, the solver gets a part of the time first. A win is played at once.
//! Otherwise the search chooses, in a drawn position among the moves that hold the draw. Where nothing is known yet, the
//! solver then looks whether the move that the search likes best loses, and if it does, at the next one: what the opponent
//! could prove after it can be proven before.

use std::time::Duration;

use ply_game::Game as _;
use ply_games::simplexity::{Bits, Geometry, Move, Shape, Simplexity};
use ply_search::solve::{Prospect, Solver as _, Verdict};
use ply_search::{Bound, Budget, Limits, Proof, Report, Score};

use super::super::exact::ExactSolver;
use crate::instant::instant;
use crate::verification::{first_standing, parts, put_first};

/// What the solver gets of the time first, in hundredths.
const SHARE: u32 = 30;
/// What is kept for it beyond that, to verify the search's choice.
const SHARE_OF_VERIFICATION: u32 = 35;
/// With so many plies more than it can mostly solve, it still finds most of what is wrong with a move.
const VERIFIED_PLIES: f64 = 3.0;
/// With so many plies left most positions of the champion's games are solved by [`USUAL_NODES`].
const USUAL_PLIES: f64 = 26.0;
const USUAL_NODES: f64 = 400_000.0;
/// How many plies fewer there must be where there are a tenth of the nodes.
const PLIES_OF_A_TENTH: f64 = 3.0;
/// Nodes in a microsecond.
const SPEED: f64 = 4.0;
/// What may be spent on finding again what was just found, or on a shorter win.
const FEW_NODES: u64 = 10_000;

/// The board and the pieces that a solver is for.
type Kind = (&'static Geometry, [usize; 2]);

/// The solver.
pub(super) struct Endings {
    solver: Option<(Kind, ExactSolver)>,
    megabytes: usize,
}

impl Endings {
    /// One with a table of so many megabytes.
    pub(super) fn new(megabytes: usize) -> Self {
        Self { solver: None, megabytes }
    }

    /// The solver for games like this one; none where boards are too large.
    pub(super) fn solver<W: Bits>(&mut self, position: &Simplexity<W>) -> Option<&mut ExactSolver> {
        let kind = (position.geometry(), Shape::BOTH.map(|shape| position.total(shape)));
        if self.solver.as_ref().is_none_or(|(known, _)| *known != kind) {
            self.solver = ExactSolver::new(position, self.megabytes, 1).map(|solver| (kind, solver));
        }
        self.solver.as_mut().map(|(_, solver)| solver)
    }

    /// What the search finds about a position, in line with what the solver knows.
    pub(super) fn think<W: Bits>(
        &mut self,
        position: &Simplexity<W>,
        budget: &Budget,
        search: impl FnOnce(&Budget) -> Report<Move>,
    ) -> Report<Move> {
        let Some([first, whole]) = parts(budget, 100 - SHARE_OF_VERIFICATION) else { return search(budget) };
        let time = whole.limits.hard.unwrap_or_default();
        let left = position.plies_left() as f64;
        let may_verify = left <= most_plies(time * SHARE_OF_VERIFICATION / 100) + VERIFIED_PLIES;
        let Some(solver) = self.solver(position).filter(|_| may_verify) else { return search(budget) };

        let part = Budget { limits: Limits::time(time * SHARE / 100), ..budget.clone() };
        let settled = (left <= most_plies(time * SHARE / 100)).then(|| solver.settle(position, &part));
        let prospect = settled.map_or(Prospect::Unknown, |settled| settled.prospect);
        let nodes = settled.map_or(0, |settled| settled.nodes);
        let report = match prospect {
            Prospect::Won => {
                let best = settled.and_then(|settled| settled.best).expect("a solver says how it wins");
                let (mv, plies) = shorter_win(solver, position, &part).unwrap_or((best, position.plies_left()));
                let mut report = instant(mv, Score::win_in(plies), Bound::Lower, plies as u32, nodes, budget);
                report.pv = solver.line(position, mv);
                report.root[0].pv = report.pv.clone();
                return report;
            }
            Prospect::Drawn => {
                let mut report = search(budget);
                let few = Budget::new(Limits::nodes(FEW_NODES));
                let by_solver =
                    || report.root.iter().position(|root| Some(root.mv) == settled.and_then(|known| known.best));
                if let Some(at) = first_standing(&report, position, solver, &few, true).or_else(by_solver) {
                    put_first(&mut report, at);
                }
                Report { score: Score::DRAW, proof: Proof::Result, ..report }
            }
            Prospect::Lost => lost(search(budget), position),
            Prospect::Unknown => {
                let mut report = search(&first);
                if !report.score.is_decided() {
                    match first_standing(&report, position, solver, &whole, false) {
                        Some(0) => {}
                        Some(at) => put_first(&mut report, at),
                        None => report = lost(report, position),
                    }
                }
                report
            }
        };
        Report { nodes: report.nodes + nodes, time: budget.elapsed(), ..report }
    }
}

/// The most plies left with which the solver mostly comes to an end in so much time.
fn most_plies(time: Duration) -> f64 {
    USUAL_PLIES + PLIES_OF_A_TENTH * (time.as_micros() as f64 * SPEED / USUAL_NODES).log10()
}

/// A win that is found sooner than by playing on to the end.
fn shorter_win<W: Bits>(solver: &mut ExactSolver, position: &Simplexity<W>, budget: &Budget) -> Option<(Move, usize)> {
    let few = Budget { limits: Limits { nodes: Some(FEW_NODES), ..budget.limits }, ..budget.clone() };
    (1..position.plies_left()).step_by(2).find_map(|plies| {
        let answer = solver.wins_within(position, position.to_move(), plies as u32, &few)?;
        answer.best.filter(|_| answer.verdict == Verdict::Proven).map(|mv| (mv, plies))
    })
}

/// What was found about a position that is known to be lost.
fn lost<W: Bits>(report: Report<Move>, position: &Simplexity<W>) -> Report<Move> {
    if report.score.is_decided() {
        return report;
    }
    Report { score: Score::loss_in(position.plies_left()), proof: Proof::Result, ..report }
}

#[cfg(test)]
mod tests {
    use ply_game::Outcome;
    use ply_search::solve::{Exact, WinDrawLoss};

    use super::super::super::tests::positions;
    use super::*;

    /// A search that thinks the last of all moves is best.
    fn last_move(position: &Simplexity) -> Report<Move> {
        let mut moves = position.move_list();
        moves.reverse();
        let report = |mv| instant(mv, Score::DRAW, Bound::Exact, 1, 1, &Budget::new(Limits::default()));
        let root = moves.iter().flat_map(|&mv| report(mv).root).collect();
        Report { root, score: Score::opinion(7), ..report(moves[0]) }
    }

    /// With an hour there is no clock to be looked at.
    #[test]
    fn results_are_kept_and_said() {
        let (mut endings, mut seen, mut lines_to_the_end) = (Endings::new(1), [0; 3], 0);
        let budget = Budget::new(Limits::time(Duration::from_secs(3600)));
        let mut exact = Exact::new(WinDrawLoss, 4);
        for position in positions::<u64>(4, 4, 4, 300).into_iter().filter(|position| position.plies_left() <= 10) {
            let value = exact.solve(&position, &budget).value().expect("it is small");
            let report = endings.think(&position, &budget, |_| last_move(&position));
            assert_eq!(report.score.points().signum(), value, "{position:?}");
            assert!(report.proof == Proof::Result, "{position:?}");
            let child = position.after(report.best);
            let kept = match child.outcome() {
                Some(outcome) => Prospect::of(outcome, position.to_move()).result().expect("it is over"),
                None => -exact.solve(&child, &budget).value().expect("it is small"),
            };
            assert_eq!(kept, value, "{position:?} {:?}", report.best);
            let mut at = position;
            for &mv in &report.pv {
                assert!(at.move_list().contains(&mv), "{position:?} {:?}", report.pv);
                at.play(mv);
            }
            if value == 1 {
                lines_to_the_end += usize::from(at.outcome() == Some(Outcome::Win(position.to_move())));
            }
            seen[(value + 1) as usize] += 1;
        }
        assert!(seen.iter().all(|&count| count > 10), "{seen:?}");
        assert!(lines_to_the_end > seen[2] / 2, "{lines_to_the_end} of {seen:?}");
    }

    #[test]
    fn a_search_of_so_many_positions_is_asked_alone() {
        let position = Simplexity::<u64>::default();
        for limits in [Limits::nodes(1_000_000), Limits::depth(3), Limits::default()] {
            let report = Endings::new(1).think(&position, &Budget::new(limits), |_| last_move(&position));
            assert_eq!((report.best, report.score), (last_move(&position).best, Score::opinion(7)));
        }
    }

    #[test]
    fn more_time_is_enough_for_more_plies() {
        let plies = [10, 200, 1000].map(|ms| most_plies(Duration::from_millis(ms) * SHARE / 100) as u32);
        assert_eq!(plies, [21, 25, 27]);
    }
}
