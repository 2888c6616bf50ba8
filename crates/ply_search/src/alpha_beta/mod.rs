//! Alpha-beta, one implementation for everything from a textbook's to a champion's: the difference is a configuration.

mod abdada;
mod config;
mod forward_pruning;
mod history;
mod late_moves;
mod move_picker;
mod parallel;
mod quiescence;
mod root;
mod transposition;
mod transposition_cutoffs;
mod worker;

pub use config::{AlphaBetaConfig, Lateness, Leaf, Ordering, Split, Ties};
pub use transposition::Transposition;

use ply_game::{Game, Hashed, Indexed, Symmetric};

use crate::config_error::ConfigError;
use crate::{Budget, Evaluator, Hints, NoHints, Report, Score, Searcher, Sink, TranspositionTable};
use history::History;

/// The alpha-beta searcher: plain minimax's value, found with a small part of the nodes.
///
/// It keeps its table and what it learnt about moves from one search to the next.
///
/// ```
/// use ply_game::TreeGame;
/// use ply_search::{AlphaBeta, AlphaBetaConfig, Budget, Limits, Score, Searcher, Silent, Zero};
/// let tree: TreeGame = "1[2[+ -] 1[= +]]".parse().unwrap();
/// let mut searcher = AlphaBeta::new(Zero, AlphaBetaConfig::default()).unwrap();
/// let report = searcher.search(&tree, &Budget::new(Limits::depth(2)), &mut Silent);
/// assert_eq!((report.best, report.score), (1, Score::win_in(2)));
/// ```
#[derive(Debug)]
pub struct AlphaBeta<E, H = NoHints> {
    evaluator: E,
    hints: H,
    config: AlphaBetaConfig,
    table: Option<TranspositionTable>,
    /// One a thread.
    histories: Vec<History>,
    /// How many moves had been made before the position of the next search, where somebody said so.
    moves_made: Option<usize>,
    /// After how many moves of the game a win ends it that the last search proved.
    end: Option<usize>,
}

impl<E> AlphaBeta<E> {
    /// A searcher without knowledge of a game but an evaluator.
    pub fn new(evaluator: E, config: AlphaBetaConfig) -> Result<Self, ConfigError> {
        Self::with_hints(evaluator, NoHints, config)
    }
}

impl<E, H> AlphaBeta<E, H> {
    /// A searcher with knowledge of a game.
    pub fn with_hints(evaluator: E, hints: H, config: AlphaBetaConfig) -> Result<Self, ConfigError> {
        config.check()?;
        let table = config.table_mb.map(TranspositionTable::new);
        Ok(Self { evaluator, hints, config, table, histories: Vec::new(), moves_made: None, end: None })
    }

    /// The configuration.
    pub fn config(&self) -> &AlphaBetaConfig {
        &self.config
    }

    /// The transposition table, if there is one.
    pub fn table(&self) -> Option<&TranspositionTable> {
        self.table.as_ref()
    }

    /// Forgets everything that was learnt.
    pub fn forget(&mut self) {
        self.histories.clear();
        self.end = None;
        if let Some(table) = &self.table {
            table.clear();
        }
    }

    /// Histories for this many threads and moves; what was learnt on a board of another size is of no use.
    fn begin(&mut self, slots: usize) {
        self.histories.retain(|history| history.slots() == slots);
        self.histories.iter_mut().for_each(History::fade);
        let AlphaBetaConfig { threads, continuation_history, .. } = self.config;
        self.histories.resize_with(threads, || History::new(slots, worker::MOST_PLIES + 1, continuation_history));
        if let Some(table) = &self.table {
            table.next_search();
        }
    }
}

impl<G, E, H> Searcher<G> for AlphaBeta<E, H>
where
    G: Game + Hashed + Indexed + Symmetric,
    E: Evaluator<G>,
    H: Hints<G>,
{
    fn prepare(&mut self) {
        if let Some(table) = &self.table {
            table.touch();
        }
    }

    fn forget(&mut self) {
        Self::forget(self);
    }

    fn follow(&mut self, _start: &G, moves: &[G::Move]) {
        self.moves_made = Some(moves.len());
    }

    fn search(&mut self, position: &G, budget: &Budget, sink: &mut dyn Sink<G::Move>) -> Report<G::Move> {
        self.begin(position.move_slots());
        let moves_made = self.moves_made.take();
        let promised = moves_made.and_then(|made| self.end?.checked_sub(made));
        let report = parallel::search(self, position, promised, budget, sink);
        let win = report.score.plies_to_end().filter(|_| report.score > Score::DRAW);
        self.end = moves_made.and_then(|made| Some(made + win?));
        report
    }
}
