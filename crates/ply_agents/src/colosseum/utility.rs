//! The report's utility: room to move, walls close by, and a large sum for a player who is nearly trapped.

use ply_game::{Game, Player};
use ply_games::colosseum::{Bits, Colosseum, Side};
use ply_search::Evaluator;

/// What a position is worth to one player, in tenths of the report's points:
/// `1.2 * own reach - opponent's reach - 3^x + 3^y`, with x and y the walls round the own and the opponent's cell, and
/// 10000 more or less for a nearly trapped opponent or self.
///
/// It is not the negative of what the opponent would compute, so it has to know for whom it is asked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Utility {
    /// Who asks.
    pub(super) agent: Player,
    /// Fewer reachable cells than this are a trap.
    pub(super) trap: u32,
}

const OWN_REACH: i32 = 12;
const OPPONENT_REACH: i32 = 10;
const WALL_UNIT: i32 = 10;
const TRAPPED: i32 = 100_000;

impl Utility {
    /// The sum for [`Utility::agent`].
    pub(super) fn of<B: Bits>(self, position: &Colosseum<B>) -> i32 {
        let [own, other] = [self.agent, self.agent.other()].map(|player| position.reach(player).count());
        let [near_own, near_other] = [self.agent, self.agent.other()].map(|player| walls_round(position, player));
        let trapped = |reach: u32| if reach < self.trap { TRAPPED } else { 0 };
        OWN_REACH * own as i32 - OPPONENT_REACH * other as i32 - WALL_UNIT * 3_i32.pow(near_own)
            + WALL_UNIT * 3_i32.pow(near_other)
            + trapped(other)
            - trapped(own)
    }
}

/// The walls round a player's cell, the border's included.
fn walls_round<B: Bits>(position: &Colosseum<B>, player: Player) -> u32 {
    let at = position.at(player);
    Side::ALL.into_iter().map(|side| u32::from(!position.open().on(side).has(at))).sum()
}

impl<B: Bits> Evaluator<Colosseum<B>> for Utility {
    #[inline]
    fn evaluate(&self, position: &Colosseum<B>) -> i32 {
        let utility = self.of(position);
        if position.to_move() == self.agent { utility } else { -utility }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ply_game::{Notation, Sampled, rng};
    use ply_games::colosseum::{Large, Small};

    /// The report's words, cell by cell, in its own points.
    fn in_words<B: Bits>(position: &Colosseum<B>, agent: Player, trap: usize) -> f64 {
        let reach = |player: Player| {
            let mut seen = vec![(position.at(player), 0)];
            let mut next = 0;
            while next < seen.len() {
                let (at, steps) = seen[next];
                next += 1;
                let (row, column) = position.cell(at);
                for (side, down, right) in
                    [(Side::Up, -1, 0), (Side::Right, 0, 1), (Side::Down, 1, 0), (Side::Left, 0, -1)]
                {
                    if steps == position.max_steps() || !position.open().on(side).has(at) {
                        continue;
                    }
                    let to = position.bit((row as i32 + down) as usize, (column as i32 + right) as usize);
                    if to != position.at(player.other()) && seen.iter().all(|&(other, _)| other != to) {
                        seen.push((to, steps + 1));
                    }
                }
            }
            seen.len()
        };
        let walls = |player: Player| {
            let at = position.at(player);
            Side::ALL.iter().filter(|&&side| !position.open().on(side).has(at)).count() as i32
        };
        let (own, other) = (reach(agent), reach(agent.other()));
        let mut utility = 1.2 * own as f64 - other as f64;
        utility += -(3f64.powi(walls(agent))) + 3f64.powi(walls(agent.other()));
        utility += if other < trap { 10_000.0 } else { 0.0 };
        utility - if own < trap { 10_000.0 } else { 0.0 }
    }

    fn agrees<B: Bits>(size: usize) {
        let mut rng = rng(size as u64);
        for seed in 0..20 {
            let mut position = Colosseum::<B>::start(size, seed);
            while position.outcome().is_none() {
                for agent in Player::BOTH {
                    for trap in [4, 5] {
                        let points = Utility { agent, trap }.of(&position);
                        let said = in_words(&position, agent, trap as usize);
                        assert!((f64::from(points) - 10.0 * said).abs() < 1e-6, "{}", position.position_text());
                    }
                }
                position.play(position.random_move(&mut rng));
            }
        }
    }

    #[test]
    fn the_utility_is_what_the_report_says() {
        (2..=8).for_each(agrees::<u64>);
        (9..=16).for_each(agrees::<ply_games::colosseum::Wide>);
    }

    #[test]
    fn an_opinion_is_the_movers_and_the_sum_is_the_agents() {
        let position = Small::start(6, 1);
        let large = Large::start(12, 1);
        for agent in Player::BOTH {
            let utility = Utility { agent, trap: 4 };
            let sign = if agent == Player::First { 1 } else { -1 };
            assert_eq!(utility.evaluate(&position), sign * utility.of(&position));
            assert_eq!(utility.evaluate(&large), sign * utility.of(&large));
        }
    }
}
