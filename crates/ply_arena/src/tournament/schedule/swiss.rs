//! Swiss system: each round pairs agents of equal score who have not met.
//!
//! Within a score group the upper half meets the lower half in order; who finds nobody floats to the group below. Of
//! all pairings of the round that keep the rules, the one is taken that is best for the first agent of the ranking,
//! then for the next, and so on. The rules, the last given up first: no agent has a second bye before all had one, no
//! rematches, and leading and following differ by two at most. A round of 200 agents takes some milliseconds.
// CITE: after the Dutch system of FIDE, https://handbook.fide.com/chapter/C0403

use std::cmp::Reverse;
use std::ops::Range;

use super::matching::{Graph, perfect, top_down};
use super::{Meeting, OpeningPair, Pairing, Results, Scheduler};
use crate::points::{PointRule, Points};

/// Rounds between agents of equal score.
#[derive(Clone, Debug)]
pub struct Swiss {
    agents: usize,
    /// The rounds each agent is paired in.
    presence: Vec<Range<usize>>,
    /// Those whose games are not awaited any more.
    gone: Vec<bool>,
    rounds: usize,
    meeting: Meeting,
    rule: PointRule,
    paired: Vec<Round>,
}

#[derive(Clone, Debug)]
struct Round {
    meetings: Vec<[usize; 2]>,
    bye: Option<usize>,
    pairs: Vec<OpeningPair>,
}

/// What is known of an agent before a round.
#[derive(Clone, Default, Debug)]
struct Card {
    points: Points,
    byes: usize,
    /// Meetings led less meetings followed.
    lead: i32,
    led_last: bool,
    /// How often it met each agent.
    met: Vec<usize>,
}

/// What a pairing may not do.
#[derive(Clone, Copy)]
struct Strictness {
    /// Times two agents may have met before.
    met: usize,
    /// Two agents who both led (or both followed) two times too often do not meet.
    lead: bool,
}

impl Swiss {
    /// A tournament of so many rounds. Agents who have the same score are ranked by their numbers.
    pub fn new(agents: usize, rounds: usize, meeting: Meeting, rule: PointRule) -> Self {
        let (presence, gone) = (vec![0..usize::MAX; agents], vec![false; agents]);
        Self { agents, presence, gone, rounds: if agents < 2 { 0 } else { rounds }, meeting, rule, paired: Vec::new() }
    }

    /// One in which an agent is paired in these rounds only; if that ends, the games it still has are not awaited.
    #[must_use]
    pub fn with_presence(mut self, agent: usize, rounds: Range<usize>) -> Self {
        self.gone[agent] = rounds.end < usize::MAX;
        self.presence[agent] = rounds;
        self
    }

    /// Whether a game will not be played because one of its agents has gone.
    fn is_off(&self, pairing: &Pairing, results: &Results) -> bool {
        pairing.agents.iter().any(|agent| self.gone[*agent]) && results.outcome(pairing).is_none()
    }

    fn complete(&self, round: &Round, results: &Results) -> bool {
        let awaited = round.pairs.iter().flatten().filter(|pairing| !self.is_off(pairing, results));
        awaited.into_iter().all(|pairing| results.outcome(pairing).is_some())
    }

    /// A number of rounds that tells the best of so many agents.
    pub fn enough_rounds(agents: usize) -> usize {
        let doublings = agents.next_power_of_two().trailing_zeros() as usize;
        (doublings + 1).min(agents.saturating_sub(1)).max(1)
    }

    /// Who had no opponent in the rounds paired so far, and what each bye is worth: every game of a meeting won.
    pub fn byes(&self) -> (Vec<usize>, Points) {
        let byes = self.paired.iter().filter_map(|round| round.bye).collect();
        (byes, self.rule.win * (2 * self.meeting.len()))
    }

    fn cards(&self, results: &Results) -> Vec<Card> {
        let mut cards = vec![Card { met: vec![0; self.agents], ..Card::default() }; self.agents];
        let worth = self.byes().1;
        for round in &self.paired {
            for &[a, b] in &round.meetings {
                for (agent, other, leads) in [(a, b, true), (b, a, false)] {
                    let card = &mut cards[agent];
                    card.met[other] += 1;
                    card.lead += if leads { 1 } else { -1 };
                    card.led_last = leads;
                }
            }
            for pairing in round.pairs.iter().flatten() {
                for agent in pairing.agents {
                    cards[agent].points += results.points(pairing, agent, &self.rule).unwrap_or_default();
                }
            }
            if let Some(agent) = round.bye {
                cards[agent].byes += 1;
                cards[agent].points += worth;
            }
        }
        cards
    }

