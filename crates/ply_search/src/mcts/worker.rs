//! One thread's simulations: selection down the tree, expansion, roll-out, and back-up (backpropagation).
//!
//! A simulation costs a choice among the children of every node on its way, the moves of a copy of the root position,
//! and what the roll-out costs. Nothing is allocated but the memory of new nodes.

use std::time::Duration;

use ply_game::{Indexed, Player, Rng, mix, rng};
use web_time::Instant;

use super::bounds::{Bounds, GameResult};
use super::config::MctsConfig;
use super::node_pool::{Node, NodePool};
use super::priors::{Priors, normalize};
use super::rollout::{Reward, Rollout};
use super::selection::Selector;
use super::transpositions::Transpositions;
use crate::{Meter, Tally};

/// What one search works on and with, shared by its threads.
pub(super) struct SharedSearch<'a, G, R, P> {
    pub root: &'a G,
    pub pool: &'a NodePool,
    pub config: &'a MctsConfig,
    pub rollout: &'a R,
    pub priors: &'a P,
    pub transpositions: Option<&'a Transpositions<G>>,
}

/// What simulations have been, for the report.
#[derive(Clone, Copy, Default)]
pub(super) struct Effort {
    pub simulations: u64,
    /// Plies in the tree, summed over all simulations.
    pub plies: u64,
    pub deepest: u32,
}

impl Effort {
    pub fn add(&mut self, other: Self) {
        self.simulations += other.simulations;
        self.plies += other.plies;
        self.deepest = self.deepest.max(other.deepest);
    }
}

/// A node of the way down, and who chose it.
#[derive(Clone, Copy)]
struct Step {
    node: u32,
    chooser: Player,
}

/// One thread of a search.
pub(super) struct Worker<'a, G: Indexed, R, P> {
    shared: &'a SharedSearch<'a, G, R, P>,
    selector: Selector,
    rng: Rng,
    path: Vec<Step>,
    moves: Vec<G::Move>,
    weights: Vec<f32>,
    ranked: Vec<(G::Move, f32)>,
    /// Visits that a simulation under way counts for (virtual loss).
    weight: u32,
    pub effort: Effort,
}

/// A worker that ends, by whatever cause, ends all others.
struct StopAll<'a>(&'a Tally);

impl Drop for StopAll<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

impl<'a, G: Indexed, R: Rollout<G>, P: Priors<G>> Worker<'a, G, R, P> {
    /// Sums of rewards and visits stay far from the end of their words.
    const MOST_VISITS: u32 = 1 << 31;

    pub fn new(shared: &'a SharedSearch<'a, G, R, P>, thread: usize) -> Self {
        Self {
            shared,
            selector: Selector::new(shared.config, shared.transpositions.is_some()),
            rng: rng(mix(shared.config.seed).wrapping_add(thread as u64)),
            path: Vec::with_capacity(64),
            moves: Vec::new(),
            weights: Vec::new(),
            ranked: Vec::new(),
            weight: if shared.config.threads > 1 { shared.config.virtual_loss } else { 1 },
            effort: Effort::default(),
        }
    }

    /// Simulates until the meter stops or the root is proven. `live` is called now and then, with this thread's effort
    /// and the simulations of all threads.
    pub fn run<const SHARED: bool>(
        mut self,
        mut meter: Meter<'_>,
        tally: &Tally,
        mut live: impl FnMut(Effort, u64),
    ) -> Effort {
        let _stop_all = StopAll(tally);
        let root = self.shared.pool.node(NodePool::ROOT);
        let mut ticker = Ticker::start();
        while !root.bounds().is_proven() && root.visits() < Self::MOST_VISITS {
            self.simulate::<SHARED>();
            let stopped = meter.count();
            if ticker.tick() {
                live(Effort { simulations: meter.nodes(), ..self.effort }, meter.all_nodes());
            }
            if stopped {
                break;
            }
        }
        meter.tell();
        self.effort.simulations = meter.nodes();
        self.effort
    }

    /// Gives the root children if it has none.
    pub fn expand_root(&mut self) {
        self.path.clear();
        self.path.push(Step { node: NodePool::ROOT, chooser: self.shared.root.to_move() });
        let root = self.shared.pool.node(NodePool::ROOT);
        if self.shared.pool.children(root).is_none() {
            self.expand(root, self.shared.root);
        }
    }

