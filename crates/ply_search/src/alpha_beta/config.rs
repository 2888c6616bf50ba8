//! The switches of alpha-beta, and what each may be.

use crate::config_error::{ConfigError, within};

/// In which order moves are tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ordering {
    /// As the game lists them.
    None,
    /// By the evaluator's opinion of the position after each.
    Evaluator,
    /// The hash move (the table's), killers, the countermove, then history and hints.
    History,
}

/// What is done at depth 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaf {
    /// The evaluator is asked.
    Evaluate,
    /// Quiescence search: noisy moves ([`Hints::noisy_moves`](crate::Hints::noisy_moves)) are played out, this many
    /// plies at most.
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
    /// Lazy SMP: all search the same root and help each other through the table, with ABDADA to keep them apart.
    Lazy,
    /// Root splitting: the root's moves are dealt out among the threads.
    RootMoves,
}

/// When a move is late. The default is cautious; games with many moves of little effect gain by less.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lateness {
    /// Moves are skipped at this depth or below.
    pub depth: i32,
    /// So many moves are always searched, and
    pub first: usize,
    /// so many more for the square of the depth.
    pub growth: usize,
    /// What the product of the logarithms of depth and number is divided by to get a reduction.
    pub divisor: u32,
    /// Whether that holds for the root's moves too.
    pub at_root: bool,
    /// Whether a quarter fewer are searched before the others are skipped where the player to move thinks no better of the
    /// position than two plies before.
    pub improving: bool,
}

impl Default for Lateness {
    fn default() -> Self {
        Self { depth: 3, first: 6, growth: 4, divisor: 4, at_root: false, improving: false }
    }
}

/// The configuration of [`AlphaBeta`](crate::AlphaBeta). The default has everything on that is sound; reductions,
/// late-move pruning, null moves and futility, which trade exactness for depth, are for each game to switch on.
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
    /// Iterative deepening: depth 1, 2, 3, ... until the budget ends; otherwise only the budget's depth.
    pub iterative: bool,
    /// Aspiration windows: begin each iteration with a narrow window round the last score.
    pub aspiration: bool,
    /// Alpha-beta pruning: cut off what cannot matter. Off: minimax.
    pub pruning: bool,
    /// Principal variation search (PVS): later moves with a null window first.
    pub pvs: bool,
    /// The transposition table's size in megabytes.
    pub table_mb: Option<usize>,
    /// Enhanced transposition cutoff (ETC): look for a cutoff among the children's table entries before searching any.
    pub etc: bool,
    /// The order of moves.
    pub ordering: Ordering,
    /// Continuation history: moves are also ordered by how they did as answers to the move just made.
    pub continuation_history: bool,
    /// Only this many moves are searched in a node, the best by the ordering.
    pub breadth: Option<usize>,
    /// Late move reductions (LMR): late moves are searched less deep first.
    pub reductions: bool,
    /// Internal iterative reduction (IIR): a node for which the table has no move is searched a ply less deep. Its order is
    /// a guess, and the next iteration has a move for it.
    pub iir: bool,
    /// Late move pruning (LMP): very late moves near the leaves are skipped.
    pub late_move_pruning: bool,
    /// Which moves are late enough to be skipped, and how much less deep others are searched.
    pub lateness: Lateness,
    /// Null move pruning: positions where the mover could even pass ([`Hints::passed`](crate::Hints::passed)) are
    /// searched less deep.
    pub null_move: bool,
    /// Reverse futility pruning (static null move pruning): near the leaves, an opinion this many points a ply beyond
    /// the window is believed.
    pub futility: Option<i32>,
    /// Optimism (contempt): every opinion is taken to be so many points better for the player who is to move at the
    /// root: they agree to a draw only where they are farther behind. Reports are without it.
    pub optimism: i32,
    /// A proven result ends the search, though reductions leave open whether there is a sooner one.
    pub first_proof: bool,
    /// What happens at depth 0.
    pub leaf: Leaf,
    /// In the first so many plies, positions that a symmetry makes equal share a table entry.
    pub symmetric_plies: usize,
    /// Which of several best moves is played.
    pub ties: Ties,
    /// The seed of random ties.
    pub seed: u64,
    /// How many root moves get an exact score and a line of their own (multi-PV).
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
            continuation_history: false,
            breadth: None,
            reductions: false,
            iir: false,
            late_move_pruning: false,
            lateness: Lateness::default(),
            null_move: false,
            futility: None,
            optimism: 0,
            first_proof: false,
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
            within("table", megabytes, 1..=crate::TranspositionTable::<crate::Transposition>::MOST_MEGABYTES)?;
        }
        if let Some(breadth) = self.breadth {
            within("breadth", breadth, 1..=usize::from(u16::MAX))?;
        }
        within("optimism", self.optimism, -100_000..=100_000)?;
        within("lines", self.lines, 1..=1000)?;
        within("threads", self.threads, 1..=1024)
    }
}
