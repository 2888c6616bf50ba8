//! The search: for contents and a set of arrangements, in which of them does the attacker win within so many plies?
//!
//! One node stands for the contents of the tiles in up to twelve arrangements at once, and images of contents are one
//! position of the table (see [`super::images`]), whose entry tells which arrangements are won and which are not. Where
//! an attack fails, one good answer to each of its moves is enough, so nearly all the work is to try the attacker's moves:
//! those with too little potential are dropped (see [`super::order`]), and the last two stones are counted out
//! ([`super::last_two`]). A node takes half a microsecond.

use ply_search::Meter;
use ply_search::solve::{Claims, SolverTable};

use super::super::arrangements::Lanes;
use super::duel::{Duel, Facts};
use super::images::Image;
use super::last_two::{BothThreats, won_by_two};
use super::order::{Cells, ENOUGH};
use super::threats::Threats;

/// The plies of a game, which may be 0 to 36, and who is to move.
const KINDS: u64 = 37 * 2;
/// The plies from which on threads look for work that no other does: below, a node costs less than looking.
const SHARED_PLIES: u32 = 8;
const ALL_LANES: u64 = (1 << 24) - 1;

/// One thread's search.
pub(super) struct Search<'a> {
    pub(super) facts: &'static Facts,
    pub(super) table: &'a SolverTable,
    /// What the threads are at, where there are several.
    pub(super) claims: Option<&'a Claims>,
    pub(super) meter: Meter<'a>,
}

/// A position of the table.
#[derive(Clone, Copy)]
struct Place {
    image: Image,
    key: u64,
}

