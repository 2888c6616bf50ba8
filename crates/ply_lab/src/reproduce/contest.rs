//! A contest: agents that meet in the arena for one experiment, and what their games say.

use std::time::Duration;

use ply_arena::plan::{Format, Plan, PlanAgent, PlanError, PlanGame};
use ply_arena::points::PointRule;
use ply_arena::standings::Standings;
use ply_arena::stats::{MatchGame, MatchScore};
use ply_arena::store::StoredGame;
use ply_arena::{Reason, TimeControl};
use ply_game::{Outcome, Player};

use super::chapter::Table;
use super::value::{Unit, Value};

/// How late an answer may be. A busy machine is no reason to lose a game; an agent that misses its clock by design misses
/// it by more.
const GRACE: Duration = Duration::from_millis(500);

/// Who meets whom, on what, how often.
#[derive(Clone, PartialEq, Debug)]
pub struct Contest {
    /// Its name within the report.
    pub key: String,
    /// Games with their clocks; each meeting plays all of them.
    pub games: Vec<(String, TimeControl)>,
    /// The agents' specs.
    pub agents: Vec<String>,
    /// Only the first one meets the others.
    pub gauntlet: bool,
    /// Opening pairs of each game in a meeting.
    pub pairs: usize,
    /// Random moves at the beginning.
    pub plies: usize,
    /// What results are worth.
    pub points: PointRule,
}

impl Contest {
    /// A round robin of one game: `pairs` opening pairs a meeting, each with two random moves.
    pub fn new(key: &str, game: &str, time: TimeControl, agents: &[&str], pairs: usize) -> Self {
        Self {
            key: key.to_owned(),
            games: vec![(game.to_owned(), time)],
            agents: agents.iter().map(|agent| (*agent).to_owned()).collect(),
            gauntlet: false,
            pairs,
            plies: 2,
            points: PointRule::default(),
        }
    }

    /// The same on several games.
    pub fn on(mut self, games: impl IntoIterator<Item = String>) -> Self {
        let time = self.games.first().map(|(_, time)| *time).unwrap_or_default();
        self.games = games.into_iter().map(|game| (game, time)).collect();
        self
    }

    /// Only the first agent meets the others.
    pub fn gauntlet(self) -> Self {
        Self { gauntlet: true, ..self }
    }

    /// How many games it has.
    pub fn len(&self) -> usize {
        let others = self.agents.len().saturating_sub(1);
        let meetings = if self.gauntlet { others } else { self.agents.len() * others / 2 };
        2 * meetings * self.pairs * self.games.len()
    }

    /// It has none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The tournament it is; agents that are there twice are told apart by a number.
    pub fn plan(&self, name: &str, seed: u64) -> Result<Plan, PlanError> {
        let mut agents: Vec<PlanAgent> = Vec::new();
        for spec in &self.agents {
            let same = agents.iter().filter(|agent| agent.spec == *spec).count();
            let name = if same == 0 { spec.clone() } else { format!("{spec} ({})", same + 1) };
            agents.push(PlanAgent::new(name, spec));
        }
        let mut plan = Plan::new(name, &self.games[0].0, agents)?;
        plan.games = self.games.iter().map(|(spec, time)| PlanGame { spec: spec.clone(), time: *time }).collect();
        plan.format =
            if self.gauntlet { Format::Gauntlet { challengers: 1 } } else { Format::RoundRobin { rounds: 1 } };
        plan.pairs = self.pairs;
        plan.seed = seed;
        plan.points = self.points;
        plan.openings.plies = self.plies;
        plan.grace = Some(GRACE);
        Plan::from_toml(&plan.to_toml())
    }
}

/// How a game counts for a share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counting {
    /// A draw is half a win.
    Points,
    /// Draws are left out: w / (w + l).
    Decided,
    /// A draw is no win: w / (w + d + l).
    Wins,
    /// Everything but a draw counts, whoever won.
    Decisive,
}

/// The games of a contest, as far as they are played.
#[derive(Clone, Debug)]
pub struct Played {
    /// The tournament.
    pub plan: Plan,
    /// Its games.
    pub games: Vec<StoredGame>,
}

impl Played {
    /// One agent against another, by their places in the list.
    pub fn score(&self, a: usize, b: usize, counting: Counting) -> MatchScore {
        self.count(a, counting, |other, _| other == b)
    }

    /// One agent against all others.
    pub fn against_all(&self, a: usize, counting: Counting) -> MatchScore {
        self.count(a, counting, |_, _| true)
    }

