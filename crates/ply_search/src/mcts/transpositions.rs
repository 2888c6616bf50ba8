//! Transpositions: positions that are reached by several ways share what simulations have found below them.
//!
//! A node that gets children takes those of an equal position, if there is one, so that every move of a position has
//! one count of visits and one sum of rewards, however it was reached. The tree becomes a graph without cycles, since
//! equal keys are to mean equal futures: only games whose positions never come again can share.
// CITE: Childs, Brodeur and Kocsis, Transpositions and move groups in Monte Carlo tree search, 2008 (UCT1).

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// The children of a position: where the first is, and how many.
type Block = (u32, u32);

/// The children of every position that has some, by its key.
pub(super) struct Transpositions<G> {
    key: fn(&G) -> u64,
    children: Mutex<HashMap<u64, Block>>,
}

impl<G> Transpositions<G> {
    pub fn new(key: fn(&G) -> u64) -> Self {
        Self { key, children: Mutex::default() }
    }

    pub fn clear(&mut self) {
        self.children.get_mut().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// The children that an equal position has.
    pub fn find(&self, position: &G) -> Option<Block> {
        self.children.lock().unwrap_or_else(PoisonError::into_inner).get(&(self.key)(position)).copied()
    }

    /// Lets equal positions have these children. Of several the first remain.
    pub fn share(&self, position: &G, block: Block) {
        self.children.lock().unwrap_or_else(PoisonError::into_inner).entry((self.key)(position)).or_insert(block);
    }
}
