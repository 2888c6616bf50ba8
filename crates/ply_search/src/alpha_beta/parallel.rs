//! Several threads on one search. They share the table and the node count, and nothing else.
//!
//! *Lazy SMP*: every thread searches the whole root; moves that another one is at are left for later ([`Abdada`]), and
//! what one finds the others meet in the table. *Root splitting*: the threads take the root's moves one by one and
//! share the best score.
// CITE: lazy SMP: D. Homan, ExChess (2013), and M. Costalba, Stockfish 7 (2016); no paper.

use std::sync::Mutex;
use std::sync::atomic::{AtomicI32, AtomicUsize, Ordering};

use ply_game::{Game, Hashed, Indexed, Symmetric};

use super::AlphaBeta;
use super::abdada::Abdada;
use super::config::{Split, Ties};
use super::root::{DEEPEST, Root};
use super::worker::Worker;
use crate::{Bound, Budget, Evaluator, Hints, Meter, Report, RootMove, Score, Silent, Sink, THREADS, Tally, Window};

/// Runs the threads and gives the first one's finding. `promised` is how soon an earlier search of the game said that it
/// is won.
pub(super) fn search<G, E, H>(
    searcher: &mut AlphaBeta<E, H>,
    position: &G,
    promised: Option<usize>,
    budget: &Budget,
    sink: &mut dyn Sink<G::Move>,
) -> Report<G::Move>
where
    G: Game + Hashed + Indexed + Symmetric,
    E: Evaluator<G>,
    H: Hints<G>,
{
    let tally = Tally::default();
    let AlphaBeta { evaluator, hints, config, table, histories, .. } = searcher;
    let (config, evaluator, hints, table) = (&*config, &*evaluator, &*hints, table.as_ref());
    let abdada = (config.threads > 1 && table.is_some()).then(Abdada::new);
    let shared = abdada.as_ref();
    let mut workers: Vec<Worker<'_, G, E, H>> = histories
        .iter_mut()
        .map(|history| {
            let meter = Meter::new(budget, &tally);
            let mut worker = Worker::new(config, evaluator, hints, table, shared, meter, history);
            worker.set_optimism(position.to_move());
            worker
        })
        .collect();
    let (first, others) = workers.split_first_mut().expect("there is at least one thread");
    let mut root = first.root(position);
    root.promised = promised;
    if THREADS && config.split == Split::RootMoves && config.threads > 1 {
        split_root(first, others, position, &mut root, budget, sink);
    } else {
        std::thread::scope(|scope| {
            if THREADS {
                for worker in others {
                    scope.spawn(move || {
                        let mut root = worker.root(position);
                        worker.iterative_deepening(position, &mut root, &helpers_budget(budget), 1, &mut Silent);
                        worker.meter.tell();
                    });
                }
            }
            first.iterative_deepening(position, &mut root, budget, 1, sink);
            tally.stop();
        });
    }
    if config.ties == Ties::Unsound {
        first.choose_among_bounds(position, &mut root);
    }
    workers.iter_mut().for_each(|worker| worker.meter.tell());
    let deepest = workers.iter().map(|worker| worker.deepest).max().unwrap_or(0);
    root.report(tally.nodes(), deepest, budget.elapsed())
}

/// The other threads search on while the first one does: only it decides when time is up. None goes deeper than asked,
/// so that the table never knows more than a search of that depth may.
fn helpers_budget(budget: &Budget) -> Budget {
    let mut helpers = budget.clone();
    helpers.limits.soft = None;
    helpers
}

/// Root splitting: iterative deepening in which each iteration's root moves are dealt out to all threads.
fn split_root<G, E, H>(
    first: &mut Worker<'_, G, E, H>,
    others: &mut [Worker<'_, G, E, H>],
    position: &G,
    root: &mut Root<G::Move>,
    budget: &Budget,
    sink: &mut dyn Sink<G::Move>,
) where
    G: Game + Hashed + Indexed + Symmetric,
    E: Evaluator<G>,
    H: Hints<G>,
{
    let last = budget.limits.depth.unwrap_or(DEEPEST).min(DEEPEST);
    let mut depth = if first.config.iterative { 1 } else { last };
    loop {
        let horizon = |first: &Worker<'_, G, E, H>, others: &[Worker<'_, G, E, H>]| {
            first.horizon + others.iter().map(|worker| worker.horizon).sum::<u64>()
        };
        let before = horizon(first, others);
        let deal =
            Deal { next: AtomicUsize::new(0), best: AtomicI32::new(Score::LOWEST.points()), done: Mutex::default() };
        std::thread::scope(|scope| {
            for worker in others.iter_mut() {
                let (deal, moves) = (&deal, &root.moves);
                scope.spawn(move || deal.take_part(worker, position, moves, depth as i32));
            }
            deal.take_part(first, position, &root.moves, depth as i32);
        });
        let complete = !first.meter.is_stopped() && others.iter().all(|worker| !worker.meter.is_stopped());
        let mut done = deal.done.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        done.sort_by_key(|(at, root_move)| {
            (std::cmp::Reverse((root_move.bound == Bound::Exact, root_move.score)), *at)
        });
        if complete {
            root.moves = done.into_iter().map(|(_, root_move)| root_move).collect();
            root.depth = depth;
            root.proof = first.proof(root, horizon(first, others) == before);
            sink.report(&root.report(first.meter.all_nodes(), first.deepest, budget.elapsed()));
        }
        let known = horizon(first, others) == before || root.moves[0].score.is_decided();
        if !complete || depth >= last || known || !budget.may_go_deeper() {
            break;
        }
        depth += 1;
    }
}

/// One iteration's moves: which comes next, the best score so far, what is done.
struct Deal<M> {
    next: AtomicUsize,
    best: AtomicI32,
    done: Mutex<Vec<(usize, RootMove<M>)>>,
}

impl<M: Copy> Deal<M> {
    fn take_part<G, E, H>(&self, worker: &mut Worker<'_, G, E, H>, position: &G, moves: &[RootMove<M>], depth: i32)
    where
        G: Game<Move = M> + Hashed + Indexed + Symmetric,
        E: Evaluator<G>,
        H: Hints<G>,
    {
        loop {
            let at = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(root_move) = moves.get(at) else { break };
            let mut root_move = root_move.clone();
            let alpha = Score::from_points(self.best.load(Ordering::Relaxed));
            let alpha = if worker.config.pruning { alpha } else { Score::LOWEST };
            let window = Window { alpha, beta: Score::HIGHEST };
            let Some(score) = worker.root_move_score(position, &mut root_move, 0, window, depth) else { break };
            root_move.score = score;
            root_move.bound = if score > alpha { Bound::Exact } else { Bound::Upper };
            if score > alpha {
                root_move.pv.clone_from(&worker.pv[0]);
            }
            self.best.fetch_max(score.points(), Ordering::Relaxed);
            self.done.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((at, root_move));
        }
        worker.meter.tell();
    }
}
