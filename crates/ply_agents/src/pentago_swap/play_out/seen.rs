//! The positions that somebody has taken on: numbers below 3^36 with a set of arrangements each, for many threads.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::{Mutex, PoisonError};

use super::super::arrangements::Lanes;

const SHARDS: usize = 1 << 10;

/// Numbers are spread by a product; maps look at the lowest and the highest bits.
#[derive(Default)]
struct Spread(u64);

impl Hasher for Spread {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("keys are words");
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = spread(number);
    }
}

fn spread(number: u64) -> u64 {
    let product = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    product ^ product >> 32
}

type Shard = Mutex<HashMap<u64, Lanes, BuildHasherDefault<Spread>>>;

pub(super) struct Seen(Vec<Shard>);

impl Seen {
    pub(super) fn new() -> Self {
        Self((0..SHARDS).map(|_| Shard::default()).collect())
    }

    /// Takes arrangements on; those that nobody had.
    pub(super) fn take(&self, number: u64, lanes: Lanes) -> Lanes {
        let shard = &self.0[(spread(number) >> 40) as usize % SHARDS];
        let mut shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = shard.entry(number).or_default();
        let new = lanes & !*taken;
        *taken |= new;
        new
    }
}
