//! What is known of each candidate: all its games, and the score they promise.

use std::collections::BTreeMap;

use super::surface::{Seen, Surface};

/// The results of a candidate's opening pairs, each a score from 0 to 1.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
struct Record {
    pairs: f64,
    sum: f64,
    squares: f64,
}

impl Record {
    fn mean(&self) -> f64 {
        self.sum / self.pairs
    }
}

/// The records of all candidates, by their values.
#[derive(Clone, Default, Debug)]
pub(super) struct Ledger {
    records: BTreeMap<Vec<u64>, Record>,
}

/// A candidate's name in the ledger.
fn key(values: &[f64]) -> Vec<u64> {
    values.iter().map(|value| value.to_bits()).collect()
}

/// Pairs vary at least so much, whatever was seen of a few of them.
const LEAST_NOISE: f64 = 0.01;
/// Candidates differ at least so much: even where all look alike the better ones come first.
const LEAST_SPREAD: f64 = 1e-4;

impl Ledger {
    /// Notes an opening pair of a candidate.
    pub(super) fn add(&mut self, values: &[f64], score: f64) {
        let record = self.records.entry(key(values)).or_default();
        record.pairs += 1.0;
        record.sum += score;
        record.squares += score * score;
    }

    /// Opening pairs of a candidate.
    pub(super) fn pairs(&self, values: &[f64]) -> usize {
        self.records.get(&key(values)).map_or(0, |record| record.pairs as usize)
    }

    /// The mean score of a candidate's games, as they were.
    pub(super) fn mean(&self, values: &[f64]) -> f64 {
        self.records.get(&key(values)).map_or(0.5, Record::mean)
    }

    /// The scores that candidates promise: each mean drawn towards what a smooth surface through all of them says at its
    /// point, the more the fewer games it has.
    ///
    /// With a variance of `noise` from pair to pair and `spread` of candidates around the surface, the best guess at the
    /// score of one with `n` pairs takes `spread / (spread + noise / n)` of what sets it apart from the surface.
    // CITE: B. Efron, C. Morris, Stein's estimation rule and its competitors, 1973
    pub(super) fn promises(&self, candidates: &[Vec<f64>], point: impl Fn(&[f64]) -> Vec<f64>) -> Vec<f64> {
        let record = |values: &Vec<f64>| self.records.get(&key(values)).copied().unwrap_or_default();
        let records: Vec<Record> = candidates.iter().map(record).collect();
        let known: Vec<&Record> = records.iter().filter(|record| record.pairs > 0.0).collect();
        let count = known.len().max(1) as f64;
        let sum = |of: &dyn Fn(&Record) -> f64| known.iter().map(|record| of(record)).sum::<f64>();
        let within = sum(&|record| record.squares - record.sum * record.mean());
        let noise = (within / (sum(&|record| record.pairs) - count).max(1.0)).max(LEAST_NOISE);
        let points: Vec<Vec<f64>> = candidates.iter().map(|values| point(values)).collect();
        let seen: Vec<Seen> = records
            .iter()
            .zip(&points)
            .filter(|(record, _)| record.pairs > 0.0)
            .map(|(record, point)| Seen { point, score: record.mean(), weight: record.pairs / noise })
            .collect();
        let surface = Surface::fit(&seen);
        // Of the squared distances, chance alone makes up one over the weight each.
        let apart: f64 = seen.iter().map(|seen| seen.weight * (seen.score - surface.at(seen.point)).powi(2)).sum();
        let weight: f64 = seen.iter().map(|seen| seen.weight).sum();
        let spread = ((apart - count) / weight.max(1.0)).max(LEAST_SPREAD);
        let promise = |(record, point): (&Record, &Vec<f64>)| {
            let smooth = surface.at(point);
            let share = spread * record.pairs / (spread * record.pairs + noise);
            if record.pairs > 0.0 { smooth + share * (record.mean() - smooth) } else { smooth }
        };
        records.iter().zip(&points).map(promise).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lucky_newcomer_promises_less_than_one_who_has_shown_it() {
        let mut ledger = Ledger::default();
        for pair in 0..100 {
            ledger.add(&[1.0], [0.5, 1.0, 0.25, 0.75][pair % 4]);
            ledger.add(&[2.0], [0.5, 0.0, 0.75, 0.5][pair % 4]);
        }
        ledger.add(&[3.0], 1.0);
        let all = [1.0, 2.0, 3.0, 4.0].map(|value| vec![value]);
        let promises = ledger.promises(&all, |_| vec![0.5]);
        assert!(ledger.mean(&[3.0]) > ledger.mean(&[1.0]) && promises[2] < promises[0], "{promises:?}");
        assert!(promises[1] < promises[3] && promises[3] < promises[0], "who did not play is like all");
        assert_eq!((ledger.pairs(&[3.0]), ledger.pairs(&[4.0])), (1, 0));
    }

    #[test]
    fn a_candidate_is_judged_by_its_neighbours_too() {
        let mut ledger = Ledger::default();
        let all: Vec<Vec<f64>> = (0..20).map(|place| vec![f64::from(place)]).collect();
        for (place, values) in all.iter().enumerate() {
            for pair in 0..4 {
                let unlucky = place == 19;
                ledger.add(values, if unlucky || (pair * 5 + 3) % 20 > place { 0.0 } else { 1.0 });
            }
        }
        let promises = ledger.promises(&all, |values| vec![values[0] / 19.0]);
        assert_eq!(ledger.mean(&[19.0]), 0.0);
        assert!(promises[19] > 0.3 && promises[17] > promises[2], "{promises:?}");
    }
}
