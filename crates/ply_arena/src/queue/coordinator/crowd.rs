//! The workers, as far as they tell of themselves.

use std::collections::{BTreeMap, HashSet};
use std::time::Instant;

use crate::queue::status::{GONE, WorkerStatus};
use crate::queue::venue::Tell;
use crate::tournament::live::WorkerSeen;

/// More workers are not counted.
const MOST: usize = 10_000;

/// Everybody who plays.
pub(super) struct Crowd {
    workers: BTreeMap<(String, u64), (WorkerStatus, Instant)>,
    tell: Tell,
}

impl Crowd {
    pub(super) fn new(tell: Tell) -> Self {
        Self { workers: BTreeMap::new(), tell }
    }

    /// A worker tells of itself.
    pub(super) fn hears(&mut self, status: WorkerStatus) {
        let key = (status.name.clone(), status.id);
        if status.leaves {
            if self.workers.remove(&key).is_some() {
                (self.tell)(&format!("worker {} has left after {} games", status.name, status.games));
            }
            return;
        }
        let before = self.workers.get(&key).map(|(before, _)| before.refuses.clone());
        if before.is_none() && self.workers.len() >= MOST {
            return;
        }
        let WorkerStatus { name, cores, concurrency, speed, refuses, .. } = &status;
        if before.is_none() {
            let games = if *concurrency == 1 { "1 game".to_owned() } else { format!("{concurrency} games") };
            (self.tell)(&format!(
                "worker {name} is here: {cores} cores, {games} at a time, {speed:.0} thousand positions a second"
            ));
        }
        if !refuses.is_empty() && before.as_ref() != Some(refuses) {
            (self.tell)(&format!("worker {name} does not play: {refuses}"));
        }
        self.workers.insert(key, (status, Instant::now()));
    }

    /// Forgets those who were silent for long; whether there were any.
    pub(super) fn forget_silent(&mut self) {
        self.workers.retain(|(name, _), (_, heard)| {
            let here = heard.elapsed() < GONE;
            if !here {
                (self.tell)(&format!("worker {name} is silent: its games go to others"));
            }
            here
        });
    }

    pub(super) fn is_empty(&self) -> bool {
        self.workers.is_empty()
    }

    /// Games that are played at the same time.
    pub(super) fn threads(&self) -> usize {
        self.workers
            .values()
            .filter(|(status, _)| status.refuses.is_empty())
            .map(|(status, _)| status.concurrency)
            .sum()
    }

    /// The pairs that somebody has begun.
    pub(super) fn begun(&self) -> HashSet<u64> {
        self.workers.values().flat_map(|(status, _)| status.begun.iter().copied()).collect()
    }

    pub(super) fn seen(&self) -> Vec<WorkerSeen> {
        self.workers.values().map(|(status, heard)| status.seen(heard.elapsed())).collect()
    }
}
