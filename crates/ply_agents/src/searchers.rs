//! The searchers by their names and options: `alpha-beta:table=64,threads=2`.

use ply_game::{BoardGame, OptionInfo, Options, Spec, SpecError, nearest};
use ply_search::{AlphaBeta, AlphaBetaConfig, Minimax, Ordering, Searcher, Split, Ties};

use crate::Simple;

/// A searcher of any kind.
pub type AnySearcher<G> = Box<dyn Searcher<G> + Send>;

/// What is listed of a searcher.
#[derive(Clone, Copy, Debug)]
pub struct SearcherInfo {
    /// Its name in specs.
    pub name: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// Its options.
    pub options: &'static [OptionInfo],
}

const fn option(key: &'static str, default: &'static str, range: &'static str, about: &'static str) -> OptionInfo {
    OptionInfo { key, default, range, about }
}

const ALPHA_BETA: SearcherInfo = SearcherInfo {
    name: "alpha-beta",
    about: "iterative deepening with table, move ordering and threads, over a simple evaluator",
    options: &[
        option("table", "16", "1..65536|off", "megabytes of the transposition table"),
        option("threads", "1", "1..1024", "threads"),
        option("split", "lazy", "lazy|root", "how threads share the work"),
        option("order", "history", "history|evaluator|none", "the order in which moves are tried"),
        option("breadth", "off", "1..65535|off", "only the best so many moves of a position"),
        option("pruning", "on", "on|off", "cut off what cannot matter"),
        option("pvs", "on", "on|off", "null windows for later moves"),
        option("aspiration", "on", "on|off", "narrow windows round the last score"),
        option("etc", "on", "on|off", "look for cutoffs among the children first"),
        option("reductions", "off", "on|off", "search late moves less deep"),
        option("iterative", "on", "on|off", "one depth after the other, or only the last"),
        option("symmetric", "0", "0..64", "plies in which mirror images share table entries"),
        option("ties", "first", "first|random|unsound", "which of several best moves is played"),
        option("seed", "0", "0..18446744073709551615", "the seed of random ties"),
    ],
};

const MINIMAX: SearcherInfo = SearcherInfo {
    name: "minimax",
    about: "every move to a fixed depth (3 where none is asked for), over a simple evaluator",
    options: &[],
};

/// Every searcher.
pub const SEARCHERS: &[SearcherInfo] = &[ALPHA_BETA, MINIMAX];

/// Builds the searcher a spec names, with `lines` root moves to be scored exactly; gives its full spelling too.
pub fn searcher<G: BoardGame>(spec: &Spec, lines: usize) -> Result<(Spec, AnySearcher<G>), SpecError> {
    match spec.name.as_str() {
        "alpha-beta" => {
            let mut options = Options::new(spec, ALPHA_BETA.options)?;
            let config = AlphaBetaConfig { lines, ..alpha_beta_config(&mut options)? };
            let searcher = AlphaBeta::new(Simple, config).map_err(|error| options.together(error.to_string()))?;
            Ok((options.spec(), Box::new(searcher)))
        }
        "minimax" => {
            let options = Options::new(spec, MINIMAX.options)?;
            Ok((options.spec(), Box::new(Minimax::new(Simple))))
        }
        _ => {
            let names = || SEARCHERS.iter().map(|searcher| searcher.name);
            Err(SpecError::Name {
                kind: "agent",
                name: spec.name.clone(),
                nearest: nearest(&spec.name, names()),
                known: names().collect::<Vec<_>>().join(", "),
            })
        }
    }
}

/// Reads the options in the order of their list.
fn alpha_beta_config(options: &mut Options<'_>) -> Result<AlphaBetaConfig, SpecError> {
    let default = AlphaBetaConfig::default();
    Ok(AlphaBetaConfig {
        table_mb: options.number_or_off("table", 1..=65_536, Some(16))?.map(|megabytes| megabytes as usize),
        threads: options.number("threads", 1..=1024, 1)? as usize,
        split: [Split::Lazy, Split::RootMoves][options.choice("split", &["lazy", "root"])?],
        ordering: [Ordering::History, Ordering::Evaluator, Ordering::None]
            [options.choice("order", &["history", "evaluator", "none"])?],
        breadth: options.number_or_off("breadth", 1..=65_535, None)?.map(|moves| moves as usize),
        pruning: options.switch("pruning", true)?,
        pvs: options.switch("pvs", true)?,
        aspiration: options.switch("aspiration", true)?,
        etc: options.switch("etc", true)?,
        reductions: options.switch("reductions", false)?,
        iterative: options.switch("iterative", true)?,
        symmetric_plies: options.number("symmetric", 0..=64, 0)? as usize,
        ties: [Ties::First, Ties::Random, Ties::Unsound][options.choice("ties", &["first", "random", "unsound"])?],
        seed: options.number("seed", 0..=u64::MAX, 0)?,
        ..default
    })
}
