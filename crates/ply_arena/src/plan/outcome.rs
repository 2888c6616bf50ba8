//! What came of a plan: its standings, computed from the games each time.

use super::{Format, Plan};
use crate::GameRecord;
use crate::schedule::{Knockout, Pairing, Results, Scheduler, Swiss};
use crate::standings::{Standings, Tally};

impl Plan {
    /// The standings after some games. Byes of a Swiss count as won; a knockout is ranked by who went how far.
    pub fn standings<'a>(&self, games: impl IntoIterator<Item = (Pairing, &'a GameRecord)>) -> Standings {
        let names = self.agents.iter().map(|agent| agent.name.clone()).collect();
        let mut tally = Tally::new(names, self.points);
        let mut results = Results::default();
        for (pairing, record) in games {
            tally.add(pairing.agents, record);
            results.insert(pairing, record.result());
        }
        match self.format {
            Format::RoundRobin { .. } | Format::Gauntlet { .. } => tally.standings(),
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
}
