//! The root: iterative deepening, aspiration windows, several principal variations, and choice among equals.

use std::time::Duration;

use ply_game::{Game, Hashed, Indexed, Symmetric, below, rng};

use super::config::Ties;
use super::worker::{COMPLETE, MOST_PLIES, Worker};
use crate::{Bound, Budget, Evaluator, Hints, Proof, Report, RootMove, Score, Sink, Window};

/// The deepest iteration. A game may be longer than that; then its end is not searched for, only judged.
pub(super) const DEEPEST: u32 = 200;
const _: () =
    assert!(DEEPEST as usize <= MOST_PLIES && DEEPEST < COMPLETE as u32, "a line and a table entry have room for it");
/// The half width of the first aspiration window, by what it grows when it was too narrow, and when it is opened.
const FIRST_MARGIN: i32 = 24;
const MARGIN_GROWTH: i32 = 5;
const MOST_MARGIN: i32 = 4000;

/// What is known at the root, from one iteration to the next.
pub(super) struct Root<M> {
    /// The moves, the best first.
    pub(super) moves: Vec<RootMove<M>>,
    /// Plies searched completely.
    pub(super) depth: u32,
    /// What scores are too high by, unless they are results.
    optimism: i32,
    /// How much of the best score is certain.
    pub(super) proof: Proof,
    /// How soon the game is won, as an earlier search has promised: a proof of a later win does not end this one.
    pub(super) promised: Option<usize>,
}

impl<M: Copy> Root<M> {
    /// Whether the game ends no later than an earlier search has promised; a loss may come at any time.
    fn keeps_promise(&self) -> bool {
        let score = self.moves[0].score;
        let late = self.promised.zip(score.plies_to_end()).is_some_and(|(promised, plies)| plies > promised);
        !(late && score > Score::DRAW)
    }

    /// What stands after an iteration that was cut short, given what stood before it. A better move that it found is kept.
    /// Otherwise the best move is the one from before, unless the iteration has found that it loses: then it is the
    /// first that does not, as far as is known.
    fn cut_short(&mut self, before: Vec<RootMove<M>>)
    where
        M: PartialEq,
    {
        let loses =
            |known: &RootMove<M>| known.score.is_decided() && known.score < Score::DRAW && known.bound != Bound::Lower;
        if self.moves[0].bound == Bound::Upper {
            let now = std::mem::replace(&mut self.moves, before);
            for known in now.into_iter().filter(loses) {
                if let Some(same) = self.moves.iter_mut().find(|same| same.mv == known.mv) {
                    *same = known;
                }
            }
        }
        if loses(&self.moves[0])
            && let Some(at) = self.moves.iter().position(|known| !known.score.is_decided())
        {
            self.moves[..=at].rotate_right(1);
        }
    }

    pub(super) fn report(&self, nodes: u64, deepest: usize, time: Duration) -> Report<M> {
        let mut root = self.moves.clone();
        if self.optimism != 0 {
            root.iter_mut().for_each(|known| known.score = without(known.score, self.optimism));
        }
        let best = &root[0];
        Report {
            best: best.mv,
            score: best.score,
            proof: self.proof,
            depth: self.depth,
            deepest: (deepest as u32).max(self.depth),
            nodes,
            time,
            pv: best.pv.clone(),
            root,
        }
    }
}

/// An opinion so many points lower; results stay as they are.
fn without(score: Score, optimism: i32) -> Score {
    if score.is_decided() || score == Score::DRAW { score } else { Score::opinion(score.points() - optimism) }
}

