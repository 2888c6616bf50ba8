//! Games that are handed out by something the plan does not describe, such as a tuning: here they are only counted.

use super::{Pairing, Results, Scheduler};

/// Hands out nothing, and knows when it is over.
#[derive(Clone, Copy, Debug)]
pub struct Elsewhere {
    /// How many games there will be.
    pub length: usize,
}

impl Scheduler for Elsewhere {
    fn next(&mut self, _results: &Results) -> Vec<Pairing> {
        Vec::new()
    }

    fn done(&self, results: &Results) -> bool {
        results.len() >= self.length
    }
}
