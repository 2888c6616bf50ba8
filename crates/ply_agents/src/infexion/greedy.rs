//! The report's greedy agent: more power than the enemy, and stacks that no enemy is next to.

use ply_game::{Game as _, Player};
use ply_games::infexion::Infexion;
use ply_search::Evaluator;

/// For one side: its power less the enemy's, plus its stacks not next to an enemy, less those next to one.
pub(super) fn score(position: &Infexion, player: Player) -> i32 {
    let (own, enemy) = (position.cells_of(player), position.cells_of(player.other()));
    let near = (own & position.size().neighbours(enemy)).count_ones() as i32;
    let all = own.count_ones() as i32;
    position.power_on(own) as i32 - position.power_on(enemy) as i32 + all - 2 * near
}

/// The score of the player who has just moved: the agent looks at what its own moves lead to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Apart;

impl Evaluator<Infexion> for Apart {
    fn evaluate(&self, position: &Infexion) -> i32 {
        -score(position, position.to_move().other())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ply_game::Notation as _;

    #[test]
    fn a_stack_next_to_an_enemy_counts_against_its_side() {
        let text =
            "4 r2,b1,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,r1,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.";
        let position = Infexion::default().parse_position(text).unwrap();
        // Red: 3 of power against 1, one stack apart, one near; blue: 1 against 3, one near.
        assert_eq!((score(&position, Player::First), score(&position, Player::Second)), (2, -3));
        assert_eq!(Apart.evaluate(&position), 3);
    }
}