impl<G, E, H> Worker<'_, G, E, H>
where
    G: Game + Hashed + Indexed + Symmetric,
    E: Evaluator<G>,
    H: Hints<G>,
{
    /// The root's moves in their first order, nothing known of them.
    pub(super) fn root(&mut self, position: &G) -> Root<G::Move> {
        let node = self.node_info(position, 0, None);
        let hash_move = self.table.and_then(|table| table.probe(node.key)).and_then(|entry| entry.best);
        self.generate_moves(position, node);
        let rest = usize::from(self.hash_move_first(position, node, 0, hash_move));
        self.rank_moves(position, node, rest);
        let mut moves = Vec::with_capacity(self.moves.len());
        for at in 0..self.moves.len() {
            if at >= rest {
                self.pick(at, self.moves.len());
            }
            let mv = self.moves[at].mv;
            moves.push(RootMove { mv, score: Score::HIGHEST, bound: Bound::Upper, nodes: 0, pv: vec![mv] });
        }
        self.moves.clear();
        assert!(!moves.is_empty(), "a game that is over cannot be searched");
        moves[0].score = Score::DRAW;
        Root { moves, depth: 0, optimism: self.config.optimism, proof: Proof::Open, promised: None }
    }

    /// Iterative deepening: depth after depth until the budget ends or everything is known. `first` is the depth to
    /// begin with.
    pub(super) fn iterative_deepening(
        &mut self,
        position: &G,
        root: &mut Root<G::Move>,
        budget: &Budget,
        first: u32,
        sink: &mut dyn Sink<G::Move>,
    ) {
        let last = budget.limits.depth.unwrap_or(DEEPEST).min(DEEPEST);
        let mut depth = if self.config.iterative { first.min(last) } else { last };
        loop {
            let horizon = self.horizon;
            let before = root.moves.clone();
            if !self.iterate(position, root, depth as i32) {
                root.cut_short(before);
                // What was found until then may be a win.
                root.proof = if self.config.breadth.is_none() { Proof::of(root.moves[0].score) } else { Proof::Open };
                break;
            }
            root.depth = depth;
            root.proof = self.proof(root, self.horizon == horizon);
            let sure = root.moves[..self.lines(root)].iter().all(|line| line.score.is_decided());
            let soonest = !(self.config.reductions || self.config.iir || self.config.late_move_pruning);
            let proven = self.config.first_proof && root.keeps_promise();
            let known = self.horizon == horizon || (sure && (soonest || proven));
            let over = depth >= last || known || !budget.may_go_deeper();
            if over && self.config.ties == Ties::Random {
                self.choose_among_equals(position, root, depth as i32, known);
            }
            sink.report(&root.report(self.meter.all_nodes(), self.deepest, budget.elapsed()));
            if over {
                break;
            }
            depth += 1;
        }
    }

    /// What a complete iteration proves; `whole`: nothing was cut short by the horizon. A win within the depth is the
    /// soonest there is unless moves were searched less deep than the rest. Where only some moves are tried, nothing is.
    pub(super) fn proof(&self, root: &Root<G::Move>, whole: bool) -> Proof {
        let (score, config) = (root.moves[0].score, self.config);
        let soonest = !(config.reductions || config.iir || config.late_move_pruning || config.futility.is_some());
        let within = score.plies_to_end().is_none_or(|plies| plies <= root.depth as usize);
        match config.breadth {
            Some(_) => Proof::Open,
            None if whole || (score.is_decided() && soonest && within) => Proof::Exact,
            None => Proof::of(score),
        }
    }

    fn lines(&self, root: &Root<G::Move>) -> usize {
        self.config.lines.min(root.moves.len())
    }

    /// One iteration, all lines (multi-PV); `false` if it was cut short. What it found until then is kept if it is
    /// better.
    fn iterate(&mut self, position: &G, root: &mut Root<G::Move>, depth: i32) -> bool {
        (0..self.lines(root)).all(|line| self.aspiration_search(position, &mut root.moves[line..], depth).is_some())
    }

    /// Aspiration windows: the first is narrow, round the last score, and grows until the score lies inside. `None` if
    /// the search was stopped.
    fn aspiration_search(&mut self, position: &G, moves: &mut [RootMove<G::Move>], depth: i32) -> Option<Score> {
        let last_score = moves[0].score;
        let mut margin = FIRST_MARGIN;
        let narrow = self.config.aspiration
            && self.config.pruning
            && depth >= 4
            && moves[0].bound == Bound::Exact
            && !last_score.is_decided();
        let around = |margin: i32| Window {
            alpha: Score::opinion(last_score.points() - margin),
            beta: Score::opinion(last_score.points() + margin),
        };
        let mut window = if narrow { around(margin) } else { Window::FULL };
        loop {
            let score = self.search_root_moves(position, moves, window, depth)?;
            let inside = score > window.alpha && score < window.beta;
            if inside || window == Window::FULL {
                return Some(score);
            }
            margin = margin.saturating_mul(MARGIN_GROWTH);
            let wider = around(margin);
            let wide = margin > MOST_MARGIN || score.is_decided();
            window.alpha = if score <= window.alpha && wide { Score::LOWEST } else { window.alpha.min(wider.alpha) };
            window.beta = if score >= window.beta && wide { Score::HIGHEST } else { window.beta.max(wider.beta) };
        }
    }

    /// Searches the moves once with a window; the best comes first. `None` if the search was stopped: then a move that
    /// was fully searched and came out best stands first all the same.
    fn search_root_moves(
        &mut self,
        position: &G,
        moves: &mut [RootMove<G::Move>],
        mut window: Window,
        depth: i32,
    ) -> Option<Score> {
        let mut best: Option<(usize, Score)> = None;
        for (at, root_move) in moves.iter_mut().enumerate() {
            let Some(score) = self.root_move_score(position, root_move, at, window, depth) else { break };
            root_move.score = score;
            root_move.bound = if score >= window.beta {
                Bound::Lower
            } else if score > window.alpha || !self.config.pruning {
                Bound::Exact
            } else {
                Bound::Upper
            };
            if score > window.alpha {
                root_move.pv.clone_from(&self.pv[0]);
            }
            if best.is_none_or(|(_, best)| score > best) {
                best = Some((at, score));
                if self.config.pruning {
                    window.alpha = window.alpha.max(score);
                }
            }
            if window.is_empty() {
                break;
            }
        }
        let stopped = self.meter.is_stopped();
        if let Some((at, _)) = best
            && (!stopped || moves[at].bound != Bound::Upper)
        {
            moves[..=at].rotate_right(1);
        }
        if stopped { None } else { best.map(|(_, score)| score) }
    }

    /// The score of the root move that is tried as number `number`; `None` if the search was stopped in it.
    pub(super) fn root_move_score(
        &mut self,
        position: &G,
        root_move: &mut RootMove<G::Move>,
        number: usize,
        window: Window,
        depth: i32,
    ) -> Option<Score> {
        let mv = root_move.mv;
        let before = self.meter.nodes();
        if self.meter.count() {
            root_move.nodes += 1;
            return None;
        }
        let child = position.after(mv);
        let mover = position.to_move();
        self.pv[1].clear();
        let score = match child.outcome() {
            Some(outcome) => Score::of_outcome(outcome, mover, 1),
            None => {
                let depth = depth - 1 + self.hints.extension(position, mv, &child) as i32;
                let node = self.node_info(&child, 1, Some(position.move_index(mv) as u16));
                let mut score = Score::HIGHEST;
                if number > 0 && self.config.pvs && self.config.pruning {
                    let null = Window::null(window.alpha);
                    let reduces = self.config.lateness.at_root;
                    let reduction =
                        if reduces { self.late_move_reduction(position, mv, number, depth, true) } else { 0 };
                    score = self.descend::<false>(mover, &child, node, null, depth - reduction);
                    if reduction > 0 && score > window.alpha && !self.meter.is_stopped() {
                        score = self.descend::<false>(mover, &child, node, null, depth);
                    }
                }
                if score > window.alpha && !self.meter.is_stopped() {
                    score = self.descend::<true>(mover, &child, node, window, depth);
                }
                score
            }
        };
        root_move.nodes += self.meter.nodes() - before;
        if self.meter.is_stopped() {
            return None;
        }
        self.extend_pv(0, mv);
        Some(score)
    }

    /// A random one of the moves that are as good as the best. A bound is no proof, so each other move is searched once
    /// more: is it *worse* than the best, or not? Where the best score is `known` whatever the depth, an opinion that
    /// happens to be the same number is not its equal.
    fn choose_among_equals(&mut self, position: &G, root: &mut Root<G::Move>, depth: i32, known: bool) {
        let best = root.moves[0].score;
        let window = Window { alpha: best.just_below(), beta: best };
        let mut equal = vec![0];
        for at in 1..root.moves.len() {
            let horizon = self.horizon;
            let Some(score) = self.root_move_score(position, &mut root.moves[at], 0, window, depth) else { break };
            let proven = !known || self.horizon == horizon || score.is_decided();
            if score >= best && proven {
                root.moves[at].score = best;
                root.moves[at].bound = Bound::Exact;
                root.moves[at].pv.clone_from(&self.pv[0]);
                equal.push(at);
            }
        }
        self.choose(position, root, &equal);
    }

    /// The moves whose bound is the best score: not proven to be as good.
    pub(super) fn choose_among_bounds(&mut self, position: &G, root: &mut Root<G::Move>) {
        let best = root.moves[0].score;
        let equal: Vec<usize> = (0..root.moves.len()).filter(|&at| root.moves[at].score == best).collect();
        self.choose(position, root, &equal);
    }

    fn choose(&mut self, position: &G, root: &mut Root<G::Move>, equal: &[usize]) {
        let mut generator = rng(self.config.seed ^ position.key());
        let chosen = equal[below(&mut generator, equal.len() as u32) as usize];
        root.moves[..=chosen].rotate_right(1);
        debug_assert!(root.moves[0].pv.len() <= MOST_PLIES);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_that_was_found_to_lose_is_not_played_while_another_may_do() {
        let known = |mv, score, bound| RootMove { mv, score, bound, nodes: 1, pv: vec![mv] };
        let before = [known(1, Score::opinion(20), Bound::Exact), known(2, Score::opinion(15), Bound::Upper)];
        let settled = |now: [RootMove<i32>; 2]| {
            let mut root = Root { moves: now.to_vec(), depth: 3, optimism: 0, proof: Proof::Open, promised: None };
            root.cut_short(before.to_vec());
            (root.moves[0].mv, root.moves[0].score)
        };
        let [first, second] = before.clone();
        let worse = known(1, Score::opinion(-80), Bound::Upper);
        assert_eq!(settled([worse, second.clone()]), (1, Score::opinion(20)));
        let better = known(2, Score::opinion(30), Bound::Exact);
        assert_eq!(settled([better, first]), (2, Score::opinion(30)));
        let [refuted, lost] = [Bound::Upper, Bound::Exact].map(|bound| known(1, Score::loss_in(6), bound));
        assert_eq!(settled([refuted, second.clone()]), (2, Score::opinion(15)));
        assert_eq!(settled([lost.clone(), second]), (2, Score::opinion(15)));
        assert_eq!(settled([lost, known(2, Score::loss_in(4), Bound::Upper)]), (1, Score::loss_in(6)));
    }

    #[test]
    fn a_later_win_than_was_promised_does_not_end_the_search() {
        let root = |score, promised| {
            let moves = vec![RootMove { mv: 0, score, bound: Bound::Exact, nodes: 1, pv: vec![0] }];
            Root { moves, depth: 1, optimism: 0, proof: Proof::Open, promised }
        };
        assert!(!root(Score::win_in(9), Some(7)).keeps_promise());
        for kept in [root(Score::win_in(7), Some(7)), root(Score::win_in(9), None), root(Score::loss_in(9), Some(7))] {
            assert!(kept.keeps_promise());
        }
    }
}
