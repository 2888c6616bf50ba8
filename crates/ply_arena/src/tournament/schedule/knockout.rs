//! Knockout: mini-matches in a seeded bracket, extra pairs until each is decided.
//!
//! The bracket has the next power of two of places; the best seeds meet late, and where an agent is missing the other
//! has a bye. A tied mini-match goes on by one opening pair at a time, up to a limit; then the one who won more often
//! as second player goes on, and of equals the better seed.

use std::collections::BTreeMap;

use ply_game::{Outcome, Player};

use super::{Meeting, OpeningPair, Pairing, Results, Scheduler};
use crate::points::{PointRule, Points};

/// A seeded bracket: agents are seeded by their order.
#[derive(Clone, Debug)]
pub struct Knockout {
    /// Those who take part, by seed.
    agents: Vec<usize>,
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
    agents: [usize; 2],
    pairs: Vec<OpeningPair>,
    loser: Option<usize>,
}

/// One place of a bracket.
#[derive(Clone, PartialEq, Debug)]
pub struct BracketMatch {
    /// Its round, from 0.
    pub round: usize,
    /// Who meets, from the top down; nobody: not known yet, or there is none (in the first round only).
    pub agents: [Option<usize>; 2],
    /// Their points so far.
    pub points: [Points; 2],
    /// Who went on, if that is decided; with a bye, whoever has it.
    pub winner: Option<usize>,
}

impl Knockout {
    /// A bracket; tied mini-matches get up to `extra` further opening pairs.
    pub fn new(agents: Vec<usize>, meeting: Meeting, extra: usize, rule: PointRule) -> Self {
        Self { agents, meeting, extra, rule, handed_out: BTreeMap::new() }
    }

    /// The agents from the winner down, as far as the results tell: who is still in, then who went out last; the better
    /// seed of equals.
    pub fn ranking(&self, results: &Results) -> Vec<usize> {
        let most = self.agents.iter().max().map_or(0, |agent| agent + 1);
        let mut went_out = vec![usize::MAX; most];
        for mini_match in self.mini_matches(results) {
            if let Some(loser) = mini_match.loser {
                went_out[loser] = mini_match.place.0;
            }
        }
        let mut ranking = self.agents.clone();
        ranking.sort_by_key(|agent| (std::cmp::Reverse(went_out[*agent]), *agent));
        ranking
    }

    /// The whole bracket, round by round from the top down.
    pub fn bracket(&self, results: &Results) -> Vec<Vec<BracketMatch>> {
        let mut standing = self.places();
        let known: BTreeMap<(usize, usize), MiniMatch> =
            self.mini_matches(results).into_iter().map(|mini_match| (mini_match.place, mini_match)).collect();
        let mut rounds = Vec::new();
        while standing.len() > 1 {
            let round = rounds.len();
            let mini_match = |(number, two): (usize, &[Option<usize>])| {
                let agents = [two[0], two[1]];
                let (points, winner) = match known.get(&(round, number)) {
                    Some(played) => {
                        let games = || played.pairs.iter().flatten();
                        let points = |agent| games().filter_map(|game| results.points(game, agent, &self.rule)).sum();
                        let winner = played.loser.map(|loser| played.agents[0] + played.agents[1] - loser);
                        (agents.map(|agent| agent.map_or_else(Points::default, points)), winner)
                    }
                    None => ([Points::default(); 2], if round == 0 { two[0].or(two[1]) } else { None }),
                };
                BracketMatch { round, agents, points, winner }
            };
            let matches: Vec<BracketMatch> = standing.chunks_exact(2).enumerate().map(mini_match).collect();
            standing = matches.iter().map(|mini_match| mini_match.winner).collect();
            rounds.push(matches);
        }
        rounds
    }

    /// Who stands at each place of the bracket before the first round.
    fn places(&self) -> Vec<Option<usize>> {
        let seeds = seeding(self.agents.len().next_power_of_two());
        seeds.into_iter().map(|seed| self.agents.get(seed?).copied()).collect()
    }

    /// Every mini-match whose agents are known, round by round.
    fn mini_matches(&self, results: &Results) -> Vec<MiniMatch> {
        let mut all = Vec::new();
        // Who stands at each place of the bracket; nobody: not known yet, or no such agent (in the first round only).
        let mut standing: Vec<Option<usize>> = self.places();
        let mut round = 0;
        while standing.len() > 1 {
            let mut winners = Vec::with_capacity(standing.len() / 2);
            for (number, two) in standing.chunks_exact(2).enumerate() {
                winners.push(match *two {
                    [Some(a), Some(b)] => {
                        let agents = [a.min(b), a.max(b)];
                        let (pairs, winner) = self.mini_match((round, number), agents, results);
                        let loser = winner.map(|winner| a + b - winner);
                        all.push(MiniMatch { place: (round, number), agents, pairs, loser });
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
            new.extend(mini_match.pairs.iter().enumerate().skip(*handed_out).map(|(number, pair)| (number, *pair)));
            *handed_out = mini_match.pairs.len();
        }
        // Every mini-match advances at the same pace.
        new.sort_by_key(|(number, _)| *number);
        new.into_iter().flat_map(|(_, pair)| pair).collect()
    }

    fn done(&self, results: &Results) -> bool {
        let matches = self.mini_matches(results);
        matches.len() + 1 >= self.agents.len() && matches.iter().all(|mini_match| mini_match.loser.is_some())
    }
}
