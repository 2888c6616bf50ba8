//! Games in the last minute.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

const MINUTE: Duration = Duration::from_secs(60);

/// Counts games, second by second.
#[derive(Default, Debug)]
pub(super) struct Counter {
    all: u64,
    seconds: VecDeque<(Instant, u64)>,
}

impl Counter {
    pub(super) fn count(&mut self, games: u64) {
        self.all += games;
        match self.seconds.back_mut().filter(|(begin, _)| begin.elapsed() < Duration::from_secs(1)) {
            Some((_, count)) => *count += games,
            None => self.seconds.push_back((Instant::now(), games)),
        }
        while self.seconds.pop_front_if(|(begin, _)| begin.elapsed() > MINUTE).is_some() {}
    }

    pub(super) fn all(&self) -> u64 {
        self.all
    }

    pub(super) fn per_minute(&self) -> u64 {
        self.seconds.iter().filter(|(begin, _)| begin.elapsed() <= MINUTE).map(|(_, count)| count).sum()
    }
}
