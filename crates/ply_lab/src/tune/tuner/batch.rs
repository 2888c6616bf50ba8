//! A round of games: the trials of a generation as opening pairs, and their results as what the method is told.

use super::{Generation, OPPONENTS, POOL, RECENT, RIVAL, Side, Tuner, UNTUNED};
use crate::tune::method::Trial;

/// An opening pair of the round.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct PlannedPair {
    /// A candidate of the round, whose score counts.
    pub(super) challenger: usize,
    /// Whom it plays.
    pub(super) rival: Rival,
    /// The number of the opening.
    pub(super) number: u64,
    /// The board it is played on.
    pub(super) board: usize,
}

/// Whom a candidate plays.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Rival {
    Untuned,
    Opponent(usize),
    Candidate(Vec<f64>),
}

impl Rival {
    pub(super) fn role(&self) -> usize {
        match self {
            Self::Untuned => UNTUNED,
            Self::Candidate(_) => RIVAL,
            Self::Opponent(place) => OPPONENTS + place,
        }
    }

    pub(super) fn side(&self) -> Side {
        match self {
            Self::Untuned => Side::Untuned,
            Self::Opponent(place) => Side::Opponent(*place),
            Self::Candidate(values) => Side::Values(values.clone()),
        }
    }
}

/// The games of a round.
#[derive(Clone, PartialEq, Default, Debug)]
pub(super) struct Batch {
    pub(super) candidates: Vec<Vec<f64>>,
    pub(super) pairs: Vec<PlannedPair>,
}

/// What a trial became.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Asked {
    /// A candidate that plays the opponents.
    Alone(Vec<f64>),
    /// A candidate of the round that plays another; nothing where both have the same values.
    Duel(Option<usize>),
}

impl Tuner {
    /// The games of some trials. Points with the same values are one candidate.
    pub(super) fn plan_trials(&self, trials: Vec<Trial>) -> (Batch, Vec<Asked>) {
        let mut alone: Vec<Vec<f64>> = Vec::new();
        let mut batch = Batch::default();
        let mut asked = Vec::new();
        let mut number = self.openings;
        for trial in trials {
            match trial {
                Trial::Alone(point) => {
                    let values = self.space.values(&point);
                    let known = !self.rules.again && self.ledger.pairs(&values) > 0;
                    if !known && !alone.contains(&values) {
                        alone.push(values.clone());
                    }
                    asked.push(Asked::Alone(values));
                }
                Trial::Duel(points) => {
                    let [first, second] = points.map(|point| self.space.values(&point));
                    if first == second {
                        asked.push(Asked::Duel(None));
                        continue;
                    }
                    asked.push(Asked::Duel(Some(batch.candidates.len())));
                    for _ in 0..self.rules.pairs {
                        let (challenger, rival) = (batch.candidates.len(), Rival::Candidate(second.clone()));
                        let board = self.board(number);
                        batch.pairs.push(PlannedPair { challenger, rival, number, board });
                        number += 1;
                    }
                    batch.candidates.push(first);
                }
            }
        }
        if !alone.is_empty() {
            batch = self.challenge(alone, |_| self.rules.pairs);
        }
        (batch, asked)
    }

    /// Tells the method what came of its trials, and notes it.
    pub(super) fn close_generation(&mut self, scores: &[f64]) {
        let asked = std::mem::take(&mut self.asked);
        let candidates: Vec<Vec<f64>> = asked
            .iter()
            .filter_map(|asked| match asked {
                Asked::Alone(values) => Some(values.clone()),
                Asked::Duel(_) => None,
            })
            .collect();
        let generation = if candidates.is_empty() {
            let told: Vec<f64> = asked.iter().map(|asked| self.duel_score(asked, scores)).collect();
            self.method.tell(&told);
            self.around_the_proposal()
        } else {
            self.note(scores);
            let promises = self.promises(&candidates);
            self.method.tell(&promises);
            self.of_candidates(candidates, &promises)
        };
        self.history.push(generation);
        self.batch = Batch::default();
    }

    /// The mean score of a duel's pairs.
    fn duel_score(&self, asked: &Asked, scores: &[f64]) -> f64 {
        let Asked::Duel(Some(candidate)) = asked else { return 0.5 };
        let of = self.batch.pairs.iter().zip(scores).filter(|(pair, _)| pair.challenger == *candidate);
        let (sum, count) = of.fold((0.0, 0.0), |(sum, count), (_, score)| (sum + score, count + 1.0));
        sum / count
    }

    /// A generation of candidates that played the opponents.
    fn of_candidates(&mut self, candidates: Vec<Vec<f64>>, promises: &[f64]) -> Generation {
        let best = (0..candidates.len()).max_by(|a, b| promises[*a].total_cmp(&promises[*b])).unwrap_or(0);
        let values = candidates[best].clone();
        self.pool.extend(self.method.proposals().first().map(|point| self.space.values(point)));
        self.pool.dedup();
        self.pool.drain(..self.pool.len().saturating_sub(POOL));
        let mean = candidates.iter().map(|each| self.ledger.mean(each)).sum::<f64>() / candidates.len() as f64;
        let (centre, spread) = self.spread(&candidates);
        self.recent.push(candidates);
        self.recent.drain(..self.recent.len().saturating_sub(RECENT));
        let best = Some(promises[best]);
        Generation { games: self.games, best, mean: Some(mean), spread, values, centre }
    }

    /// A generation of candidates that played each other.
    fn around_the_proposal(&self) -> Generation {
        let proposals = self.method.proposals();
        let values = self.space.values(proposals.last().unwrap_or(&self.space.start()));
        let (_, spread) = self.spread(&self.batch.candidates);
        Generation { games: self.games, best: None, mean: None, spread, centre: values.clone(), values }
    }

    /// The mean of some candidates, and how far they are from it along an axis of the box.
    fn spread(&self, candidates: &[Vec<f64>]) -> (Vec<f64>, f64) {
        let points: Vec<Vec<f64>> = candidates.iter().map(|values| self.space.point(values)).collect();
        let count = points.len().max(1) as f64;
        let mean = |axis: usize| points.iter().map(|point| point[axis]).sum::<f64>() / count;
        let centre: Vec<f64> = (0..self.space.len()).map(mean).collect();
        let apart = |point: &Vec<f64>| point.iter().zip(&centre).map(|(x, mean)| (x - mean).powi(2)).sum::<f64>();
        let squares: f64 = points.iter().map(apart).sum();
        (self.space.values(&centre), (squares / count / self.space.len().max(1) as f64).sqrt())
    }
}
