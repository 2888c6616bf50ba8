//! A match: two agents, one opening pair after the other, for so many games.

use super::{Meeting, Pairing, Results, Scheduler};

/// Handed out at a time: a sequential test may be planned for millions of games and end after hundreds.
const BATCH: usize = 1024;

/// The games of a match. The last one has no partner where their number is odd.
#[derive(Clone, Debug)]
pub struct MatchGames {
    meeting: Meeting,
    length: usize,
    handed_out: usize,
}

impl MatchGames {
    /// A match of so many games between the first two agents of the list.
    pub fn new(meeting: Meeting, length: usize) -> Self {
        Self { meeting, length, handed_out: 0 }
    }

    fn game(&self, number: usize) -> Pairing {
        self.meeting.pair(0, number / 2, [0, 1], 0, number / 2)[number % 2]
    }
}

impl Scheduler for MatchGames {
    fn next(&mut self, _results: &Results) -> Vec<Pairing> {
        let games = self.handed_out..self.length.min(self.handed_out + BATCH);
        self.handed_out = games.end;
        games.map(|number| self.game(number)).collect()
    }

    fn done(&self, results: &Results) -> bool {
        results.len() >= self.length && (0..self.length).all(|number| results.outcome(&self.game(number)).is_some())
    }
}
