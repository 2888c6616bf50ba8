//! Who plays whom, as data: schedulers hand out games in opening pairs, two on the same opening with sides swapped.
//!
//! A scheduler is a function of its settings and of the results so far. Nothing of it is stored: a tournament that is
//! taken up again builds the same scheduler, gets the same pairs and skips the games that it already has.
// CITE: two-method scheduler: fastchess, https://github.com/Disservin/fastchess

mod elsewhere;
mod gauntlet;
mod knockout;
mod ladder;
mod match_games;
mod matching;
mod round_robin;
mod swiss;

use std::collections::BTreeMap;

use ply_game::{Outcome, Player, mix};
use serde::{Deserialize, Serialize};

use crate::points::{PointRule, Points};

pub use elsewhere::Elsewhere;
pub use gauntlet::Gauntlet;
pub use knockout::{BracketMatch, Knockout};
pub use ladder::Ladder;
pub use match_games::MatchGames;
pub use round_robin::RoundRobin;
pub use swiss::Swiss;

/// One game to be played.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Pairing {
    /// The round, from 0.
    pub round: usize,
    /// The number of the opening pair within its round.
    pub index: usize,
    /// Which of the tournament's games is played.
    pub game: usize,
    /// The agents' places in the tournament's list, the first player's first.
    pub agents: [usize; 2],
    /// Which opening of the suite.
    pub opening: u64,
    /// The seed of the pair, from which both its games have theirs.
    pub seed: u64,
}

impl Pairing {
    /// The same with sides swapped.
    pub fn swapped(self) -> Self {
        Self { agents: [self.agents[1], self.agents[0]], ..self }
    }

    /// The same without its place in the schedule.
    fn slot(self) -> Self {
        Self { round: 0, index: 0, ..self }
    }

    /// The seed of this game's agents. The two games of a pair differ: between equal agents they would be one game
    /// played twice.
    pub fn game_seed(&self) -> u64 {
        let [first, second] = self.agents;
        mix(self.seed ^ mix(1 + u64::from(first > second)))
    }

    /// Which side an agent has, if it plays.
    pub fn side(&self, agent: usize) -> Option<Player> {
        Player::BOTH.into_iter().find(|side| self.agents[*side as usize] == agent)
    }
}

/// Two games on the same opening, sides swapped: the smallest task there is.
pub type OpeningPair = [Pairing; 2];

/// What is known of the games so far.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Results {
    outcomes: BTreeMap<Pairing, Outcome>,
    /// The games without their places in the schedule, which change when agents come and go.
    slots: BTreeMap<Pairing, Pairing>,
}

impl Results {
    /// Notes how a game ended; what was noted first stays.
    pub fn insert(&mut self, pairing: Pairing, outcome: Outcome) {
        self.outcomes.entry(pairing).or_insert(outcome);
        self.slots.entry(pairing.slot()).or_insert(pairing);
    }

    /// A pairing with the place in the schedule under which its game was played, if it was.
    fn known_as(&self, pairing: Pairing) -> Pairing {
        self.slots.get(&pairing.slot()).copied().unwrap_or(pairing)
    }

    /// How a game ended.
    pub fn outcome(&self, pairing: &Pairing) -> Option<Outcome> {
        self.outcomes.get(pairing).copied()
    }

    /// Every game of these pairs is played.
    pub fn complete(&self, pairs: &[OpeningPair]) -> bool {
        pairs.iter().flatten().all(|pairing| self.outcome(pairing).is_some())
    }

    /// How many games there are.
    pub fn len(&self) -> usize {
        self.outcomes.len()
    }

    /// There is none.
    pub fn is_empty(&self) -> bool {
        self.outcomes.is_empty()
    }

    /// Every game and how it ended, in the order of the schedule.
    pub fn iter(&self) -> impl Iterator<Item = (&Pairing, Outcome)> {
        self.outcomes.iter().map(|(pairing, outcome)| (pairing, *outcome))
    }

    /// What an agent got in a game, if it is played and the agent played it.
    fn points(&self, pairing: &Pairing, agent: usize, rule: &PointRule) -> Option<Points> {
        Some(rule.of(self.outcome(pairing)?, pairing.side(agent)?))
    }
}

impl Extend<(Pairing, Outcome)> for Results {
    fn extend<I: IntoIterator<Item = (Pairing, Outcome)>>(&mut self, games: I) {
        games.into_iter().for_each(|(pairing, outcome)| self.insert(pairing, outcome));
    }
}

