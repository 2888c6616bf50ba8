//! What the champion thinks of a quiet position: what stacks are worth, how well each is held, and who is far ahead.
//!
//! The balance of coverage on a stack is the report's idea; here it is no verdict but a few points. The weights come from
//! a regression on games of an earlier version and from matches.

use std::sync::Arc;

use ply_game::{Game as _, Player};
use ply_games::infexion::Infexion;
use ply_games::infexion::geometry::cells;
use ply_search::Evaluator;

use super::super::coverage::Coverage;
use super::network::{Network, show};
use crate::weights::weights;

weights! {
    /// What a quiet position is worth.
    Weights of "champion": ["built-in" => "infexion-champion", "hand" => "infexion-champion-hand"];
    single: -60..=60, "a stack of power 1: high stacks reach farther, so it is worth little";
    power: 10..=120, "one more unit of power on a stack";
    balance: 0..=60, "each time that a stack is covered more often by its own side than by the enemy";
    most_balance: 1..=9, "so many times either way at most";
    lost: 0..=60, "a unit of power on a stack that the enemy covers more often, taken away";
    tempo: -20..=200, "being to move";
    ahead: 0..=200, "a unit of power beyond twice the enemy's: who is far ahead should end it";
}

/// Judges a position by its weights, and by what a network on trial makes of it.
#[derive(Clone, Debug)]
pub(super) struct Evaluation {
    weights: Weights,
    /// What a stack of each power is worth.
    worth: [i32; 7],
    network: Option<Arc<Network>>,
}

impl Evaluation {
    pub(super) fn new(weights: Weights, network: Option<Arc<Network>>) -> Self {
        let worth = |power: i32| if power == 0 { 0 } else { weights.single + weights.power * (power - 1) };
        Self { weights, worth: [0, 1, 2, 3, 4, 5, 6].map(worth), network }
    }

    /// What the weights say, given how often each side covers each cell.
    #[inline]
    pub(super) fn opinion(&self, position: &Infexion, coverage: &Coverage) -> i32 {
        let (weights, mover) = (&self.weights, position.to_move());
        let side = |player: Player| {
            let (mut worth, mut power) = (0, 0);
            for cell in cells(position.cells_of(player)) {
                let here = position.power(cell);
                let balance = coverage.balance(player, cell);
                let most = weights.most_balance;
                worth += self.worth[here] + weights.balance * balance.clamp(-most, most);
                worth -= if balance < 0 { weights.lost * here as i32 } else { 0 };
                power += here as i32;
            }
            (worth, power)
        };
        let ((own, own_power), (enemy, enemy_power)) = (side(mover), side(mover.other()));
        let ahead = (own_power - 2 * enemy_power).max(0) - (enemy_power - 2 * own_power).max(0);
        own - enemy + weights.tempo + weights.ahead * ahead
    }
}

impl Evaluator<Infexion> for Evaluation {
    #[inline]
    fn evaluate(&self, position: &Infexion) -> i32 {
        let coverage = Coverage::of(position);
        let opinion = self.opinion(position, &coverage);
        match &self.network {
            Some(network) => network.answer(|sums| show(position, &coverage, opinion, sums)),
            None => opinion,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::samples::positions_under_way;
    use super::*;
    use ply_game::{Symmetric as _, below, rng};

    fn hand() -> Evaluation {
        Evaluation::new(Weights::load("hand").unwrap(), None)
    }

    #[test]
    fn both_sides_think_the_same_but_for_the_move() {
        for position in positions_under_way() {
            let both = hand().evaluate(&position) + hand().evaluate(&position.passed());
            assert_eq!(both, 2 * hand().weights.tempo);
        }
    }

    #[test]
    fn images_of_a_position_are_worth_the_same() {
        let mut rng = rng(3);
        for position in positions_under_way() {
            let image = position.transformed(below(&mut rng, position.symmetries() as u32) as usize);
            assert_eq!(hand().evaluate(&image), hand().evaluate(&position));
        }
    }
}
