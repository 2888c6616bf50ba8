//! Whether a player can force a win within so many plies.
//!
//! Shorter wins are looked for first, two plies more each time: that costs little beside the last question, and an end
//! of the budget leaves a true bound.

use ply_game::{BoardGame, Player};
use ply_search::Budget;
use ply_search::solve::{Solver as _, Verdict};

use super::portfolio::Portfolio;

/// What is proven of a player's win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WinWithin<M> {
    /// Whether it can be forced within as many plies as were asked for; `None` where the budget ended before.
    pub wins: Option<bool>,
    /// Where it can, within so many plies; where it cannot or nobody knows, it is proven that it cannot within so many.
    pub plies: u32,
    /// A move with which the player does, if it is that player's turn.
    pub best: Option<M>,
}

/// Whether a player can force a win within so many plies.
pub fn win_within<G: BoardGame>(
    position: &G,
    player: Player,
    most: u32,
    solver: &mut Portfolio<G>,
    budget: &Budget,
) -> WinWithin<G::Move> {
    if let Some(outcome) = position.outcome() {
        return WinWithin { wins: Some(outcome.winner() == Some(player)), plies: 0, best: None };
    }
    let mut refuted = 0;
    let first = if most.is_multiple_of(2) { 2 } else { 1 };
    for plies in (first..=most).step_by(2) {
        solver.progress.update(|state| state.plies = Some(plies));
        let answer = solver.wins_within(position, player, plies, budget);
        match answer.map(|answer| (answer.verdict, answer.best)) {
            Some((Verdict::Proven, best)) => return WinWithin { wins: Some(true), plies, best },
            Some((Verdict::Disproven, _)) => refuted = plies,
            Some((Verdict::Unknown, _)) | None => return WinWithin { wins: None, plies: refuted, best: None },
        }
    }
    WinWithin { wins: Some(false), plies: most, best: None }
}

#[cfg(test)]
mod tests {
    use ply_game::{BoardGame, Player, Spec, rng};
    use ply_games::Visitor;
    use ply_search::Limits;

    use super::super::tests::late_position;
    use super::*;

    /// Whether a player wins within so many plies, by the rules alone.
    fn minimax<G: BoardGame>(position: &G, player: Player, plies: u32) -> bool {
        match position.outcome() {
            Some(outcome) => outcome.winner() == Some(player),
            None if plies == 0 => false,
            None => {
                let wins = |mv| minimax(&position.after(mv), player, plies - 1);
                let mut moves = position.move_list().into_iter();
                if position.to_move() == player { moves.any(wins) } else { moves.all(wins) }
            }
        }
    }

    struct AgainstMinimax;

    impl Visitor for AgainstMinimax {
        type Output = ();

        fn visit<G: BoardGame>(self, spec: Spec, start: G) {
            let rng = &mut rng(3);
            for number in 0..12 {
                let position = late_position(&start, number % 5, rng);
                for (player, most) in Player::BOTH.into_iter().flat_map(|player| (0..3).map(move |most| (player, most)))
                {
                    let mut solver = Portfolio::new(&spec, &position, 1, 1);
                    let found = win_within(&position, player, most, &mut solver, &Budget::new(Limits::default()));
                    let text = position.position_text();
                    assert_eq!(found.wins, Some(minimax(&position, player, most)), "{spec} {text} {player} {most}");
                    assert!(found.best.is_none_or(|best| minimax(&position.after(best), player, found.plies - 1)));
                }
            }
        }
    }

    #[test]
    fn a_win_within_so_many_plies_is_one_of_minimax_in_every_game() {
        for spec in ["simplexity", "pentago-swap", "colosseum:size=4", "dots-and-boxes:rows=2,cols=2", "infexion"] {
            ply_games::visit(&spec.parse().expect("a spec"), None, AgainstMinimax).expect("a game");
        }
    }

    #[test]
    fn a_budget_that_ends_leaves_what_is_proven() {
        let start = ply_games::pentago_swap::PentagoSwap::default();
        let spec: Spec = "pentago-swap".parse().expect("a spec");
        let mut solver = Portfolio::new(&spec, &start, 1, 1);
        let budget = Budget::new(Limits::nodes(3000));
        let found = win_within(&start, Player::First, 35, &mut solver, &budget);
        assert_eq!((found.wins, found.best), (None, None));
        assert!((7..35).contains(&found.plies), "{}", found.plies);
    }
}
