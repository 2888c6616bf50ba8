//! A tournament as data: the games, the agents, the format and the rules, from a TOML file or from a ColorShapeLinks
//! session file.
//!
//! Everything is checked before anything is played. Every error names the key, what was expected and what came.

mod agent;
mod changes;
mod error;
mod keys;
mod limits;
mod outcome;
mod read;
mod session;
mod write;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::external::ProgramLimits;
use crate::points::PointRule;
use crate::schedule::{Elsewhere, Gauntlet, Ladder, MatchGames, Meeting, RoundRobin, Scheduler, Swiss};
use crate::{Adjudication, ArenaRules, Policy, TimeControl};

pub use agent::PlanAgent;
pub use changes::{ChangeError, Continued};
pub use error::PlanError;
pub(crate) use error::did_you_mean;
pub use limits::AskedLimits;

/// A tournament before it is played.
///
/// ```
/// use ply_arena::plan::Plan;
/// let plan = Plan::from_toml(r#"
///     name = "spring"
///     game = "simplexity"
///     agents = ["random", { name = "deep", spec = "minimax:depth=4" }]
///     format = "swiss"
///     points = { win = 3, draw = 1, loss = 0 }
/// "#).unwrap();
/// assert_eq!(plan.agents[1].name, "deep");
/// assert_eq!(Plan::from_toml(&plan.to_toml()).unwrap(), plan);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// What it is called in the store.
    pub name: String,
    /// What is played; more than one: each meeting plays all of them.
    pub games: Vec<PlanGame>,
    /// Who plays.
    pub agents: Vec<PlanAgent>,
    /// Who meets whom.
    pub format: Format,
    /// Opening pairs of each game in a meeting.
    pub pairs: usize,
    /// The seed of pairings, openings and agents.
    pub seed: u64,
    /// What results are worth.
    pub points: PointRule,
    /// The positions games begin from.
    pub openings: Openings,
    /// Games at a time; nothing: as many as the machine bears.
    pub concurrency: Option<usize>,
    /// What a fault leads to.
    pub policy: Policy,
    /// How late an answer may be; nothing: the referee's usual grace.
    pub grace: Option<Duration>,
    /// When the referee ends a game.
    pub adjudication: Adjudication,
    /// What programs may use.
    pub limits: AskedLimits,
    /// Files and folders that programs may read beside their own; in a tournament's file, as seen from there.
    pub read: Vec<PathBuf>,
    /// Whether programs may think while their opponents are to move.
    pub ponders: bool,
    /// Layers of the [sandbox](crate::external::sandbox) without which nothing is played.
    pub require: Vec<String>,
    /// What a tuning was told, by name; nothing for other formats.
    pub tuning: BTreeMap<String, String>,
    /// Where a ladder's agents come from; nothing for other formats.
    pub submissions: Option<Submissions>,
    /// Games against random play that each agent has to end without a fault before it takes part.
    pub qualify: usize,
    /// What becomes of games that were won because the opponent never made a move.
    pub walkovers: Walkovers,
}

/// What becomes of a walkover: a game whose loser forfeited before its first own move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Walkovers {
    /// It counts like any other game.
    #[default]
    Count,
    /// It counts for nobody, neither in points nor in ratings.
    Void,
}

impl Walkovers {
    /// The spellings.
    pub const WORDS: [&'static str; 2] = ["count", "void"];
    /// In the order of the spellings.
    pub const ALL: [Self; 2] = [Self::Count, Self::Void];
}

/// A folder in which each agent has a folder of its own, for a ladder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Submissions {
    /// The folder; in a tournament's file, as seen from there.
    pub folder: PathBuf,
    /// How a program is started in its folder; nothing: by the file called `agent`.
    pub command: Option<String>,
    /// How long a folder has to stay as it is before it is taken.
    pub settle: Duration,
}

