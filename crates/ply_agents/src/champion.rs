//! What the champions that search have in common: their options, and how those become an agent.

use ply_game::{BoardGame, OptionInfo, Setting};
use ply_search::{AlphaBetaConfig, Searcher};

use crate::entry::Request;
use crate::mind::Mind;
use crate::settings::{DEPTH, NODES, THREADS};

pub(crate) const TABLE: Setting<usize> = Setting::megabytes("table", 32, "megabytes of the transposition table");

/// The options of champions that search.
pub(crate) const CHAMPION_OPTIONS: &[OptionInfo] = &[DEPTH.info, NODES.info, TABLE.info, THREADS.info];

/// Their values.
pub(crate) struct ChampionOptions {
    depth: Option<u32>,
    nodes: Option<u64>,
    pub(crate) table_mb: usize,
    pub(crate) threads: usize,
    pub(crate) lines: usize,
}

impl ChampionOptions {
    pub(crate) fn of(request: &Request) -> Self {
        Self {
            depth: request.get(&DEPTH),
            nodes: request.get(&NODES),
            table_mb: request.get(&TABLE),
            threads: request.get(&THREADS),
            lines: request.lines,
        }
    }

    /// The switches of a champion, with what its options say.
    pub(crate) fn configure(&self, switches: AlphaBetaConfig) -> AlphaBetaConfig {
        AlphaBetaConfig { table_mb: Some(self.table_mb), threads: self.threads, lines: self.lines, ..switches }
    }

    /// The champion that plays what its searcher finds.
    pub(crate) fn mind<G: BoardGame>(&self, searcher: impl Searcher<G> + Send + 'static) -> Mind<G> {
        Mind::searching(searcher).with_depth(self.depth).with_nodes(self.nodes)
    }
}
