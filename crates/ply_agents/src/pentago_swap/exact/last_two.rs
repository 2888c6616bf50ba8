//! The attacker's last two stones, without a search.
//!
//! After the first of the two the defender has one stone and one swap, and then the attacker must have five. Only
//! fives that lack two stones at most can matter, so both stones and the answer between them are looked for among
//! their cells.

use super::super::arrangements::Lanes;
use super::duel::{Duel, Facts};
use super::five_sets::{FIVES, each_five};
use super::threats::Threats;

/// Both players' threats.
pub(super) struct BothThreats {
    pub(super) attacker: Threats,
    pub(super) defender: Threats,
}

/// Of some arrangements without a win at once, those from which the attacker, who is to move, wins with two stones.
/// There are three empty cells at least.
pub(super) fn won_by_two(facts: &Facts, duel: &Duel, threats: &BothThreats, lanes: Lanes) -> Lanes {
    let (fives, reach) = (&facts.fives, &facts.reach);
    let mut pairs = [(0, 0); FIVES];
    let mut count = 0;
    let mut cells = threats.attacker.cells | threats.defender.cells;
    each_five(&duel.attacker.having(3), |five| {
        let lacking = fives.cells[five] & !duel.attacker.stones;
        pairs[count] = (lacking, fives.lanes[five]);
        (cells, count) = (cells | lacking, count + 1);
    });
    // All other cells are as good as any one of them.
    let others = duel.empty() & !cells;
    cells |= others & others.wrapping_neg();
    let mut need = lanes;
    while cells != 0 && need != 0 {
        let cell = cells.trailing_zeros() as usize;
        cells &= cells - 1;
        let ours = threats.attacker.after(cell, &pairs[..count]);
        let going_on = reach.one_swap(need) & !(ours.complete | threats.defender.complete);
        let won = unanswered(facts, &ours, &threats.defender, cell, going_on);
        need &= !reach.one_swap(won);
    }
    lanes & !need
}

/// Of arrangements after the attacker's stone on `placed`, those in which no stone and swap of the defender prevent a
/// five.
#[inline]
fn unanswered(facts: &Facts, ours: &Threats, theirs: &Threats, placed: usize, lanes: Lanes) -> Lanes {
    let reach = &facts.reach;
    // Where a stone of the defender escapes: not into the attacker's five nor next to one, unless both then have five.
    let escaped = |next: Lanes, five: Lanes| reach.one_swap(!(ours.complete & !five | reach.one_swap(next & !five)));
    let mut won = lanes & !escaped(ours.next(), theirs.complete);
    if won == 0 {
        return 0;
    }
    won &= !reach.one_swap(theirs.next_without(placed));
    let mut answers = (ours.cells | theirs.cells) & !(1 << placed);
    while answers != 0 && won != 0 {
        let cell = answers.trailing_zeros() as usize;
        answers &= answers - 1;
        won &= !escaped(ours.next_without(cell), theirs.complete | theirs.by_cell[cell]);
    }
    won
}
