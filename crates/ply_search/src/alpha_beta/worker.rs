//! One thread's search below the root: the node, narrated in numbered steps.
//!
//! Fail-soft negamax with principal variation search. Nothing is allocated in a node: moves lie on one stack, lines in
//! rows that were made before.

use ply_game::{Game, Hashed, Indexed, Player, Symmetric, mix};

use super::busy::Busy;
use super::candidates::Candidate;
use super::config::{AlphaBetaConfig, Leaf};
use super::order::Memory;
use crate::{Bound, Evaluator, Hints, Meter, Score, Transposition, TranspositionTable, Window};

/// No line gets longer than this.
pub(super) const MOST_PLIES: usize = 250;
/// The depth of entries that hold at every depth: nothing below was cut short by the horizon.
pub(super) const COMPLETE: u8 = u8::MAX;
/// Nodes this deep look at all children before they search any.
const LOOK_DEPTH: i32 = 2;
/// Nodes this deep keep out of other threads' way; below, telling them would cost more than it saves.
const BUSY_DEPTH: i32 = 2;
/// So many moves are picked one by one: most cutoffs come at once. After that, those that will be searched are put in order
/// together.
const ONE_BY_ONE: usize = 2;

/// Where a node is: its table key (with the symmetry that led to it), its ply, the move that led there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) key: u64,
    pub(super) symmetry: usize,
    pub(super) ply: usize,
    pub(super) previous: Option<u16>,
}

pub(super) struct Worker<'a, G: Game, E, H> {
    pub(super) config: &'a AlphaBetaConfig,
    pub(super) evaluator: &'a E,
    pub(super) hints: &'a H,
    pub(super) table: Option<&'a TranspositionTable>,
    /// What the other threads are at, if there are any.
    pub(super) busy: Option<&'a Busy>,
    pub(super) meter: Meter<'a>,
    pub(super) memory: &'a mut Memory,
    /// What is added to every opinion about a position with this player to move.
    optimism: [i32; 2],
    /// Tells table entries apart that were made with other hopes.
    pub(super) salt: u64,
    pub(super) moves: Vec<Candidate<G::Move>>,
    /// Row p is the best line from ply p on, as far as it is known.
    pub(super) lines: Vec<Vec<G::Move>>,
    /// The longest line looked at.
    pub(super) deepest: usize,
    /// How often something was decided by less than the rules: an opinion, a reduction, an entry of limited depth.
    pub(super) horizon: u64,
}

