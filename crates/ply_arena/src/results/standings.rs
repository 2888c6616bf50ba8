//! Standings and cross table, always computed from the games.
//!
//! Ranked by points; those who are equal by the points of the games among them (where all of them met equally often),
//! then by Sonneborn-Berger (what the beaten opponents have, and half of what the others held to a draw have), by wins,
//! and by fewer forfeits. Who is equal in all of that shares the rank.
// CITE: tie-breaks: https://en.wikipedia.org/wiki/Tie-breaking_in_Swiss-system_tournaments

use std::cmp::Reverse;
use std::collections::BTreeMap;

use ply_game::{Outcome, Player};

use crate::game::fault::Reason;
use crate::game::record::GameRecord;
use crate::points::{PointRule, Points};

/// The result of one agent against another.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Score {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// What they are worth.
    pub points: Points,
}

impl Score {
    /// Games played.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    fn add(&mut self, outcome: Outcome, side: Player, rule: &PointRule) {
        match outcome {
            Outcome::Draw => self.draws += 1,
            Outcome::Win(winner) if winner == side => self.wins += 1,
            Outcome::Win(_) => self.losses += 1,
        }
        self.points += rule.of(outcome, side);
    }
}

/// One agent's line of the standings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Its place, from 1; equals share one.
    pub rank: usize,
    /// Its number in the list of agents.
    pub agent: usize,
    /// Its name.
    pub name: String,
    /// All its games together; byes are in the points only.
    pub score: Score,
    /// Rounds without an opponent.
    pub byes: u32,
    /// Games forfeited, by reason.
    pub forfeits: BTreeMap<Reason, u32>,
    /// Points in the games among those who have as many points, if all of them met equally often.
    pub head_to_head: Points,
    /// Sonneborn-Berger.
    pub sonneborn_berger: Points,
}

impl Line {
    /// All its forfeits together.
    pub fn all_forfeits(&self) -> u32 {
        self.forfeits.values().sum()
    }
}

/// Standings and cross table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standings {
    /// The agents from the best down.
    pub lines: Vec<Line>,
    /// `cross[a][b]`: agent a against agent b, by their numbers.
    pub cross: Vec<Vec<Score>>,
}

impl Standings {
    /// Those of some agents only, ranked as before.
    #[must_use]
    pub fn of(mut self, wanted: impl Fn(usize) -> bool) -> Self {
        // Whoever follows one that is left out moves up.
        let mut left_out = Vec::new();
        self.lines.retain(|line| {
            if !wanted(line.agent) {
                left_out.push(line.rank);
            }
            wanted(line.agent)
        });
        for line in &mut self.lines {
            line.rank -= left_out.iter().filter(|rank| **rank < line.rank).count();
        }
        self
    }
}

/// Counts games.
///
/// ```
/// use ply_arena::{Ending, GameRecord, standings::Tally};
/// use ply_game::{Outcome, Player};
/// let record = GameRecord {
///     game: "infexion".parse().unwrap(),
///     start: None,
///     agents: ["random", "greedy"].map(|agent| agent.parse().unwrap()),
///     times: ["1s".parse().unwrap(); 2],
///     clock_factor: None,
///     run: None,
///     memory: [None; 2],
///     seed: 0,
///     opening: vec![],
///     moves: vec![],
///     outcome: Some(Outcome::Win(Player::Second)),
///     ending: Ending::Rule,
///     scores: None,
/// };
/// let mut tally = Tally::new(vec!["a".into(), "b".into()], Default::default());
/// tally.add([0, 1], &record);
/// assert_eq!(tally.standings().lines[0].name, "b");
/// ```
#[derive(Clone, Debug)]
pub struct Tally {
    rule: PointRule,
    lines: Vec<Line>,
    cross: Vec<Vec<Score>>,
}

impl Tally {
    /// Nothing counted yet.
    pub fn new(names: Vec<String>, rule: PointRule) -> Self {
        let cross = vec![vec![Score::default(); names.len()]; names.len()];
        let line = |(agent, name)| Line {
            rank: 0,
            agent,
            name,
            score: Score::default(),
            byes: 0,
            forfeits: BTreeMap::new(),
            head_to_head: Points::default(),
            sonneborn_berger: Points::default(),
        };
        Self { rule, lines: names.into_iter().enumerate().map(line).collect(), cross }
    }

    /// Counts a game of two agents, given by their numbers, the first player's first. One that has not ended counts for
    /// nothing.
    pub fn add(&mut self, agents: [usize; 2], record: &GameRecord) {
        let Some(outcome) = record.outcome else { return };
        for side in Player::BOTH {
            let (own, other) = (agents[side as usize], agents[1 - side as usize]);
            self.cross[own][other].add(outcome, side, &self.rule);
            self.lines[own].score.add(outcome, side, &self.rule);
        }
        self.add_void(agents, record);
    }

    /// Notes who forfeited a game that counts for nothing else.
    pub fn add_void(&mut self, agents: [usize; 2], record: &GameRecord) {
        if let Some((loser, fault)) = record.forfeit() {
            *self.lines[agents[loser as usize]].forfeits.entry(fault.reason).or_default() += 1;
        }
    }

    /// Counts a round without an opponent.
    pub fn add_bye(&mut self, agent: usize, worth: Points) {
        self.lines[agent].byes += 1;
        self.lines[agent].score.points += worth;
    }

