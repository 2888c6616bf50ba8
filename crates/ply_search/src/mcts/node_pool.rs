//! The nodes of the tree: 32 bytes each, named by index, the children of a node side by side.
//!
//! Memory comes in chunks of 2^20 bytes as it is needed, up to a limit. Many threads may read and grow the tree at
//! once: all fields are atomic, who wants to give a node children claims it first, and children are published by one
//! store after they are complete. Positions are not kept; whoever goes down the tree plays the moves, which are kept
//! as the numbers that [`Indexed`](ply_game::Indexed) gives them.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

use ply_game::Player;

use super::bounds::Bounds;

const CHUNK_BITS: u32 = 15;
const CHUNK: u32 = 1 << CHUNK_BITS;

/// One move of the tree and what simulations through it have brought.
#[derive(Default)]
#[repr(align(32))]
pub(super) struct Node {
    /// The sum of rewards, as seen by the player who chose this node: its parent's mover.
    value: AtomicU64,
    visits: AtomicU32,
    bounds: AtomicU32,
    /// The index of the first child, [`Node::LEAF`] or [`Node::CLAIMED`]. Stored last when children are given.
    first: AtomicU32,
    /// The number of children, times two, plus the player who moves here. Meaningful once there are children.
    shape: AtomicU32,
    mv: AtomicU32,
    /// The bits of an `f32`.
    prior: AtomicU32,
}

const _: () = assert!(size_of::<Node>() == 32 && size_of::<Node>() << CHUNK_BITS == 1 << 20);

/// A node's children and who chooses among them.
#[derive(Clone, Copy)]
pub(super) struct Children<'a> {
    pub first: u32,
    pub mover: Player,
    pub nodes: &'a [Node],
}

impl Node {
    /// Nobody's child is number 0, the root.
    const LEAF: u32 = 0;
    /// Somebody is at work on the children.
    const CLAIMED: u32 = u32::MAX;

    pub fn reset(&self, mv: u32, prior: f32, bounds: Bounds) {
        self.value.store(0, Ordering::Relaxed);
        self.visits.store(0, Ordering::Relaxed);
        self.bounds.store(bounds.word(), Ordering::Relaxed);
        self.first.store(Self::LEAF, Ordering::Relaxed);
        self.mv.store(mv, Ordering::Relaxed);
        self.prior.store(prior.to_bits(), Ordering::Relaxed);
    }

    #[inline]
    pub fn mv(&self) -> u32 {
        self.mv.load(Ordering::Relaxed)
    }

    #[inline]
    pub fn prior(&self) -> f32 {
        f32::from_bits(self.prior.load(Ordering::Relaxed))
    }

    #[inline]
    pub fn visits(&self) -> u32 {
        self.visits.load(Ordering::Relaxed)
    }

    #[inline]
    pub fn value(&self) -> u64 {
        self.value.load(Ordering::Relaxed)
    }

    /// Adds visits; gives how many there were.
    #[inline]
    pub fn visit<const SHARED: bool>(&self, visits: u32) -> u32 {
        if SHARED {
            return self.visits.fetch_add(visits, Ordering::Relaxed);
        }
        let before = self.visits();
        self.visits.store(before + visits, Ordering::Relaxed);
        before
    }

    /// Takes back what a visit counted beyond one, and adds its reward.
    #[inline]
    pub fn reward<const SHARED: bool>(&self, too_many: u32, reward: u64) {
        if SHARED {
            self.visits.fetch_sub(too_many, Ordering::Relaxed);
            self.value.fetch_add(reward, Ordering::Relaxed);
        } else {
            self.value.store(self.value() + reward, Ordering::Relaxed);
        }
    }

    /// The reward sum of the same simulations for the other player.
    pub fn turn_value(&self, unit: u64) {
        self.value.store(u64::from(self.visits()) * unit - self.value(), Ordering::Relaxed);
    }

    /// Acquired, so that who sees a proof sees the proofs below it.
    #[inline]
    pub fn bounds(&self) -> Bounds {
        Bounds::from_word(self.bounds.load(Ordering::Acquire))
    }

    /// Adds a proof; `true` if it said anything new.
    pub fn tighten(&self, new: Bounds) -> bool {
        let both = |word| {
            let old = Bounds::from_word(word);
            let tightened = old.and(new);
            (tightened != old).then_some(tightened.word())
        };
        self.bounds.fetch_update(Ordering::AcqRel, Ordering::Acquire, both).is_ok()
    }

    /// The right to give this node children, for one thread once.
    pub fn claim(&self) -> bool {
        self.first.compare_exchange(Self::LEAF, Self::CLAIMED, Ordering::Acquire, Ordering::Relaxed).is_ok()
    }

