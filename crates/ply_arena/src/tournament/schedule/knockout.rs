//! Knockout: mini-matches in a seeded bracket, extra pairs until each is decided.
//!
//! The bracket has the next power of two of places; the best seeds meet late, and where an agent is missing the other
//! has a bye. A tied mini-match goes on by one opening pair at a time, up to a limit; then the one who won more often
//! as second player goes on, and of equals the better seed.

use std::collections::BTreeMap;

use ply_game::{Outcome, Player};

use super::{Meeting, OpeningPair, Pairing, Results, Scheduler};
use crate::points::{PointRule, Points};

/// A seeded bracket: agents are seeded by their numbers.
#[derive(Clone, Debug)]
pub struct Knockout {
    agents: usize,
    meeting: Meeting,
    extra: usize,
    rule: PointRule,
    /// How many pairs of each mini-match were handed out.
    handed_out: BTreeMap<(usize, usize), usize>,
}

/// A mini-match as far as the results tell.
#[derive(Clone, Debug)]
struct MiniMatch {
    place: (usize, usize),
    pairs: Vec<OpeningPair>,
    loser: Option<usize>,
}

impl Knockout {
    /// A bracket; tied mini-matches get up to `extra` further opening pairs.
    pub fn new(agents: usize, meeting: Meeting, extra: usize, rule: PointRule) -> Self {
        Self { agents, meeting, extra, rule, handed_out: BTreeMap::new() }
    }

    /// The agents from the winner down, as far as the results tell: who is still in, then who went out last; the better
    /// seed of equals.
    pub fn ranking(&self, results: &Results) -> Vec<usize> {
        let mut went_out = vec![usize::MAX; self.agents];
        for mini_match in self.mini_matches(results) {
            if let Some(loser) = mini_match.loser {
                went_out[loser] = mini_match.place.0;
            }
        }
        let mut ranking: Vec<usize> = (0..self.agents).collect();
        ranking.sort_by_key(|agent| (std::cmp::Reverse(went_out[*agent]), *agent));
        ranking
    }

    /// Every mini-match whose agents are known, round by round.
    fn mini_matches(&self, results: &Results) -> Vec<MiniMatch> {
        let mut all = Vec::new();
        // Who stands at each place of the bracket; nobody: not known yet, or no such agent (in the first round only).
        let mut standing: Vec<Option<usize>> = seeding(self.agents.next_power_of_two());
        standing.iter_mut().for_each(|place| *place = place.filter(|agent| *agent < self.agents));
        let mut round = 0;
        while standing.len() > 1 {
            let mut winners = Vec::with_capacity(standing.len() / 2);
            for (number, two) in standing.chunks_exact(2).enumerate() {
                winners.push(match *two {
                    [Some(a), Some(b)] => {
                        let agents = [a.min(b), a.max(b)];
                        let (pairs, winner) = self.mini_match((round, number), agents, results);
                        let loser = winner.map(|winner| a + b - winner);
                        all.push(MiniMatch { place: (round, number), pairs, loser });
                        winner
                    }
                    [one, other] if round == 0 => one.or(other),
                    _ => None,
                });
            }
            standing = winners;
            round += 1;
        }
        all
    }

    /// The pairs of a mini-match so far, and who goes on.
    fn mini_match(
        &self,
        (round, number): (usize, usize),
        agents: [usize; 2],
        results: &Results,
    ) -> (Vec<OpeningPair>, Option<usize>) {
        let most = self.meeting.len() + self.extra;
        let pair = |place: usize| self.meeting.pair(round, number * most + place, agents, 0, place);
        let mut pairs: Vec<OpeningPair> = (0..self.meeting.len()).map(pair).collect();
        loop {
            if !results.complete(&pairs) {
                return (pairs, None);
            }
            let [better, other] = agents;
            let games = || pairs.iter().flatten();
            let points = |agent| games().filter_map(|game| results.points(game, agent, &self.rule)).sum::<Points>();
            let [one, two] = agents.map(points);
            if one != two {
                return (pairs, Some(if one > two { better } else { other }));
            }
            if pairs.len() == most {
                let [one, two] = agents.map(|agent| wins_as_second(&pairs, agent, results));
                return (pairs, Some(if two > one { other } else { better }));
            }
            pairs.push(pair(pairs.len()));
        }
    }
}

fn wins_as_second(pairs: &[OpeningPair], agent: usize, results: &Results) -> usize {
    let as_second = pairs.iter().flatten().filter(|pairing| pairing.side(agent) == Some(Player::Second));
    as_second.filter(|pairing| results.outcome(pairing) == Some(Outcome::Win(Player::Second))).count()
}

/// Seeds in the order of a bracket of `size` places: any two meet as late as their ranks allow.
fn seeding(size: usize) -> Vec<Option<usize>> {
    let mut seeds = vec![0];
    while seeds.len() < size {
        let last = 2 * seeds.len() - 1;
        seeds = seeds.into_iter().flat_map(|seed| [seed, last - seed]).collect();
    }
    seeds.into_iter().map(Some).collect()
}

impl Scheduler for Knockout {
    fn next(&mut self, results: &Results) -> Vec<Pairing> {
        let mut new = Vec::new();
        for mini_match in self.mini_matches(results) {
            let handed_out = self.handed_out.entry(mini_match.place).or_default();
            new.extend(mini_match.pairs.iter().skip(*handed_out).flatten());
            *handed_out = mini_match.pairs.len();
        }
        new
    }

    fn done(&self, results: &Results) -> bool {
        let matches = self.mini_matches(results);
        matches.len() + 1 >= self.agents && matches.iter().all(|mini_match| mini_match.loser.is_some())
    }
}
