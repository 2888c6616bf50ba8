//! An agent as it is registered: its name, who described it, its options, what its points mean, and how it is built.

use ply_game::{Declared, Game, Kind, OptionInfo, Options, Spec, SpecError};

use crate::mind::Mind;
use crate::settings::SEED;

/// What is listed of an agent.
#[derive(Clone, Copy, Debug)]
pub struct AgentInfo {
    /// Its name in specs.
    pub name: &'static str,
    /// Who described it.
    pub source: &'static str,
    /// One line on how it thinks.
    pub about: &'static str,
    /// Its options, in the order of the full spelling.
    pub options: &'static [OptionInfo],
    /// What its points mean.
    pub points: Points,
    /// It breaks the rules on purpose, some of them those of the machine: nothing for strangers.
    pub harmful: bool,
}

impl AgentInfo {
    /// The threads that a full spelling of it asks for, at least one.
    pub fn threads(&self, spec: &Spec) -> usize {
        self.sum(spec, |kind| matches!(kind, Kind::Threads(_))).max(1) as usize
    }

    /// The megabytes that a full spelling of it asks for.
    pub fn megabytes(&self, spec: &Spec) -> u64 {
        self.sum(spec, |kind| matches!(kind, Kind::Megabytes(_)))
    }

    fn sum(&self, spec: &Spec, is: fn(&Kind) -> bool) -> u64 {
        let values = self.options.iter().filter(|option| is(&option.kind)).filter_map(|option| spec.option(option.key));
        values.filter_map(|value| value.parse::<u64>().ok()).sum()
    }
}

/// What the points of an agent's scores mean.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Points {
    /// The same as those of the game's simple evaluator.
    Simple,
    /// With so many points three games of four are won, about.
    Unit(f64),
    /// They are counted results: -1000 all lost, 1000 all won.
    Results,
}

/// The source of agents that no report describes.
pub(crate) const OURS: &str = "Plyground";

/// How an agent is built from what its spec asks for.
pub type Build<G> = fn(&Request) -> Result<Mind<G>, SpecError>;

/// An agent of a game's registration.
pub struct AgentEntry<G: Game> {
    /// What is listed of it.
    pub info: AgentInfo,
    build: Build<G>,
}

impl<G: Game> AgentEntry<G> {
    /// An agent whose points are those of the game's simple evaluator. `build` reads all of `options`, and nothing else.
    pub const fn new(
        name: &'static str,
        source: &'static str,
        about: &'static str,
        options: &'static [OptionInfo],
        build: Build<G>,
    ) -> Self {
        Self { info: AgentInfo { name, source, about, options, points: Points::Simple, harmful: false }, build }
    }

    /// Its points mean something else.
    #[must_use]
    pub const fn counting(mut self, points: Points) -> Self {
        self.info.points = points;
        self
    }

    /// It is nothing for strangers.
    pub(crate) const fn harmful(mut self) -> Self {
        self.info.harmful = true;
        self
    }

    /// Builds it from a spec of its name; gives its full spelling too. `salt` is mixed into its own seed, so that the
    /// games of a match differ; a searcher scores `lines` root moves exactly.
    ///
    /// # Panics
    /// If it reads an option it does not declare, and in tests if it leaves a declared one unread.
    pub fn mind(&self, spec: &Spec, salt: u64, lines: usize) -> Result<(Spec, Mind<G>), SpecError> {
        let request = Request { options: Options::read(spec, self.info.options)?, salt, lines };
        let mind = (self.build)(&request)?;
        debug_assert_eq!(request.options.unasked(), None, "{} does not read what it declares", self.info.name);
        Ok((request.options.spec(), mind))
    }
}

/// What an agent is built from.
#[derive(Debug)]
pub struct Request {
    options: Options,
    salt: u64,
    /// How many root moves a search is to score exactly.
    pub lines: usize,
}

impl Request {
    /// The value of an option that the agent declares.
    ///
    /// # Panics
    /// If it does not.
    pub fn get<D: Declared>(&self, option: &D) -> D::Value {
        self.options.get(option)
    }

    /// The value of the option `seed`, made another one for each game of a match.
    pub(crate) fn seed(&self) -> u64 {
        self.get(&SEED) ^ self.salt
    }

    /// An error about values that do not go together.
    pub fn refuse(&self, reason: impl ToString) -> SpecError {
        self.options.together(reason)
    }
}
