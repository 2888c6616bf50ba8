//! An agent plays under a clock.

use std::time::Duration;

use ply_game::{BoardGame, Game};
use ply_search::{Budget, Clock, Moment, Punctuality, Report, Score, Sink};

use crate::mind::Search;

/// What an agent is told when it is its turn.
#[derive(Clone, Debug)]
pub struct Turn<G: Game> {
    /// The position, with the agent to move.
    pub position: G,
    /// Where the game began.
    pub start: G,
    /// Every move since then.
    pub moves: Vec<G::Move>,
    /// The agent's own clock as it stands.
    pub clock: Clock,
    /// How many moves the agent has made in this game.
    pub moves_made: usize,
    /// The limits every move has, the moment the time began to count, and the flag that ends the thinking.
    pub budget: Budget,
    /// How long the thread that asks has had no core since it began, where that time is not charged.
    pub waited: Option<fn() -> Duration>,
}

/// What an agent decided.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision<M> {
    /// The move.
    pub mv: M,
    /// What the agent thinks of its position, if it thinks.
    pub score: Option<Score>,
    /// How deep it looked.
    pub depth: Option<u32>,
    /// How many positions it looked at.
    pub nodes: Option<u64>,
    /// The principal variation, if it has one: its own move first.
    pub pv: Vec<M>,
}

impl<M> Decision<M> {
    /// A move without thought.
    pub fn plain(mv: M) -> Self {
        Self { mv, score: None, depth: None, nodes: None, pv: Vec::new() }
    }
}

impl<M: Copy> From<&Report<M>> for Decision<M> {
    fn from(report: &Report<M>) -> Self {
        Self {
            mv: report.best,
            score: Some(report.score),
            depth: Some(report.depth),
            nodes: Some(report.nodes),
            pv: report.pv.clone(),
        }
    }
}

/// Plays a game, one move at a time.
///
/// An agent is built for one game and one side of it. It returns a legal move within its time, also when every move
/// loses, and soon after it was cancelled; an agent that does not is judged by the referee, not trusted.
pub trait Agent<G: Game>: Send {
    /// The move for this turn. `None` is no move, which loses.
    fn choose(&mut self, turn: &Turn<G>, sink: &mut dyn Sink<G::Move>) -> Option<Decision<G::Move>>;

    /// Gets ready for its first turn, before any clock runs.
    fn prepare(&mut self) {}
}

/// An agent of any kind.
pub type AnyAgent<G> = Box<dyn Agent<G>>;

/// Plays what a searcher finds, with the time its clock allows.
pub(crate) struct Searching<G: Game> {
    search: Search<G>,
    punctuality: Punctuality,
}

impl<G: Game> Searching<G> {
    pub(crate) fn new(search: Search<G>) -> Self {
        Self { search, punctuality: Punctuality::default() }
    }
}

impl<G: BoardGame> Agent<G> for Searching<G> {
    fn choose(&mut self, turn: &Turn<G>, sink: &mut dyn Sink<G::Move>) -> Option<Decision<G::Move>> {
        let mut budget = turn.budget.clone();
        let moment = Moment { moves_made: turn.moves_made, moves_to_come: moves_to_come(turn) };
        let timed = turn.clock.limits(moment, self.punctuality.margin());
        let own = self.search.limits(&turn.position);
        let limits = &mut budget.limits;
        limits.depth = least(limits.depth, own.depth);
        limits.nodes = least(limits.nodes, own.nodes);
        limits.soft = least(limits.soft, timed.soft);
        limits.hard = least(limits.hard, timed.hard);
        if limits.depth.is_none() && limits.nodes.is_none() && limits.hard.is_none() {
            limits.depth = Some(UNTIMED_DEPTH);
        }
        let waited = || turn.waited.map_or(Duration::ZERO, |waited| waited());
        let before = waited();
        self.search.follow(&turn.start, &turn.moves);
        let report = self.search.search(&turn.position, &budget, sink);
        if let Some(hard) = budget.limits.hard {
            // A wait that costs nothing is no reason to stop earlier the next time.
            let free = waited().saturating_sub(before);
            self.punctuality.learn(hard, budget.elapsed().saturating_sub(free));
        }
        Some(Decision::from(&report))
    }

    fn prepare(&mut self) {
        self.search.prepare();
    }
}

/// How deep a search goes that nothing limits.
const UNTIMED_DEPTH: u32 = 4;

/// A guess at how many moves the agent still has to make: as many as a game of this kind tends to have left.
fn moves_to_come<G: BoardGame>(turn: &Turn<G>) -> usize {
    const MOST: usize = 60;
    const LEAST: usize = 8;
    let played = turn.moves_made;
    MOST.saturating_sub(played).clamp(LEAST, MOST).min(turn.position.move_slots().max(LEAST))
}

fn least<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}