/// One of the tournament's games.
#[derive(Clone, PartialEq, Debug)]
pub struct PlanGame {
    /// Its full spelling.
    pub spec: String,
    /// The time control it is played under.
    pub time: TimeControl,
}

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Everybody meets everybody, so many times.
    RoundRobin {
        /// How many times.
        rounds: usize,
    },
    /// The first agents of the list meet all others.
    Gauntlet {
        /// How many of them.
        challengers: usize,
    },
    /// Agents of equal score meet.
    Swiss {
        /// How many rounds.
        rounds: usize,
    },
    /// Two agents play so many games.
    Match {
        /// How many.
        length: usize,
    },
    /// Who loses is out.
    Knockout {
        /// Opening pairs added to a tied mini-match, at most.
        extra_pairs: usize,
    },
    /// A search for better numbers of an agent, which hands out the games itself: the agents of the list are roles, and
    /// whoever plays one of them is in the record of the game.
    Tuning {
        /// How many games it takes.
        length: usize,
    },
    /// Agents come in whenever they like, each meets some of those who are there, and it goes on until it is stopped.
    Ladder {
        /// Opponents whose rating is near, for each that comes in.
        near: usize,
        /// Opponents at random, met first.
        random: usize,
    },
}

impl Format {
    /// The spellings of formats.
    pub const WORDS: [&'static str; 7] = ["round-robin", "gauntlet", "swiss", "knockout", "match", "tuning", "ladder"];

    /// The format of a spelling, with the numbers it has where nobody says otherwise.
    pub fn usual(word: &str, agents: usize) -> Option<Self> {
        match word {
            "round-robin" => Some(Self::RoundRobin { rounds: 1 }),
            "gauntlet" => Some(Self::Gauntlet { challengers: 1 }),
            "swiss" => Some(Self::Swiss { rounds: Swiss::enough_rounds(agents) }),
            "knockout" => Some(Self::Knockout { extra_pairs: 4 }),
            "match" => Some(Self::Match { length: 100 }),
            "tuning" => Some(Self::Tuning { length: 100 }),
            "ladder" => Some(Self::Ladder { near: 8, random: 4 }),
            _ => None,
        }
    }

    /// Whether two agents may have more than one opening pair of a game.
    pub(crate) const fn meets_again(self, pairs: usize) -> bool {
        let rounds = match self {
            Self::RoundRobin { rounds } => rounds,
            Self::Knockout { extra_pairs } => 1 + extra_pairs,
            Self::Match { length } => length.div_ceil(2),
            Self::Gauntlet { .. } | Self::Swiss { .. } | Self::Ladder { .. } | Self::Tuning { .. } => 1,
        };
        pairs > 1 || rounds > 1
    }

    /// Qualifying games where nobody says otherwise: whoever comes to a ladder is not known yet.
    pub(crate) const fn usual_qualify(self) -> usize {
        if matches!(self, Self::Ladder { .. }) { 2 } else { 0 }
    }

    /// Its spelling.
    pub const fn word(self) -> &'static str {
        match self {
            Self::RoundRobin { .. } => Self::WORDS[0],
            Self::Gauntlet { .. } => Self::WORDS[1],
            Self::Swiss { .. } => Self::WORDS[2],
            Self::Knockout { .. } => Self::WORDS[3],
            Self::Match { .. } => Self::WORDS[4],
            Self::Tuning { .. } => Self::WORDS[5],
            Self::Ladder { .. } => Self::WORDS[6],
        }
    }
}

/// The positions games begin from.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Openings {
    /// Random moves before the agents take over.
    pub plies: usize,
    /// The seed of those moves; nothing: the tournament's.
    pub seed: Option<u64>,
    /// A file of openings instead; in a tournament's file, as seen from there.
    pub file: Option<PathBuf>,
}

