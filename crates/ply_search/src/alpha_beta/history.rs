//! The history heuristic, killer moves, countermoves and continuation history: which move to try next, kept per thread and
//! learnt from cutoffs.
// CITE: killers: S. Akl, M. Newborn, "The principal continuation and the killer heuristic" (1977); history: J.
// Schaeffer, "The history heuristic", ICCA Journal 6 (1983); countermoves: J. Uiterwijk, "The countermove heuristic",
// ICCA Journal 15 (1992); the bounded update ("history gravity") and continuation history are common to modern
// chess engines.

use ply_game::Player;

/// What was learnt about moves, by their index: history by player, killers by ply, countermoves by the move they
/// answer.
#[derive(Debug)]
pub(super) struct History {
    slots: usize,
    history: Vec<i32>,
    killers: Vec<[u16; 2]>,
    countermoves: Vec<u16>,
    /// How a move did as the answer to another: a row of moves for each one that is answered, none where it is off.
    continuations: Vec<i16>,
}

/// Boards with more moves than this have no continuation history: its square would not fit the cache.
const MOST_CONTINUATIONS: usize = 512;

const NONE: u16 = u16::MAX;
/// History stays between plus and minus this.
const MOST_HISTORY: i32 = 1 << 14;
const KILLER: i32 = 1 << 20;
const COUNTERMOVE: i32 = 1 << 19;

impl History {
    pub(super) fn new(slots: usize, plies: usize, has_continuations: bool) -> Self {
        let rows = if has_continuations && slots <= MOST_CONTINUATIONS { slots + 1 } else { 0 };
        Self {
            slots,
            history: vec![0; 2 * slots],
            killers: vec![[NONE; 2]; plies],
            countermoves: vec![NONE; 2 * (slots + 1)],
            continuations: vec![0; rows * slots],
        }
    }

    /// Keeps history at half its weight for the next search; killers belong to plies of the old tree.
    pub(super) fn fade(&mut self) {
        self.history.iter_mut().for_each(|value| *value /= 2);
        self.continuations.iter_mut().for_each(|value| *value /= 2);
        self.killers.fill([NONE; 2]);
    }

    pub(super) fn slots(&self) -> usize {
        self.slots
    }

    fn countermove_slot(&self, mover: Player, previous: Option<u16>) -> usize {
        mover.index() * (self.slots + 1) + previous.map_or(self.slots, usize::from)
    }

    fn continuation_slot(&self, previous: Option<u16>, index: u16) -> usize {
        previous.map_or(self.slots, usize::from) * self.slots + usize::from(index)
    }

    /// How promising each move of a node looks, by its index.
    #[inline]
    pub(super) fn ranks(&self, mover: Player, ply: usize, previous: Option<u16>) -> impl Fn(u16) -> i32 + '_ {
        let killers = self.killers[ply];
        let countermove = self.countermoves[self.countermove_slot(mover, previous)];
        let history = &self.history[mover.index() * self.slots..][..self.slots];
        let row = self.continuation_slot(previous, 0);
        let continuations = self.continuations.get(row..row + self.slots);
        move |index| {
            let continuation = continuations.map_or(0, |answers| i32::from(answers[usize::from(index)]));
            let killer = if killers[0] == index {
                KILLER + 1
            } else if killers[1] == index {
                KILLER
            } else {
                0
            };
            history[usize::from(index)] + continuation + killer + if countermove == index { COUNTERMOVE } else { 0 }
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
        self.add_history(mover, previous, index, bonus);
        for other in tried {
            self.add_history(mover, previous, other, -bonus);
        }
    }

    /// History gravity: moves a value towards its bound, the less the nearer it is.
    fn add_history(&mut self, mover: Player, previous: Option<u16>, index: u16, bonus: i32) {
        let pulled = |value: i32| value + bonus - value * bonus.abs() / MOST_HISTORY;
        let value = &mut self.history[mover.index() * self.slots + usize::from(index)];
        *value = pulled(*value);
        let slot = self.continuation_slot(previous, index);
        if let Some(value) = self.continuations.get_mut(slot) {
            *value = pulled(i32::from(*value)) as i16;
        }
    }
}
