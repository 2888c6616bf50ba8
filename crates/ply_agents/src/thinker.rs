//! What is inside an agent: a searcher with its own limits, or something that needs no search.

use ply_game::{BoardGame, Game};
use ply_search::{Bound, Budget, Limits, Punctuality, Report, RootMove, Score, Sink};

use crate::agent::{AnyAgent, Searching, Turn};
use crate::common::AnySearcher;
use crate::insight::Insight;

/// How deep a searcher looks when nothing else is said.
pub enum Depth<G> {
    /// As deep as its time allows.
    Open,
    /// So many plies.
    Plies(u32),
    /// So many plies in this position: by the size of the board, or by what is left to play.
    By(Box<dyn Fn(&G) -> u32 + Send>),
}

impl<G> Depth<G> {
    /// The plies for this position.
    pub fn plies(&self, position: &G) -> Option<u32> {
        match self {
            Self::Open => None,
            Self::Plies(plies) => Some(*plies),
            Self::By(rule) => Some(rule(position)),
        }
    }
}

impl<G> From<Option<u32>> for Depth<G> {
    fn from(plies: Option<u32>) -> Self {
        plies.map_or(Self::Open, Self::Plies)
    }
}

/// How an agent finds its move.
pub enum Mind<G: Game> {
    /// It searches.
    Searcher {
        /// The searcher.
        searcher: AnySearcher<G>,
        /// How deep it looks.
        depth: Depth<G>,
        /// How many positions it looks at, at most.
        nodes: Option<u64>,
    },
    /// It has its own way.
    Agent(AnyAgent<G>),
}

/// An agent as its spec describes it, to be played or to be watched.
pub struct Thinker<G: Game> {
    /// How it finds its move.
    pub mind: Mind<G>,
    /// What it sees in a position, where it can say so.
    pub insight: Option<fn(&G) -> Insight>,
}

impl<G: Game> Thinker<G> {
    /// Plays what a searcher finds, as deep as its time allows.
    pub(crate) fn searching(searcher: impl ply_search::Searcher<G> + Send + 'static) -> Self {
        Self { mind: Mind::Searcher { searcher: Box::new(searcher), depth: Depth::Open, nodes: None }, insight: None }
    }

    /// Has its own way.
    pub(crate) fn acting(agent: impl crate::Agent<G> + 'static) -> Self {
        Self { mind: Mind::Agent(Box::new(agent)), insight: None }
    }

    /// The searcher looks so deep; nothing changes where there is none.
    pub(crate) fn with_depth(mut self, to: impl Into<Depth<G>>) -> Self {
        if let Mind::Searcher { depth, .. } = &mut self.mind {
            *depth = to.into();
        }
        self
    }

    /// The searcher looks at so many positions at most; nothing changes where there is none.
    pub(crate) fn with_nodes(mut self, most: Option<u64>) -> Self {
        if let Mind::Searcher { nodes, .. } = &mut self.mind {
            *nodes = most;
        }
        self
    }

    /// It says what it sees.
    pub(crate) fn with_insight(mut self, insight: fn(&G) -> Insight) -> Self {
        self.insight = Some(insight);
        self
    }
}

impl<G: BoardGame> Thinker<G> {
    /// The agent that plays so.
    pub(crate) fn into_agent(self) -> AnyAgent<G> {
        match self.mind {
            Mind::Agent(agent) => agent,
            Mind::Searcher { searcher, depth, nodes } => {
                Box::new(Searching { searcher, depth, nodes, punctuality: Punctuality::default() })
            }
        }
    }

    /// The depth and the nodes it takes in this position when nothing else is said.
    pub fn limits(&self, position: &G) -> Limits {
        match &self.mind {
            Mind::Agent(_) => Limits::default(),
            Mind::Searcher { depth, nodes, .. } => {
                Limits { depth: depth.plies(position), nodes: *nodes, ..Limits::default() }
            }
        }
    }

    /// Thinks about a position that is not over, within the budget alone. `None` when it has no move, which no agent in
    /// its right mind says.
    pub fn think(&mut self, position: &G, budget: &Budget, sink: &mut dyn Sink<G::Move>) -> Option<Report<G::Move>> {
        match &mut self.mind {
            Mind::Searcher { searcher, .. } => Some(searcher.search(position, budget, sink)),
            Mind::Agent(agent) => {
                let clock = ply_search::Clock { per_move: budget.limits.hard, ..ply_search::Clock::default() };
                let turn = Turn { position: position.clone(), clock, moves_made: 0, budget: budget.clone() };
                let decision = agent.choose(&turn, sink)?;
                let score = decision.score.unwrap_or(Score::opinion(0));
                let depth = decision.depth.unwrap_or(0);
                let nodes = decision.nodes.unwrap_or(0);
                let pv = vec![decision.mv];
                let root = RootMove { mv: decision.mv, score, bound: Bound::Exact, nodes, pv: pv.clone() };
                let time = budget.elapsed();
                let best = decision.mv;
                let report = Report { best, score, depth, deepest: depth, nodes, time, pv, root: vec![root] };
                sink.report(&report);
                Some(report)
            }
        }
    }
}