impl<'a, G, E, H> Worker<'a, G, E, H>
where
    G: Game + Hashed + Indexed + Symmetric,
    E: Evaluator<G>,
    H: Hints<G>,
{
    pub(super) fn new(
        config: &'a AlphaBetaConfig,
        evaluator: &'a E,
        hints: &'a H,
        table: Option<&'a TranspositionTable>,
        busy: Option<&'a Busy>,
        meter: Meter<'a>,
        memory: &'a mut Memory,
    ) -> Self {
        Self {
            config,
            evaluator,
            hints,
            table,
            busy,
            meter,
            memory,
            optimism: [0; 2],
            salt: 0,
            moves: Vec::with_capacity(1 << 14),
            lines: (0..=MOST_PLIES).map(|ply| Vec::with_capacity(MOST_PLIES + 1 - ply)).collect(),
            deepest: 0,
            horizon: 0,
        }
    }

    /// From now on opinions are better for this player, as configured.
    pub(super) fn hope_for(&mut self, player: Player) {
        let optimism = self.config.optimism;
        self.optimism[player.index()] = optimism;
        self.optimism[player.other().index()] = -optimism;
        self.salt = if optimism == 0 { 0 } else { mix(1 + player.index() as u64) };
    }

    /// Where a position is that was reached by move `previous`.
    #[inline]
    pub(super) fn place(&self, position: &G, ply: usize, previous: Option<u16>) -> Place {
        let (key, symmetry) = if self.table.is_none() {
            (0, 0)
        } else if ply < self.config.symmetric_plies {
            canonical_key(position)
        } else {
            (position.key(), 0)
        };
        Place { key: key ^ self.salt, symmetry, ply, previous }
    }

    /// The score of a child for `mover`: through the turn, and down to the leaf or the next node.
    #[inline]
    pub(super) fn descend<const PV: bool>(
        &mut self,
        mover: Player,
        child: &G,
        place: Place,
        window: Window,
        depth: i32,
    ) -> Score {
        window.through(child.to_move() == mover, |window| {
            if depth <= 0 || place.ply >= MOST_PLIES || self.hints.is_settled(child) {
                self.leaf::<PV>(child, window, place.ply)
            } else {
                self.node::<PV>(child, place, window, depth)
            }
        })
    }

    #[inline]
    fn leaf<const PV: bool>(&mut self, position: &G, window: Window, ply: usize) -> Score {
        if PV {
            self.lines[ply].clear();
        }
        match self.config.leaf {
            Leaf::Evaluate => self.judge(position, ply),
            Leaf::Quiescence(plies) => self.quiesce(position, window, ply, plies),
        }
    }

    /// The evaluator's opinion.
    #[inline]
    pub(super) fn judge(&mut self, position: &G, ply: usize) -> Score {
        self.horizon += 1;
        self.deepest = self.deepest.max(ply);
        self.opinion(position)
    }

    /// The same, not counted as the end of a line.
    #[inline]
    pub(super) fn opinion(&self, position: &G) -> Score {
        let optimism = self.optimism[position.to_move().index()];
        let opinion = self.evaluator.evaluate(position).saturating_add(optimism);
        // Nothing but a draw is a draw where the two are told apart.
        Score::opinion(if optimism != 0 && opinion == 0 { 1 } else { opinion })
    }

    /// The score of a position that is not over, for the player to move, `depth` plies deep.
    fn node<const PV: bool>(&mut self, position: &G, place: Place, mut window: Window, depth: i32) -> Score {
        let Place { ply, previous, .. } = place;
        if PV {
            self.lines[ply].clear();
        }
        // 1. The soonest end of the game bounds the score.
        if self.config.pruning {
            window.alpha = window.alpha.max(Score::loss_in(ply + 1));
            window.beta = window.beta.min(Score::win_in(ply + 1));
            if window.is_empty() {
                return window.alpha;
            }
        }
        // 2. The table may know the score, or at least a good move.
        let entry = self.table.and_then(|table| table.probe(place.key));
        if let Some(entry) = entry
            && !PV
            && let Some(score) = self.cutoff(entry, window, depth, ply)
        {
            return score;
        }
        let mover = position.to_move();
        if !PV && let Some(score) = self.too_good(position, place, window, depth) {
            return score;
        }
        // 3. The moves; the table's comes first, and the others are ranked only when it was not enough.
        let start = self.moves.len();
        let horizon = self.horizon;
        self.candidates(position, place);
        let rest = start + usize::from(self.put_first(position, place, start, entry.and_then(|entry| entry.best)));
        // 4. Each move in turn.
        let end = self.moves.len();
        let old_alpha = window.alpha;
        let mut best = Score::LOWEST;
        let mut best_move = None;
        let busy = self.busy.filter(|_| depth >= BUSY_DEPTH);
        let in_time = self.in_time(depth).filter(|_| !PV);
        let together = rest + ONE_BY_ONE..in_time.filter(|_| busy.is_none()).map_or(0, |in_time| start + in_time);
        let mut is_first_late = true;
        for at in start..end {
            if at == rest {
                // 5. Before the first unknown move, a look at all: a win at once, or a cutoff that the table knows.
                if self.config.etc
                    && depth >= LOOK_DEPTH
                    && let Some(score) = self.look(position, mover, at, window, depth, ply)
                {
                    self.moves.truncate(start);
                    return score;
                }
                self.rank(position, place, rest);
            }
            if together.contains(&at) {
                if at == together.start {
                    self.pick_all(at, together.end);
                }
            } else if at >= rest {
                self.pick(at, end);
            }
            if let Some(busy) = busy.filter(|_| at > start) {
                self.put_off_busy(busy, place.key, at, end);
            }
            let candidate = self.moves[at];
            let number = at - start;
            if in_time.is_some_and(|in_time| number >= in_time) && self.is_dispensable(position, candidate.mv, best) {
                self.horizon += 1;
                // Skipped because it is not expected to beat alpha; nobody said it is worse than the best (fail-soft).
                best = best.max(window.alpha);
                if std::mem::take(&mut is_first_late) && self.no_more_forcing(position, at) {
                    break;
                }
                continue;
            }
            let child = position.after(candidate.mv);
            if self.meter.count() {
                break;
            }
            if PV {
                self.lines[ply + 1].clear();
            }
            let score = match child.outcome() {
                Some(outcome) => Score::of_outcome(outcome, mover, ply + 1),
                None => {
                    let mark = Busy::mark(place.key, candidate.index);
                    busy.inspect(|busy| busy.enter(mark));
                    let score = self.child_score::<PV>(position, &child, candidate, number, window, depth, ply);
                    busy.inspect(|busy| busy.leave(mark));
                    score
                }
            };
            if self.meter.is_stopped() {
                break;
            }
            if score > best {
                best = score;
                if score > window.alpha {
                    best_move = Some(candidate);
                    if PV {
                        self.extend_line(ply, candidate.mv);
                    }
                    if self.config.pruning {
                        window.alpha = score;
                    }
                }
            }
            // 6. Good enough to be refused by the opponent: remember what did it.
            if window.is_empty() {
                let tried = self.moves[start..at].iter().map(|tried| tried.index);
                self.memory.learn(mover, ply, previous, candidate.index, tried, depth);
                break;
            }
        }
        self.moves.truncate(start);
        if self.meter.is_stopped() {
            return Score::DRAW;
        }
        // 7. What was found goes into the table.
        if let Some(table) = self.table {
            let bound = if best >= window.beta {
                Bound::Lower
            } else if best > old_alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let depth = if self.horizon == horizon { COMPLETE } else { depth as u8 };
            let best_move = best_move.map(|candidate| self.image_index(position, place, candidate));
            table.store(place.key, Transposition { score: best.seen_from_node(ply), bound, depth, best: best_move });
        }
        best
    }

    /// A move's score: the first with the whole window, later ones with a null window until they surprise.
    #[expect(clippy::too_many_arguments, reason = "the state of the loop in `node`")]
    #[inline]
    fn child_score<const PV: bool>(
        &mut self,
        position: &G,
        child: &G,
        candidate: Candidate<G::Move>,
        number: usize,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> Score {
        let mover = position.to_move();
        let depth = depth - 1 + self.hints.extension(position, candidate.mv, child) as i32;
        let place = if depth > 0 {
            let place = self.place(child, ply + 1, Some(candidate.index));
            if let Some(table) = self.table {
                table.prefetch(place.key);
            }
            place
        } else {
            Place { key: 0, symmetry: 0, ply: ply + 1, previous: Some(candidate.index) }
        };
        if number == 0 || !self.config.pvs || !self.config.pruning {
            return self.descend::<PV>(mover, child, place, window, depth);
        }
        let null = Window::null(window.alpha);
        let reduction = self.reduction(position, candidate.mv, number, depth, PV);
        let mut score = self.descend::<false>(mover, child, place, null, depth - reduction);
        if reduction > 0 {
            self.horizon += 1;
            if score > window.alpha && !self.meter.is_stopped() {
                score = self.descend::<false>(mover, child, place, null, depth);
            }
        }
        if PV && score > window.alpha && score < window.beta && !self.meter.is_stopped() {
            score = self.descend::<true>(mover, child, place, window, depth);
        }
        score
    }

    /// The best line from `ply` on begins with `mv`.
    pub(super) fn extend_line(&mut self, ply: usize, mv: G::Move) {
        let (before, after) = self.lines.split_at_mut(ply + 1);
        let line = &mut before[ply];
        line.clear();
        line.push(mv);
        if let Some(rest) = after.first() {
            line.extend_from_slice(rest);
        }
    }
}

/// The key that all images of a position share. Kept out of the node's code: it is long, and used near the root only.
#[cold]
#[inline(never)]
fn canonical_key<G: Hashed + Symmetric>(position: &G) -> (u64, usize) {
    let (image, symmetry) = position.canonical();
    (image.key(), symmetry)
}
