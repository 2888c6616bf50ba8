//! What came of a plan: its standings, computed from the games each time.

use super::{Format, Plan};
use crate::GameRecord;
use crate::schedule::{Knockout, Pairing, Results, Scheduler, Swiss};
use crate::standings::{Standings, Tally};
use crate::stats::{Anchor, RatedGame, RatingError, Ratings, rate};
use crate::store::StoredGame;

impl Plan {
    /// The standings after some games. Byes of a Swiss count as won; a knockout is ranked by who went how far.
    pub fn standings<'a>(&self, games: impl IntoIterator<Item = (Pairing, &'a GameRecord)>) -> Standings {
        let names = self.agents.iter().map(|agent| agent.name.clone()).collect();
        let mut tally = Tally::new(names, self.points);
        let mut results = Results::default();
        for (pairing, record) in games {
            tally.add(pairing.agents, record);
            results.extend(record.outcome.map(|outcome| (pairing, outcome)));
        }
        match self.format {
            Format::RoundRobin { .. } | Format::Gauntlet { .. } | Format::Match { .. } | Format::Tuning { .. } => {
                tally.standings()
            }
            Format::Swiss { rounds } => {
                let mut swiss = Swiss::new(self.agents.len(), rounds, self.meeting(), self.points);
                while !swiss.next(&results).is_empty() {}
                let (byes, worth) = swiss.byes();
                byes.into_iter().for_each(|agent| tally.add_bye(agent, worth));
                tally.standings()
            }
            Format::Knockout { extra_pairs } => {
                let knockout = Knockout::new(self.agents.len(), self.meeting(), extra_pairs, self.points);
                tally.standings_in(&knockout.ranking(&results))
            }
        }
    }

    /// The ratings of its agents from its games, with opening pairs taken as one observation.
    pub fn ratings(&self, games: &[StoredGame]) -> Result<Ratings, RatingError> {
        let mut pairs = std::collections::BTreeMap::new();
        let rated = games.iter().filter_map(|game| {
            let Pairing { round, index, agents: [first, second], .. } = game.pairing;
            let fresh = pairs.len() as u64;
            let pair = *pairs.entry((round, index)).or_insert(fresh);
            Some(RatedGame { first, second, outcome: game.record.outcome?, pair: Some(pair) })
        });
        let rated: Vec<RatedGame> = rated.collect();
        rate(self.agents.len(), &rated, Anchor::default())
    }
}