    /// Gives a claimed node back.
    pub fn unclaim(&self) {
        self.first.store(Self::LEAF, Ordering::Release);
    }

    /// Lets everybody see the children of a claimed node.
    pub fn publish(&self, first: u32, count: u32, mover: Player) {
        self.shape.store(count << 1 | mover.index() as u32, Ordering::Relaxed);
        self.first.store(first, Ordering::Release);
    }

    fn copy_from(&self, other: &Self) {
        let copy = |to: &AtomicU32, from: &AtomicU32| to.store(from.load(Ordering::Relaxed), Ordering::Relaxed);
        self.value.store(other.value(), Ordering::Relaxed);
        copy(&self.visits, &other.visits);
        copy(&self.bounds, &other.bounds);
        copy(&self.first, &other.first);
        copy(&self.shape, &other.shape);
        copy(&self.mv, &other.mv);
        copy(&self.prior, &other.prior);
    }
}

/// All nodes; number 0 is the root.
pub(super) struct NodePool {
    chunks: Box<[OnceLock<Box<[Node; CHUNK as usize]>>]>,
    /// Everything below this index is in use.
    used: AtomicU32,
    /// There was no room for somebody's children.
    full: AtomicBool,
}

impl NodePool {
    pub const ROOT: u32 = 0;

    pub fn new(chunks: usize) -> Self {
        let pool = Self {
            chunks: (0..chunks).map(|_| OnceLock::new()).collect(),
            used: AtomicU32::new(0),
            full: AtomicBool::new(false),
        };
        pool.clear();
        pool
    }

    /// Only a fresh root is left; the memory is kept.
    pub fn clear(&self) {
        self.used.store(0, Ordering::Relaxed);
        self.full.store(false, Ordering::Relaxed);
        let root = self.reserve(1).expect("there is a chunk, and it is empty");
        self.node(root).reset(0, 1.0, Bounds::OPEN);
    }

    /// Bytes of all chunks there are.
    pub fn memory(&self) -> usize {
        self.chunks.iter().filter(|chunk| chunk.get().is_some()).count() << 20
    }

    #[inline]
    fn chunk(&self, index: u32) -> &[Node; CHUNK as usize] {
        self.chunks[(index >> CHUNK_BITS) as usize].get().expect("nodes in use have memory")
    }

    #[inline]
    pub fn node(&self, index: u32) -> &Node {
        &self.chunk(index)[(index % CHUNK) as usize]
    }

    #[inline]
    pub fn children(&self, node: &Node) -> Option<Children<'_>> {
        let first = node.first.load(Ordering::Acquire);
        if first == Node::LEAF || first == Node::CLAIMED {
            return None;
        }
        let shape = node.shape.load(Ordering::Relaxed);
        let (at, count) = ((first % CHUNK) as usize, (shape >> 1) as usize);
        let mover = if shape & 1 == 0 { Player::First } else { Player::Second };
        Some(Children { first, mover, nodes: &self.chunk(first)[at..at + count] })
    }

    #[inline]
    pub fn is_full(&self) -> bool {
        self.full.load(Ordering::Relaxed)
    }

    /// Room for nodes side by side, or `None` when the memory is used up.
    pub fn reserve(&self, count: u32) -> Option<u32> {
        let end = |used| {
            let start = fit(used, count)?;
            ((start >> CHUNK_BITS) < self.chunks.len() as u32).then_some(start + count)
        };
        let Ok(used) = self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, end) else {
            self.full.store(true, Ordering::Relaxed);
            return None;
        };
        let start = fit(used, count)?;
        self.chunks[(start >> CHUNK_BITS) as usize].get_or_init(|| {
            let nodes: Box<[Node]> = (0..CHUNK).map(|_| Node::default()).collect();
            nodes.try_into().unwrap_or_else(|_| unreachable!("a chunk has as many nodes as a chunk"))
        });
        Some(start)
    }

    /// A node of [`reserve`](NodePool::reserve)d room.
    #[inline]
    pub fn reserved(&self, first: u32, count: u32) -> &[Node] {
        let at = (first % CHUNK) as usize;
        &self.chunk(first)[at..at + count as usize]
    }

    /// Makes `root` the root and keeps only what is below it, moved together in place. Takes the time of a walk
    /// through what is kept, and 16 bytes for each of its inner nodes.
    pub fn keep_below(&mut self, root: u32) {
        let mut blocks = self.blocks_below(root);
        // Children are reserved after their parents, so in this order a parent has moved before its children do, and
        // everything moves to a place that is free already.
        blocks.sort_unstable_by_key(|block| block.first);
        self.node(Self::ROOT).copy_from(self.node(root));
        let mut used = 1;
        for at in 0..blocks.len() {
            let (moved, rest) = blocks.split_at_mut(at);
            let block = &mut rest[0];
            block.now = fit(used, block.count).expect("what had room has room further down");
            debug_assert!(block.now <= block.first);
            for offset in 0..block.count {
                self.node(block.now + offset).copy_from(self.node(block.first + offset));
            }
            used = block.now + block.count;
            let parent = if block.parent == root { Self::ROOT } else { now(moved, block.parent) };
            self.node(parent).first.store(block.now, Ordering::Relaxed);
        }
        *self.used.get_mut() = used;
        *self.full.get_mut() = false;
    }

    fn blocks_below(&self, root: u32) -> Vec<Block> {
        let mut blocks: Vec<Block> = self.block_of(root).into_iter().collect();
        let mut at = 0;
        while at < blocks.len() {
            let Block { first, count, .. } = blocks[at];
            blocks.extend((first..first + count).filter_map(|node| self.block_of(node)));
            at += 1;
        }
        blocks
    }

    fn block_of(&self, parent: u32) -> Option<Block> {
        let children = self.children(self.node(parent))?;
        Some(Block { first: children.first, count: children.nodes.len() as u32, parent, now: 0 })
    }

    #[cfg(test)]
    pub fn used(&self) -> u32 {
        self.used.load(Ordering::Relaxed)
    }
}

