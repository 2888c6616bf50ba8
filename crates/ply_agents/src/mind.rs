//! What is inside an agent: a searcher with its own limits and its policy of time, or something that needs no search.

use ply_game::{BoardGame, Game};
use ply_search::{Bound, Budget, Clock, Limits, Report, Score, Searcher, Sink};

use crate::agent::{Agent, AnyAgent, Searching, Turn};
use crate::insight::Insight;
use crate::instant::instant;
use crate::time_policy::TimePolicy;

/// A searcher of any kind.
pub type AnySearcher<G> = Box<dyn Searcher<G> + Send>;

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
    fn plies(&self, position: &G) -> Option<u32> {
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

/// A searcher, how far it looks of itself, and how it spends its time.
pub(crate) struct Search<G: Game> {
    searcher: AnySearcher<G>,
    depth: Depth<G>,
    nodes: Option<u64>,
    policy: TimePolicy<G>,
}

impl<G: Game> Search<G> {
    /// The depth and the nodes it takes in this position when nothing else is said.
    pub(crate) fn limits(&self, position: &G) -> Limits {
        Limits { depth: self.depth.plies(position), nodes: self.nodes, ..Limits::default() }
    }

    /// Gets ready for the first search, before any clock runs.
    pub(crate) fn prepare(&mut self) {
        self.searcher.prepare();
    }

    /// Tells the searcher how the position of its next search came about.
    pub(crate) fn follow(&mut self, start: &G, moves: &[G::Move]) {
        self.searcher.follow(start, moves);
    }

    /// Searches within the budget alone, as its policy spends it.
    pub(crate) fn search(&mut self, position: &G, budget: &Budget, sink: &mut dyn Sink<G::Move>) -> Report<G::Move> {
        let limits = self.policy.apply(position, budget.limits);
        self.searcher.search(position, &Budget { limits, ..budget.clone() }, sink)
    }
}

enum Method<G: Game> {
    Search(Search<G>),
    /// Anything else that knows a move.
    Act(AnyAgent<G>),
}

/// An agent as its spec describes it, to be played or to be watched.
pub struct Mind<G: Game> {
    method: Method<G>,
    /// It is no searcher itself, and takes as long as one.
    takes_time: bool,
    /// What it sees in a position, where it can say so.
    pub insight: Option<fn(&G) -> Insight>,
}

impl<G: Game> Mind<G> {
    /// Plays what a searcher finds, as deep as its time allows.
    pub fn searching(searcher: impl Searcher<G> + Send + 'static) -> Self {
        let (depth, policy) = (Depth::Open, TimePolicy::default());
        let search = Search { searcher: Box::new(searcher), depth, nodes: None, policy };
        Self { method: Method::Search(search), takes_time: false, insight: None }
    }

    /// Acts without a search.
    pub fn acting(agent: impl Agent<G> + 'static) -> Self {
        Self { method: Method::Act(Box::new(agent)), takes_time: false, insight: None }
    }

    /// Whether it takes as long as a search, though it is none.
    #[must_use]
    pub fn taking_time(self, takes_time: bool) -> Self {
        Self { takes_time, ..self }
    }

    fn with(mut self, change: impl FnOnce(&mut Search<G>)) -> Self {
        if let Method::Search(search) = &mut self.method {
            change(search);
        }
        self
    }

    /// The searcher looks so deep; nothing changes where there is none.
    #[must_use]
    pub fn with_depth(self, depth: impl Into<Depth<G>>) -> Self {
        self.with(|search| search.depth = depth.into())
    }

    /// The searcher looks at so many positions at most; nothing changes where there is none.
    #[must_use]
    pub fn with_nodes(self, nodes: Option<u64>) -> Self {
        self.with(|search| search.nodes = nodes)
    }

    /// It spends its time so; nothing changes where it does not search.
    #[must_use]
    pub fn with_policy(self, policy: TimePolicy<G>) -> Self {
        self.with(|search| search.policy = policy)
    }

    /// It says what it sees.
    #[must_use]
    pub fn with_insight(mut self, insight: fn(&G) -> Insight) -> Self {
        self.insight = Some(insight);
        self
    }

    /// Tells a searcher how the position it is to think about next came about: where the game began, and every move since.
    pub fn follow(&mut self, start: &G, moves: &[G::Move]) {
        if let Method::Search(search) = &mut self.method {
            search.follow(start, moves);
        }
    }

    /// Whether it searches, which takes as long as it is given; otherwise it answers at once.
    pub fn is_search(&self) -> bool {
        self.takes_time || matches!(self.method, Method::Search(_))
    }

    /// Whether it has a limit of its own, of depth or of nodes.
    pub fn has_limits(&self) -> bool {
        matches!(&self.method, Method::Search(search) if search.nodes.is_some() || !matches!(search.depth, Depth::Open))
    }

    /// The depth and the nodes it takes in this position when nothing else is said.
    pub fn limits(&self, position: &G) -> Limits {
        match &self.method {
            Method::Act(_) => Limits::default(),
            Method::Search(search) => search.limits(position),
        }
    }
}

impl<G: BoardGame> Mind<G> {
    /// The agent that plays so.
    pub fn into_agent(self) -> AnyAgent<G> {
        match self.method {
            Method::Act(agent) => agent,
            Method::Search(search) => Box::new(Searching::new(search)),
        }
    }

    /// Thinks about a position that is not over, within the budget alone. `None` when it has no move, which no agent in
    /// its right mind says.
    pub fn think(&mut self, position: &G, budget: &Budget, sink: &mut dyn Sink<G::Move>) -> Option<Report<G::Move>> {
        match &mut self.method {
            Method::Search(search) => Some(search.search(position, budget, sink)),
            Method::Act(agent) => {
                let clock = Clock { per_move: budget.limits.hard, ..Clock::default() };
                let (start, position) = (position.clone(), position.clone());
                let moves = Vec::new();
                let turn = Turn { position, start, moves, clock, moves_made: 0, budget: budget.clone(), waited: None };
                let decision = agent.choose(&turn, sink)?;
                let score = decision.score.unwrap_or(Score::opinion(0));
                let (plies, nodes) = (decision.depth.unwrap_or(0), decision.nodes.unwrap_or(0));
                let report = instant(decision.mv, score, Bound::Exact, plies, nodes, budget);
                sink.report(&report);
                Some(report)
            }
        }
    }
}
