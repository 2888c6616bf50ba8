//! The tables that every search of the champion shares, and what it thinks of positions.

use std::sync::{Arc, LazyLock};

use super::arrangements::Reach;
use super::evaluate::{Evaluation, Tables, Weights};
use super::fives::Fives;
use super::network::Network;
use super::order::Order;

/// Computed once, in a few milliseconds.
static SHARED: LazyLock<Shared> = LazyLock::new(|| {
    let fives = Fives::new();
    Shared { reach: Reach::new(), tables: Tables::new(&fives), order: Order::new(&fives), fives }
});

struct Shared {
    reach: Reach,
    fives: Fives,
    tables: Tables,
    order: Order,
}

/// What is known of the game before any position.
pub(super) struct Knowledge {
    pub(super) reach: &'static Reach,
    pub(super) fives: &'static Fives,
    pub(super) order: &'static Order,
    pub(super) evaluation: Evaluation,
}

impl Knowledge {
    pub(super) fn new(weights: Weights, network: Option<Arc<Network>>) -> Self {
        let Shared { reach, fives, tables, order } = &*SHARED;
        Self { reach, fives, order, evaluation: Evaluation::new(tables, weights, network) }
    }
}
