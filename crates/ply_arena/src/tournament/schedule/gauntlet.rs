//! Gauntlet: a few challengers against all others, who do not meet each other.

use super::{Known, Meeting, Pairing, Results, Scheduler};

/// Some agents against every other.
#[derive(Clone, Debug)]
pub struct Gauntlet {
    known: Known,
}

impl Gauntlet {
    /// The schedule. In every round each agent plays at most one opponent; each pair of opponents meets once.
    pub fn new(challengers: &[usize], others: &[usize], meeting: Meeting) -> Self {
        // Whoever is fewer steps along the circle of the more: nobody is met by two at once.
        let steps = others.len().max(challengers.len());
        let round = |step: usize| {
            let mut meetings = Vec::new();
            for a in 0..challengers.len().min(others.len()) {
                let b = (a + step) % steps;
                let [challenger, other] = if challengers.len() <= others.len() { [a, b] } else { [b, a] };
                let pair = [challengers[challenger], others[other]];
                meetings.push(if (challenger + other) % 2 == 0 { pair } else { [pair[1], pair[0]] });
            }
            meetings
        };
        let rounds = if challengers.is_empty() || others.is_empty() { 0 } else { steps };
        Self { known: Known::new(meeting.cycle(&(0..rounds).map(round).collect::<Vec<_>>(), 0)) }
    }
}

impl Scheduler for Gauntlet {
    fn next(&mut self, results: &Results) -> Vec<Pairing> {
        self.known.next(results)
    }

    fn done(&self, results: &Results) -> bool {
        self.known.done(results)
    }
}
