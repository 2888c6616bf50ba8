//! What an agent's points mean: the chance to win that goes with a score.

use ply_game::Player;
use ply_search::Score;

/// The first player's chance to win, when this agent gives this score to the player to move. Simulations count results and
/// are taken as they are; an evaluator's points are bent into the interval by the size of its units.
pub fn win_chance(game: &str, agent: &str, score: Score, mover: Player) -> f64 {
    let points = f64::from(score.points());
    let chance = match score.plies_to_end() {
        Some(_) if points > 0.0 => 1.0,
        Some(_) => 0.0,
        None if agent == "mcts" => f64::midpoint(points / 1000.0, 1.0),
        None => 1.0 / (1.0 + (-points / unit(game, agent)).exp()),
    };
    if mover == Player::First { chance } else { 1.0 - chance }
}

/// The points with which three games of four are won, about.
fn unit(game: &str, agent: &str) -> f64 {
    match (game, agent) {
        // These were fitted to the results of their own games.
        ("simplexity", "champion") => 100.0,
        ("pentago-swap", "champion") => 250.0,
        ("colosseum", "champion") => 44.0,
        // The champion counts boxes, the others hundredths of one.
        ("dots-and-boxes", "champion") => 2.0,
        ("dots-and-boxes", _) => 200.0,
        ("colosseum" | "infexion", _) => 60.0,
        _ => 40.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_boxes_ahead_is_a_clear_lead_whoever_says_so() {
        for (agent, points) in [("champion", 4), ("alpha-beta", 400)] {
            let chance = win_chance("dots-and-boxes", agent, Score::opinion(points), Player::Second);
            assert!(chance > 0.0 && chance < 0.2, "{agent}: {chance}");
        }
    }

    #[test]
    fn what_is_proven_is_certain_and_what_is_even_is_even() {
        for agent in ["champion", "mcts", "alpha-beta"] {
            let chances = [Score::loss_in(3), Score::DRAW, Score::win_in(3)]
                .map(|score| win_chance("infexion", agent, score, Player::First));
            assert_eq!(chances, [0.0, 0.5, 1.0]);
            assert!(win_chance("infexion", agent, Score::opinion(-10), Player::First) < 0.5);
            assert!(win_chance("infexion", agent, Score::opinion(999), Player::First) < 1.0);
        }
    }
}