    /// One agent against another on one of the contest's games.
    pub fn score_on(&self, game: usize, a: usize, b: usize, counting: Counting) -> MatchScore {
        self.count(a, counting, |other, played| other == b && played == game)
    }

    /// Only the games in which one agent moved first against another: of a mirror match all that differ.
    pub fn led(&self, first: usize, second: usize) -> Self {
        let games = self.games.iter().filter(|game| game.pairing.agents == [first, second]).cloned();
        Self { plan: self.plan.clone(), games: games.collect() }
    }

    fn count(&self, a: usize, counting: Counting, wanted: impl Fn(usize, usize) -> bool) -> MatchScore {
        let games = self.games.iter().filter_map(|game| {
            let side_of_a = game.pairing.side(a)?;
            let other = game.pairing.agents[side_of_a.other().index()];
            let outcome = counted(game.record.outcome?, side_of_a, counting)?;
            // Rounds number their pairs alike.
            let pair = Some(((game.pairing.round as u64) << 32) | game.pairing.index as u64);
            wanted(other, game.pairing.game).then_some(MatchGame { side_of_a, outcome, pair })
        });
        MatchScore::of_games(&games.collect::<Vec<_>>())
    }

    /// How long an agent thought about its moves, in milliseconds.
    pub fn times(&self, agent: usize) -> Vec<f64> {
        let moves = self.games.iter().filter_map(|game| Some((game.pairing.side(agent)?, &game.record.moves)));
        moves.flat_map(|(side, moves)| moves.iter().filter(move |mv| mv.by == side).map(|mv| mv.ms)).collect()
    }

    /// The share of its games that an agent lost on time.
    pub fn timeouts(&self, agent: usize) -> Option<Value> {
        let games = self.games.iter().filter_map(|game| {
            let side = game.pairing.side(agent)?;
            let late =
                game.record.forfeit().is_some_and(|(loser, fault)| loser == side && fault.reason == Reason::Timeout);
            let outcome = Outcome::Win(if late { side } else { side.other() });
            Some(MatchGame { side_of_a: side, outcome, pair: None })
        });
        let score = MatchScore::of_games(&games.collect::<Vec<_>>());
        Some(Value { detail: format!("{} late of {}", score.wins, score.games), ..Value::of_score(&score)? })
    }

    /// The mean time for a move, from the shortest to the longest.
    pub fn time(&self, agent: usize) -> Option<Value> {
        Value::of_numbers(Unit::Milliseconds, &self.times(agent), "mean of all moves")
    }

    /// Standings by the contest's points.
    pub fn standings(&self) -> Standings {
        self.plan.standings(self.games.iter().map(|game| (game.pairing, &game.record)))
    }

    /// The standings as a table.
    pub fn standings_table(&self, title: impl Into<String>) -> Table {
        let row = |line: &ply_arena::standings::Line| {
            let times = self.time(line.agent);
            let ms = |number: Option<f64>| number.map_or(String::new(), |ms| format!("{ms:.1}"));
            let score = line.score;
            let mut row = vec![line.rank.to_string(), line.name.clone(), score.points.to_string()];
            row.extend([score.wins, score.draws, score.losses, line.all_forfeits()].map(|count| count.to_string()));
            row.extend([ms(times.as_ref().map(|times| times.value)), ms(times.as_ref().map(|times| times.high))]);
            row
        };
        Table {
            title: title.into(),
            headings: vec!["#", "agent", "points", "+", "=", "-", "forfeits", "mean ms", "max ms"],
            words: 2,
            rows: self.standings().lines.iter().map(row).collect(),
            shaded: false,
        }
    }

    /// An agent's place in the standings.
    pub fn rank(&self, agent: usize) -> Option<usize> {
        self.standings().lines.iter().find(|line| line.agent == agent).map(|line| line.rank)
    }
}

/// A result as this way of counting sees it; nothing where it is left out.
fn counted(outcome: Outcome, side: Player, counting: Counting) -> Option<Outcome> {
    match (counting, outcome) {
        (Counting::Points, outcome) => Some(outcome),
        (Counting::Decided, Outcome::Draw) => None,
        (Counting::Wins | Counting::Decisive, Outcome::Draw) => Some(Outcome::Win(side.other())),
        (Counting::Decided | Counting::Wins, outcome) => Some(outcome),
        (Counting::Decisive, Outcome::Win(_)) => Some(Outcome::Win(side)),
    }
}
