//! Monte-Carlo tree search: a tree that grows where simulated games say that it pays.
//!
//! A simulation goes down the tree by a [`Selection`] formula, is finished by a [`Rollout`], and its reward is added
//! to every node on the way. Nodes know who chose them, so a player may move twice. Proven results are backed up as
//! well ([`MctsConfig::solver`]): what is proven is not visited again, and the search ends when the root is.
//!
//! # What a report says
//! - `nodes` are the simulations of this search; the `nodes` of a root move are its visits, those in a tree that was
//!   kept from the search before included.
//! - A score that is not proven is 1000 * (2 * mean reward - 1) points, rounded: the expected result in thousandths.
//! - A proven score is [`Exact`](crate::Bound::Exact) if nothing that could change its distance was left out.
//!   Otherwise a win within n plies is a [`Lower`](crate::Bound::Lower) bound (a sooner one may exist) and a loss is
//!   an [`Upper`](crate::Bound::Upper) one. A proven draw is exact. Means are no bounds at all; they are marked as in
//!   a search with a window, `Lower` for the best move and `Upper` for the others.
//! - `depth` is the mean number of plies that simulations stayed in the tree, `deepest` the largest.
//!
//! # Cost
//! 32 bytes per node, whatever the game. With one thread, uniform roll-outs and the default settings a simulation of a
//! small game takes less than a microsecond.
// CITE: Browne et al., A survey of Monte Carlo tree search methods, 2012.

mod bounds;
mod config;
mod node_pool;
mod priors;
mod rollout;
mod root_report;
mod selection;
mod transpositions;
mod tree_reuse;
mod worker;

use std::thread;

use ply_game::{Hashed, Indexed};

pub use config::{MctsConfig, Rewards, RootChoice, Selection};
pub use priors::{Even, Priors};
pub use rollout::{Biased, Capped, Judged, Reward, Rollout, Uniform};

use transpositions::Transpositions;
use tree_reuse::Tree;
use worker::{Effort, SharedSearch, Worker};

use crate::config_error::ConfigError;
use crate::{Budget, Limits, Meter, Report, Searcher, Sink, THREADS, Tally};

/// Monte-Carlo tree search with a roll-out policy `R` and priors `P`.
///
/// Of the limits, `nodes` are simulations, exactly so with one thread; the search ends at the sooner of the two times,
/// and `depth` means nothing to it.
///
/// ```
/// use ply_game::TreeGame;
/// use ply_search::{Budget, Limits, Mcts, MctsConfig, Score, Searcher, Silent, Uniform};
/// let tree: TreeGame = "1[2[+ -] 1[2[= +] 2[+ +]]]".parse().unwrap();
/// let mut mcts = Mcts::new(MctsConfig::default(), Uniform).unwrap();
/// let report = mcts.search(&tree, &Budget::new(Limits::nodes(1000)), &mut Silent);
/// assert_eq!((report.best, report.score), (1, Score::win_in(3)));
/// ```
pub struct Mcts<G, R = Uniform, P = Even> {
    config: MctsConfig,
    rollout: R,
    priors: P,
    tree: Option<Tree<G>>,
    transpositions: Option<Transpositions<G>>,
}

impl<G, R> Mcts<G, R> {
    /// A searcher with these settings, which are checked, and even priors.
    pub fn new(config: MctsConfig, rollout: R) -> Result<Self, ConfigError> {
        config.check()?;
        Ok(Self { config, rollout, priors: Even, tree: None, transpositions: None })
    }
}

impl<G, R, P> Mcts<G, R, P> {
    /// The same searcher with other priors and an empty tree.
    pub fn with_priors<Q>(self, priors: Q) -> Mcts<G, R, Q> {
        let Self { config, rollout, transpositions, .. } = self;
        Mcts { config, rollout, priors, tree: None, transpositions }
    }

    /// The same searcher, in whose tree equal positions share their children. Only for games in which no position comes
    /// again; the tree is not kept between searches then.
    #[must_use]
    pub fn with_transpositions(self) -> Self
    where
        G: Hashed,
    {
        Self { transpositions: Some(Transpositions::new(G::key)), ..self }
    }

    /// The settings.
    pub fn config(&self) -> &MctsConfig {
        &self.config
    }

    /// Bytes that the tree takes, at most `memory_mb` times 2^20.
    pub fn memory(&self) -> usize {
        self.tree.as_ref().map_or(0, |tree| tree.pool.memory())
    }

    /// Forgets the tree and gives its memory back.
    pub fn forget(&mut self) {
        self.tree = None;
    }
}

impl<G: Indexed, R: Rollout<G>, P: Priors<G>> Mcts<G, R, P> {
    /// Brings the tree to `position`.
    fn prepare(&mut self, position: &G) {
        if let Some(transpositions) = &mut self.transpositions {
            transpositions.clear();
        }
        match &mut self.tree {
            Some(tree) => tree.move_root(position, self.config.reuse && self.transpositions.is_none()),
            None => self.tree = Some(Tree::new(position.clone(), self.config.memory_mb)),
        }
    }

    /// Simulates on all threads; the calling one tells the sink.
    fn simulate(shared: &SharedSearch<'_, G, R, P>, budget: &Budget, sink: &mut dyn Sink<G::Move>) -> Effort {
        let tally = Tally::default();
        let live = |effort, nodes| {
            let report =
                root_report::report(shared.root, shared.pool, shared.config.root_choice, effort, budget.elapsed());
            sink.report(&Report { nodes, ..report });
        };
        if !THREADS || shared.config.threads == 1 {
            return Worker::new(shared, 0).run::<false>(Meter::new(budget, &tally), &tally, live);
        }
        thread::scope(|scope| {
            let others: Vec<_> = (1..shared.config.threads)
                .map(|thread| {
                    let tally = &tally;
                    scope.spawn(move || {
                        Worker::new(shared, thread).run::<true>(Meter::new(budget, tally), tally, |_, _| {})
                    })
                })
                .collect();
            let mut effort = Worker::new(shared, 0).run::<true>(Meter::new(budget, &tally), &tally, live);
            for other in others {
                effort.add(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
            effort
        })
    }
}

impl<G: Indexed, R: Rollout<G>, P: Priors<G>> Searcher<G> for Mcts<G, R, P> {
    fn forget(&mut self) {
        Self::forget(self);
    }

    fn search(&mut self, position: &G, budget: &Budget, sink: &mut dyn Sink<G::Move>) -> Report<G::Move> {
        assert!(position.outcome().is_none(), "the game is over");
        let limits = budget.limits;
        let hard = [limits.soft, limits.hard].into_iter().flatten().min();
        let budget = Budget { limits: Limits { hard, ..limits }, ..budget.clone() };
        self.prepare(position);
        let tree = self.tree.as_ref().expect("the tree was just prepared");
        let shared = SharedSearch {
            root: &tree.root,
            pool: &tree.pool,
            config: &self.config,
            rollout: &self.rollout,
            priors: &self.priors,
            transpositions: self.transpositions.as_ref(),
        };
        Worker::new(&shared, 0).expand_root();
        let effort = Self::simulate(&shared, &budget, sink);
        let report = root_report::report(&tree.root, &tree.pool, self.config.root_choice, effort, budget.elapsed());
        sink.report(&report);
        report
    }
}
