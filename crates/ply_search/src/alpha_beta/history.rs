//! The history heuristic, killer moves and countermoves: which move to try next, kept per thread and learnt from
//! cutoffs.
// CITE: killers: S. Akl, M. Newborn, "The principal continuation and the killer heuristic" (1977); history: J.
// Schaeffer, "The history heuristic", ICCA Journal 6 (1983); countermoves: J. Uiterwijk, "The countermove heuristic",
// ICCA Journal 15 (1992); the bounded update ("history gravity") is common to modern chess engines.

use ply_game::Player;

/// What was learnt about moves, by their index: history by player, killers by ply, countermoves by the move they
/// answer.
#[derive(Debug)]
pub(super) struct History {
    slots: usize,
    history: Vec<i32>,
    killers: Vec<[u16; 2]>,
    countermoves: Vec<u16>,
}

const NONE: u16 = u16::MAX;
/// History stays between plus and minus this.
const MOST_HISTORY: i32 = 1 << 14;
const KILLER: i32 = 1 << 20;
const COUNTERMOVE: i32 = 1 << 19;

impl History {
    pub(super) fn new(slots: usize, plies: usize) -> Self {
        Self {
            slots,
            history: vec![0; 2 * slots],
            killers: vec![[NONE; 2]; plies],
            countermoves: vec![NONE; 2 * (slots + 1)],
        }
    }

    /// Keeps history at half its weight for the next search; killers belong to plies of the old tree.
    pub(super) fn fade(&mut self) {
        self.history.iter_mut().for_each(|value| *value /= 2);
        self.killers.fill([NONE; 2]);
    }

    pub(super) fn slots(&self) -> usize {
        self.slots
    }

    fn countermove_slot(&self, mover: Player, previous: Option<u16>) -> usize {
        mover.index() * (self.slots + 1) + previous.map_or(self.slots, usize::from)
    }

    /// How promising each move of a node looks, by its index.
    #[inline]
    pub(super) fn ranks(&self, mover: Player, ply: usize, previous: Option<u16>) -> impl Fn(u16) -> i32 + '_ {
        let killers = self.killers[ply];
        let countermove = self.countermoves[self.countermove_slot(mover, previous)];
        let history = &self.history[mover.index() * self.slots..][..self.slots];
        move |index| {
            let killer = if killers[0] == index {
                KILLER + 1
            } else if killers[1] == index {
                KILLER
            } else {
                0
            };
            history[usize::from(index)] + killer + if countermove == index { COUNTERMOVE } else { 0 }
        }
    }

    /// A move caused a cutoff after `tried` others had not.
    pub(super) fn update_on_cutoff(
        &mut self,
        mover: Player,
        ply: usize,
        previous: Option<u16>,
        index: u16,
        tried: impl Iterator<Item = u16>,
        depth: i32,
    ) {
        if self.killers[ply][0] != index {
            self.killers[ply] = [index, self.killers[ply][0]];
        }
        let countermove = self.countermove_slot(mover, previous);
        self.countermoves[countermove] = index;
        let bonus = (depth * depth).min(400) * 8;
        self.add_history(mover, index, bonus);
        for other in tried {
            self.add_history(mover, other, -bonus);
        }
    }

    /// History gravity: moves a value towards its bound, the less the nearer it is.
    fn add_history(&mut self, mover: Player, index: u16, bonus: i32) {
        let value = &mut self.history[mover.index() * self.slots + usize::from(index)];
        *value += bonus - *value * bonus.abs() / MOST_HISTORY;
    }
}
