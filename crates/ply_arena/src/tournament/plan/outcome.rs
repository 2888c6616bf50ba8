//! What came of a plan: its standings and ratings, computed from the games each time.
//!
//! Games of agents that are set aside count for nobody; on a ladder those of former versions count in the ratings of
//! their opponents. Walkovers may be void, and of games that repeat one move for move only one is rated.

use std::collections::{BTreeMap, BTreeSet};

use super::{Format, Plan, Walkovers};
use crate::GameRecord;
use crate::schedule::{Knockout, Pairing, Results, Scheduler, Swiss};
use crate::standings::{Standings, Tally};
use crate::stats::{Anchor, RatedGame, RatingError, Ratings, rate};
use crate::store::StoredGame;

impl Plan {
    /// The standings after some games, of those who take part. Byes of a Swiss count as won; a knockout is ranked by who
    /// went how far, a ladder by ratings.
    pub fn standings<'a>(&self, games: impl IntoIterator<Item = (Pairing, &'a GameRecord)>) -> Standings {
        let names = self.agents.iter().map(|agent| agent.name.clone()).collect();
        let mut tally = Tally::new(names, self.points);
        let mut results = Results::default();
        let mut rated = Vec::new();
        for (pairing, record) in games {
            if self.counts(&pairing, record) {
                tally.add(pairing.agents, record);
            } else if self.takes_part(&pairing) {
                tally.add_void(pairing.agents, record);
            }
            results.extend(record.outcome.map(|outcome| (pairing, outcome)));
            rated.push((pairing, record));
        }
        let standings = match self.format {
            Format::RoundRobin { .. } | Format::Gauntlet { .. } | Format::Match { .. } | Format::Tuning { .. } => {
                tally.standings()
            }
            Format::Swiss { rounds } => {
                let mut swiss = self.swiss(rounds);
                while !swiss.next(&results).is_empty() {}
                let (byes, worth) = swiss.byes();
                byes.into_iter().for_each(|agent| tally.add_bye(agent, worth));
                tally.standings()
            }
            Format::Knockout { extra_pairs } => tally.standings_in(&self.knockout(extra_pairs).ranking(&results)),
            Format::Ladder { .. } => {
                let ratings = self.rate(rated.into_iter());
                let elo = |agent: usize| ratings.as_ref().map_or(0.0, |ratings| ratings.agents[agent].rating.elo);
                let mut order: Vec<usize> = (0..self.agents.len()).collect();
                order.sort_by(|a, b| elo(*b).total_cmp(&elo(*a)));
                tally.standings_in(&order)
            }
        };
        standings.of(|agent| self.agents[agent].aside.is_none())
    }

    pub(crate) fn swiss(&self, rounds: usize) -> Swiss {
        let swiss = Swiss::new(self.agents.len(), rounds, self.meeting(), self.points);
        self.agents.iter().enumerate().fold(swiss, |swiss, (place, agent)| {
            let until = agent.until.or(agent.aside.as_ref().map(|_| agent.since));
            swiss.with_presence(place, agent.since..until.unwrap_or(usize::MAX))
        })
    }

    /// The bracket of a knockout.
    pub fn knockout(&self, extra_pairs: usize) -> Knockout {
        Knockout::new(self.present(), self.meeting(), extra_pairs, self.points)
    }

    /// Whether both of a game's agents take part.
    pub fn takes_part(&self, pairing: &Pairing) -> bool {
        pairing.agents.iter().all(|agent| self.agents[*agent].aside.is_none())
    }

    /// Whether a game counts for points: both agents take part, and it is no walkover where these are void.
    pub fn counts(&self, pairing: &Pairing, record: &GameRecord) -> bool {
        self.takes_part(pairing) && !(self.walkovers == Walkovers::Void && record.is_walkover())
    }

    /// The ratings of its agents from its games, with opening pairs taken as one observation.
    pub fn ratings(&self, games: &[StoredGame]) -> Result<Ratings, RatingError> {
        self.rate(games.iter().map(|game| (game.pairing, &game.record)))
    }

    fn rate<'a>(&self, games: impl Iterator<Item = (Pairing, &'a GameRecord)>) -> Result<Ratings, RatingError> {
        let mut pairs = BTreeMap::new();
        let mut seen = BTreeSet::new();
        let rated = games.filter(|(pairing, record)| self.is_rated(pairing, record)).filter_map(|(pairing, record)| {
            if self.repeats() && !seen.insert(moves_of(&pairing, record)) {
                return None;
            }
            let fresh = pairs.len() as u64;
            let pair = *pairs.entry(self.pair_of(&pairing)).or_insert(fresh);
            let [first, second] = pairing.agents;
            Some(RatedGame { first, second, outcome: record.outcome?, pair: Some(pair) })
        });
        let rated: Vec<RatedGame> = rated.collect();
        rate(self.agents.len(), &rated, Anchor::default())
    }

    /// How many games repeat an earlier one of the same two agents move for move: they are rated once.
    pub fn repeated(&self, games: &[StoredGame]) -> usize {
        let mut seen = BTreeSet::new();
        let rated = games.iter().filter(|game| self.repeats() && self.is_rated(&game.pairing, &game.record));
        rated.filter(|game| !seen.insert(moves_of(&game.pairing, &game.record))).count()
    }

    /// A former version of an agent was an opponent like any other while it played.
    fn is_rated(&self, pairing: &Pairing, record: &GameRecord) -> bool {
        match self.format {
            Format::Ladder { .. } => !(self.walkovers == Walkovers::Void && record.is_walkover()),
            _ => self.counts(pairing, record),
        }
    }

    /// Whether two games of the same agents can be one and the same. The agents of a tuning are roles.
    fn repeats(&self) -> bool {
        !matches!(self.format, Format::Tuning { .. })
    }

    /// What the two games of an opening pair have in common and no others have. The place in the schedule changes when
    /// agents come in; that in a tuning does not, and there the rest is no mark.
    fn pair_of(&self, pairing: &Pairing) -> [u64; 5] {
        let Pairing { round, index, game, agents: [a, b], opening, seed } = *pairing;
        if self.repeats() {
            [game as u64, a.min(b) as u64, a.max(b) as u64, opening, seed]
        } else {
            [round as u64, index as u64, 0, 0, 0]
        }
    }
}

/// All that makes a game the one it is: who played it, and every move.
fn moves_of(pairing: &Pairing, record: &GameRecord) -> ([usize; 2], u128) {
    (pairing.agents, record.fingerprint())
}
