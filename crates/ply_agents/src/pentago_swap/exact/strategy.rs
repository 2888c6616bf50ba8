//! The attacker's moves, for whoever plays a win out: in every arrangement of a set, a stone and where to swap to.
//!
//! The shortest win is taken, and of its moves what the table has proven already. Near the end, where most positions of
//! a strategy are, several winning cells are compared, and the one that leaves the defender the fewest answers is
//! taken: the strategy gets smaller by it.

use super::super::arrangements::Lanes;
use super::duel::Duel;
use super::order::Cells;
use super::search::Search;
use super::threats::Threats;

/// With so many plies left or fewer, winning cells are compared.
const COMPARED_PLIES: u32 = 5;
/// How many.
const COMPARED: usize = 3;

/// A stone of the attacker on a cell, and the arrangements that are swapped to then.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) struct Step {
    pub(in super::super) cell: usize,
    pub(in super::super) to: Lanes,
}

impl Search<'_> {
    /// Moves of the attacker, who is to move and can win within `plies` in each of these arrangements, but not at once:
    /// from every arrangement one swap leads to one of a step. They mean nothing once the meter stopped.
    pub(super) fn steps(&mut self, duel: &Duel, lanes: Lanes, plies: u32) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut need = lanes;
        for within in (2 + plies % 2..=plies).step_by(2) {
            let won = if within == plies { need } else { self.attack(duel, need, within) };
            if won != 0 {
                self.add_steps(duel, won, within, &mut steps);
                need &= !won;
            }
            if need == 0 || self.meter.is_stopped() {
                break;
            }
        }
        steps
    }

    /// The moves of arrangements that are won within so many plies.
    fn add_steps(&mut self, duel: &Duel, won: Lanes, plies: u32, steps: &mut Vec<Step>) {
        let reach = &self.facts.reach;
        let winning = self.winning_cells(duel, won, plies);
        let mut left = won;
        while left != 0 {
            let mut best: Option<(u32, Step)> = None;
            for step in &winning {
                let covered = left & reach.one_swap(step.to);
                if covered == 0 {
                    continue;
                }
                let step = Step { to: self.fewest(step.to, covered), ..*step };
                let answers = if plies > 3 { self.answers(duel, step) } else { 0 };
                let cost = (1 + answers) * 24 / covered.count_ones();
                if best.is_none_or(|(least, _)| cost < least) {
                    best = Some((cost, step));
                }
            }
            let Some((_, step)) = best else { break };
            steps.push(step);
            left &= !reach.one_swap(step.to);
        }
    }

    /// Cells on which a stone wins, with all arrangements in which it does, until all of `won` is covered.
    fn winning_cells(&mut self, duel: &Duel, won: Lanes, plies: u32) -> Vec<Step> {
        let facts = self.facts;
        let (fives, reach) = (&facts.fives, &facts.reach);
        let attacker = Threats::of(&duel.attacker, fives);
        let defender = Threats::of(&duel.defender, fives);
        let cells = Cells::to_attack(duel, plies.div_ceil(2) as usize, fives);
        let compared = if (4..=COMPARED_PLIES).contains(&plies) { COMPARED } else { 1 };
        let mut steps = Vec::new();
        // What is in the table costs nothing.
        for is_known in [true, false].into_iter().skip(usize::from(plies <= COMPARED_PLIES)) {
            let mut covered = 0;
            for (cell, _) in cells.best_first() {
                let over = attacker.complete | attacker.by_cell[cell] | defender.complete;
                let open = if compared > 1 { won } else { won & !covered };
                let going_on = reach.one_swap(open) & !over;
                if going_on == 0 {
                    continue;
                }
                let after = duel.attacked(cell, fives);
                let to = match is_known {
                    true => self.known_won(&after, going_on, plies - 1),
                    false => self.defend(&after, going_on, plies - 1),
                };
                if to != 0 {
                    steps.push(Step { cell, to });
                    covered |= won & reach.one_swap(to);
                }
                if covered == won && steps.len() >= compared || self.meter.is_stopped() {
                    return steps;
                }
            }
        }
        steps
    }

    /// Few of some arrangements, from which one swap still leads to all of `covered`.
    fn fewest(&self, to: Lanes, covered: Lanes) -> Lanes {
        let reach = &self.facts.reach;
        let (mut few, mut left) = (0, covered);
        while left != 0 {
            let lanes = (0..24).map(|lane| 1 << lane).filter(|lane| to & lane != 0);
            let most = lanes.max_by_key(|&lane| (reach.one_swap(lane) & left).count_ones());
            let Some(most) = most.filter(|&lane| reach.one_swap(lane) & left != 0) else { break };
            few |= most;
            left &= !reach.one_swap(most);
        }
        few
    }

    /// The defender's cells that do not lose at once, in some arrangement.
    fn answers(&self, duel: &Duel, step: Step) -> u32 {
        let (fives, reach) = (&self.facts.fives, &self.facts.reach);
        let duel = duel.attacked(step.cell, fives);
        let attacker = Threats::of(&duel.attacker, fives);
        let defender = Threats::of(&duel.defender, fives);
        let next = reach.one_swap(step.to);
        let (mut answers, mut cells) = (0, duel.empty());
        while cells != 0 {
            let cell = cells.trailing_zeros() as usize;
            cells &= cells - 1;
            let five = defender.complete | defender.by_cell[cell];
            let lost = attacker.complete | reach.one_swap(attacker.next_without(cell) & !five);
            answers += u32::from(next & !lost != 0);
        }
        answers
    }
}
