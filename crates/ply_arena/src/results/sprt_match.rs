//! A sequential test as its games come in: where it stands, how it got there, and whether it still measures strength.

use crate::MatchTally;
use crate::game::record::GameRecord;
use crate::schedule::Pairing;
use crate::stats::{Decision, Sprt, SprtStatus};

/// The log-likelihood ratio after so many games.
#[derive(Clone, Copy, PartialEq, Debug, serde::Serialize)]
pub struct LlrPoint {
    /// Games played.
    pub games: u64,
    /// The ratio.
    pub llr: f64,
}

/// A test under way of the first agent of a plan against the second.
#[derive(Clone, Debug)]
pub struct SprtMatch {
    test: Sprt,
    /// The share of games that either side may forfeit.
    most_forfeits: f64,
    /// What was seen so far.
    pub tally: MatchTally,
    /// Where the test stands; once it is decided it stays so, whatever the games under way bring.
    pub status: SprtStatus,
    course: Vec<LlrPoint>,
    /// Every so many pairs become a point of the course.
    stride: u64,
}

impl SprtMatch {
    /// The share of games that either side may forfeit where nobody says otherwise.
    pub const MOST_FORFEITS: f64 = 0.05;
    /// A share is taken of at least so many games: one early fault ends no test.
    const LEAST_GAMES: u64 = 20;
    /// More points of the course are not kept: beyond, every other one is left out.
    const MOST_POINTS: usize = 2048;

    /// A test before its first game.
    pub fn new(test: Sprt, most_forfeits: f64) -> Self {
        let tally = MatchTally::default();
        let status = test.judge(&tally.pairs);
        Self { test, most_forfeits, tally, status, course: Vec::new(), stride: 1 }
    }

    /// The test.
    pub fn test(&self) -> &Sprt {
        &self.test
    }

    /// Takes in a game; whether the test is over.
    pub fn count(&mut self, pairing: &Pairing, record: &GameRecord) -> bool {
        let pairs = self.tally.pairs.pairs();
        self.tally.count(pairing, record);
        if self.status.decision == Decision::Continue && self.tally.pairs.pairs() > pairs {
            self.status = self.test.judge(&self.tally.pairs);
            self.note();
        }
        self.status.decision != Decision::Continue || self.most_at_fault().is_some()
    }

    fn note(&mut self) {
        let (pairs, decided) = (self.tally.pairs.pairs(), self.status.decision != Decision::Continue);
        if pairs.is_multiple_of(self.stride) || decided {
            self.course.push(LlrPoint { games: 2 * pairs, llr: self.status.llr });
        }
        if self.course.len() > Self::MOST_POINTS {
            self.stride *= 2;
            let stride = 2 * self.stride;
            self.course.retain(|point| point.games.is_multiple_of(stride));
        }
    }

    /// The ratio after more and more games.
    pub fn course(&self) -> &[LlrPoint] {
        &self.course
    }

    /// The agent that forfeited more than its share of the games, 0 or 1: what it lost so says nothing of its strength.
    pub fn most_at_fault(&self) -> Option<usize> {
        let games = (self.tally.games.len() as u64).max(Self::LEAST_GAMES);
        let [new, base] = self.tally.forfeits;
        let agent = usize::from(base > new);
        (self.tally.forfeits[agent] as f64 > self.most_forfeits * games as f64).then_some(agent)
    }

    /// Why the test was stopped before it was decided, in a sentence with the agents' names.
    pub fn stopped(&self, names: [&str; 2]) -> Option<String> {
        let agent = self.most_at_fault()?;
        let (forfeits, games) = (self.tally.forfeits[agent], self.tally.games.len());
        let reason = self.tally.faults[agent].iter().max_by_key(|seen| seen.count);
        let reason = reason.map(|seen| format!(" ({})", seen.fault)).unwrap_or_default();
        let (name, share) = (names[agent], 100.0 * self.most_forfeits);
        Some(format!(
            "{name} forfeited {forfeits} of {games} games{reason}: with more than {share} % of forfeits a test measures \
             faults, not strength"
        ))
    }
}

#[cfg(test)]
mod tests {
    use ply_game::Outcome;

    use super::*;
    use crate::stats::EloModel;
    use crate::{Ending, Fault, Reason};

    fn game(index: usize, new_first: bool, winner: usize, forfeit: bool) -> (Pairing, GameRecord) {
        let agents = if new_first { [0, 1] } else { [1, 0] };
        let pairing = Pairing { round: 0, index, game: 0, agents, opening: 0, seed: 0 };
        let winner = pairing.side(winner).expect("both play");
        let fault = Fault::new(Reason::Crash, "it fell");
        let loser = winner.other();
        let ending = if forfeit { Ending::Forfeit { loser, ply: 1, fault } } else { Ending::Rule };
        let sample = GameRecord::sample(["random", "greedy"], Outcome::Win(winner), ending);
        (pairing, GameRecord { opening: vec![index.to_string()], ..sample })
    }

    fn test(elo0: f64) -> SprtMatch {
        let test = Sprt::new(elo0, 200.0, 0.05, 0.05, EloModel::Logistic).expect("a test");
        SprtMatch::new(test, SprtMatch::MOST_FORFEITS)
    }

    #[test]
    fn a_base_that_crashes_ends_the_test_instead_of_passing_it() {
        let mut test = test(0.0);
        let over: Vec<bool> = (0..2)
            .map(|number| {
                let (pairing, record) = game(0, number == 0, 0, true);
                test.count(&pairing, &record)
            })
            .collect();
        assert_eq!(over, [false, true]);
        assert_eq!((test.most_at_fault(), test.status.decision), (Some(1), Decision::Continue));
        let said = test.stopped(["new", "base"]).expect("it was stopped");
        assert!(said.starts_with("base forfeited 2 of 2 games (crash: it fell)"), "{said}");
    }

    #[test]
    fn the_course_has_a_point_for_each_pair_until_they_become_many() {
        // One win each, midway between the hypotheses: it is never decided.
        let mut test = test(-200.0);
        for index in 0..6000 {
            for new_first in [true, false] {
                let (pairing, record) = game(index, new_first, usize::from(new_first), false);
                test.count(&pairing, &record);
            }
        }
        assert!(test.course().len() <= SprtMatch::MOST_POINTS && test.course().len() > SprtMatch::MOST_POINTS / 2);
        assert!(test.course().is_sorted_by_key(|point| point.games));
        assert_eq!(test.stopped(["new", "base"]), None);
    }
}