    /// The standings by points and tie-breaks.
    pub fn standings(mut self) -> Standings {
        self.tie_breaks();
        let key = |line: &Line| {
            let score = line.score;
            let ties = (Reverse(line.head_to_head), Reverse(line.sonneborn_berger), Reverse(score.wins));
            (Reverse(score.points), ties, line.all_forfeits())
        };
        let mut lines = self.lines;
        lines.sort_by_key(|line| (key(line), line.agent));
        for place in 0..lines.len() {
            let shared = place > 0 && key(&lines[place - 1]) == key(&lines[place]);
            lines[place].rank = if shared { lines[place - 1].rank } else { place + 1 };
        }
        Standings { lines, cross: self.cross }
    }

    /// The standings in an order that is decided elsewhere: every agent's number once, from the best down.
    pub fn standings_in(mut self, order: &[usize]) -> Standings {
        self.tie_breaks();
        let mut lines = self.lines;
        lines.sort_by_key(|line| order.iter().position(|agent| *agent == line.agent));
        lines.iter_mut().enumerate().for_each(|(place, line)| line.rank = place + 1);
        Standings { lines, cross: self.cross }
    }

    fn tie_breaks(&mut self) {
        let points: Vec<Points> = self.lines.iter().map(|line| line.score.points).collect();
        for line in &mut self.lines {
            let against = &self.cross[line.agent];
            // Twice the value, as half of an odd number of thousandths is none.
            let twice = |(score, opponent): (&Score, &Points)| i64::from(2 * score.wins + score.draws) * opponent.0;
            line.sonneborn_berger = Points(against.iter().zip(&points).map(twice).sum::<i64>() / 2);
            let equals: Vec<usize> = (0..points.len()).filter(|other| points[*other] == points[line.agent]).collect();
            line.head_to_head = among(&self.cross, &equals, line.agent);
        }
    }
}

/// What an agent has from the games among some agents; nothing unless all of them met equally often.
fn among(cross: &[Vec<Score>], agents: &[usize], agent: usize) -> Points {
    let met = |a: usize, b: usize| cross[a][b].games();
    let meetings = || agents.iter().flat_map(|a| agents.iter().map(move |b| (*a, *b))).filter(|(a, b)| a != b);
    let mut counts = meetings().map(|(a, b)| met(a, b));
    let first = counts.next().unwrap_or(0);
    if first == 0 || counts.any(|count| count != first) {
        return Points::default();
    }
    agents.iter().map(|other| cross[agent][*other].points).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ending, Fault};

    fn record(outcome: &str, ending: Ending) -> GameRecord {
        let outcomes = [Outcome::Win(Player::First), Outcome::Win(Player::Second), Outcome::Draw];
        let outcome = outcomes.into_iter().find(|known| known.to_string() == outcome).expect("an outcome");
        GameRecord::sample(["random", "greedy"], outcome, ending)
    }

    fn names(count: usize) -> Vec<String> {
        (0..count).map(|agent| format!("agent {agent}")).collect()
    }

    fn tally(agents: usize, games: &[(usize, usize, &str)]) -> Tally {
        let mut tally = Tally::new(names(agents), PointRule::default());
        for (first, second, outcome) in games {
            tally.add([*first, *second], &record(outcome, Ending::Rule));
        }
        tally
    }

    fn order(standings: &Standings) -> Vec<usize> {
        standings.lines.iter().map(|line| line.agent).collect()
    }

    #[test]
    fn points_follow_the_rule() {
        let mut tally = Tally::new(names(2), PointRule::THREE_ONE_ZERO);
        for outcome in ["first", "draw", "second", "second"] {
            tally.add([0, 1], &record(outcome, Ending::Rule));
        }
        let standings = tally.standings();
        assert_eq!(order(&standings), [1, 0]);
        let best = standings.lines[0].score;
        assert_eq!((best.wins, best.draws, best.losses, best.points), (2, 1, 1, Points(7000)));
        assert_eq!(standings.cross[0][1].points, Points(4000));
        assert_eq!(standings.cross[0][0].games(), 0);
    }

    #[test]
    fn equals_are_parted_by_their_own_games_first() {
        // 0 and 1 have 2 points each; 1 beat 0, though 0 beat the better ones.
        let games =
            [(1, 0, "first"), (0, 2, "first"), (0, 3, "first"), (1, 2, "second"), (1, 3, "first"), (2, 3, "draw")];
        let standings = tally(4, &games).standings();
        assert_eq!(order(&standings)[..2], [1, 0]);
        assert_eq!(standings.lines[0].head_to_head, Points::ONE);
        assert_eq!(standings.lines[0].rank, 1);
    }

    #[test]
    fn then_by_whom_they_beat() {
        // 0 and 1 drew with each other and have 1.5 points each; 0 beat 2 (1 point), 1 beat 3 (none).
        let games = [(0, 1, "draw"), (0, 2, "first"), (1, 3, "first"), (2, 3, "first")];
        let standings = tally(4, &games).standings();
        assert_eq!(order(&standings), [0, 1, 2, 3]);
        assert_eq!(standings.lines[0].sonneborn_berger, Points(1750));
        assert_eq!(standings.lines[1].sonneborn_berger, Points(750));
    }

    #[test]
    fn a_circle_of_equals_shares_the_rank() {
        let standings = tally(3, &[(0, 1, "first"), (1, 2, "first"), (2, 0, "first")]).standings();
        assert!(standings.lines.iter().all(|line| line.rank == 1));
    }

    #[test]
    fn forfeits_are_counted_by_reason_and_part_equals_last() {
        let mut tally = tally(2, &[(0, 1, "first")]);
        let ending = Ending::Forfeit { loser: Player::Second, ply: 3, fault: Fault::new(Reason::Timeout, "late") };
        tally.add([1, 0], &record("first", ending));
        let standings = tally.standings();
        assert_eq!(order(&standings), [1, 0]);
        assert_eq!(standings.lines[1].forfeits, BTreeMap::from([(Reason::Timeout, 1)]));
    }
}
