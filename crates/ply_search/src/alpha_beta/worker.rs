//! One thread's search below the root: the node, narrated in numbered steps.
//!
//! Fail-soft negamax with principal variation search (PVS). Nothing is allocated in a node: moves lie on one stack,
//! lines in rows that were made before.
// CITE: PVS: T. Marsland, M. Campbell, "Parallel search of strongly ordered game trees" (1982); A. Reinefeld, "An
// improvement to the Scout tree search algorithm", ICCA Journal 6 (1983). Internal iterative reduction: E. Schröder
// (2020); no paper.

use ply_game::{Game, Hashed, Indexed, Player, Symmetric, mix};

use super::abdada::Abdada;
use super::config::{AlphaBetaConfig, Leaf};
use super::history::History;
use super::move_picker::Candidate;
use super::transposition_cutoffs::ETC_DEPTH;
use crate::{Bound, Evaluator, Hints, Meter, Score, Transposition, TranspositionTable, Window};

/// No line gets longer than this. A game may: what lies beyond is judged as it stands, and so never called complete.
pub(super) const MOST_PLIES: usize = 250;
/// The depth of table entries that hold at every depth: nothing below was cut short by the horizon.
pub(super) const COMPLETE: u8 = u8::MAX;
/// ABDADA: nodes this deep keep out of other threads' way; below, telling them would cost more than it saves.
const DEFER_DEPTH: i32 = 2;
/// Internal iterative reduction: nodes this deep. Nearer to the leaves there is little to save.
const IIR_DEPTH: i32 = 3;
/// So many moves are picked one by one, as most cutoffs come at once, before others are sorted together.
const PICKED_ONE_BY_ONE: usize = 2;

