//! What an agent's points mean: the chance to win that goes with a score.

use ply_game::{BoardGame, Player};
use ply_search::{Proof, Report, Score};

use crate::entry::Points;
use crate::registration::registration;

/// The first player's chance to win, when this agent gives this score to the player to move. Counted results are taken as
/// they are; an evaluator's points are bent into the interval by the size of its units.
///
/// # Panics
/// If the list of games does not have this type.
pub fn win_chance<G: BoardGame>(agent: &str, score: Score, mover: Player) -> f64 {
    let registration = registration::<G>().unwrap_or_else(|error| panic!("{error}"));
    let entry = registration.agents().find(|entry| entry.info.name == agent);
    let points = f64::from(score.points());
    let by_unit = |unit: f64| 1.0 / (1.0 + (-points / unit).exp());
    let chance = match (score.plies_to_end(), entry.map_or(Points::Simple, |entry| entry.info.points)) {
        (Some(_), _) if points > 0.0 => 1.0,
        (Some(_), _) => 0.0,
        (None, Points::Results) => f64::midpoint(points / 1000.0, 1.0),
        (None, Points::Unit(unit)) => by_unit(unit),
        (None, Points::Simple) => by_unit(registration.unit),
    };
    if mover == Player::First { chance } else { 1.0 - chance }
}

/// The same in a report of this agent: what is proven is certain, a win by one box as much as one by nine.
///
/// # Panics
/// If the list of games does not have this type.
pub fn reported_chance<G: BoardGame>(agent: &str, report: &Report<G::Move>, mover: Player) -> f64 {
    let of_mover = match report.score.points().signum() {
        _ if report.proof == Proof::Open => return win_chance::<G>(agent, report.score, mover),
        1 => 1.0,
        0 => 0.5,
        _ => 0.0,
    };
    if mover == Player::First { of_mover } else { 1.0 - of_mover }
}

#[cfg(test)]
mod tests {
    use ply_games::dots_and_boxes::DotsAndBoxes;
    use ply_games::infexion::Infexion;

    use super::*;

    #[test]
    fn a_proven_lead_is_a_win_however_small() {
        use ply_game::Game as _;
        use ply_search::{Budget, Limits, Silent};

        let mut position = DotsAndBoxes::<u64>::new(2, 2);
        let (_, mut champion) = crate::mind::<DotsAndBoxes<u64>>(&"champion".parse().unwrap(), 0, 1).unwrap();
        for _ply in 0..2 {
            let report = champion.think(&position, &Budget::new(Limits::nodes(100_000)), &mut Silent).unwrap();
            assert_eq!((report.proof, report.score.points().abs()), (Proof::Exact, 2));
            let chance = reported_chance::<DotsAndBoxes<u64>>("champion", &report, position.to_move());
            assert_eq!(chance, 1.0);
            position.play(report.best);
        }
    }

    #[test]
    fn four_boxes_ahead_is_a_clear_lead_whoever_says_so() {
        for (agent, points) in [("champion", 4), ("alpha-beta", 400), ("mcts-ab", 400)] {
            let chance = win_chance::<DotsAndBoxes<u64>>(agent, Score::opinion(points), Player::Second);
            assert!(chance > 0.0 && chance < 0.2, "{agent}: {chance}");
        }
    }

    #[test]
    fn what_is_proven_is_certain_and_what_is_even_is_even() {
        for agent in ["champion", "mcts", "alpha-beta"] {
            let chance = |score| win_chance::<Infexion>(agent, score, Player::First);
            assert_eq!([Score::loss_in(3), Score::DRAW, Score::win_in(3)].map(chance), [0.0, 0.5, 1.0]);
            assert!(chance(Score::opinion(-10)) < 0.5);
            assert!(chance(Score::opinion(999)) < 1.0);
        }
    }
}
