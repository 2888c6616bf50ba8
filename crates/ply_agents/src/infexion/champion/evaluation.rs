//! What the champion thinks of a quiet position: what stacks are worth, how well each is held, and who is far ahead.
//!
//! The balance of coverage on a stack is the report's idea; here it is no verdict but a few points. The weights come from
//! a regression on games of an earlier version and from matches.

use ply_game::{Game as _, Player};
use ply_games::infexion::Infexion;
use ply_games::infexion::geometry::cells;
use ply_search::Evaluator;

use super::super::coverage::Coverage;

/// Points for one more unit of power on a stack. The other weights are in the same points.
pub(super) const POWER: i32 = 32;
/// What a stack of each power is worth: high stacks reach farther, so a single piece is worth little.
const WORTH: [i32; 7] = [0, 2, 34, 66, 98, 130, 162];
/// For each time that a stack is covered more often by its own side than by the enemy, up to three times either way.
const BALANCE: i32 = 15;
const MOST_BALANCE: i32 = 3;
/// For each unit of power on stacks that the enemy covers more often.
const LOST: i32 = -7;
/// For being to move.
const TEMPO: i32 = 10;
/// For each unit of power beyond twice the enemy's: who is far ahead should end it.
const AHEAD: i32 = 16;

/// Judges a position by the weights above.
#[derive(Clone, Copy, Debug)]
pub(super) struct Evaluation;

impl Evaluator<Infexion> for Evaluation {
    #[inline]
    fn evaluate(&self, position: &Infexion) -> i32 {
        let mover = position.to_move();
        let coverage = Coverage::of(position);
        let side = |player: Player| {
            let (mut worth, mut power) = (0, 0);
            for cell in cells(position.cells_of(player)) {
                let here = position.power(cell);
                let balance = i32::from(coverage.times(player, cell)) - i32::from(coverage.times(player.other(), cell));
                worth += WORTH[here] + BALANCE * balance.clamp(-MOST_BALANCE, MOST_BALANCE);
                worth += if balance < 0 { LOST * here as i32 } else { 0 };
                power += here as i32;
            }
            (worth, power)
        };
        let ((own, own_power), (enemy, enemy_power)) = (side(mover), side(mover.other()));
        let ahead = (own_power - 2 * enemy_power).max(0) - (enemy_power - 2 * own_power).max(0);
        own - enemy + TEMPO + AHEAD * ahead
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::samples::positions_under_way;
    use super::*;
    use ply_game::{Symmetric as _, below, rng};

    #[test]
    fn both_sides_think_the_same_but_for_the_move() {
        for position in positions_under_way() {
            assert_eq!(Evaluation.evaluate(&position) + Evaluation.evaluate(&position.passed()), 2 * TEMPO);
        }
    }

    #[test]
    fn images_of_a_position_are_worth_the_same() {
        let mut rng = rng(3);
        for position in positions_under_way() {
            let image = position.transformed(below(&mut rng, position.symmetries() as u32) as usize);
            assert_eq!(Evaluation.evaluate(&image), Evaluation.evaluate(&position));
        }
    }
}
