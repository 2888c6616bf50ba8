//! The switches of alpha-beta, and what each may be.

use crate::setting::{ConfigError, within};

/// In which order moves are tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ordering {
    /// As the game lists them.
    None,
    /// By the evaluator's opinion of the position after each.
    Evaluator,
    /// The table's move, killers, the countermove, then history and hints.
    History,
}

/// What is done at depth 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaf {
    /// The evaluator is asked.
    Evaluate,
    /// Noisy moves ([`Hints::noisy_moves`](crate::Hints::noisy_moves)) are played out, this many plies at most.
    Quiescence(u32),
}

/// Which of several best root moves is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ties {
    /// The first that was found.
    First,
    /// A random one of those that are proven to be as good: each is searched again, which costs time.
    Random,
    /// A random one of those whose *bound* equals the best score. A bound is no proof: this is how one report chose its
    /// moves, and it plays worse.
    Unsound,
}

/// How threads share the work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Split {
    /// All search the same root, at staggered depths, and help each other through the table.
    Lazy,
    /// The root moves are dealt out among the threads.
    RootMoves,
}

/// The configuration of [`AlphaBeta`](crate::AlphaBeta). The default has everything on that is sound; reductions and
/// late-move pruning, which trade exactness for depth, are for each game to switch on.
///
/// ```
/// use ply_search::{AlphaBetaConfig, Ordering};
/// let plain = AlphaBetaConfig { table_mb: None, ordering: Ordering::None, ..AlphaBetaConfig::pruning_only() };
/// assert!(plain.check().is_ok());
/// let wrong = AlphaBetaConfig { table_mb: Some(0), ..plain };
/// assert_eq!(wrong.check().unwrap_err().to_string(), "table must be from 1 to 1048576, got 0");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AlphaBetaConfig {
    /// Depth 1, 2, 3, ... until the budget ends; otherwise only the budget's depth.
    pub iterative: bool,
    /// Begin each iteration with a narrow window round the last score.
    pub aspiration: bool,
    /// Cut off what cannot matter. Off: minimax.
    pub pruning: bool,
    /// Principal variation search: later moves with a null window first.
    pub pvs: bool,
    /// The transposition table's size in megabytes.
    pub table_mb: Option<usize>,
    /// Look for a cutoff among the children's table entries before searching any.
    pub etc: bool,
    /// The order of moves.
    pub ordering: Ordering,
    /// Only this many moves are searched in a node, the best by the ordering.
    pub breadth: Option<usize>,
    /// Late moves are searched less deep first.
    pub reductions: bool,
    /// Very late moves near the leaves are skipped.
    pub late_move_pruning: bool,
    /// A proven win or loss ends the search also with reductions or late-move pruning, though a sooner win or a later
    /// loss may exist then.
    pub settles: bool,
    /// What happens at depth 0.
    pub leaf: Leaf,
    /// In the first so many plies, positions that a symmetry makes equal share a table entry.
    pub symmetric_plies: usize,
    /// Which of several best moves is played.
    pub ties: Ties,
    /// The seed of random ties.
    pub seed: u64,
    /// How many root moves get an exact score and a line of their own.
    pub lines: usize,
    /// Threads.
    pub threads: usize,
    /// How they share the work.
    pub split: Split,
}

impl Default for AlphaBetaConfig {
    fn default() -> Self {
        Self {
            iterative: true,
            aspiration: true,
            pruning: true,
            pvs: true,
            table_mb: Some(16),
            etc: true,
            ordering: Ordering::History,
            breadth: None,
            reductions: false,
            late_move_pruning: false,
            settles: false,
            leaf: Leaf::Evaluate,
            symmetric_plies: 0,
            ties: Ties::First,
            seed: 0,
            lines: 1,
            threads: 1,
            split: Split::Lazy,
        }
    }
}

impl AlphaBetaConfig {
    /// Alpha-beta as in a textbook: one fixed depth, moves as they come, no table.
    pub fn pruning_only() -> Self {
        Self {
            iterative: false,
            aspiration: false,
            pvs: false,
            table_mb: None,
            etc: false,
            ordering: Ordering::None,
            ..Self::default()
        }
    }

    /// The same without pruning: minimax.
    pub fn minimax() -> Self {
        Self { pruning: false, ..Self::pruning_only() }
    }

    /// Names the first option that cannot be.
    pub fn check(&self) -> Result<(), ConfigError> {
        if let Some(megabytes) = self.table_mb {
            within("table", megabytes, 1..=crate::Table::MOST_MEGABYTES)?;
        }
        if let Some(breadth) = self.breadth {
            within("breadth", breadth, 1..=usize::from(u16::MAX))?;
        }
        within("lines", self.lines, 1..=1000)?;
        within("threads", self.threads, 1..=1024)
    }
}
