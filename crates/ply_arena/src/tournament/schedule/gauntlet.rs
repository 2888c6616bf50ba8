//! Gauntlet: a few challengers against all others, who do not meet each other.

use super::{Known, Meeting, Pairing, Results, Scheduler};

/// The first `challengers` agents against every other.
#[derive(Clone, Debug)]
pub struct Gauntlet {
    known: Known,
}

impl Gauntlet {
    /// The schedule. In every round each agent plays at most one opponent; each pair of opponents meets once.
    pub fn new(agents: usize, challengers: usize, meeting: Meeting) -> Self {
        let others = agents.saturating_sub(challengers);
        // Whoever is fewer steps along the circle of the more: nobody is met by two at once.
        let steps = others.max(challengers);
        let round = |step: usize| {
            let mut meetings = Vec::new();
            for a in 0..challengers.min(others) {
                let b = (a + step) % steps;
                let [challenger, other] = if challengers <= others { [a, b] } else { [b, a] };
                let pair = [challenger, challengers + other];
                meetings.push(if (challenger + other) % 2 == 0 { pair } else { [pair[1], pair[0]] });
            }
            meeting.round(step, &meetings, 0)
        };
        let rounds = if challengers == 0 || others == 0 { 0 } else { steps };
        Self { known: Known::new((0..rounds).flat_map(round).collect()) }
    }
}

impl Scheduler for Gauntlet {
    fn next(&mut self, _results: &Results) -> Vec<Pairing> {
        self.known.next()
    }

    fn done(&self, results: &Results) -> bool {
        results.complete(&self.known.pairs)
    }
}
