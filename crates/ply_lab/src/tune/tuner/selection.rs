//! The end of a tuning: the best few play on, and the best of them plays the agent as it was.

use ply_arena::schedule::{Pairing, Results};
use ply_arena::stats::MatchGame;

use super::batch::{Batch, PlannedPair, Rival};
use super::{Confirmed, Stage, TUNED, Tuner};

impl Tuner {
    /// Chooses the finalists: what the method proposes, the start, and the best of the last generations.
    pub(super) fn begin_selection(&mut self) {
        self.stage = Stage::Selection;
        let mut recent: Vec<Vec<f64>> = self.recent.concat();
        recent.sort_by(|a, b| a.partial_cmp(b).expect("values are numbers"));
        recent.dedup();
        let promises = self.promises(&recent);
        let mut order: Vec<usize> = (0..recent.len()).collect();
        order.sort_by(|a, b| promises[*b].total_cmp(&promises[*a]));
        let proposals = self.method.proposals();
        // The start is among them: where nothing better was found, nothing is changed.
        let start = self.space.start();
        let proposed = proposals.iter().chain([&start]).map(|point| self.space.values(point));
        let mut finalists: Vec<Vec<f64>> = Vec::new();
        let judged = order.iter().map(|place| recent[*place].clone());
        if self.rules.again {
            for values in proposed.chain(judged) {
                if finalists.len() < self.rules.finalists.max(1) && !finalists.contains(&values) {
                    finalists.push(values);
                }
            }
        } else {
            finalists.extend(judged.chain(proposed).take(1));
        }
        self.finalists = finalists;
        self.select();
    }

    /// The next round of the selection: the better half plays on, with an equal part of what is left.
    // CITE: Z. Karnin, T. Koren, O. Somekh, Almost optimal exploration in multi-armed bandits, 2013
    fn select(&mut self) {
        let left = self.rules.budget.saturating_sub(self.games) / 2;
        let count = self.finalists.len();
        let rounds = (count.next_power_of_two().trailing_zeros() as usize).max(1);
        let pairs = left / rounds / count;
        if !self.rules.again || left == 0 {
            self.finalists.truncate(1);
            return self.confirm();
        }
        // The last round takes what does not divide.
        let odd = if rounds == 1 { left - pairs * count } else { 0 };
        self.batch = self.challenge(self.finalists.clone(), |place| pairs + usize::from(place < odd));
        if self.batch.pairs.is_empty() {
            self.drop_out();
        }
    }

    /// The worse half of the finalists is out.
    fn drop_out(&mut self) {
        let promises = self.promises(&self.finalists);
        let mut order: Vec<usize> = (0..self.finalists.len()).collect();
        order.sort_by(|a, b| promises[*b].total_cmp(&promises[*a]));
        order.truncate(self.finalists.len().div_ceil(2));
        self.finalists = order.into_iter().map(|place| self.finalists[place].clone()).collect();
        self.select();
    }

    fn confirm(&mut self) {
        self.stage = Stage::Confirmation;
        let planned = |place: usize| PlannedPair {
            challenger: 0,
            rival: Rival::Untuned,
            number: self.openings + place as u64,
            board: place % self.rules.boards,
        };
        let pairs: Vec<PlannedPair> = (0..self.rules.confirmation / 2).map(planned).collect();
        self.batch = Batch { candidates: self.finalists.clone(), pairs };
        if self.batch.pairs.is_empty() {
            self.stage = Stage::Done;
        }
    }

    /// A round of the selection has ended.
    pub(super) fn go_on_selecting(&mut self) {
        if self.finalists.len() > 1 { self.drop_out() } else { self.select() }
    }

    /// The games of the confirmation, as the tuned agent sees them.
    pub(super) fn confirmation(&self, results: &Results) -> Vec<Confirmed> {
        let games = (0..self.batch.pairs.len()).flat_map(|index| {
            let pairing = self.pairing(index);
            [pairing, pairing.swapped()]
        });
        let confirmed = |pairing: Pairing| {
            let (side_of_a, outcome) = (pairing.side(TUNED)?, results.outcome(&pairing)?);
            Some(Confirmed {
                board: pairing.game,
                game: MatchGame { side_of_a, outcome, pair: Some(pairing.index as u64) },
            })
        };
        games.filter_map(confirmed).collect()
    }
}
