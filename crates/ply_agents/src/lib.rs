//! What each game's agents are made of: evaluators, and the searchers by their names.

mod searchers;
mod simple;

pub use searchers::{AnySearcher, SEARCHERS, SearcherInfo, searcher};
pub use simple::Simple;