    fn simulate<const SHARED: bool>(&mut self) {
        let pool = self.shared.pool;
        let mut position = self.shared.root.clone();
        let mut step = Step { node: NodePool::ROOT, chooser: position.to_move() };
        self.path.clear();
        let reward = loop {
            let node = pool.node(step.node);
            self.path.push(step);
            let before = node.visit::<SHARED>(self.weight);
            let children = match pool.children(node) {
                Some(children) => children,
                None if before >= self.shared.config.expand_after && self.expand(node, &position) => {
                    pool.children(node).expect("the node was just given children")
                }
                None => break self.shared.rollout.roll(position, &mut self.rng),
            };
            if self.shared.transpositions.is_some() && self.shared.config.solver {
                // Shared children may have been proven on another way here.
                self.back_up_proofs();
            }
            let Some(chosen) = self.selector.choose(node, step.chooser, children) else {
                break self.proven_reward(node);
            };
            let mv = position.move_at(children.nodes[chosen].mv() as usize);
            position.play(mv.expect("a move's index names the move"));
            step = Step { node: children.first + chosen as u32, chooser: children.mover };
        };
        for step in &self.path {
            pool.node(step.node).reward::<SHARED>(self.weight - 1, reward.seen_by(step.chooser).units());
        }
        let plies = self.path.len() as u32 - 1;
        self.effort.plies += u64::from(plies);
        self.effort.deepest = self.effort.deepest.max(plies);
    }

    /// Expansion: gives a node children. `false` if it gets none: another thread is at it, the memory is full, or the
    /// game over.
    fn expand(&mut self, node: &Node, position: &G) -> bool {
        let SharedSearch { pool, config, .. } = *self.shared;
        if pool.is_full() || !node.claim() {
            return pool.children(node).is_some();
        }
        if let Some((first, count)) = self.shared.transpositions.and_then(|known| known.find(position)) {
            node.publish(first, count, position.to_move());
            if config.solver {
                self.back_up_proofs();
            }
            return true;
        }
        self.weigh_moves(position);
        let count = self.moves.len() as u32;
        let Some(first) = (count > 0).then(|| pool.reserve(count)).flatten() else {
            node.unclaim();
            return false;
        };
        for (index, child) in pool.reserved(first, count).iter().enumerate() {
            let mv = self.moves[index];
            let outcome = if config.solver { position.after(mv).outcome() } else { None };
            let bounds = outcome.map_or(Bounds::OPEN, Bounds::of_outcome);
            child.reset(position.move_index(mv) as u32, self.weights[index], bounds);
        }
        node.publish(first, count, position.to_move());
        if let Some(transpositions) = self.shared.transpositions {
            transpositions.share(position, (first, count));
        }
        if config.solver {
            self.back_up_proofs();
        }
        true
    }

    /// All legal moves and their weights, the most promising first.
    fn weigh_moves(&mut self, position: &G) {
        let (moves, weights) = (&mut self.moves, &mut self.weights);
        moves.clear();
        position.legal_moves(|mv| moves.push(mv));
        weights.clear();
        if P::EVEN {
            weights.resize(moves.len(), 1.0 / moves.len() as f32);
            return;
        }
        weights.resize(moves.len(), 1.0);
        self.shared.priors.weigh(position, moves, weights);
        normalize(weights);
        self.ranked.clear();
        self.ranked.extend(moves.iter().copied().zip(weights.iter().copied()));
        self.ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
        for (index, &(mv, weight)) in self.ranked.iter().enumerate() {
            (moves[index], weights[index]) = (mv, weight);
        }
    }

    /// MCTS-Solver: takes what is proven from children to parents, from the end of the path up as long as there is
    /// news.
    fn back_up_proofs(&self) {
        let pool = self.shared.pool;
        for step in self.path.iter().rev() {
            let node = pool.node(step.node);
            let Some(children) = pool.children(node) else { return };
            let bounds = Bounds::of_children(children.mover, children.nodes.iter().map(Node::bounds));
            if !node.tighten(bounds) {
                return;
            }
        }
    }

    /// The reward of a node all of whose children are closed. Two threads that each proved one of the last two
    /// children may both have missed the other's proof, so the conclusion is drawn again.
    fn proven_reward(&self, node: &Node) -> Reward {
        self.back_up_proofs();
        match node.bounds().proven(Player::First).expect("a node with all children closed is proven") {
            GameResult::Loss => Reward::LOSS,
            GameResult::Draw => Reward::DRAW,
            GameResult::Win => Reward::WIN,
        }
    }
}

/// Says when a live report is due, and reads the clock only now and then.
struct Ticker {
    reported: Instant,
    looked: Instant,
    /// Simulations to the next look.
    left: u32,
    interval: u32,
}

impl Ticker {
    /// The time between live reports.
    const EVERY: Duration = Duration::from_millis(100);

    fn start() -> Self {
        let now = Instant::now();
        Self { reported: now, looked: now, left: 1, interval: 1 }
    }

    #[inline]
    fn tick(&mut self) -> bool {
        self.left -= 1;
        self.left == 0 && self.look()
    }

    #[cold]
    fn look(&mut self) -> bool {
        let now = Instant::now();
        let since = now - self.looked;
        self.looked = now;
        if since < Self::EVERY / 20 {
            self.interval = self.interval.saturating_mul(2);
        } else if since > Self::EVERY / 5 {
            self.interval = (self.interval / 2).max(1);
        }
        self.left = self.interval;
        let due = now - self.reported >= Self::EVERY;
        if due {
            self.reported = now;
        }
        due
    }
}