impl Search<'_> {
    /// The arrangements of `lanes`, in none of which the game is over, in which the attacker has a win within `plies`,
    /// at most as many as there are empty cells. Means nothing once the meter stopped.
    pub(super) fn won(&mut self, duel: &Duel, lanes: Lanes, plies: u32, attacks: bool) -> Lanes {
        match (plies, attacks) {
            (0, _) => 0,
            (_, true) => self.attack(duel, lanes, plies),
            (_, false) => self.defend(duel, lanes, plies),
        }
    }

    /// A cell, and arrangements after a stone there, with which the side to move has the attacker's win or prevents
    /// it; of one arrangement. Nothing if there is none, or the meter stops.
    pub(super) fn first_move(
        &mut self,
        duel: &Duel,
        lane: Lanes,
        plies: u32,
        (attacks, wins): (bool, bool),
    ) -> Option<(usize, Lanes)> {
        let Facts { fives, reach, .. } = self.facts;
        let stones = plies as usize / 2 + 1;
        let cells = if attacks { Cells::to_attack(duel, stones, fives) } else { Cells::to_defend(duel, fives) };
        cells.best_first().find_map(|(cell, _)| {
            let after = if attacks { duel.attacked(cell, fives) } else { duel.defended(cell, fives) };
            let five = |share| Threats::of(share, fives).complete;
            let (attacker, defender) = (five(&after.attacker), five(&after.defender));
            let next = reach.one_swap(lane);
            let going_on = next & !(attacker | defender);
            let mut won = next & attacker & !defender;
            if going_on != 0 {
                won |= self.won(&after, going_on, plies.saturating_sub(1), !attacks);
            }
            let good = if wins { won } else { next & !won };
            (good != 0 && !self.meter.is_stopped()).then_some((cell, good))
        })
    }

    /// The attacker is to move.
    pub(super) fn attack(&mut self, duel: &Duel, lanes: Lanes, plies: u32) -> Lanes {
        if self.meter.count() {
            return 0;
        }
        let Facts { fives, reach, .. } = self.facts;
        let stones = plies.div_ceil(2) as usize;
        // 1. A win at once. With the last stone, another only by a defender who must swap into a five.
        let attacker = Threats::of(&duel.attacker, fives);
        let defender = Threats::of(&duel.defender, fives);
        let won = lanes & reach.one_swap(attacker.next() & !defender.complete);
        let open = lanes & !won;
        if open == 0 || plies == 1 || plies == 2 && reach.every_swap(attacker.next()) == 0 {
            return won;
        }
        // 2. No stone brings the potential that it takes.
        let potential = duel.attacker.potential(stones - 1);
        let cells = Cells::to_attack(duel, stones, fives);
        if potential + cells.most_gain() < ENOUGH {
            return won;
        }
        // 3. What the table knows.
        let place = self.place(duel, plies, true);
        let (found, mut need) = self.look_up(place, open);
        if need == 0 {
            return won | found;
        }
        // 4. Stones, until every arrangement is won.
        let (asked, before) = (need, self.meter.nodes());
        let threats = BothThreats { attacker, defender };
        if plies == 3 {
            need &= !won_by_two(self.facts, duel, &threats, need);
        } else {
            let promising = cells.best_first().filter(|(_, gain)| potential + gain >= ENOUGH);
            need = self.after_each(duel, promising.map(|(cell, _)| cell), &threats, need, plies);
        }
        // 5. Kept for the next time.
        if self.meter.is_stopped() {
            return 0;
        }
        self.keep(place, asked & !need, need, before);
        won | found | asked & !need
    }

    /// The arrangements of `need` in which no stone of the attacker on these cells wins. What another thread is at
    /// comes last: then it may be known, and if not, there is work for two within it.
    fn after_each(
        &mut self,
        duel: &Duel,
        mut cells: impl Iterator<Item = usize>,
        threats: &BothThreats,
        mut need: Lanes,
        plies: u32,
    ) -> Lanes {
        let claims = self.claims.filter(|_| plies > SHARED_PLIES);
        let mut put_off = Vec::new();
        while need != 0 && !self.meter.is_stopped() {
            let Some(cell) = cells.next() else {
                let Some(cell) = put_off.pop() else { break };
                need &= !self.won_after(duel, cell, threats, need, plies);
                continue;
            };
            let key = || self.place(&duel.attacked(cell, &self.facts.fives), plies - 1, false).key;
            if claims.is_some_and(|claims| claims.has(key())) {
                put_off.push(cell);
            } else {
                need &= !self.won_after(duel, cell, threats, need, plies);
            }
        }
        need
    }

    /// The arrangements of `need` in which the attacker's stone on a cell wins, but not at once.
    #[inline]
    fn won_after(&mut self, duel: &Duel, cell: usize, threats: &BothThreats, need: Lanes, plies: u32) -> Lanes {
        let Facts { fives, reach, .. } = self.facts;
        let BothThreats { attacker, defender } = threats;
        let over = attacker.complete | attacker.by_cell[cell] | defender.complete;
        let going_on = reach.one_swap(need) & !over;
        if going_on == 0 {
            return 0;
        }
        need & reach.one_swap(self.defend(&duel.attacked(cell, fives), going_on, plies - 1))
    }

    /// The defender is to move.
    pub(super) fn defend(&mut self, duel: &Duel, lanes: Lanes, plies: u32) -> Lanes {
        if self.meter.count() {
            return 0;
        }
        let Facts { fives, reach, .. } = self.facts;
        // 1. The defender stops every five by stones alone, or has five at once.
        if duel.attacker.potential(plies as usize / 2) < ENOUGH {
            return 0;
        }
        let defender = Threats::of(&duel.defender, fives);
        let open = lanes & !reach.one_swap(defender.next());
        if open == 0 {
            return 0;
        }
        // 2. Nobody has a stone left but the defender, who may have to swap into a five.
        let attacker = Threats::of(&duel.attacker, fives);
        if plies == 1 {
            return open & reach.every_swap(attacker.complete);
        }
        // 3. What the table knows.
        let place = self.place(duel, plies, false);
        let (found, mut need) = self.look_up(place, open);
        if need == 0 {
            return found;
        }
        // 4. Answers, until every arrangement has one. An answer that leaves the attacker a win at once is none.
        let claims = self.claims.filter(|_| plies >= SHARED_PLIES);
        claims.inspect(|claims| claims.claim(place.key));
        let (asked, before) = (need, self.meter.nodes());
        for (cell, _) in Cells::to_defend(duel, fives).best_first() {
            let five = defender.complete | defender.by_cell[cell];
            let lost = attacker.complete | reach.one_swap(attacker.next_without(cell) & !five);
            let going_on = reach.one_swap(need) & !lost;
            if going_on == 0 {
                continue;
            }
            let won = self.attack(&duel.defended(cell, fives), going_on, plies - 1);
            if self.meter.is_stopped() {
                return 0;
            }
            need &= !reach.one_swap(going_on & !won);
            if need == 0 {
                break;
            }
        }
        // 5. Kept for the next time.
        self.keep(place, need, asked & !need, before);
        claims.inspect(|claims| claims.release(place.key));
        found | need
    }

    /// The arrangements of `lanes`, the defender to move, of which the table knows that they are won.
    pub(super) fn known_won(&self, duel: &Duel, lanes: Lanes, plies: u32) -> Lanes {
        self.look_up(self.place(duel, plies, false), lanes).0
    }

    /// Where contents lie in the table.
    #[inline]
    fn place(&self, duel: &Duel, plies: u32, attacks: bool) -> Place {
        let image = self.facts.images.of(duel.attacker.stones, duel.defender.stones);
        Place { image, key: image.number * KINDS + u64::from(2 * plies) + u64::from(attacks) }
    }

    /// Of some arrangements, those that are known to be won, and those of which nothing is known.
    #[inline]
    fn look_up(&self, place: Place, lanes: Lanes) -> (Lanes, Lanes) {
        let Some(known) = self.table.get(place.key) else { return (0, lanes) };
        let here = |known: u64| self.facts.images.back_from(place.image, (known & ALL_LANES) as Lanes);
        let (won, lost) = (here(known), here(known >> 24));
        (won & lanes, lanes & !(won | lost))
    }

    /// Adds to what is known of a position, found by the nodes counted since.
    fn keep(&self, place: Place, won: Lanes, lost: Lanes, since: u64) {
        let onto = |lanes| u64::from(self.facts.images.onto(place.image, lanes));
        let known = self.table.get(place.key).unwrap_or(0);
        self.table.put(place.key, known | onto(won) | onto(lost) << 24, self.meter.nodes() - since);
    }
}