impl FromIterator<(Pairing, Outcome)> for Results {
    fn from_iter<I: IntoIterator<Item = (Pairing, Outcome)>>(games: I) -> Self {
        let mut results = Self::default();
        results.extend(games);
        results
    }
}

/// Hands out games.
///
/// ```
/// use ply_arena::schedule::{Meeting, Results, RoundRobin, Scheduler};
/// use ply_game::Outcome;
///
/// let mut scheduler = RoundRobin::new(&[0, 1, 2, 3], 1, Meeting { games: 1, pairs: 2, seed: 7 });
/// let mut results = Results::default();
/// while !scheduler.done(&results) {
///     for pairing in scheduler.next(&results) {
///         results.insert(pairing, Outcome::Draw); // here the game is played, if it was not before
///     }
/// }
/// assert_eq!(results.len(), 6 * 2 * 2);
/// ```
pub trait Scheduler: Send {
    /// The games that can be played now and were not handed out before, those that are in `results` among them. Nothing
    /// while results are awaited, and at the end. The two games of an opening pair come one after the other.
    fn next(&mut self, results: &Results) -> Vec<Pairing>;

    /// Every game is in `results`, and none will be added. Looks at all games: to be asked when `next` gives nothing.
    fn done(&self, results: &Results) -> bool;
}

/// What a meeting of two agents consists of: `pairs` opening pairs of each of the tournament's games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Meeting {
    /// How many games the tournament has.
    pub games: usize,
    /// Opening pairs of each.
    pub pairs: usize,
    /// The tournament's seed.
    pub seed: u64,
}

impl Meeting {
    /// Opening pairs of a meeting.
    pub fn len(&self) -> usize {
        self.games * self.pairs
    }

    /// It has none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The `number`-th opening pair of the `again`-th meeting of two agents; `index` is its place in the round.
    fn pair(&self, round: usize, index: usize, agents: [usize; 2], again: usize, number: usize) -> OpeningPair {
        let game = number % self.games;
        let opening = (again * self.pairs + number / self.games) as u64;
        let [low, high] = [agents[0].min(agents[1]), agents[0].max(agents[1])];
        let words = [game as u64, low as u64, high as u64, opening];
        let seed = words.iter().fold(mix(self.seed), |seed, word| mix(seed ^ mix(word.wrapping_add(1))));
        let pairing = Pairing { round, index, game, agents, opening, seed };
        [pairing, pairing.swapped()]
    }

    /// The pairs of a whole round, interleaved so that every meeting advances at the same pace.
    fn round(&self, round: usize, meetings: &[[usize; 2]], again: usize) -> Vec<OpeningPair> {
        let numbered = (0..self.len()).flat_map(|number| meetings.iter().map(move |agents| (number, *agents)));
        numbered.enumerate().map(|(index, (number, agents))| self.pair(round, index, agents, again, number)).collect()
    }

    /// All rounds of a schedule, one opening pair of every meeting after the other: at any time everybody has played about
    /// as much. What is played between two opening pairs of a meeting is a round of its own.
    fn cycle(&self, rounds: &[Vec<[usize; 2]>], again: usize) -> Vec<OpeningPair> {
        let before = again * self.len();
        let numbered = (0..self.len()).flat_map(|number| rounds.iter().enumerate().map(move |round| (number, round)));
        let round = |(number, (round, meetings)): (usize, (usize, &Vec<[usize; 2]>))| {
            let round = (before + number) * rounds.len() + round;
            let pair = |(index, agents): (usize, &[usize; 2])| self.pair(round, index, *agents, again, number);
            meetings.iter().enumerate().map(pair).collect::<Vec<_>>()
        };
        numbered.flat_map(round).collect()
    }
}

/// Hands out a list that is known from the start.
#[derive(Clone, Debug)]
struct Known {
    pairs: Vec<OpeningPair>,
    handed_out: bool,
}

impl Known {
    fn new(pairs: Vec<OpeningPair>) -> Self {
        Self { pairs, handed_out: false }
    }

    fn next(&mut self, results: &Results) -> Vec<Pairing> {
        if std::mem::replace(&mut self.handed_out, true) {
            return Vec::new();
        }
        self.pairs.iter().flatten().map(|pairing| results.known_as(*pairing)).collect()
    }

    fn done(&self, results: &Results) -> bool {
        self.pairs.iter().flatten().all(|pairing| results.outcome(&results.known_as(*pairing)).is_some())
    }
}

#[cfg(test)]
mod tests;