    fn pair(&self, results: &Results) -> Round {
        let cards = self.cards(results);
        let number = self.paired.len();
        let mut ranking: Vec<usize> =
            (0..self.agents).filter(|agent| self.presence[*agent].contains(&number)).collect();
        ranking.sort_by_key(|agent| (Reverse(cards[*agent].points), *agent));
        let strictnesses = (0..=number).flat_map(|met| [true, false].map(|lead| Strictness { met, lead }));
        let (bye, ranked) = strictnesses
            .into_iter()
            .find_map(|strictness| pair_strictly(&cards, &ranking, strictness))
            .expect("without rules everybody can be matched");
        let lead = |(board, &pair): (usize, &[usize; 2])| lead(&cards, pair, board);
        let meetings: Vec<_> = ranked.iter().enumerate().map(lead).collect();
        // No two agents meet twice on one opening: openings go on with the rounds.
        let pairs = self.meeting.round(number, &meetings, number);
        Round { meetings, bye, pairs }
    }
}

/// The round's bye and meetings, the higher ranked first, under these rules.
fn pair_strictly(
    cards: &[Card],
    ranking: &[usize],
    strictness: Strictness,
) -> Option<(Option<usize>, Vec<[usize; 2]>)> {
    let allowed = |a: usize, b: usize| {
        let clash = clash(&cards[a], &cards[b]) >= 2;
        cards[a].met[b] <= strictness.met && !(strictness.lead && clash)
    };
    let graph_of = |agents: &[usize]| Graph::new(agents.len(), |a, b| allowed(agents[a], agents[b]));
    let (bye, agents) = if ranking.len().is_multiple_of(2) {
        (None, ranking.to_vec())
    } else {
        let fewest = ranking.iter().map(|agent| cards[*agent].byes).min()?;
        let without = |bye: usize| ranking.iter().copied().filter(|agent| *agent != bye).collect::<Vec<_>>();
        let candidates = ranking.iter().rev().copied().filter(|agent| cards[*agent].byes == fewest);
        let mut choices = candidates.map(|bye| (Some(bye), without(bye)));
        choices.find(|(_, agents)| perfect(&graph_of(agents)).is_some())?
    };
    let ranked = top_down(graph_of(&agents), |top, left| wishes(cards, &agents, top, left))?;
    Some((bye, ranked.into_iter().map(|[a, b]| [agents[a], agents[b]]).collect()))
}

/// How many meetings too many both led, or both followed.
fn clash(a: &Card, b: &Card) -> i32 {
    if a.lead.signum() == b.lead.signum() { a.lead.abs().min(b.lead.abs()) } else { 0 }
}

/// The partners for the first of those left, the dearest first: near groups before far ones, the lower half of the own
/// group before its upper half, no clash of leads before one, and then in the order of the ranking.
fn wishes(cards: &[Card], agents: &[usize], top: usize, left: &[usize]) -> Vec<usize> {
    let card = |place: usize| &cards[agents[place]];
    let own = left.iter().filter(|place| card(**place).points == card(top).points).count();
    let mut wishes: Vec<(usize, usize)> = left.iter().copied().enumerate().skip(1).collect();
    wishes.sort_by_key(|&(position, place)| {
        let upper = position < own / 2;
        let order = if upper { left.len() - position } else { position };
        (Reverse(card(place).points), upper, clash(card(top), card(place)), order)
    });
    wishes.into_iter().map(|(_, place)| place).collect()
}

/// Who leads: whoever led less often, then whoever did not lead last, then the higher on every other board.
fn lead(cards: &[Card], [a, b]: [usize; 2], board: usize) -> [usize; 2] {
    let key = |agent: usize| (cards[agent].lead, cards[agent].led_last);
    let first_leads = match key(a).cmp(&key(b)) {
        std::cmp::Ordering::Less => true,
        std::cmp::Ordering::Greater => false,
        std::cmp::Ordering::Equal => board.is_multiple_of(2),
    };
    if first_leads { [a, b] } else { [b, a] }
}

impl Scheduler for Swiss {
    fn next(&mut self, results: &Results) -> Vec<Pairing> {
        let waits = self.paired.last().is_some_and(|round| !self.complete(round, results));
        if waits || self.paired.len() == self.rounds {
            return Vec::new();
        }
        let round = self.pair(results);
        let games = round.pairs.iter().flatten().filter(|pairing| !self.is_off(pairing, results)).copied().collect();
        self.paired.push(round);
        games
    }

    fn done(&self, results: &Results) -> bool {
        self.paired.len() == self.rounds && self.paired.iter().rev().all(|round| self.complete(round, results))
    }
}
