//! The settings of a Monte-Carlo tree search.

use std::f64::consts::SQRT_2;

use crate::config_error::{ConfigError, within};

/// How a simulation chooses among the moves of a node that have been tried.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Selection {
    /// Mean reward + `constant` * sqrt(ln(visits of the node) / visits of the move). Every move is tried once first.
    // CITE: Kocsis and Szepesvári, Bandit based Monte-Carlo planning, 2006.
    Ucb1 {
        /// The weight of exploration.
        constant: f64,
    },
    /// Mean reward + `constant` * prior * sqrt(visits of the node) / (1 + visits of the move), with the priors of
    /// [`Priors`](crate::Priors). A move that was never tried counts as much as its node.
    // CITE: Rosin, Multi-armed bandits with episode context, 2011; Silver et al., AlphaGo, 2016.
    Puct {
        /// The weight of the priors.
        constant: f64,
    },
}

/// The numbers that results count in the formulas of [`Selection`]. Constants are always meant in the same numbers:
/// reports that write `W/N` with -1 for a loss and `C = 1.4 * sqrt(2)` are `Signed` with just that constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rewards {
    /// Win 1, draw 0.5, loss 0.
    Unit,
    /// Win 1, draw 0, loss -1.
    Signed,
}

impl Rewards {
    /// The distance from a loss to a win.
    pub(super) const fn span(self) -> f64 {
        match self {
            Self::Unit => 1.0,
            Self::Signed => 2.0,
        }
    }
}

/// Which move of the root is played in the end, where nothing is proven.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RootChoice {
    /// The one with the most visits.
    Visits,
    /// The one with the best mean reward.
    Value,
}

/// The settings of [`Mcts`](crate::Mcts).
///
/// ```
/// use ply_search::{MctsConfig, Rewards, Selection};
/// let config = MctsConfig {
///     selection: Selection::Ucb1 { constant: 1.4 * 2f64.sqrt() },
///     rewards: Rewards::Signed,
///     threads: 4,
///     ..MctsConfig::default()
/// };
/// assert!(config.check().is_ok());
/// let wrong = MctsConfig { memory_mb: 0, ..config };
/// assert_eq!(wrong.check().unwrap_err().to_string(), "memory_mb must be from 1 to 65536, got 0");
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MctsConfig {
    /// How a simulation goes down the tree.
    pub selection: Selection,
    /// What results count there.
    pub rewards: Rewards,
    /// Progressive bias: `bias` * prior / (1 + visits) is added to the formula of the selection. 0 is none.
    // CITE: Chaslot et al., Progressive strategies for Monte-Carlo tree search, 2008.
    pub bias: f64,
    /// How the move to play is chosen.
    pub root_choice: RootChoice,
    /// Visits of a leaf before it gets children. Small: more tree for the same number of simulations; large: more
    /// simulations in the same time and memory.
    pub expand_after: u32,
    /// MCTS-Solver: proven results are backed up, and what is proven is not visited again.
    pub solver: bool,
    /// The memory of the tree, in units of 2^20 bytes. When it is full the tree grows no more, and the search goes on.
    pub memory_mb: usize,
    /// Tree reuse: what is left of the tree after a few moves is the start of the next search.
    pub reuse: bool,
    /// Another seed, other simulations.
    pub seed: u64,
    /// Threads on the one tree. With one, the same limits give the same report.
    pub threads: usize,
    /// Virtual loss: how many lost visits a simulation under way counts for, so that other threads look elsewhere. 1:
    /// the visit itself. Without effect with one thread.
    // CITE: Chaslot, Winands and van den Herik, Parallel Monte-Carlo tree search, 2008.
    pub virtual_loss: u32,
}

impl Default for MctsConfig {
    fn default() -> Self {
        Self {
            selection: Selection::Ucb1 { constant: SQRT_2 },
            rewards: Rewards::Unit,
            bias: 0.0,
            root_choice: RootChoice::Visits,
            expand_after: 8,
            solver: true,
            memory_mb: 256,
            reuse: true,
            seed: 0,
            threads: 1,
            virtual_loss: 3,
        }
    }
}

impl MctsConfig {
    /// Whether every setting is in its range.
    pub fn check(&self) -> Result<(), ConfigError> {
        let (Selection::Ucb1 { constant } | Selection::Puct { constant }) = self.selection;
        within("constant", constant, 0.0..=1000.0)?;
        within("bias", self.bias, 0.0..=1000.0)?;
        within("expand_after", self.expand_after, 1..=1_000_000)?;
        within("memory_mb", self.memory_mb, 1..=65536)?;
        within("threads", self.threads, 1..=1024)?;
        within("virtual_loss", self.virtual_loss, 1..=1000)
    }
}
