//! What is known of each candidate: all its games, and the score they promise.

use std::collections::BTreeMap;

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

    /// The scores that candidates promise: each mean drawn towards that of all, the more the fewer games it has.
    ///
    /// With a variance of `noise` from pair to pair and `spread` from candidate to candidate, the best guess at the score
    /// of one with `n` pairs takes `spread / (spread + noise / n)` of what sets it apart.
    // CITE: B. Efron, C. Morris, Stein's estimation rule and its competitors, 1973
    pub(super) fn promises(&self, candidates: &[Vec<f64>]) -> Vec<f64> {
        let records: Vec<Record> =
            candidates.iter().map(|values| self.records.get(&key(values)).copied().unwrap_or_default()).collect();
        let known: Vec<&Record> = records.iter().filter(|record| record.pairs > 0.0).collect();
        let count = known.len().max(1) as f64;
        let sum = |of: &dyn Fn(&Record) -> f64| known.iter().map(|record| of(record)).sum::<f64>();
        let within = sum(&|record| record.squares - record.sum * record.mean());
        let noise = (within / (sum(&|record| record.pairs) - count).max(1.0)).max(LEAST_NOISE);
        let middle = sum(&Record::mean) / count;
        let between = sum(&|record| (record.mean() - middle).powi(2)) / (count - 1.0).max(1.0);
        let spread = (between - sum(&|record| noise / record.pairs) / count).max(LEAST_SPREAD);
        let promise = |record: &Record| {
            let share = spread / (spread + noise / record.pairs.max(1e-9));
            if record.pairs > 0.0 { middle + share * (record.mean() - middle) } else { middle }
        };
        records.iter().map(promise).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lucky_newcomer_promises_less_than_one_who_has_shown_it() {
        let mut ledger = Ledger::default();
        for pair in 0..100 {
            ledger.add(&[1.0], [0.5, 1.0, 0.75][pair % 3]);
            ledger.add(&[2.0], [0.5, 0.0, 0.25, 0.5][pair % 4]);
            ledger.add(&[3.0], [0.5, 1.0, 0.25, 0.5][pair % 4]);
        }
        for score in [0.75, 1.0] {
            ledger.add(&[4.0], score);
        }
        let promises = ledger.promises(&[1.0, 2.0, 3.0, 4.0].map(|value| vec![value]));
        assert!(ledger.mean(&[4.0]) > ledger.mean(&[1.0]) && promises[3] < promises[0], "{promises:?}");
        assert!(promises[3] > promises[2] && promises[2] > promises[1]);
        assert_eq!((ledger.pairs(&[4.0]), ledger.pairs(&[9.0])), (2, 0));
    }
}
