//! A ladder: whoever comes in meets some at random, then those whose rating is near its own.
//!
//! In a meeting the newer of the two, who has the higher number, is the challenger: its meetings with lower numbers are
//! those it had to have. All is told from the results, so that a ladder that was killed goes on with the games that are
//! missing of the meetings it had begun, and chooses the others anew.

use std::collections::{BTreeMap, BTreeSet};

use ply_game::{below, mix, rng};

use super::{Meeting, Pairing, Results, Scheduler};
use crate::stats::{Anchor, RatedGame, rate};

/// Hands out one meeting at a time.
#[derive(Clone, Debug)]
pub struct Ladder {
    present: Vec<usize>,
    meeting: Meeting,
    near: usize,
    random: usize,
    /// Meetings that were handed out, the challenger first.
    handed_out: BTreeSet<(usize, usize)>,
}

impl Ladder {
    /// A ladder of those present, each of whom meets `random` of the older ones at random and then `near` whose rating is
    /// near.
    pub fn new(present: Vec<usize>, meeting: Meeting, near: usize, random: usize) -> Self {
        Self { present, meeting, near, random, handed_out: BTreeSet::new() }
    }

    /// Somebody came, or went: these are there now.
    pub fn set_present(&mut self, present: Vec<usize>) {
        self.present = present;
    }

    fn games(&self, challenger: usize, other: usize) -> Vec<Pairing> {
        // A round is all that a challenger plays; its pairs are numbered so that none has the number of another.
        let pair =
            |number| self.meeting.pair(challenger, other * self.meeting.len() + number, [challenger, other], 0, number);
        (0..self.meeting.len()).flat_map(pair).collect()
    }

    /// The opponents of each challenger, those of meetings that were only handed out among them.
    fn met(&self, results: &Results) -> BTreeMap<usize, BTreeSet<usize>> {
        let mut met = BTreeMap::<usize, BTreeSet<usize>>::new();
        let played = results.iter().map(|(pairing, _)| pairing.agents);
        for [a, b] in played.chain(self.handed_out.iter().map(|(a, b)| [*a, *b])) {
            met.entry(a.max(b)).or_default().insert(a.min(b));
        }
        met
    }

    /// A challenger's next opponent, if there is one and it need not wait for results.
    fn opponent(&self, challenger: usize, met: &BTreeSet<usize>, results: &Results) -> Option<usize> {
        let older = |agent: &&usize| **agent < challenger && !met.contains(agent);
        let left: Vec<usize> = self.present.iter().filter(older).copied().collect();
        if left.is_empty() || met.len() >= self.random + self.near {
            return None;
        }
        if met.len() < self.random {
            let seed = mix(self.meeting.seed ^ mix(challenger as u64 ^ mix(met.len() as u64)));
            return Some(left[below(&mut rng(seed), left.len() as u32) as usize]);
        }
        // Whose rating is near is known once those at random are over.
        let over = |other: &usize| {
            let present = self.present.contains(other);
            !present || self.games(challenger, *other).iter().all(|game| results.outcome(game).is_some())
        };
        if met.len() == self.random && !met.iter().all(over) {
            return None;
        }
        let elo = ratings(results, challenger + 1);
        left.into_iter().min_by(|a, b| (elo[*a] - elo[challenger]).abs().total_cmp(&(elo[*b] - elo[challenger]).abs()))
    }
}

/// The ratings of at least so many agents after some games; all are equal before the first.
fn ratings(results: &Results, least: usize) -> Vec<f64> {
    let agents = results.iter().flat_map(|(pairing, _)| pairing.agents).max().map_or(0, |most| most + 1).max(least);
    let game = |(pairing, outcome): (&Pairing, _)| {
        let [first, second] = pairing.agents;
        RatedGame { first, second, outcome, pair: None }
    };
    let games: Vec<RatedGame> = results.iter().map(game).collect();
    match rate(agents, &games, Anchor::default()) {
        Ok(ratings) => ratings.agents.iter().map(|agent| agent.rating.elo).collect(),
        Err(_) => vec![0.0; agents],
    }
}

impl Scheduler for Ladder {
    fn next(&mut self, results: &Results) -> Vec<Pairing> {
        let met = self.met(results);
        let here: BTreeSet<usize> = self.present.iter().copied().collect();
        // What is missing of meetings that an earlier run began.
        let both_here = |(challenger, other): &(usize, usize)| here.contains(challenger) && here.contains(other);
        let begun = met.iter().flat_map(|(challenger, others)| others.iter().map(|other| (*challenger, *other)));
        let begun: Vec<_> = begun.filter(both_here).filter(|two| !self.handed_out.contains(two)).collect();
        let missing = |pair: &&[Pairing]| pair.iter().any(|game| results.outcome(game).is_none());
        let games: Vec<Pairing> =
            begun.iter().flat_map(|(challenger, other)| self.games(*challenger, *other)).collect();
        self.handed_out.extend(begun);
        let games = games.chunks_exact(2).filter(missing).collect::<Vec<_>>().concat();
        if !games.is_empty() {
            return games;
        }
        // Whoever met the fewest comes first; of equals the one who came first.
        let none = BTreeSet::new();
        let mut challengers: Vec<usize> = self.present.clone();
        challengers.sort_by_key(|agent| (met.get(agent).map_or(0, BTreeSet::len), *agent));
        let next = challengers.into_iter().find_map(|challenger| {
            let opponent = self.opponent(challenger, met.get(&challenger).unwrap_or(&none), results)?;
            Some((challenger, opponent))
        });
        next.map_or_else(Vec::new, |(challenger, other)| {
            self.handed_out.insert((challenger, other));
            self.games(challenger, other)
        })
    }

    fn done(&self, results: &Results) -> bool {
        self.clone().next(results).iter().all(|pairing| results.outcome(pairing).is_some())
    }
}
