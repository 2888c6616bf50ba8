//! The search: does the attacker win within so many plies?
//!
//! A node first looks at the holes ([`Duel`]): wins at once, what must be blocked, what nobody may play, and whether a side
//! has room for a line at all. So the last three or four plies are not played but seen. What is left is alpha-beta with two
//! values, in the order table move, holes made, history. A node takes a fifth of a microsecond.

use ply_game::{below, rng};
use ply_search::Meter;
use ply_search::solve::SolverTable;

use super::board_facts::BoardFacts;
use super::duel::{Drop, Duel, Name, Side};

/// With fewer plies to go a node costs less than to look it up.
const FEWEST_IN_TABLE: u32 = 5;
/// From so many plies on children are looked up before one is searched.
const FEWEST_LOOKED_UP: u32 = 8;
/// What a hole counts in the order of moves, in units of history.
const HOLE: i64 = 1 << 20;
/// The kinds of pieces that a cell can be filled with: of either side, in either shape.
const PIECES: usize = 4;
/// Where history is halved.
const MOST_HISTORY: u32 = 1 << 19;
/// Bits of a table's entry beside the rest of a position's name.
const KNOWN_BITS: u32 = 13;

/// What a table knows: that the attacker wins within so many plies, or does not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Known {
    wins: bool,
    plies: u32,
    best: u8,
}

impl Known {
    const NO_MOVE: u8 = 63;

    fn pack(self, rest: u64) -> u64 {
        u64::from(self.plies) | u64::from(self.wins) << 6 | u64::from(self.best) << 7 | rest << KNOWN_BITS
    }

    fn unpack(data: u64, rest: u64) -> Option<Self> {
        let known = Self { wins: data >> 6 & 1 == 1, plies: (data & 63) as u32, best: (data >> 7 & 63) as u8 };
        (data >> KNOWN_BITS == rest).then_some(known)
    }
}

/// What the table says to a question.
enum Found {
    /// The attacker wins within this many plies, or not within those asked for.
    Answer(Option<u32>),
    /// A move that is worth trying first.
    Hint(Option<u8>),
}

/// What making the children has shown.
struct Made {
    /// A move that is good for its side, and the plies within which the attacker then wins.
    settled: Option<(u8, Option<u32>)>,
    /// The longest of the attacker's wins seen.
    longest: u32,
}

#[derive(Clone, Copy)]
struct Child {
    duel: Duel,
    mv: u8,
    /// The cell and the shape, for history.
    index: usize,
    order: i64,
}

/// One thread's search.
pub(super) struct Search<'a> {
    facts: &'a BoardFacts,
    table: &'a SolverTable,
    pub(super) meter: Meter<'a>,
    /// The children still to be searched of every node on the line under way.
    children: Vec<Child>,
    /// How often a piece of a side in a cell settled a node, weighted by the work it saved.
    history: Vec<u32>,
}

impl<'a> Search<'a> {
    /// A search; those of another `variety` than 0 go through moves in orders of their own.
    pub(super) fn new(facts: &'a BoardFacts, table: &'a SolverTable, meter: Meter<'a>, variety: u64) -> Self {
        const MOST_STIR: u32 = 1 << 6;
        let mut rng = rng(variety);
        let mut start = |cell: usize| {
            let stir = if variety == 0 { 0 } else { below(&mut rng, MOST_STIR) };
            u32::from(facts.centrality[cell]) + stir
        };
        let history = (0..PIECES * 64).map(|index| start(index / PIECES)).collect();
        Self { facts, table, meter, children: Vec::new(), history }
    }

    /// Whether the attacker wins within so many plies, and if so, within how many at most. Means nothing once the meter
    /// stopped.
    pub(super) fn wins(&mut self, duel: &Duel, plies: u32) -> Option<u32> {
        // 1. Nobody wins with a piece at once but the attacker.
        if self.meter.count() || plies == 0 {
            return None;
        }
        let attacks = duel.mover == Side::Attacker;
        if duel.wins(duel.mover) & duel.playable != 0 {
            return attacks.then_some(1);
        }
        // 2. The last ply is the attacker's, unless the defender can be made to score an own goal.
        let defenders_plies = (plies + u32::from(!attacks)) / 2;
        let ends_with_defender = plies.is_multiple_of(2) == attacks;
        let plies = match ends_with_defender && u32::from(duel.own_shapes(Side::Defender)) >= defenders_plies {
            true => plies - 1,
            false => plies,
        };
        match plies {
            0 => return None,
            1 if attacks => return None,
            1 => return (!duel.has_drop(duel.playable)).then_some(1),
            _ => {}
        }
        // 3. No room for a line of the attacker's.
        if !duel.has_room(Side::Attacker, self.facts) {
            return None;
        }
        // 4. What cannot be stopped, and what must be.
        let Some(cells) = duel.safe_cells() else { return (!attacks).then_some(2) };
        // 5. What the table knows.
        let in_table = plies >= FEWEST_IN_TABLE;
        let name = duel.name();
        let hint = match in_table.then(|| self.look_up(name, plies)) {
            Some(Found::Answer(answer)) => return answer,
            Some(Found::Hint(hint)) => hint,
            None => None,
        };
        // 6. The children: the mover looks for one that is good for its side.
        let before = self.meter.nodes();
        let start = self.children.len();
        let Made { mut settled, mut longest } = self.make_children(duel, cells, plies, hint);
        let mut next = start;
        while settled.is_none() && next < self.children.len() {
            let Child { duel: child, mv, index, .. } = self.take_best_from(next);
            next += 1;
            let wins = self.wins(&child, plies - 1);
            if self.meter.is_stopped() {
                break;
            }
            longest = longest.max(wins.map_or(0, |within| within + 1));
            if wins.is_some() == attacks {
                settled = Some((mv, wins.map(|within| within + 1)));
                self.update_history(index, self.meter.nodes() - before);
            }
        }
        self.children.truncate(start);
        if self.meter.is_stopped() {
            return None;
        }
        let (best, answer) = match settled {
            Some((mv, answer)) => (mv, answer),
            None => (Known::NO_MOVE, (!attacks).then_some(longest.clamp(2, plies))),
        };
        // 7. Kept for the next time.
        if in_table {
            self.keep(name, Known { wins: answer.is_some(), plies: answer.unwrap_or(plies), best }, before);
        }
        answer
    }

