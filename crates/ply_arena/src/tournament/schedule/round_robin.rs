//! Round robin: everybody against everybody, by the circle method.
//!
//! With m = n - 1 (n even; a bye makes it so), agents a and b of the circle meet in the round a + b mod m; who would
//! meet himself meets the one outside the circle. In the circle a leads against b when b - a mod m is odd: as m is odd,
//! exactly one of the two differences is, and everybody leads as often as he follows.
// CITE: circle method and Berger's colours, https://en.wikipedia.org/wiki/Round-robin_tournament

use super::{Known, Meeting, Pairing, Results, Scheduler};

/// Everybody against everybody, `cycles` times.
#[derive(Clone, Debug)]
pub struct RoundRobin {
    known: Known,
}

impl RoundRobin {
    /// The schedule of these agents. Leads change sides with every cycle, and openings go on.
    pub fn new(agents: &[usize], cycles: usize, meeting: Meeting) -> Self {
        let rounds = circle(agents.len());
        let cycle = |cycle: usize| {
            let named = |&[a, b]: &[usize; 2]| {
                let two = [agents[a], agents[b]];
                if cycle.is_multiple_of(2) { two } else { [two[1], two[0]] }
            };
            let rounds: Vec<Vec<_>> = rounds.iter().map(|meetings| meetings.iter().map(named).collect()).collect();
            meeting.cycle(&rounds, cycle)
        };
        Self { known: Known::new((0..cycles).flat_map(cycle).collect()) }
    }
}

impl Scheduler for RoundRobin {
    fn next(&mut self, results: &Results) -> Vec<Pairing> {
        self.known.next(results)
    }

    fn done(&self, results: &Results) -> bool {
        self.known.done(results)
    }
}

/// The rounds in which everybody meets everybody once: who leads first.
pub(super) fn circle(agents: usize) -> Vec<Vec<[usize; 2]>> {
    if agents < 2 {
        return Vec::new();
    }
    let outside = agents + agents % 2 - 1;
    let circle = outside;
    let round = |number: usize| {
        let mut meetings = Vec::new();
        for a in 0..circle {
            let b = (number + circle - a) % circle;
            if a == b && outside < agents {
                meetings.push(if a % 2 == 1 { [a, outside] } else { [outside, a] });
            } else if a < b {
                meetings.push(if (b - a) % 2 == 1 { [a, b] } else { [b, a] });
            }
        }
        meetings
    };
    (0..circle).map(round).collect()
}
