//! What a searcher gives back, at the end and while it thinks.

use std::time::Duration;

use ply_game::Game;

use crate::{Budget, Score};

/// What is known about a score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is this.
    Exact,
    /// It is at least this.
    Lower,
    /// It is at most this.
    Upper,
}

/// How much of a report's score is certain.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub enum Proof {
    /// It is an opinion.
    #[default]
    Open,
    /// Who wins, or that nobody does, is proven; there may be a sooner win, or a larger one.
    Result,
    /// It is proven to the last ply and point.
    Exact,
}

impl Proof {
    /// What a score proves by itself: a win or a loss is one, however soon.
    pub const fn of(score: Score) -> Self {
        if score.is_decided() { Self::Result } else { Self::Open }
    }
}

/// What a search knows about one move of the root.
#[derive(Clone, PartialEq, Debug)]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// Its score for the player to move at the root.
    pub score: Score,
    /// How much of that is proven.
    pub bound: Bound,
    /// Nodes (or visits) spent on it.
    pub nodes: u64,
    /// The best play after it as far as it is known, the move itself first.
    pub pv: Vec<M>,
}

/// What a searcher found.
///
/// Two searches with the same limits and one thread give the same report but for the time.
#[derive(Clone, Debug)]
pub struct Report<M> {
    /// The move to play.
    pub best: M,
    /// Its score for the player to move.
    pub score: Score,
    /// How much of that is certain.
    pub proof: Proof,
    /// Plies that were searched completely.
    pub depth: u32,
    /// Plies of the deepest line that was looked at.
    pub deepest: u32,
    /// Positions visited, or simulations, over all threads.
    pub nodes: u64,
    /// Time used.
    pub time: Duration,
    /// The best play from here, as far as it is known.
    pub pv: Vec<M>,
    /// Every move of the root, the best first.
    pub root: Vec<RootMove<M>>,
}

impl<M> Report<M> {
    /// Whether anything was looked at, or is known without: otherwise the score says nothing.
    pub fn has_opinion(&self) -> bool {
        self.depth > 0 || self.nodes > 0 || self.proof != Proof::Open
    }

    /// The score in words, which say what of it is proven.
    pub fn score_text(&self) -> String {
        let (score, is_better) = (self.score, self.score > Score::DRAW);
        match (self.proof, score.plies_to_end()) {
            _ if !self.has_opinion() => "no opinion".to_owned(),
            (Proof::Open, _) | (Proof::Exact, Some(_)) => score.to_string(),
            (Proof::Result, Some(plies)) => format!("{} in at most {plies}", if is_better { "win" } else { "loss" }),
            (_, None) if score == Score::DRAW => "a draw (proven)".to_owned(),
            (Proof::Exact, None) => format!("{score} (proven)"),
            (Proof::Result, None) => format!("at {} {score} (proven)", if is_better { "least" } else { "most" }),
        }
    }
}

impl<M: PartialEq> Report<M> {
    /// Everything but the time is equal.
    pub fn same_finding(&self, other: &Self) -> bool {
        (&self.best, self.score, self.depth, self.deepest, self.nodes)
            == (&other.best, other.score, other.depth, other.deepest, other.nodes)
            && self.pv == other.pv
            && self.root == other.root
    }
}

/// Is told what a searcher thinks while it thinks.
pub trait Sink<M> {
    /// A new report; the last one is the same as the searcher gives back.
    fn report(&mut self, report: &Report<M>);
}

impl<M, F: FnMut(&Report<M>)> Sink<M> for F {
    fn report(&mut self, report: &Report<M>) {
        self(report);
    }
}

/// Does not listen.
#[derive(Clone, Copy, Default, Debug)]
pub struct Silent;

impl<M> Sink<M> for Silent {
    fn report(&mut self, _report: &Report<M>) {}
}

/// Finds a move within a budget.
pub trait Searcher<G: Game> {
    /// Searches a position that is not over. Always gives a legal move, however small the budget.
    ///
    /// # Panics
    /// If the game is over.
    fn search(&mut self, position: &G, budget: &Budget, sink: &mut dyn Sink<G::Move>) -> Report<G::Move>;

    /// Is told how the position of the next search came about: where the game began, and every move since. Only a
    /// searcher whose choice depends on more than the position listens.
    fn follow(&mut self, _start: &G, _moves: &[G::Move]) {}

    /// Gets ready for its first search, before any clock runs: memory that is large is touched here.
    fn prepare(&mut self) {}

    /// Forgets what it learnt in earlier searches.
    fn forget(&mut self) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_say_what_is_proven() {
        let said = |score, proof| {
            let time = Duration::ZERO;
            Report { best: 0, score, proof, depth: 1, deepest: 1, nodes: 1, time, pv: vec![], root: vec![] }
                .score_text()
        };
        assert_eq!(said(Score::DRAW, Proof::Open), "+0");
        assert_eq!(said(Score::DRAW, Proof::Exact), "a draw (proven)");
        assert_eq!(said(Score::win_in(9), Proof::Exact), "win in 9");
        assert_eq!(said(Score::loss_in(8), Proof::Result), "loss in at most 8");
        assert_eq!(said(Score::opinion(3), Proof::Result), "at least +3 (proven)");
        assert_eq!(said(Score::opinion(-2), Proof::Exact), "-2 (proven)");
    }
}
