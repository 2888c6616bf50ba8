//! The tables that every search of the champion shares.

use std::sync::LazyLock;

use super::arrangements::Reach;
use super::evaluate::Evaluation;
use super::fives::Fives;
use super::order::Order;

/// Computed once, in a few milliseconds.
pub(super) static KNOWLEDGE: LazyLock<Knowledge> = LazyLock::new(|| {
    let fives = Fives::new();
    Knowledge { reach: Reach::new(), evaluation: Evaluation::new(&fives), order: Order::new(&fives), fives }
});

/// What is known of the game before any position.
pub(super) struct Knowledge {
    pub(super) reach: Reach,
    pub(super) fives: Fives,
    pub(super) evaluation: Evaluation,
    pub(super) order: Order,
}