/// What a node is handed down: its table key (with the symmetry that led to it), its ply, the move that led there.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeInfo {
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
    pub(super) abdada: Option<&'a Abdada>,
    pub(super) meter: Meter<'a>,
    pub(super) history: &'a mut History,
    /// What is added to every opinion about a position with this player to move.
    optimism: [i32; 2],
    /// Tells table entries apart that were made with other hopes.
    pub(super) salt: u64,
    pub(super) moves: Vec<Candidate<G::Move>>,
    /// Row p is the principal variation from ply p on, as far as it is known.
    pub(super) pv: Vec<Vec<G::Move>>,
    /// Opinions of the positions on the way to the node, by ply, where they were asked for and decide nothing.
    pub(super) opinions: Vec<Option<i32>>,
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
        abdada: Option<&'a Abdada>,
        meter: Meter<'a>,
        history: &'a mut History,
    ) -> Self {
        Self {
            config,
            evaluator,
            hints,
            table,
            abdada,
            meter,
            history,
            optimism: [0; 2],
            salt: 0,
            moves: Vec::with_capacity(1 << 14),
            pv: (0..=MOST_PLIES).map(|ply| Vec::with_capacity(MOST_PLIES + 1 - ply)).collect(),
            opinions: vec![None; MOST_PLIES],
            deepest: 0,
            horizon: 0,
        }
    }

    /// From now on opinions are better for this player, as configured.
    pub(super) fn set_optimism(&mut self, player: Player) {
        let optimism = self.config.optimism;
        self.optimism[player.index()] = optimism;
        self.optimism[player.other().index()] = -optimism;
        self.salt = if optimism == 0 { 0 } else { mix(1 + player.index() as u64) };
    }

    /// What is handed down to a position that was reached by move `previous`.
    #[inline]
    pub(super) fn node_info(&self, position: &G, ply: usize, previous: Option<u16>) -> NodeInfo {
        let (key, symmetry) = if self.table.is_none() {
            (0, 0)
        } else if ply < self.config.symmetric_plies {
            canonical_key(position)
        } else {
            (position.key(), 0)
        };
        NodeInfo { key: key ^ self.salt, symmetry, ply, previous }
    }

    /// The score of a child for `mover`: through the turn, and down to the leaf or the next node.
    #[inline]
    pub(super) fn descend<const PV: bool>(
        &mut self,
        mover: Player,
        child: &G,
        node: NodeInfo,
        window: Window,
        depth: i32,
    ) -> Score {
        window.through(child.to_move() == mover, |window| {
            if depth <= 0 || node.ply >= MOST_PLIES || self.hints.is_settled(child) {
                self.leaf::<PV>(child, window, node.ply)
            } else {
                self.node::<PV>(child, node, window, depth)
            }
        })
    }

    #[inline]
    fn leaf<const PV: bool>(&mut self, position: &G, window: Window, ply: usize) -> Score {
        if PV {
            self.pv[ply].clear();
        }
        match self.config.leaf {
            Leaf::Evaluate => self.evaluate_leaf(position, ply),
            Leaf::Quiescence(plies) => self.quiesce(position, window, ply, plies),
        }
    }

    /// The evaluator's opinion.
    #[inline]
    pub(super) fn evaluate_leaf(&mut self, position: &G, ply: usize) -> Score {
        self.horizon += 1;
        self.deepest = self.deepest.max(ply);
        self.static_evaluation(position, ply)
    }

    /// The same, not counted as the end of a line: the static evaluation.
    #[inline]
    pub(super) fn static_evaluation(&self, position: &G, ply: usize) -> Score {
        let optimism = self.optimism[position.to_move().index()];
        let score = Score::of_evaluation(self.evaluator.evaluate(position), ply);
        if optimism == 0 || score.is_decided() {
            return score;
        }
        // Nothing but a draw is a draw where the two are told apart.
        let opinion = score.points() + optimism;
        Score::opinion(if opinion == 0 { 1 } else { opinion })
    }

    /// The score of a position that is not over, for the player to move, `depth` plies deep.
    fn node<const PV: bool>(&mut self, position: &G, node: NodeInfo, mut window: Window, mut depth: i32) -> Score {
        let NodeInfo { ply, previous, .. } = node;
        if PV {
            self.pv[ply].clear();
        }
        // 1. Mate distance pruning: the soonest end of the game bounds the score.
        if self.config.pruning {
            window.alpha = window.alpha.max(Score::loss_in(ply + 1));
            window.beta = window.beta.min(Score::win_in(ply + 1));
            if window.is_empty() {
                return window.alpha;
            }
        }
        // 2. Transposition cutoff: the table may know the score, or at least a good move.
        let entry = self.table.and_then(|table| table.probe(node.key));
        if let Some(entry) = entry
            && !PV
            && let Some(score) = self.transposition_cutoff(entry, window, depth, ply)
        {
            return score;
        }
        // 3. Internal iterative reduction: no move to begin with, so the order is a guess.
        if self.config.iir && depth >= IIR_DEPTH && entry.is_none_or(|entry| entry.best.is_none()) {
            depth -= 1;
        }
        // 4. Reverse futility pruning and null move pruning: too good to come about.
        let opinion = self.opinion::<PV>(position, node, window, depth);
        if !PV
            && let Some(opinion) = opinion
            && let Some(score) = self.forward_pruning(position, node, window, depth, opinion)
        {
            return score;
        }
        let improving = self.is_improving(opinion, ply);
        // 5. The moves; the hash move comes first, and the others are ranked only when it was not enough.
        let mover = position.to_move();
        let start = self.moves.len();
        let horizon = self.horizon;
        self.generate_moves(position, node);
        let rest = start + usize::from(self.hash_move_first(position, node, start, entry.and_then(|entry| entry.best)));
        let end = self.moves.len();
        let abdada = self.abdada.filter(|_| depth >= DEFER_DEPTH);
        let late = self.late_move_count(depth, improving).filter(|_| !PV).map(|count| start + count);
        // Where late moves will be pruned, it is known how many are searched, and those are sorted together. Not so
        // where another thread may be at one of them: a deferred move changes the order.
        let sorted = match late {
            Some(late) if abdada.is_none() => rest + PICKED_ONE_BY_ONE..late,
            _ => 0..0,
        };
        // 6. Each move in turn.
        let old_alpha = window.alpha;
        let mut best = Score::LOWEST;
        let mut best_move = None;
        let mut is_first_late = true;
        for at in start..end {
            if at == rest {
                // 7. Before the first unknown move, enhanced transposition cutoff: a look at all.
                if self.config.etc
                    && depth >= ETC_DEPTH
                    && let Some(score) = self.enhanced_transposition_cutoff(position, mover, at, window, depth, ply)
                {
                    self.moves.truncate(start);
                    return score;
                }
                self.rank_moves(position, node, rest);
            }
            // 8. The best of those that are left, unless another thread is searching it (ABDADA).
            if sorted.contains(&at) {
                if at == sorted.start {
                    self.pick_sorted(at, sorted.end);
                }
            } else if at >= rest {
                self.pick(at, end);
            }
            if let Some(abdada) = abdada.filter(|_| at > start) {
                self.defer_moves(abdada, node.key, at, end);
            }
            let candidate = self.moves[at];
            // 9. Late move pruning.
            if late.is_some_and(|late| at >= late) && self.is_prunable(position, candidate.mv, best) {
                self.horizon += 1;
                // Skipped because it is not expected to beat alpha; nobody said it is worse than the best (fail-soft).
                best = best.max(window.alpha);
                if std::mem::take(&mut is_first_late) && self.none_is_forcing(position, at) {
                    break;
                }
                continue;
            }
            // 10. Principal variation search of the child, with late move reductions.
            let child = position.after(candidate.mv);
            if self.meter.count() {
                break;
            }
            if PV {
                self.pv[ply + 1].clear();
            }
            let score = match child.outcome() {
                Some(outcome) => Score::of_outcome(outcome, mover, ply + 1),
                None => {
                    let mark = Abdada::mark(node.key, candidate.index);
                    abdada.inspect(|abdada| abdada.starting_search(mark));
                    let number = at - start;
                    let score =
                        self.principal_variation_search::<PV>(position, &child, candidate, number, window, depth, ply);
                    abdada.inspect(|abdada| abdada.finished_search(mark));
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
                        self.extend_pv(ply, candidate.mv);
                    }
                    if self.config.pruning {
                        window.alpha = score;
                    }
                }
            }
            // 11. Beta cutoff, good enough to be refused by the opponent: killers, countermove and history learn it.
            if window.is_empty() {
                let tried = self.moves[start..at].iter().map(|tried| tried.index);
                self.history.update_on_cutoff(mover, ply, previous, candidate.index, tried, depth);
                break;
            }
        }
        self.moves.truncate(start);
        if self.meter.is_stopped() {
            return Score::DRAW;
        }
        // 12. What was found goes into the table.
        if let Some(table) = self.table {
            let bound = if best >= window.beta {
                Bound::Lower
            } else if best > old_alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let depth = if self.horizon == horizon { COMPLETE } else { depth.min(i32::from(COMPLETE) - 1) as u8 };
            let best_move = best_move.map(|candidate| self.image_index(position, node, candidate));
            table.store(node.key, Transposition { score: best.seen_from_node(ply), bound, depth, best: best_move });
        }
        best
    }

    /// Principal variation search (PVS): the first move with the whole window, later ones with a null window, and
    /// reduced (LMR), until they surprise.
    #[expect(clippy::too_many_arguments, reason = "the state of the loop in `node`")]
    #[inline]
    fn principal_variation_search<const PV: bool>(
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
        let node = if depth > 0 {
            let node = self.node_info(child, ply + 1, Some(candidate.index));
            if let Some(table) = self.table {
                table.prefetch(node.key);
            }
            node
        } else {
            NodeInfo { key: 0, symmetry: 0, ply: ply + 1, previous: Some(candidate.index) }
        };
        if number == 0 || !self.config.pvs || !self.config.pruning {
            return self.descend::<PV>(mover, child, node, window, depth);
        }
        let null = Window::null(window.alpha);
        let reduction = self.late_move_reduction(position, candidate.mv, number, depth, PV);
        let mut score = self.descend::<false>(mover, child, node, null, depth - reduction);
        if reduction > 0 {
            self.horizon += 1;
            if score > window.alpha && !self.meter.is_stopped() {
                score = self.descend::<false>(mover, child, node, null, depth);
            }
        }
        if PV && score > window.alpha && score < window.beta && !self.meter.is_stopped() {
            score = self.descend::<true>(mover, child, node, window, depth);
        }
        score
    }

    /// The principal variation from `ply` on begins with `mv`.
    pub(super) fn extend_pv(&mut self, ply: usize, mv: G::Move) {
        let (before, after) = self.pv.split_at_mut(ply + 1);
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
