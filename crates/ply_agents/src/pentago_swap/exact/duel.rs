//! The contents of the tiles as the two see them: one attacks, and the other is content if no attack succeeds.

use std::sync::LazyLock;

use ply_games::pentago_swap::board::BOARD;

use super::super::arrangements::Reach;
use super::five_sets::{Fives, Share};
use super::images::Images;

/// What is known of the game before any position, computed once.
pub(super) static FACTS: LazyLock<Facts> =
    LazyLock::new(|| Facts { fives: Fives::new(), reach: Reach::new(), images: Images::new() });

/// What is known of the game before any position.
pub(super) struct Facts {
    pub(super) fives: Fives,
    pub(super) reach: Reach,
    pub(super) images: Images,
}

/// The contents of the tiles.
#[derive(Clone, Copy)]
pub(super) struct Duel {
    pub(super) attacker: Share,
    pub(super) defender: Share,
}

impl Duel {
    pub(super) fn new(attacker: u64, defender: u64, fives: &Fives) -> Self {
        Self { attacker: Share::new(attacker, defender, fives), defender: Share::new(defender, attacker, fives) }
    }

    #[inline]
    pub(super) fn empty(&self) -> u64 {
        BOARD & !(self.attacker.stones | self.defender.stones)
    }

    /// After a stone of the attacker.
    #[inline]
    pub(super) fn attacked(&self, cell: usize, fives: &Fives) -> Self {
        let mut after = *self;
        after.attacker.add(cell, fives);
        after.defender.lose(cell, fives);
        after
    }

    /// After a stone of the defender.
    #[inline]
    pub(super) fn defended(&self, cell: usize, fives: &Fives) -> Self {
        let mut after = *self;
        after.defender.add(cell, fives);
        after.attacker.lose(cell, fives);
        after
    }
}
