//! A searcher whose tables depend on the board's size, which is known only when the first position comes.

use ply_games::simplexity::{Bits, Geometry, Move, Simplexity};
use ply_search::{Budget, Report, Searcher, Sink};

/// Makes its searcher for the first board it sees, and again when the size changes.
pub(super) struct ForBoard<S> {
    make: Box<dyn Fn(&'static Geometry) -> S + Send>,
    made: Option<(&'static Geometry, S)>,
}

impl<S> ForBoard<S> {
    pub(super) fn new(make: impl Fn(&'static Geometry) -> S + Send + 'static) -> Self {
        Self { make: Box::new(make), made: None }
    }
}

impl<W: Bits, S: Searcher<Simplexity<W>>> Searcher<Simplexity<W>> for ForBoard<S> {
    fn search(&mut self, position: &Simplexity<W>, budget: &Budget, sink: &mut dyn Sink<Move>) -> Report<Move> {
        let geometry = position.geometry();
        let made = self.made.take().filter(|(of, _)| *of == geometry);
        let (_, searcher) = self.made.insert(made.unwrap_or_else(|| (geometry, (self.make)(geometry))));
        searcher.search(position, budget, sink)
    }
}
