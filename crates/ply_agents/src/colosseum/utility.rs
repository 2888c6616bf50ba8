//! The report's utility: room to move, walls close by, and a large sum for a player who is nearly trapped.

use ply_game::{Game, Player};
use ply_games::colosseum::{Bits, Colosseum, Side};
use ply_search::Evaluator;

use crate::weights::weights;

weights! {
    /// What the utility counts, in tenths of the report's points.
    Weights of "presort": ["built-in" => "presort", "report" => "presort-report"];
    own_reach: 0..=60, "a cell where it could end a move";
    other_reach: 0..=60, "a cell where the opponent could";
    own_walls: 0..=60, "walls round its own cell, times a power of their number";
    other_walls: 0..=60, "walls round the opponent's cell, times that power";
    wall_base: 10..=60, "the base of the power, in tenths";
    trapped: 0..=100_000, "a player who is nearly trapped";
    half: 1..=200, "of the saturating form: so many cells have half the worth that endless room would have";
}

/// How the worth of reach grows with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// Every cell counts the same.
    Linear,
    /// The first cells count most, so that 1 against 10 matters more than 30 against 40. All that can be reached on a
    /// board without walls counts as much as in the other form.
    Saturating,
}

/// How positions are judged.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rule {
    /// Fewer reachable cells than this are a trap.
    pub(super) trap: u32,
    pub(super) form: Form,
    pub(super) weights: Weights,
}

impl Rule {
    /// What so many cells count of at most `most`, by weight.
    fn reach(&self, weight: i32, cells: i32, most: i32) -> i32 {
        let half = self.weights.half;
        match self.form {
            Form::Linear => weight * cells,
            Form::Saturating => weight * cells * (most + half) / (cells + half),
        }
    }

    /// What so many walls round a player's cell count, by weight.
    fn walls(&self, weight: i32, walls: u32) -> i32 {
        weight * self.weights.wall_base.pow(walls) / 10_i32.pow(walls)
    }
}

/// What a position is worth to one player, in tenths of the report's points. With the report's weights and in the linear
/// form: `1.2 * own reach - opponent's reach - 3^x + 3^y`, with x and y the walls round the own and the opponent's cell,
/// and 10000 more or less for a nearly trapped opponent or self.
///
/// It is not the negative of what the opponent would compute, so it has to know for whom it is asked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Utility {
    /// Who asks.
    pub(super) agent: Player,
    pub(super) rule: Rule,
}

impl Utility {
    /// The sum for [`Utility::agent`].
    pub(super) fn of<B: Bits>(self, position: &Colosseum<B>) -> i32 {
        let (rule, weights) = (&self.rule, &self.rule.weights);
        let [own, other] = [self.agent, self.agent.other()].map(|player| position.reach(player).count());
        let [near_own, near_other] = [self.agent, self.agent.other()].map(|player| walls_round(position, player));
        let trapped = |reach: u32| if reach < rule.trap { weights.trapped } else { 0 };
        let most = most_reach(position);
        rule.reach(weights.own_reach, own as i32, most)
            - rule.reach(weights.other_reach, other as i32, most)
            - rule.walls(weights.own_walls, near_own)
            + rule.walls(weights.other_walls, near_other)
            + trapped(other)
            - trapped(own)
    }
}

/// The cells within the steps of one move on an endless board, or those of the board if they are fewer.
fn most_reach<B: Bits>(position: &Colosseum<B>) -> i32 {
    let steps = position.max_steps();
    (2 * steps * (steps + 1) + 1).min(position.size() * position.size()) as i32
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

    fn linear() -> Rule {
        Rule { trap: 4, form: Form::Linear, weights: Weights::load("report").unwrap() }
    }

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
                        let points = Utility { agent, rule: Rule { trap, ..linear() } }.of(&position);
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
            let utility = Utility { agent, rule: linear() };
            let sign = if agent == Player::First { 1 } else { -1 };
            assert_eq!(utility.evaluate(&position), sign * utility.of(&position));
            assert_eq!(utility.evaluate(&large), sign * utility.of(&large));
        }
    }
    #[test]
    fn in_the_saturating_form_the_first_cells_count_most() {
        let rule = Rule { form: Form::Saturating, ..linear() };
        let worth: Vec<i32> = (0..=41).map(|cells| rule.reach(100, cells, 41)).collect();
        assert!(worth.is_sorted_by(|less, more| less < more));
        assert!(worth[10] - worth[1] > worth[40] - worth[30]);
        assert_eq!((worth[0], worth[41]), (0, linear().reach(100, 41, 41)));
        assert!((0..=41).all(|cells| rule.reach(100, cells, 41) >= linear().reach(100, cells, 41)));
    }
}
