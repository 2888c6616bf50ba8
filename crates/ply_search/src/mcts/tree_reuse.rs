//! Tree reuse, the tree between two searches: what is left of it when some moves have been made.

use ply_game::{Indexed, Player};

use super::node_pool::NodePool;
use super::rollout::Reward;

/// A root position and the nodes below it.
pub(super) struct Tree<G> {
    pub root: G,
    pub pool: NodePool,
}

/// A node that holds the position that was looked for.
struct Found {
    node: u32,
    visits: u32,
    /// Who moved there.
    chooser: Player,
}

/// A search for a position below the root, one depth at a time.
struct PositionSearch<'a, G> {
    pool: &'a NodePool,
    wanted: &'a G,
    found: Option<Found>,
    /// Positions that may still be looked at.
    left: u32,
}

impl<G: Indexed> Tree<G> {
    /// How many moves may lie between two searches: more than two where turns are kept.
    const MOST_PLIES: u32 = 8;
    /// Looking for a position takes a few milliseconds at most.
    const MOST_POSITIONS: u32 = 1 << 16;

    /// Nothing but a root.
    pub fn new(root: G, chunks: usize) -> Self {
        Self { root, pool: NodePool::new(chunks) }
    }

    /// Makes `position` the root: with all that is known below it if it is found a few moves below the old root,
    /// afresh otherwise. The old root itself counts as not found, so that the same question twice has the same
    /// answer.
    pub fn move_root(&mut self, position: &G, reuse: bool) {
        match reuse.then(|| self.find(position)).flatten() {
            Some(found) => {
                self.pool.keep_below(found.node);
                if found.chooser != position.to_move() {
                    self.pool.node(NodePool::ROOT).turn_value(Reward::WIN.units());
                }
            }
            None => self.pool.clear(),
        }
        self.root = position.clone();
    }

    fn find(&self, wanted: &G) -> Option<Found> {
        let mut search = PositionSearch { pool: &self.pool, wanted, found: None, left: Self::MOST_POSITIONS };
        if self.root == *wanted {
            return None;
        }
        (1..=Self::MOST_PLIES).find_map(|plies| {
            search.look(NodePool::ROOT, &self.root, plies);
            search.found.take()
        })
    }
}

impl<G: Indexed> PositionSearch<'_, G> {
    /// Looks at all positions `plies` moves below a node. Of several with the wanted position, the one with the most
    /// visits is kept; nodes without children are not worth finding.
    fn look(&mut self, at: u32, position: &G, plies: u32) {
        let Some(children) = self.pool.children(self.pool.node(at)) else { return };
        for (index, child) in children.nodes.iter().enumerate() {
            if self.left == 0 || self.pool.children(child).is_none() {
                continue;
            }
            self.left -= 1;
            let mv = position.move_at(child.mv() as usize).expect("a move's index names the move");
            let after = position.after(mv);
            let node = children.first + index as u32;
            if plies > 1 {
                self.look(node, &after, plies - 1);
            } else if after == *self.wanted && self.found.as_ref().is_none_or(|found| found.visits < child.visits()) {
                self.found = Some(Found { node, visits: child.visits(), chooser: children.mover });
            }
        }
    }
}