    /// Puts the children that are not known on the list, unless one is seen to be good for the mover.
    fn make_children(&mut self, duel: &Duel, cells: u64, plies: u32, hint: Option<u8>) -> Made {
        let attacks = duel.mover == Side::Attacker;
        let mut made = Made { settled: None, longest: 0 };
        duel.drops(cells, |drop| {
            if made.settled.is_some() {
                return;
            }
            let child = duel.after(drop, self.facts);
            let mv = self.number(drop);
            if plies >= 3 && child.is_lost_at_sight() {
                made.settled = Some((mv, attacks.then_some(3)));
                return;
            }
            if plies >= FEWEST_LOOKED_UP
                && let Found::Answer(answer) = self.look_up(child.name(), plies - 1)
            {
                let wins = answer.map(|within| within + 1);
                made.longest = made.longest.max(wins.unwrap_or(0));
                made.settled = (wins.is_some() == attacks).then_some((mv, wins));
                return;
            }
            let index = PIECES * drop.cell as usize + 2 * (duel.mover as usize) + usize::from(drop.own_shape);
            let holes = i64::from(child.wins(duel.mover).count_ones());
            let order = if hint == Some(mv) { i64::MAX } else { holes * HOLE + i64::from(self.history[index]) };
            self.children.push(Child { duel: child, mv, index, order });
        });
        made
    }

    /// A move's number.
    fn number(&self, drop: Drop) -> u8 {
        2 * self.facts.column(drop.cell) + u8::from(drop.own_shape)
    }

    /// The move that the table has for a position, right or not.
    pub(super) fn table_move(&self, duel: &Duel) -> Option<Drop> {
        let name = duel.name();
        let known = Known::unpack(self.table.get(name.key)?, name.rest)?;
        let mut found = None;
        if known.best != Known::NO_MOVE {
            let best = self.seen_from(known.best, name);
            duel.drops(duel.playable, |drop| found = found.or((self.number(drop) == best).then_some(drop)));
        }
        found
    }

    /// The plies within which the attacker wins, if the table has them.
    pub(super) fn known_plies(&self, duel: &Duel) -> Option<u32> {
        match self.look_up(duel.name(), u32::MAX) {
            Found::Answer(answer) => answer,
            Found::Hint(_) => None,
        }
    }

    /// A move's number in the image that the table has of a position, or the other way round.
    fn seen_from(&self, mv: u8, name: Name) -> u8 {
        if name.is_mirrored { 2 * self.facts.opposite(mv / 2) + mv % 2 } else { mv }
    }

    /// Brings the most promising child from `next` on to that place; the first one of equals.
    fn take_best_from(&mut self, next: usize) -> Child {
        let rest = &self.children[next..];
        let best = (0..rest.len()).rev().max_by_key(|&index| rest[index].order).unwrap_or(0);
        self.children.swap(next, next + best);
        self.children[next]
    }

    fn look_up(&self, name: Name, plies: u32) -> Found {
        let Some(known) = self.table.get(name.key).and_then(|data| Known::unpack(data, name.rest)) else {
            return Found::Hint(None);
        };
        match known.wins {
            true if known.plies <= plies => Found::Answer(Some(known.plies)),
            false if known.plies >= plies => Found::Answer(None),
            _ => Found::Hint((known.best != Known::NO_MOVE).then(|| self.seen_from(known.best, name))),
        }
    }

    fn keep(&mut self, name: Name, known: Known, since: u64) {
        let best = if known.best == Known::NO_MOVE { known.best } else { self.seen_from(known.best, name) };
        self.table.put(name.key, Known { best, ..known }.pack(name.rest), self.meter.nodes() - since);
    }

    fn update_history(&mut self, index: usize, work: u64) {
        self.history[index] += 1 + work.max(1).ilog2();
        if self.history[index] > MOST_HISTORY {
            self.history.iter_mut().for_each(|count| *count /= 2);
        }
    }
}