/// Where `count` nodes fit into one chunk, at `used` or later.
#[inline]
fn fit(used: u32, count: u32) -> Option<u32> {
    let left = CHUNK - used % CHUNK;
    match count {
        _ if count > CHUNK => None,
        _ if count <= left => Some(used),
        _ => Some(used + left),
    }
}

/// The children of one node on their way to a new place.
struct Block {
    first: u32,
    count: u32,
    parent: u32,
    now: u32,
}

/// Where a node is after its block was moved.
fn now(moved: &[Block], node: u32) -> u32 {
    let block = &moved[moved.partition_point(|block| block.first <= node) - 1];
    block.now + (node - block.first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ply_game::{Rng, below, rng};

    fn give_children(pool: &NodePool, parent: u32, rng: &mut Rng) -> Option<u32> {
        let count = 1 + below(rng, 40);
        assert!(pool.node(parent).claim());
        let Some(first) = pool.reserve(count) else {
            pool.node(parent).unclaim();
            return None;
        };
        for (offset, node) in pool.reserved(first, count).iter().enumerate() {
            node.reset(first + offset as u32, 0.5, Bounds::OPEN);
        }
        pool.node(parent).publish(first, count, Player::BOTH[(first % 2) as usize]);
        Some(first)
    }

    fn leaf_below(pool: &NodePool, mut at: u32, rng: &mut Rng) -> u32 {
        while let Some(children) = pool.children(pool.node(at)) {
            at = children.first + below(rng, children.nodes.len() as u32);
        }
        at
    }

    fn written(pool: &NodePool, at: u32, out: &mut Vec<(u32, usize, Player)>) {
        if let Some(children) = pool.children(pool.node(at)) {
            out.push((pool.node(at).mv(), children.nodes.len(), children.mover));
            (0..children.nodes.len() as u32).for_each(|offset| written(pool, children.first + offset, out));
        }
    }

    #[test]
    fn the_memory_limit_ends_growth_and_compaction_makes_room() {
        let mut pool = NodePool::new(3);
        let mut rng = rng(5);
        loop {
            let leaf = leaf_below(&pool, NodePool::ROOT, &mut rng);
            if give_children(&pool, leaf, &mut rng).is_none() {
                break;
            }
        }
        assert!(pool.is_full() && pool.used() <= 3 * CHUNK && pool.used() > 3 * CHUNK - 40);
        while let Some(children) = pool.children(pool.node(NodePool::ROOT)) {
            let root = children.first + below(&mut rng, children.nodes.len() as u32);
            let (mut before, mut after) = (Vec::new(), Vec::new());
            written(&pool, root, &mut before);
            let mv = pool.node(root).mv();
            pool.keep_below(root);
            written(&pool, NodePool::ROOT, &mut after);
            assert_eq!((pool.node(NodePool::ROOT).mv(), &after), (mv, &before));
            let kept: usize = 1 + after.iter().map(|(_, count, _)| count).sum::<usize>();
            assert!(!pool.is_full() && pool.used() as usize <= kept + 40 * 3);
        }
    }

    #[test]
    fn too_many_children_find_no_room() {
        assert_eq!(NodePool::new(1).reserve(CHUNK + 1), None);
    }
}