impl Plan {
    /// Reads a file: TOML where its name ends so, a ColorShapeLinks session otherwise. Without a name of its own the
    /// tournament is called after the file.
    pub fn from_file(path: &Path) -> Result<Self, PlanError> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| PlanError::File { path: path.to_owned(), reason: error.to_string() })?;
        // Nobody who plays reads who else does.
        crate::external::sandbox::hide(path);
        let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("toml")) {
            let mut plan = read::plan(&text, Some(&stem))?;
            // The plan is kept without its file: what it names must be found from anywhere.
            let submissions = plan.submissions.iter_mut().map(|submissions| &mut submissions.folder);
            let named = plan.openings.file.iter_mut().chain(&mut plan.read).chain(submissions);
            for file in named.chain(plan.agents.iter_mut().flat_map(|agent| &mut agent.read)) {
                let beside = path.parent().unwrap_or(Path::new("")).join(&*file);
                *file = std::path::absolute(&beside).unwrap_or(beside);
            }
            Ok(plan)
        } else {
            Self::from_session(&text, &stem, DEFAULT_SESSION_GAME)
        }
    }

    /// Reads a tournament from TOML.
    pub fn from_toml(text: &str) -> Result<Self, PlanError> {
        read::plan(text, None)
    }

    /// Reads a ColorShapeLinks session: a round robin, home and away, for 3, 1 and 0 points.
    pub fn from_session(text: &str, name: &str, game: &str) -> Result<Self, PlanError> {
        let mut plan = Self::new(name, game, session::agents(text)?)?;
        plan.points = PointRule::THREE_ONE_ZERO;
        Ok(plan)
    }

    /// A round robin of one game with everything else as it is when a file says nothing.
    pub fn new(name: &str, game: &str, agents: Vec<PlanAgent>) -> Result<Self, PlanError> {
        let games = vec![PlanGame { spec: game.to_owned(), time: default_time() }];
        let plan = Self {
            name: name.to_owned(),
            games,
            agents,
            format: Format::RoundRobin { rounds: 1 },
            pairs: 1,
            seed: 0,
            points: PointRule::default(),
            openings: Openings::default(),
            concurrency: None,
            policy: Policy::default(),
            grace: None,
            adjudication: Adjudication::default(),
            limits: AskedLimits::default(),
            read: Vec::new(),
            ponders: true,
            require: Vec::new(),
            tuning: BTreeMap::new(),
            submissions: None,
            qualify: 0,
            walkovers: Walkovers::default(),
        };
        plan.checked()
    }

    /// The rules its games are played under.
    pub fn rules(&self, time: TimeControl) -> ArenaRules {
        let usual = ArenaRules::new(time);
        let grace = self.grace.unwrap_or(usual.grace);
        ArenaRules { grace, policy: self.policy, adjudication: self.adjudication, ..usual }
    }

    /// What one of its agents may use, if it is a program.
    pub fn limits_of(&self, agent: &PlanAgent) -> ProgramLimits {
        let limits = agent.limits.unwrap_or(self.limits).over_default();
        ProgramLimits { read: [&self.read[..], &agent.read].concat(), ponders: self.ponders, ..limits }
    }

    /// What a meeting of two agents consists of.
    pub fn meeting(&self) -> Meeting {
        Meeting { games: self.games.len(), pairs: self.pairs, seed: self.seed }
    }

    /// A fresh scheduler. Built from the same plan and given the same results, it hands out the same pairs.
    pub fn scheduler(&self) -> Box<dyn Scheduler> {
        let (present, meeting) = (self.present(), self.meeting());
        match self.format {
            Format::RoundRobin { rounds } => Box::new(RoundRobin::new(&present, rounds, meeting)),
            Format::Gauntlet { challengers } => {
                let challenges = |agent: &usize| self.first_version(*agent) < challengers;
                let (challengers, others): (Vec<_>, Vec<_>) = present.into_iter().partition(challenges);
                Box::new(Gauntlet::new(&challengers, &others, meeting))
            }
            Format::Swiss { rounds } => Box::new(self.swiss(rounds)),
            Format::Knockout { extra_pairs } => Box::new(self.knockout(extra_pairs)),
            Format::Match { length } => Box::new(MatchGames::new(meeting, length)),
            Format::Tuning { length } => Box::new(Elsewhere { length }),
            Format::Ladder { near, random } => Box::new(Ladder::new(present, meeting, near, random)),
        }
    }
}

/// The game a session file means.
const DEFAULT_SESSION_GAME: &str = "simplexity";

/// 200 ms a move, as ColorShapeLinks plays.
fn default_time() -> TimeControl {
    let clock = ply_search::Clock { per_move: Some(Duration::from_millis(200)), ..ply_search::Clock::default() };
    TimeControl { clock, ..TimeControl::default() }
}

#[cfg(test)]
mod tests;
